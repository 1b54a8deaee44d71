import { minus, per, percentLeft, percentOf } from './metric-formulas.ts';
import { derived, MTD, NOT_PARTNERS, period } from './metric-define.ts';
import { type Metric } from './metric-types.ts';

const BUDGET = { ...MTD, ...NOT_PARTNERS } as const;

/** The goal table's own numbers. */
export const GOAL_ROW_METRICS = {
  monthlyDollarCap: period('Spend Goal', 'dollar', 'sum', NOT_PARTNERS),
  revisedSpendGoal: period('Revised Spend Goal', 'dollar', 'sum', NOT_PARTNERS),
  /** In pacing rows the revised goal stands under this name where there is one. */
  inquiryGoal: period('Inquiry Goal', 'count', 'sum', { ...NOT_PARTNERS, part: 'inquiryGoal' }),
  revisedInquiriesGoal: period('Revised Inquiries Goal', 'count', 'sum', NOT_PARTNERS),
  cplGoal: period('CPL Goal', 'dollar', 'none', NOT_PARTNERS),
} as const satisfies Record<string, Metric>;

export const PACING_ROW_METRICS = {
  budget: period('Budget', 'dollar', 'sum', {
    ...BUDGET,
    part: 'budget',
    measure: true,
    grain: 'month',
  }),
  spendProjection: period('Spend Projection', 'dollar', 'sumOrMtd', { ...BUDGET, part: 'spendProjection' }),
  leadRunRate: period('Lead Run Rate', 'count', 'sumOrMtd', { ...MTD, part: 'leadRunRate' }),
  /** The name suggests a difference; what users read, and what it is, is the label: 100 is on budget. */
  diffToBudget: derived('% to budget', 'percent', percentOf('spentRunRate', 'budget'), BUDGET),
  eCPL: derived('System CPL', 'dollar', per('spend', 'validLeads'), MTD),
  matureCpa: derived('Mature Cost Per {application.per}', 'dollar', per('spend', 'applications'), {
    window: { days: 'mature', stage: 'application' },
  }),
  matureCpe: derived('Mature Cost Per {enrollment.per}', 'dollar', per('spend', 'enrollments'), {
    window: { days: 'mature', stage: 'enrollment' },
  }),
  matureCps: derived('Mature Cost Per {start.per}', 'dollar', per('spend', 'starts'), {
    window: { days: 'mature', stage: 'start' },
  }),
  budgetRemaining: derived('Budget Remaining', 'dollar', minus('budget', 'spend'), BUDGET),
  percentBudgetRemaining: derived('% Budget Remaining', 'percent', percentLeft('budget', 'spend'), BUDGET),
  dailySpendRemaining: period('Daily Spend Remaining', 'dollar', 'recompute', BUDGET),
  delta: derived('Delta', 'dollar', minus('spend', 'expectedSpend'), BUDGET),
  /** Lead tables have their own delta under the same name. */
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
