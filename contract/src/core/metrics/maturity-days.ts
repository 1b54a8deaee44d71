import { type Stage } from './types.ts';

/** Days after which a cohort has nearly all outcomes of a stage. */
export const MATURITY_DAYS = {
  inquiry: 0,
  contact: 14,
  appointment: 30,
  interview: 30,
  visit: 30,
  application: 60,
  enrollment: 90,
  start: 150,
} as const satisfies Record<Stage | 'inquiry', number>;
