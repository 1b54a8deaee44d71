import {
  formatCompact,
  isAtStake,
  judgedTotals,
  type PacingSummary,
  type PacingVerdict,
  pacingVerdict,
  type UserGroup,
} from '@paceline/contract';
import { formatCount } from '../../../lib/text/format.ts';
import { writtenMonth } from '../../../lib/text/days-text.ts';
import type { StatusTone } from '../../../ui/marks/status-mark.tsx';
import { daysLeftText, throughText, VERDICT_TONES } from '../pacing/prepare-summary.ts';

interface MonthSentence {
  tone: StatusTone;
  /** "On pace: projected $68.9K of $70.2K" */
  verdict: string;
  /** "5 campaigns need you, $2.1K at stake"; null where nothing is judged yet. */
  attention: string | null;
  /** What limits the verdict, and how fresh it is. */
  facts: string[];
}

const things = (count: number, one: string): string[] =>
  count === 0 ? [] : [`${formatCount(count)} ${count === 1 ? one : `${one}s`}`];

/** Campaigns and line items of the list below, with its money. */
const attentionOf = (summary: PacingSummary, group: UserGroup, isEarly: boolean): string | null => {
  const { exceptionCount: count, exceptionCampaigns: campaigns, atStake, ended } = summary;
  if (count === 0) return isEarly ? null : ended ? 'every campaign ended on plan' : 'nothing needs attention';
  const what = [...things(campaigns, 'campaign'), ...things(count - campaigns, 'line item')].join(' and ');
  if (ended) return `${what} ended off plan`;
  const stake = isAtStake(atStake) ? `, ${formatCompact('dollar', atStake)} at stake` : '';
  if (group !== 'ag') return `${what} off plan${stake}`;
  return `${what} ${count === 1 ? 'needs' : 'need'} you${stake}`;
};

/** Demand beyond caps, where the whole list is there to add it up. */
const cappedText = ({ exceptions, exceptionCount, ended }: PacingSummary): string[] => {
  if (ended || exceptions.length < exceptionCount) return [];
  const demand = exceptions.reduce((sum, { kind, dollars }) => (kind === 'capped' ? sum + dollars : sum), 0);
  return isAtStake(demand) ? [`Caps hold back ${formatCompact('dollar', demand)} of demand`] : [];
};

const lateText = ({ days }: PacingSummary): string[] =>
  days.some(({ late }) => late) ? ['An ad account is late: its spend is missing'] : [];

const verdictOf = (summary: PacingSummary, isEarly: boolean): PacingVerdict => {
  const { totals, ended, band } = summary;
  return pacingVerdict({ ...judgedTotals('dollar', totals, { ended }), ended, early: isEarly, band });
};

/** The month in one sentence, from the figures of the chart and the list below it. */
export const monthSentence = (summary: PacingSummary, group: UserGroup): MonthSentence => {
  const { month, blank, days, leadsThrough, spendThrough, ended, early } = summary;
  if (blank !== null) return { tone: 'off', verdict: 'No plan for these filters', attention: null, facts: [blank] };
  if (days.length === 0) {
    const verdict = `No budget and no spend in ${writtenMonth(month.slice(0, 7))}`;
    return { tone: 'off', verdict, attention: null, facts: [] };
  }
  const isEarly = !ended && (early || (leadsThrough ?? spendThrough) === null);
  const { mark, words } = verdictOf(summary, isEarly);
  const left = daysLeftText(summary);
  return {
    tone: mark === null ? 'off' : VERDICT_TONES[mark],
    verdict: words,
    attention: attentionOf(summary, group, isEarly),
    facts: [...cappedText(summary), ...(left === null ? [] : [left]), throughText(summary), ...lateText(summary)],
  };
};

/** How the sentence begins for a month that is not the current one. */
export const monthPrefix = ({ month, state }: Pick<PacingSummary, 'month' | 'state'>): string =>
  state === 'current' ? '' : `${writtenMonth(month.slice(0, 7))}. `;
