import { type ForecastWhatIf, type Kpi, KPIS } from '@paceline/contract';
import { comparedText, formatKpi } from './prepare-forecast.ts';

/** "With 20% more spend". */
export const changeName = (percent: number): string =>
  percent === 0 ? 'With the same spend' : `With ${Math.abs(percent)}% ${percent > 0 ? 'more' : 'less'} spend`;

const TOTAL_WORDS = { spend: 'Spend', inquiries: 'Inquiries', enrollments: 'Enrollments', cpe: 'Cost per enrollment' };

export const allTotals = ({
  forecast,
  whatIf,
}: ForecastWhatIf['totals']): { label: string; base: string; other: string }[] =>
  (Object.keys(TOTAL_WORDS) as (keyof typeof TOTAL_WORDS)[]).map((kpi) => ({
    label: TOTAL_WORDS[kpi],
    base: formatKpi(kpi, forecast[kpi]),
    other: comparedText(kpi, forecast[kpi], whatIf[kpi]),
  }));

const differenceOf = ({ forecast, whatIf }: ForecastWhatIf['lines'][number]): number =>
  Math.abs((whatIf ?? 0) - (forecast ?? 0));

/** Line items that change most come first. */
export const byDifference = (lines: ForecastWhatIf['lines']): ForecastWhatIf['lines'] =>
  lines.toSorted((a, b) => differenceOf(b) - differenceOf(a));

const MAX_NAMES = 5;
/** Which line items are in no sum; null if all are. */
export const leftOutText = (names: readonly string[]): string | null => {
  if (names.length === 0) return null;
  const more = names.length - MAX_NAMES;
  const listed = more > 0 ? `${names.slice(0, MAX_NAMES).join(', ')} and ${more} more` : names.join(', ');
  return `Not included, because their forecast does not cover all these months: ${listed}. Build them again.`;
};

/** The chart in a sentence, for screen readers. */
export const sumLabel = (kpi: Kpi, name: string, { points }: ForecastWhatIf): string => {
  const last = points.at(-1);
  return last === undefined
    ? `${KPIS[kpi]} of all line items`
    : `${KPIS[kpi]} of all line items by month; in the last month ${formatKpi(kpi, last.forecast)} as forecast, ${formatKpi(kpi, last.whatIf)} ${name.toLowerCase()}`;
};
