import { type MonthPlan } from '../core/metrics/pacing/allocation.ts';
import { type PartKey, partOf, type Parts } from '../core/metrics/formula/facts.ts';
import { outcomeFactOf } from '../core/metrics/funnel.ts';
import { PLAN_FIELDS, type PlanMetric, PLAN_METRICS, planParts } from '../core/metrics/pacing/plan.ts';
import { rollUpCovered, sumBy, sumOf } from '../core/metrics/formula/sums.ts';
import { isMetricKey, type MetricKey, METRICS, metricValue, partsOf } from '../core/metrics/metrics.ts';
import { type Column } from './columns.ts';
import { type CampaignRow, type GoalRow, type HistoricalStage, type HistoricalSums } from './schema.ts';

type Value = number | null;
type Totals = Record<string, Value>;

const at = (row: Readonly<Record<string, unknown>>, key: string): Value => (row[key] ?? null) as Value;

/** The plan of a row as shown: stored values, or unsaved edits. */
export const planOfRow = (row: Readonly<Record<string, unknown>>): MonthPlan =>
  Object.fromEntries(PLAN_FIELDS.map((field) => [field, at(row, field)])) as unknown as MonthPlan;

/** The column that holds each part of the month's sums. */
const PART_COLUMNS = {
  spend: 'mtdSpent',
  validLeads: 'mtdInquiries',
  contactEvents: 'mtdContacts',
  interviewEvents: 'mtdInterviews',
  visitEvents: 'mtdVisits',
  appointmentEvents: 'mtdAppointments',
  applicationEvents: 'mtdApplications',
  enrollmentEvents: 'mtdEnrollments',
  startEvents: 'mtdStarts',
  impressions: 'mtdPPCImpressions',
  conversions: 'mtdPPCConversions',
} as const satisfies Partial<Record<keyof Parts, string>>;

interface SummedRow {
  basis: {
    trackedClicks: number;
    platformClicks: number;
    platformSpend: Value;
    pairedSpend: Value;
    pairedLeads: number;
    historical: Readonly<Record<HistoricalStage, HistoricalSums>>;
  };
  [column: string]: unknown;
}

const mtdParts = (rows: readonly SummedRow[]): Parts => ({
  ...Object.fromEntries(
    Object.entries(PART_COLUMNS).map(([part, column]) => [part, sumBy(rows, (row) => at(row, column))]),
  ),
  trackedClicks: sumBy(rows, ({ basis }) => basis.trackedClicks),
  platformClicks: sumBy(rows, ({ basis }) => basis.platformClicks),
  platformSpend: sumBy(rows, ({ basis }) => basis.platformSpend),
  pairedSpend: sumBy(rows, ({ basis }) => basis.pairedSpend),
  pairedLeads: sumBy(rows, ({ basis }) => basis.pairedLeads),
});

const historicalParts = (stage: HistoricalStage, rows: readonly SummedRow[]): Parts => {
  const sum = (index: 0 | 1 | 2): Value => sumBy(rows, ({ basis }) => basis.historical[stage][index]);
  return { spend: sum(0), validLeads: sum(1), ...(stage !== 'inquiry' && { [outcomeFactOf(stage)]: sum(2) }) };
};

/** Columns that stand in for missing run rates in a total: the values so far. */
const SO_FAR: Readonly<Record<string, string>> = {
  runRateInquiries: 'mtdInquiries',
  runRateClicks: 'mtdClicks',
  spentRunRate: 'mtdSpent',
  spendProjection: 'mtdSpent',
  leadProjection: 'mtdInquiries',
};

const periodTotal = (key: MetricKey, rows: readonly SummedRow[]): Value => {
  const metric = METRICS[key];
  if (metric.basis !== 'period' || metric.rollUp === 'none' || metric.rollUp === 'recompute') return null;
  if (metric.rollUp === 'sum') return sumBy(rows, (row) => at(row, key));
  if (rows.every((row) => at(row, key) === null)) return null;
  return sumBy(rows, (row) => at(row, key) ?? at(row, SO_FAR[key] ?? key));
};

const isPlanMetric = (key: string): boolean => (PLAN_METRICS as readonly string[]).includes(key);

const total = (key: string, rows: readonly SummedRow[], sums: { mtd: Parts; plan: Parts }): Value => {
  if (!isMetricKey(key)) return null;
  const { basis, window } = METRICS[key];
  if (window.days === 'historical') return metricValue(key, historicalParts(window.stage as HistoricalStage, rows));
  if (window.days === 'mature') return null;
  if (basis === 'period') return periodTotal(key, rows);
  return metricValue(key, isPlanMetric(key) ? sums.plan : sums.mtd);
};

const PLAN_PARTS = [
  'spend',
  'validLeads',
  'budget',
  'expectedSpend',
  'effectiveMonthlyAllocation',
  'mtdAllocation',
] as const;

/** Cached per row: typing into one of ten thousand rows leaves the others valid. */
const plansOfRows = new WeakMap<CampaignRow, ReturnType<typeof planParts>>();
const rowPlanParts = (row: CampaignRow): ReturnType<typeof planParts> => {
  const storedParts = plansOfRows.get(row);
  if (storedParts) return storedParts;
  const parts = planParts(planOfRow(row), row.basis);
  plansOfRows.set(row, parts);
  return parts;
};

const sumPlans = (rows: readonly CampaignRow[]): Parts => {
  const plans = rows.map(rowPlanParts);
  return {
    ...Object.fromEntries(PLAN_PARTS.map((part) => [part, sumBy(plans, (parts) => parts[part])])),
    spentRunRate: periodTotal('spentRunRate', rows),
    spendProjection: periodTotal('spendProjection', rows),
    ...rollUpCovered(plans),
  };
};

/** Cached per array of rows: a total and its two halves share the same rows. */
const sumsOfRows = new WeakMap<readonly CampaignRow[], Parts>();
const planSums = (rows: readonly CampaignRow[]): Parts => {
  const cached = sumsOfRows.get(rows);
  if (cached) return cached;
  const sums = sumPlans(rows);
  sumsOfRows.set(rows, sums);
  return sums;
};

/** Numerator and denominator of a ratio under a campaign table: sums of the campaigns that have the plan. */
export const halvesOfTotals = (rows: readonly CampaignRow[]): ((key: PlanMetric) => [top: Value, bottom: Value]) => {
  const sums = planSums(rows);
  const sumOfPart = (part: PartKey | undefined): Value => (part === undefined ? null : partOf(sums, part));
  return (key) => {
    const [top, bottom] = partsOf(key);
    return [sumOfPart(top), sumOfPart(bottom)];
  };
};

/** Totals of a campaign table: ratios are computed from sums of the visible rows, never from their ratios. */
export const campaignTotals = (columns: readonly Column[], rows: readonly CampaignRow[]): Totals => {
  const sums = { mtd: mtdParts(rows), plan: planSums(rows) };
  const totals: Totals = Object.fromEntries(columns.map(({ key }) => [key, total(key, rows, sums)]));
  totals['requestedAllocation'] = sumBy(rows, (row) => at(row, 'requestedAllocation'));
  return totals;
};

const targetOf = (row: GoalRow): Value => at(row, 'revisedInquiriesGoal') ?? at(row, 'inquiryGoal');

/** The parts of a line item's row compared with its budget and target. */
const goalParts = (row: GoalRow): Parts => ({
  budget: at(row, 'budget'),
  spend: at(row, 'mtdSpent'),
  spentRunRate: at(row, 'spentRunRate'),
  spendProjection: at(row, 'spendProjection'),
  inquiryGoal: targetOf(row),
  validLeads: at(row, 'mtdInquiries'),
  leadRunRate: at(row, 'runRateInquiries'),
});

/** Totals of a line item table; `fromToday` is the number of days left, including today. */
export const goalTotals = (columns: readonly Column[], rows: readonly GoalRow[], fromToday: number): Totals => {
  const sum = (key: string): Value => sumOf(rows.map((row) => at(row, key)));
  const budget = sum('budget');
  const ahead = (delta: Value, soFar: Value): Value => (delta === null || soFar === null ? null : soFar - delta);
  const plan: Parts = {
    spend: sum('mtdSpent'),
    validLeads: sum('mtdInquiries'),
    budget,
    // Expected to date = actual minus the amount ahead.
    expectedSpend: sumOf(rows.map((row) => ahead(at(row, 'delta'), at(row, 'mtdSpent')))),
    spentRunRate: periodTotal('spentRunRate', rows),
    spendProjection: periodTotal('spendProjection', rows),
    inquiryGoal: sumOf(rows.map(targetOf)),
    leadRunRate: periodTotal('runRateInquiries', rows),
    ...rollUpCovered(rows.map(goalParts)),
  };
  const sums = { mtd: mtdParts(rows), plan };
  const ofPlan: readonly string[] = ['delta', 'pacingIndex', 'goalInPercentage', 'goalAttainedPercent'];
  const totals: Totals = Object.fromEntries(
    columns.map(({ key }) => [
      key,
      ofPlan.includes(key) ? metricValue(key as MetricKey, plan) : total(key, rows, sums),
    ]),
  );
  const spent = plan.budgetedSpend ?? null;
  const left = budget === null || spent === null ? null : Math.max(0, budget - spent);
  totals['dailySpendRemaining'] = left === null || fromToday === 0 ? null : left / fromToday;
  return totals;
};
