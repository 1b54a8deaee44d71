import type { WidgetAnswer } from '@paceline/contract';

/** The server's answer for the first ten days of November. */
export const anAnswer = (over: Partial<WidgetAnswer> = {}): WidgetAnswer => ({
  data: [],
  totals: {},
  range: { from: '2026-11-01', to: '2026-11-10' },
  compared: null,
  asOf: '2026-11-10',
  notes: [],
  ...over,
});
