import {
  formatMetricValue,
  judgedTotals,
  type MetricKey,
  METRICS,
  type PacingMark,
  type PacingSummary,
  pacingVerdict,
  type PacingVerdict,
} from '@paceline/contract';
import { writtenDay } from '../../../lib/text/days-text.ts';
import type { StatusTone } from '../../../ui/marks/status-mark.tsx';

export const VERDICT_TONES: Record<PacingMark, StatusTone> = { on: 'good', over: 'bad', under: 'warn', capped: 'off' };

const numberAt = ({ totals }: PacingSummary, key: string): number | null => {
  const value = totals[key];
  return typeof value === 'number' ? value : null;
};

const rangeText = (summary: PacingSummary, key: 'spendProjection' | 'leadProjection'): string | null => {
  const [low, high] = [numberAt(summary, `${key}Low`), numberAt(summary, `${key}High`)];
  if (low === null || high === null || low === high) return null;
  const text = (value: number): string => formatMetricValue(METRICS[key], value, { place: 'tile' });
  return `Likely range ${text(low)}–${text(high)} (80 %)`;
};

interface SummaryBlock {
  title: string;
  verdict: PacingVerdict;
  /** The figures of the verdict, each of which opens the rows behind it. */
  figures: { key: string; label: string; text: string }[];
  /** The projection's range. */
  range: string | null;
}

const figure = (summary: PacingSummary, key: MetricKey, label: string) => ({
  key,
  label,
  text: formatMetricValue(METRICS[key], numberAt(summary, key), { place: 'tile' }),
});

/** Spend against budget and inquiries against goal, in words and numbers. */
export const summaryBlocks = (summary: PacingSummary): SummaryBlock[] => {
  const { totals, ended, early, band } = summary;
  const verdictOf = (kind: 'dollar' | 'count') =>
    pacingVerdict({ ...judgedTotals(kind, totals, { ended }), ended, early, band });
  const projected = (key: 'spendProjection' | 'leadProjection') => (ended ? [] : [figure(summary, key, 'Projected')]);
  return [
    {
      title: 'Spend against budget',
      verdict: verdictOf('dollar'),
      figures: [
        figure(summary, 'mtdSpent', ended ? 'Spent' : 'Spent so far'),
        ...projected('spendProjection'),
        figure(summary, 'budget', 'Budget'),
      ],
      range: ended ? null : rangeText(summary, 'spendProjection'),
    },
    {
      title: 'Inquiries against goal',
      verdict: verdictOf('count'),
      figures: [
        figure(summary, 'mtdInquiries', ended ? 'Inquiries' : 'Inquiries so far'),
        ...projected('leadProjection'),
        figure(summary, 'inquiryGoal', 'Goal'),
      ],
      range: ended ? null : rangeText(summary, 'leadProjection'),
    },
  ];
};

/** Data dates: one day, or two (spend and inquiries) when an ad account is late. */
export const throughText = ({ spendThrough, leadsThrough }: PacingSummary): string => {
  if (leadsThrough === null) return 'No complete day yet: figures are today so far, a few seconds behind';
  if (spendThrough === leadsThrough) return `Data through ${writtenDay(leadsThrough)}`;
  const spend = spendThrough === null ? 'Spend: no complete day yet' : `Spend through ${writtenDay(spendThrough)}`;
  return `${spend}, inquiries through ${writtenDay(leadsThrough)}`;
};

/** The remaining days, and the spend available per day. */
export const daysLeftText = (summary: PacingSummary): string | null => {
  const { daysLeft, state } = summary;
  if (state !== 'current') return null;
  const daily = numberAt(summary, 'dailySpendRemaining');
  const days = `${daysLeft} ${daysLeft === 1 ? 'day' : 'days'} left`;
  return daily === null
    ? days
    : `${days}, ${formatMetricValue(METRICS.dailySpendRemaining, daily, { place: 'tile' })} a day to spend`;
};
