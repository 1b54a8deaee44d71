export interface BlockNotice {
  /** Null where they are blocked for every campaign. */
  campaign: { campaignName: string; campaignCode: string } | null;
  sources: readonly { sourceTag: string; note: string }[];
}

const placeOf = ({ campaign }: BlockNotice): { subject: string; text: string } =>
  campaign === null
    ? { subject: 'Sources blocked for all campaigns', text: 'all campaigns' }
    : {
        subject: `Sources blocked for campaign ${campaign.campaignCode}`,
        text: `the campaign ${campaign.campaignName} (${campaign.campaignCode})`,
      };

/** What a media partner is told when sources of it are blocked. */
export const blockMail = (notice: BlockNotice): { subject: string; body: string } => {
  const { subject, text } = placeOf(notice);
  return {
    subject,
    body: [
      `These sources are now blocked for ${text}. Their leads are refused from now on:`,
      '',
      ...notice.sources.map(({ sourceTag, note }) => `- ${sourceTag}: ${note === '' ? 'no reason was given' : note}`),
    ].join('\n'),
  };
};
