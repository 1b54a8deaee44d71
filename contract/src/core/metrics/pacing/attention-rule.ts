import { LIST_FROM_BUDGET, LIST_FROM_DAY } from './pacing-marks.ts';

/** What can be worked on: a campaign, or a line item itself. */
export const ATTENTION_SUBJECTS = ['campaign', 'goal'] as const;
export type AttentionSubject = (typeof ATTENTION_SUBJECTS)[number];

export const ATTENTION_STATES = { OPEN: 'To do', IN_PROGRESS: 'In progress' } as const;
export type AttentionState = keyof typeof ATTENTION_STATES;
export const ATTENTION_STATE_KEYS = Object.keys(ATTENTION_STATES) as [AttentionState, ...AttentionState[]];

/** Rows of one page: more than anybody works through in a day. */
export const ATTENTION_ROWS = 50;

/** The smallest amount that is told: anything less is shown as $0. */
const MIN_DOLLARS = 0.5;
export const isAtStake = (dollars: number): boolean => dollars >= MIN_DOLLARS;

/** Budgets (or, without one, projections) below this are listed apart. */
export const isSmall = (budget: number): boolean => budget < LIST_FROM_BUDGET;

/** The one rule of what needs attention, in words. `band` is the owner's. */
export const attentionRule = (band: number): string =>
  [
    `Campaigns projected to end ${band}% or more off their budget, held back by a cap, or spending without a budget,`,
    `and line items with budget in no campaign. Budgets of $${LIST_FROM_BUDGET} or more, after ${LIST_FROM_DAY} complete days of the month;`,
    'smaller ones are listed apart. The most money first.',
  ].join(' ');
