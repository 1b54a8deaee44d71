import { type CampaignSource, type SourceMode } from '@paceline/contract';

type Told = Pick<CampaignSource, 'status' | 'action'>;

/** Whether a lead of a source is taken. What the agency has blocked everywhere is blocked here too. */
export const isAllowed = (mode: SourceMode, { status, action }: Told): boolean => {
  if (status !== 'APPROVED' || action === 'BLOCK') return false;
  return mode !== 'ONLY_LISTED' || action === 'ALLOW';
};

export interface BlockNotice {
  campaignName: string;
  campaignCode: string;
  sources: readonly { sourceTag: string; note: string }[];
}

export const blockMail = ({ campaignName, campaignCode, sources }: BlockNotice): { subject: string; body: string } => ({
  subject: `Sources blocked for campaign ${campaignCode}`,
  body: [
    `These sources no longer feed the campaign ${campaignName} (${campaignCode}). Leads of theirs are refused from now on:`,
    '',
    ...sources.map(({ sourceTag, note }) => `- ${sourceTag}: ${note === '' ? 'no reason was given' : note}`),
  ].join('\n'),
});
