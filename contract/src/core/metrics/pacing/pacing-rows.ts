import { minus, per, percentLeft, percentOf } from '../formula/formulas.ts';
import { CENTS, derived, EDUCATION, MTD, NOT_PARTNERS, period, unitCost } from '../formula/define.ts';
import { type Metric } from '../types.ts';

const BUDGET = { ...MTD, ...NOT_PARTNERS } as const;

/** Metrics of the goal table only. */
export const GOAL_ROW_METRICS = {
  monthlyDollarCap: period('Spend Goal', 'dollar', 'sum', NOT_PARTNERS),
  revisedSpendGoal: period('Revised Spend Goal', 'dollar', 'sum', NOT_PARTNERS),
  /** Pacing rows show the revised goal under this name if there is one. */
  inquiryGoal: period('{inquiry.one} Goal', 'count', 'sum', { ...NOT_PARTNERS, part: 'inquiryGoal' }),
  revisedInquiriesGoal: period('Revised {inquiry.many} Goal', 'count', 'sum', NOT_PARTNERS),
  cplGoal: period('CPL Goal', 'dollar', 'none', { ...NOT_PARTNERS, ...CENTS }),
} as const satisfies Record<string, Metric>;

export const PACING_ROW_METRICS = {
  budget: period('Budget', 'dollar', 'sum', {
    ...BUDGET,
    part: 'budget',
    measure: true,
    grain: 'month',
  }),
  spendProjection: period('Spend Projection', 'dollar', 'sumOrMtd', { ...BUDGET, part: 'spendProjection' }),
  spendProjectionLow: period('Spend Projection, Low', 'dollar', 'none', BUDGET),
  spendProjectionHigh: period('Spend Projection, High', 'dollar', 'none', BUDGET),
  leadProjectionLow: period('Lead Projection, Low', 'count', 'none', MTD),
  leadProjectionHigh: period('Lead Projection, High', 'count', 'none', MTD),
  leadRunRate: period('Lead Run Rate', 'count', 'sumOrMtd', { ...MTD, part: 'leadRunRate' }),
  leadProjection: period('Lead Projection', 'count', 'sumOrMtd', { ...MTD, part: 'leadProjection' }),
  /** Despite its name not a difference but the percentage in the label: 100 is on budget. */
  diffToBudget: derived('% to budget', 'percent', percentOf('spentRunRate', 'budget'), BUDGET),
  /** The number judged by the owner's pacing band. */
  projectionToBudget: derived('Projected % of budget', 'percent', percentOf('spendProjection', 'budget'), BUDGET),
  eCPL: unitCost('System CPL', per('pairedSpend', 'pairedLeads'), MTD),
  matureCpa: unitCost('Mature Cost Per {application.per}', per('spend', 'applications'), {
    ...EDUCATION,
    window: { days: 'mature', stage: 'application' },
  }),
  matureCpe: unitCost('Mature Cost Per {enrollment.per}', per('spend', 'enrollments'), {
    window: { days: 'mature', stage: 'enrollment' },
  }),
  matureCps: unitCost('Mature Cost Per {start.per}', per('spend', 'starts'), {
    window: { days: 'mature', stage: 'start' },
  }),
  budgetRemaining: derived('Budget Remaining', 'dollar', minus('budget', 'spend'), BUDGET),
  percentBudgetRemaining: derived('% Budget Remaining', 'percent', percentLeft('budget', 'spend'), BUDGET),
  dailySpendRemaining: period('Daily Spend Remaining', 'dollar', 'recompute', BUDGET),
  delta: derived('Delta', 'dollar', minus('spend', 'expectedSpend'), BUDGET),
  /** Lead tables have a delta of their own under the same name. */
  inquiryDelta: derived('Delta', 'count', minus('validLeads', 'expectedInquiries'), { ...BUDGET, wireKey: 'delta' }),
  pacingIndex: derived('Pacing Index', 'percent', percentOf('spend', 'expectedSpend'), BUDGET),
  budgetPlusMinus: derived('Budget +/-', 'dollar', minus('spendProjection', 'budget'), BUDGET),
  goalInPercentage: derived('% to goal', 'percent', percentOf('leadRunRate', 'inquiryGoal'), BUDGET),
  goalAttainedPercent: derived('% of goal attained', 'percent', percentOf('validLeads', 'inquiryGoal'), BUDGET),
  percentToBudget: derived('% to budget', 'percent', percentOf('spentRunRate', 'budget'), {
    ...BUDGET,
    measure: true,
    grain: 'month',
  }),
  allocation: period('Allocation', 'count', 'sum', {
    part: 'effectiveMonthlyAllocation',
    measure: true,
    channels: ['ppl'],
    grain: 'month',
  }),
} as const satisfies Record<string, Metric>;

/**
 * "Budget" alone means the budget of line items, and totals are measured against it. A campaign's budget is its allocation at its price, or
 * its own in dollars, and seldom adds up to the line item's: columns of campaign rows say so.
 */
export const CAMPAIGN_BUDGET_LABELS: Readonly<Record<string, string>> = {
  budget: 'Campaign Budget',
  diffToBudget: '% to campaign budget',
  projectionToBudget: 'Projected % of campaign budget',
  budgetPlusMinus: 'Campaign Budget +/-',
  budgetRemaining: 'Campaign Budget Remaining',
  percentBudgetRemaining: '% Campaign Budget Remaining',
} satisfies Partial<Record<keyof typeof PACING_ROW_METRICS, string>>;
