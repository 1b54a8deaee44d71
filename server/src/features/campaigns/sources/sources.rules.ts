export interface BlockNotice {
  campaignName: string;
  campaignCode: string;
  sources: readonly { sourceTag: string; note: string }[];
}

export const blockMail = ({ campaignName, campaignCode, sources }: BlockNotice): { subject: string; body: string } => ({
  subject: `Sources blocked for campaign ${campaignCode}`,
  body: [
    `These sources are now blocked for the campaign ${campaignName} (${campaignCode}). Their leads are refused from now on:`,
    '',
    ...sources.map(({ sourceTag, note }) => `- ${sourceTag}: ${note === '' ? 'no reason was given' : note}`),
  ].join('\n'),
});
