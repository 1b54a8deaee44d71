import { countedWords, countingOf, MIN_PERCENT_COMPARED } from '../core/metrics/formula/counting.ts';
import { METRICS } from '../core/metrics/metrics.ts';
import { type WidgetColumn } from './columns.ts';
import { type WidgetAnswer, type WidgetRow } from './schema.ts';

type Told = Pick<WidgetAnswer, 'basis'>;

/** Whether so few of a cohort's outcomes have come in that nothing can be told from them. */
export const isTooYoung = ({ basis }: Told, key: string): boolean => {
  const of = basis?.[key];
  return of?.counted === 'cohort' && (of.percentMatured ?? 0) < MIN_PERCENT_COMPARED;
};

/** In place of a cost of outcomes of which so few have come in that it would only say how young the inquiries are. */
export const TOO_EARLY = 'too early';

/** Where rows say how far their own enrollments have come in. */
const OWN_PERCENT = 'percentMatured';

type Asked = Pick<WidgetColumn, 'key' | 'format' | 'metric' | 'measure' | 'compared'>;

/** Of how much of its outcomes a number is: of a row its own where it says so, else of the whole; undefined where it is of no cohort. */
const maturedOf = ({ basis }: Told, column: Asked, row: WidgetRow | null): number | null | undefined => {
  const { key, measure = key, metric, compared = false } = column;
  const of = basis?.[measure];
  if (of?.counted !== 'cohort') return undefined;
  const own = `${OWN_PERCENT}${key.slice(measure.length)}`;
  if (row !== null && own in row && metric !== undefined && countingOf(metric)?.stage === 'enrollment')
    return row[own] as number | null;
  return compared ? of.comparedPercentMatured : of.percentMatured;
};

/** A sum of money is what it is on every day; a cost is made of outcomes. */
const isCost = ({ format, metric }: Asked): boolean =>
  format?.kind === 'dollar' && (metric === undefined || METRICS[metric].basis !== 'additive');

/** Whether the number of a row, or of the whole, says nothing but how young its inquiries are. */
export const isTooEarly = (answer: Told, column: Asked, row: WidgetRow | null = null): boolean => {
  const percent = maturedOf(answer, column, row);
  return isCost(column) && percent !== undefined && (percent ?? 0) < MIN_PERCENT_COMPARED;
};

export const tooEarlyNote = (answer: Told, column: Asked, row: WidgetRow | null = null): string => {
  const percent = maturedOf(answer, column, row);
  return `Too early to tell a cost${percent === undefined ? '' : `: ${countedWords('cohort', percent)}`}. Pacing has the mature cost.`;
};
