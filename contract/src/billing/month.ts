import { z } from 'zod';
import { instant } from '../core/calls/schema.ts';

/** States of a month on its way to the bill. */
export const MONTH_STATES = {
  OPEN: 'Open',
  IN_REVIEW: 'In review',
  CLOSED: 'Closed',
  REOPENED: 'Reopened',
} as const;
export type MonthState = keyof typeof MONTH_STATES;
const MONTH_STATE_CODES = Object.keys(MONTH_STATES) as [MonthState, ...MonthState[]];

export const monthStateSchema = z.object({
  month: z.iso.date(),
  status: z.enum(MONTH_STATE_CODES),
  /** Time of automatic closing: the fifth of the next month at 23:59. */
  closesAt: instant,
  /** When the month was closed. */
  closedAt: instant.nullable(),
  /** Whether its lines are frozen. */
  isFrozen: z.boolean(),
});
export type BillingMonthState = z.infer<typeof monthStateSchema>;

export const monthChangeSchema = z.object({
  at: instant,
  from: z.enum(MONTH_STATE_CODES),
  to: z.enum(MONTH_STATE_CODES),
  reason: z.string(),
  /** Null if closed automatically. */
  by: z.string().nullable(),
});
