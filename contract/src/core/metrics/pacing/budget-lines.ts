/**
 * Lines of a pacing table, and of a report by campaigns, that are no group of campaigns of their own name. Line items have the
 * budget; what their campaigns have together is less or more, and the difference stands in a line, so that every table of an
 * owner ends in the same budget (docs/decisions/027).
 */
export const BUDGET_LINES = {
  /** Line items have more than their campaigns together. */
  notAssigned: 'Not assigned to campaigns',
  /** Campaigns have more than their line items: the line's budget is negative. */
  aboveGoals: 'Assigned above goals',
  /** In tables of lead providers: the campaigns that run on ad platforms, or without a partner. */
  platforms: 'Trading platforms',
} as const;
export type BudgetLine = keyof typeof BUDGET_LINES;
