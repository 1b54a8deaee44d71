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

/** Monday to Sunday, summing to 7; an owner's own are fitted once it has twelve weeks. */
export type WeekdayWeights = readonly [number, number, number, number, number, number, number];
export const DEFAULT_WEEKDAY_WEIGHTS: WeekdayWeights = [1.16, 1.14, 1.1, 1.05, 0.92, 0.76, 0.87];

/** Thousands of campaigns share the same days: their weight is worked out once. */
const weighed = new WeakMap<readonly Day[], { weights: WeekdayWeights; weight: number }>();

export const weightOf = (days: readonly Day[], weights: WeekdayWeights): number => {
  const cached = weighed.get(days);
  if (cached?.weights === weights) return cached.weight;
  const weight = sumOf(days.map((day) => weights[day.dayOfWeek - 1])) ?? 0;
  weighed.set(days, { weights, weight });
  return weight;
};

/**
 * The month's end if it goes on as it has: so far ÷ days done × all days. `soFar` is through the last complete day. Before
 * the first of them there is nothing to go on from.
 */
export const runRate = (soFar: Value, days: { done: number; left: number }): Value => {
  if (soFar === null || days.done === 0) return null;
  return days.left === 0 ? soFar : finite((soFar * (days.done + days.left)) / days.done);
};

/** The days that a projection goes by: those of the month, and those before it where the month has too few. */
export interface ProjectionWindow {
  ofMonth: readonly Day[];
  before: readonly Day[];
}

interface ProjectionInput {
  /** Spend or inquiries of the month through the last complete day: 0 on the 1st, whatever today has so far. */
  soFar: Value;
  runRate: Value;
  /** The complete days that it goes by (see `projectionDays`), and what came in on them: of the month, and of those before it. */
  window: ProjectionWindow;
  inMonth: Value;
  before: Value;
  /** The month's target ÷ that of the month before; null where one of them is missing. */
  planChange: Value;
  daysLeft: readonly Day[];
  weights: WeekdayWeights;
}

const MIN_WINDOW_DAYS = 3;
/** How fast days before the month lose their say as its plan departs from theirs: by the back-test of `npm run bench -- projection`. */
const FADING = 4;

/**
 * Our best single guess of the month's end: what is left goes on as in the window, weekday for weekday. Days before the month
 * count as if its plan had held on them already; the further the two plans are apart, the less they count.
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

/** Run rates and projections of many: their sum. One that has none yet adds what it has; where all have none, there is none. */
export const rollUpRunRates = (children: readonly { value: Value; soFar: Value }[]): Value =>
  children.every(({ value }) => value === null) ? null : sumOf(children.map(({ value, soFar }) => value ?? soFar));

/** `EVEN` expects every day the same, `SEASONAL` every weekday its weight. */
export type PacingCurve = 'EVEN' | 'SEASONAL';

/** The share of a month's target that is due through the last complete day. */
export const shareDue = (
  curve: PacingCurve,
  month: { days: readonly Day[]; done: number },
  weights: WeekdayWeights = DEFAULT_WEEKDAY_WEIGHTS,
): { due: number; of: number } =>
  curve === 'EVEN'
    ? { due: month.done, of: month.days.length }
    : { due: weightOf(month.days.slice(0, month.done), weights), of: weightOf(month.days, weights) };

/** What should have been spent, or come in, by now. Of many goals it is the sum, each by its own curve. */
export const expectedSoFar = (target: Value, { due, of }: { due: number; of: number }): Value =>
  target === null || of === 0 ? null : finite((target * due) / of);

/** A revised target replaces the whole month's from the moment that it is saved. */
export const effectiveTarget = (target: Value, revised: Value): Value => revised ?? target;

interface LeadPrices {
  desktopPrice: Value;
  /** The month's leads so far by the client price that each was created at. */
  priced: readonly { price: number; leads: number }[];
}

/** The price of the next lead as far as one can tell: what the devices so far paid on average, else the desktop's. */
export const pricePerLead = ({ desktopPrice, priced }: LeadPrices): Value => {
  const leads = sumOf(priced.map((row) => row.leads)) ?? 0;
  if (leads === 0) return desktopPrice;
  return finite((sumOf(priced.map((row) => row.price * row.leads)) ?? 0) / leads);
};

/** What may be spent a day from today on. `fromToday` counts today; campaigns count their eligible days only. */
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

/** What a pacing row shows beside its parts: of one campaign, of a goal, of a brand, of the total, all by the same rules. */
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
