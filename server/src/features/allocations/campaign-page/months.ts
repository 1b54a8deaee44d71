import { CAMPAIGN_MONTH_MEASURES, isPlanMeasure, maySeeMetric, type MetricKey, metricValue } from '@paceline/contract';
import { type Temporal } from 'temporal-polyfill';
import { type Tx } from '../../../db/scope/tx.ts';
import { type PeriodParts, rollUpPeriod } from '../../../metrics/periods/period-numbers.ts';
import { loadPeriod, type OwnerDay } from '../../../metrics/periods/period-facts.ts';
import { monthDays } from '../../../metrics/periods/periods.ts';
import { type ReportRow, runReport } from '../../../metrics/report/report.ts';
import { type ReportViewer } from '../../../metrics/report/report-check.ts';

interface MonthsQuestion {
  ownerKey: number;
  campaignKey: number;
  /** The oldest first. */
  months: readonly Temporal.PlainYearMonth[];
  viewer: Pick<ReportViewer, 'group' | 'permissions'>;
  at: OwnerDay;
  now: Date;
}

type Numbers = Record<string, number | null>;

/**
 * The campaign's own plan of each month. A report would load the plans of all of the owner's campaigns, and name the line item's budget
 * where the campaign is its only one.
 */
const loadPlans = async (
  tx: Tx,
  { ownerKey, campaignKey, months, viewer, at, now }: MonthsQuestion,
): Promise<Map<string, PeriodParts>> => {
  const plans = new Map<string, PeriodParts>();
  for (const month of months) {
    const question = { ownerKey, month, now, group: viewer.group, only: { campaignKeys: [campaignKey] }, at };
    const { campaigns } = await loadPeriod(tx, question);
    const [campaign] = campaigns;
    if (campaign !== undefined) plans.set(monthDays(month).from.toString(), campaign.parts);
  }
  return plans;
};

/** A campaign's months, the newest first, and their total: facts as a report has them, and the plan beside them. */
export const loadMonths = async (tx: Tx, question: MonthsQuestion) => {
  const { ownerKey, campaignKey, months, viewer, now } = question;
  const [first, last] = [monthDays(months[0]!).from.toString(), monthDays(months.at(-1)!).to.toString()];
  const measures: MetricKey[] = CAMPAIGN_MONTH_MEASURES.filter((key) => maySeeMetric(key, viewer));
  const facts = measures.filter((key) => !isPlanMeasure(key));
  const report = await runReport(
    tx,
    [ownerKey],
    {
      dimensions: [],
      measures: facts,
      filters: [{ member: 'campaign', operator: 'equals', values: [String(campaignKey)], byKey: true }],
      timeDimensions: { dimension: 'date', granularity: 'month', dateRange: [first, last] },
      getTotal: true,
      order: [],
      limit: months.length,
    },
    { ...viewer, channel: 'all', vertical: 'all', forWidgets: true },
    now,
  );
  const rows = new Map<string, ReportRow>(report.rows.map((row) => [String(row['date']), row]));
  const plans = await loadPlans(tx, question);
  const numbersOf = (row: ReportRow | undefined, plan: PeriodParts | undefined): Numbers =>
    Object.fromEntries(
      measures.map((key) => {
        if (isPlanMeasure(key)) return [key, plan === undefined ? null : metricValue(key, plan)];
        const value = row?.[key] ?? null;
        return [key, value === null ? null : Number(value)];
      }),
    );
  const isPlanned = (plan: PeriodParts | undefined): boolean =>
    plan !== undefined && measures.some((key) => isPlanMeasure(key) && metricValue(key, plan) !== null);
  const shown = months
    .map((month) => monthDays(month).from.toString())
    .filter((month) => rows.has(month) || isPlanned(plans.get(month)))
    .toReversed();
  const ofShown = shown.flatMap((month) => plans.get(month) ?? []);
  return {
    months: shown.map((month) => ({ month, ...numbersOf(rows.get(month), plans.get(month)) })),
    total:
      shown.length === 0
        ? null
        : numbersOf(report.total ?? undefined, rollUpPeriod(ofShown.map((parts) => ({ parts })))),
    notes: [...report.notes],
  };
};
