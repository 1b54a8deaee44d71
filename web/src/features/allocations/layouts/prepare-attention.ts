import { attentionRule, type PacingSummary } from '@paceline/contract';
import { formatCount } from '../../../lib/text/format.ts';

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

type Counts = Pick<
  PacingSummary,
  'band' | 'exceptionCount' | 'exceptionCampaigns' | 'exceptions' | 'smallCount' | 'snoozedCount'
>;

/** "34", or "12 of 34" where the filter bar leaves 12 of them in the table. */
export const attentionCount = ({ exceptionCount }: Pick<Counts, 'exceptionCount'>, matching: number | null): string =>
  matching === null ? formatCount(exceptionCount) : `${formatCount(matching)} of ${formatCount(exceptionCount)}`;

/** The rule, and where the rows are that this table cannot show. */
export const attentionNotice = (summary: Counts, matching: number | null): string => {
  const { exceptionCount, exceptionCampaigns, exceptions, smallCount, snoozedCount } = summary;
  const elsewhere = [
    exceptionCount > exceptionCampaigns && counted(exceptionCount - exceptionCampaigns, 'line item', 'line items'),
    smallCount > 0 && counted(smallCount, 'small budget', 'small budgets'),
    snoozedCount > 0 && `${snoozedCount} snoozed`,
  ].filter((part) => part !== false);
  return [
    attentionRule(summary.band),
    ...(exceptionCount > exceptions.length ? [`The first ${exceptions.length} of ${exceptionCount} are listed.`] : []),
    ...(matching === null ? [] : [`${matching} of them ${matching === 1 ? 'matches' : 'match'} the filters above.`]),
    ...(elsewhere.length > 0 ? [`In Pacing Overview: ${elsewhere.join(', ')}.`] : []),
  ].join(' ');
};
