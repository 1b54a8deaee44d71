import {
  atFullMaturity,
  changePercent,
  countingOf,
  MATURED_METRICS,
  type MetricKey,
  type ReportWidget,
  type WidgetBasis,
  type WidgetRow,
} from '@paceline/contract';
import { type DayRange } from '../../../metrics/periods/periods.ts';
import { type ReportAnswer } from '../../../metrics/report/report.ts';

/** Queries the total of these measures over these days, under the widget's own filters. */
type AskTotal = (measures: readonly MetricKey[], of: DayRange) => Promise<ReportAnswer['total']>;

/** How the widget counts outcomes, and the maturity of its cohorts over all rows. */
export const loadBasis = async (
  { measures }: ReportWidget,
  ask: AskTotal,
  range: DayRange,
  compared: DayRange | null,
): Promise<WidgetBasis> => {
  const counted = Object.entries(measures).flatMap(([name, measure]) => {
    const counting = countingOf(measure);
    return counting === null ? [] : [{ name, ...counting }];
  });
  const matured = [
    ...new Set(counted.flatMap((one) => (one.counted === 'cohort' ? [MATURED_METRICS[one.stage]] : []))),
  ];
  const totalOf = async (of: DayRange | null): Promise<ReportAnswer['total']> =>
    of === null || matured.length === 0 ? null : ask(matured, of);
  const [now, then] = [await totalOf(range), await totalOf(compared)];
  return Object.fromEntries(
    counted.map(({ name, counted: how, stage }) => {
      const percentOf = (total: ReportAnswer['total']): number | null =>
        how === 'event' ? null : ((total?.[MATURED_METRICS[stage]] ?? null) as number | null);
      return [name, { counted: how, percentMatured: percentOf(now), comparedPercentMatured: percentOf(then) }];
    }),
  );
};

/**
 * Each number, its compared value, and the change. Outcomes of two periods are compared at equal maturity, both as if all had come in, so
 * that a young month is not worse for being young. The numbers shown are those so far.
 */
export const withChanges = (
  current: WidgetRow,
  previous: WidgetRow,
  { measures }: ReportWidget,
  basis: WidgetBasis,
): WidgetRow => {
  const row: WidgetRow = {};
  for (const [name, measure] of Object.entries(measures)) {
    const [now, then] = [current[name] ?? null, previous[name] ?? null] as [number | null, number | null];
    const of = basis[name];
    row[name] = now;
    row[`${name}Previous`] = then;
    row[`${name}Change`] = changePercent(
      atFullMaturity(measure, now, of?.percentMatured ?? null),
      atFullMaturity(measure, then, of?.comparedPercentMatured ?? null),
    );
  }
  return row;
};
