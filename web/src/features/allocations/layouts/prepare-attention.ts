import { attentionRule, type PacingSummary } from '@paceline/contract';

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

type Counts = Pick<
  PacingSummary,
  'band' | 'exceptionCount' | 'exceptionCampaigns' | 'exceptions' | 'smallCount' | 'snoozedCount'
>;

/** The rule, and where the rows are that this table cannot show. */
export const attentionNotice = (summary: Counts): string => {
  const { exceptionCount, exceptionCampaigns, exceptions, smallCount, snoozedCount } = summary;
  const elsewhere = [
    exceptionCount > exceptionCampaigns && counted(exceptionCount - exceptionCampaigns, 'line item', 'line items'),
    smallCount > 0 && counted(smallCount, 'small budget', 'small budgets'),
    snoozedCount > 0 && `${snoozedCount} snoozed`,
  ].filter((part) => part !== false);
  return [
    attentionRule(summary.band),
    ...(exceptionCount > exceptions.length ? [`The first ${exceptions.length} of ${exceptionCount} are listed.`] : []),
    ...(elsewhere.length > 0 ? [`In Pacing Overview: ${elsewhere.join(', ')}.`] : []),
  ].join(' ');
};
