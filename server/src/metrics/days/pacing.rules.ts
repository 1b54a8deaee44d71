import {
  type CoveredPartKey,
  type MetricKey,
  metricValue,
  partOf,
  type Parts,
  rollUpCovered,
  sumOf,
} from '@paceline/contract';
import { type Temporal } from 'temporal-polyfill';

type Day = Temporal.PlainDate;
type Value = number | null;

const finite = (value: number): Value => (Number.isFinite(value) ? value : null);

/** Monday to Sunday, summing to 7; fitted for owners with twelve weeks of data. */
export type WeekdayWeights = readonly [number, number, number, number, number, number, number];
export const DEFAULT_WEEKDAY_WEIGHTS: WeekdayWeights = [1.16, 1.14, 1.1, 1.05, 0.92, 0.76, 0.87];

/** Thousands of campaigns share the same days, so their weight is cached. */
const weighed = new WeakMap<readonly Day[], { weights: WeekdayWeights; weight: number }>();

export const weightOf = (days: readonly Day[], weights: WeekdayWeights): number => {
  const cached = weighed.get(days);
  if (cached?.weights === weights) return cached.weight;
  const weight = sumOf(days.map((day) => weights[day.dayOfWeek - 1])) ?? 0;
  weighed.set(days, { weights, weight });
  return weight;
};

/**
 * Linear run rate of the month: so far ÷ days done × all days. `soFar` is through the last complete day. Null before the first complete
 * day.
 */
export const runRate = (soFar: Value, days: { done: number; left: number }): Value => {
  if (soFar === null || days.done === 0) return null;
  return days.left === 0 ? soFar : finite((soFar * (days.done + days.left)) / days.done);
};

/** Days a projection is based on: the month's, and earlier ones if it has too few. */
export interface ProjectionWindow {
  ofMonth: readonly Day[];
  before: readonly Day[];
}

interface ProjectionInput {
  /** Spend or inquiries of the month through the last complete day: 0 on the 1st, whatever today has so far. */
  soFar: Value;
  runRate: Value;
  /** The complete days it is based on (see `projectionDays`), and the amounts of the month's and of the earlier ones. */
  window: ProjectionWindow;
  inMonth: Value;
  before: Value;
  /** The month's target ÷ the previous month's; null if one is missing. */
  planChange: Value;
  daysLeft: readonly Day[];
  weights: WeekdayWeights;
}

const MIN_WINDOW_DAYS = 3;
/** How fast earlier days lose weight as the month's plan departs from theirs, from the back-test of `npm run bench -- projection`. */
const FADING = 4;

/**
 * Best estimate of the month's end: the remaining days continue as in the window, by weekday. Days before the month are scaled to its plan;
 * the more the two plans differ, the less they count.
 */
export const projection = (input: ProjectionInput): Value => {
  const { soFar, window, inMonth, before, weights } = input;
  if (window.ofMonth.length + window.before.length < MIN_WINDOW_DAYS) return input.runRate;
  const change = input.planChange || 1;
  const say = Math.min(change, 1 / change) ** FADING;
  const windowWeight = weightOf(window.ofMonth, weights) + say * weightOf(window.before, weights);
  if (soFar === null || inMonth === null || before === null || windowWeight === 0) return null;
  const inWindow = inMonth + say * change * before;
  return finite(soFar + (inWindow * weightOf(input.daysLeft, weights)) / windowWeight);
};

/** Sum of run rates or projections. A missing one counts with its value so far; null if all are missing. */
export const rollUpRunRates = (children: readonly { value: Value; soFar: Value }[]): Value =>
  children.every(({ value }) => value === null) ? null : sumOf(children.map(({ value, soFar }) => value ?? soFar));

/** `EVEN` expects the same every day, `SEASONAL` weights by weekday. */
export type PacingCurve = 'EVEN' | 'SEASONAL';

/** Share of a month's target due through the last complete day. */
export const shareDue = (
  curve: PacingCurve,
  month: { days: readonly Day[]; done: number },
  weights: WeekdayWeights = DEFAULT_WEEKDAY_WEIGHTS,
): { due: number; of: number } =>
  curve === 'EVEN'
    ? { due: month.done, of: month.days.length }
    : { due: weightOf(month.days.slice(0, month.done), weights), of: weightOf(month.days, weights) };

/** Amount due by now. For several goals it is the sum, each by its own curve. */
export const expectedSoFar = (target: Value, { due, of }: { due: number; of: number }): Value =>
  target === null || of === 0 ? null : finite((target * due) / of);

/** A revised target replaces the month's target as soon as it is saved. */
export const effectiveTarget = (target: Value, revised: Value): Value => revised ?? target;

interface LeadPrices {
  desktopPrice: Value;
  /** The month's leads so far, by the client price at their creation. */
  priced: readonly { price: number; leads: number }[];
}

/** Estimated price of the next lead: the average of the month so far, else the desktop price. */
export const pricePerLead = ({ desktopPrice, priced }: LeadPrices): Value => {
  const leads = sumOf(priced.map((row) => row.leads)) ?? 0;
  if (leads === 0) return desktopPrice;
  return finite((sumOf(priced.map((row) => row.price * row.leads)) ?? 0) / leads);
};

/** Daily budget from today on. `fromToday` includes today; campaigns count only eligible days. */
const dailySpendRemaining = (budget: Value, spent: Value, fromToday: number): Value =>
  budget === null || spent === null || fromToday === 0 ? null : finite(Math.max(0, budget - spent) / fromToday);

const DERIVED_OF_PACING = [
  'diffToBudget',
  'projectionToBudget',
  'eCPL',
  'budgetRemaining',
  'percentBudgetRemaining',
  'delta',
  'inquiryDelta',
  'pacingIndex',
  'budgetPlusMinus',
  'goalInPercentage',
  'goalAttainedPercent',
] as const satisfies readonly MetricKey[];

export type PacingParts = Required<
  Pick<
    Parts,
    | 'spend'
    | 'validLeads'
    | 'budget'
    | 'expectedSpend'
    | 'spentRunRate'
    | 'spendProjection'
    | 'inquiryGoal'
    | 'expectedInquiries'
    | 'leadRunRate'
    | 'leadProjection'
    | 'pairedSpend'
    | 'pairedLeads'
  >
> &
  Pick<Parts, CoveredPartKey>;

type PacingNumbers = Record<(typeof DERIVED_OF_PACING)[number] | 'dailySpendRemaining', Value>;

/** Derived numbers of a pacing row; the same rules for a campaign, a goal, a brand and the total. */
export const pacingNumbers = (parts: PacingParts, fromToday: number): PacingNumbers => {
  const derived = Object.fromEntries(DERIVED_OF_PACING.map((key) => [key, metricValue(key, parts)])) as Omit<
    PacingNumbers,
    'dailySpendRemaining'
  >;
  return {
    ...derived,
    dailySpendRemaining: dailySpendRemaining(parts.budget, partOf(parts, 'budgetedSpend'), fromToday),
  };
};

const RUN_RATES = {
  spentRunRate: 'spend',
  spendProjection: 'spend',
  leadRunRate: 'validLeads',
  leadProjection: 'validLeads',
} as const;

/** The parts of a group from those of its rows. */
export const rollUpPacing = (rows: readonly PacingParts[]): PacingParts => {
  const sum = (key: keyof PacingParts): Value => sumOf(rows.map((row) => row[key]));
  const runRates = (key: keyof typeof RUN_RATES): Value =>
    rollUpRunRates(rows.map((row) => ({ value: row[key], soFar: row[RUN_RATES[key]] })));
  return {
    spend: sum('spend'),
    validLeads: sum('validLeads'),
    budget: sum('budget'),
    expectedSpend: sum('expectedSpend'),
    spentRunRate: runRates('spentRunRate'),
    spendProjection: runRates('spendProjection'),
    inquiryGoal: sum('inquiryGoal'),
    expectedInquiries: sum('expectedInquiries'),
    leadRunRate: runRates('leadRunRate'),
    leadProjection: runRates('leadProjection'),
    pairedSpend: sum('pairedSpend'),
    pairedLeads: sum('pairedLeads'),
    ...rollUpCovered(rows),
  };
};
