import {
  cohortMeasures,
  cohortStage,
  COHORT_AGES,
  metricValue,
  outcomeFactOf,
  type Stage,
  type WidgetAnswer,
  type WidgetBody,
  type WidgetRow,
} from '@paceline/contract';
import { type CohortDay, cohortCell, cohortTotal } from '../../../metrics/maturity/cohorts.rules.ts';
import { listCohortDays } from '../../../metrics/maturity/cohorts.queries.ts';
import { listCurves } from '../../../metrics/curves/curves.queries.ts';
import { DEFAULT_LAG_CURVES } from '../../../metrics/maturity/maturity.rules.ts';
import { dayOf } from '../../../metrics/periods/periods.ts';
import { filtersOf, type WidgetContext } from '../widgets/report-widget.service.ts';

const rateOf = (stage: Stage, { inquiries, count }: { inquiries: number; count: number }): number | null =>
  metricValue(cohortMeasures(stage).rate, { validLeads: inquiries, [outcomeFactOf(stage)]: count });

/** No outcome yet among inquiries too young for one is not a rate of 0. */
const rateSoFar = ({ rate = null, count, percentMatured }: WidgetRow): WidgetRow[string] =>
  count === 0 && Number(percentMatured ?? 0) < 100 ? null : rate;

/**
 * For each month's inquiries, the share that had reached the stage by each age. A cohort that is too young shows how far it is, never a
 * zero or the share of an earlier age; the total covers all inquiries that are old enough.
 */
export const addCohortAges = async (
  context: WidgetContext,
  answer: WidgetAnswer,
  { kpi }: WidgetBody,
): Promise<WidgetAnswer> => {
  const { tx, ownerKey, throughs } = context;
  const stage = cohortStage(kpi);
  const range = { from: dayOf(answer.range.from), to: dayOf(answer.range.to) };
  const rows = await listCohortDays(tx, {
    ownerKey,
    stage,
    ages: COHORT_AGES,
    range,
    filters: filtersOf(context),
  });
  const curves = (await listCurves(tx, [ownerKey])).get(ownerKey) ?? DEFAULT_LAG_CURVES;
  const days = rows.map(({ day, online, inquiries, reached }): CohortDay & { month: string } => ({
    month: day.slice(0, 7),
    age: dayOf(day).until(throughs.usual).days,
    segment: online ? 'online' : 'career',
    inquiries,
    reached,
  }));
  const byMonth = Map.groupBy(days, ({ month }) => month);
  const cellsOf = (row: WidgetRow): WidgetRow => {
    const own = byMonth.get(String(row['date']).slice(0, 7)) ?? [];
    return Object.fromEntries(
      COHORT_AGES.flatMap((age, place) => {
        const cell = cohortCell(own, place, age, curves, stage);
        const isUntold = cell.open && (cell.unreached || cell.count === 0);
        return [
          [`age${age}`, isUntold ? null : rateOf(stage, cell)],
          [`age${age}Count`, cell.count],
          [`age${age}Matured`, cell.open ? cell.percentMatured : 100],
        ];
      }),
    );
  };
  const totals = Object.fromEntries(
    COHORT_AGES.map((age, place) => [`age${age}`, rateOf(stage, cohortTotal(days, place, age))]),
  );
  return {
    ...answer,
    kpi: stage,
    data: answer.data.map((row) => ({ ...row, rate: rateSoFar(row), ...cellsOf(row) })),
    totals: { ...answer.totals, ...totals },
  };
};
