import { countedWords, countingOf, MIN_PERCENT_COMPARED } from '../core/metrics/formula/counting.ts';
import { METRICS } from '../core/metrics/metrics.ts';
import { type WidgetColumn } from './columns.ts';
import { type WidgetAnswer, type WidgetRow } from './schema.ts';

type Told = Pick<WidgetAnswer, 'basis'>;

/** Whether too few of a cohort's outcomes have matured to say anything. */
export const isTooYoung = ({ basis }: Told, key: string): boolean => {
  const of = basis?.[key];
  return of?.counted === 'cohort' && (of.percentMatured ?? 0) < MIN_PERCENT_COMPARED;
};

/** Replaces a cost per outcome that would only reflect how recent the inquiries are. */
export const TOO_EARLY = 'too early';

/** Row field with its own percentage matured. */
const OWN_PERCENT = 'percentMatured';

type Asked = Pick<WidgetColumn, 'key' | 'format' | 'metric' | 'measure' | 'compared'>;

/** Percentage matured of a number: the row's own if it has one, else the answer's; undefined if the number is not of a cohort. */
const maturedOf = ({ basis }: Told, column: Asked, row: WidgetRow | null): number | null | undefined => {
  const { key, measure = key, metric, compared = false } = column;
  const of = basis?.[measure];
  if (of?.counted !== 'cohort') return undefined;
  const own = `${OWN_PERCENT}${key.slice(measure.length)}`;
  if (row !== null && own in row && metric !== undefined && countingOf(metric)?.stage === 'enrollment')
    return row[own] as number | null;
  return compared ? of.comparedPercentMatured : of.percentMatured;
};

/** Sums of money do not mature; costs per outcome do. */
const isCost = ({ format, metric }: Asked): boolean =>
  format?.kind === 'dollar' && (metric === undefined || METRICS[metric].basis !== 'additive');

/** Whether a value of a row, or of the whole, only reflects how recent its inquiries are. */
export const isTooEarly = (answer: Told, column: Asked, row: WidgetRow | null = null): boolean => {
  const percent = maturedOf(answer, column, row);
  return isCost(column) && percent !== undefined && (percent ?? 0) < MIN_PERCENT_COMPARED;
};

export const tooEarlyNote = (answer: Told, column: Asked, row: WidgetRow | null = null): string => {
  const percent = maturedOf(answer, column, row);
  return `Too early to judge${percent === undefined ? '' : `: ${countedWords('cohort', percent)}`}. Pacing shows the cost of matured inquiries.`;
};
