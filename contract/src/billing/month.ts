import { z } from 'zod';
import { instant } from '../core/calls/schema.ts';

/** How far a month is on its way to the bill. */
export const MONTH_STATES = {
  OPEN: 'Open',
  IN_REVIEW: 'In review',
  CLOSED: 'Closed',
  REOPENED: 'Reopened',
} as const;
export type MonthState = keyof typeof MONTH_STATES;
const MONTH_STATE_CODES = Object.keys(MONTH_STATES) as [MonthState, ...MonthState[]];

/** The first day of a month. */
export const billingMonth = z.iso.date().refine((day) => day.endsWith('-01'), 'must be the first day of a month');

export const monthStateSchema = z.object({
  month: z.iso.date(),
  status: z.enum(MONTH_STATE_CODES),
  /** When the clock closes it: the fifth of the next month, a minute before midnight. */
  closesAt: instant,
  /** Of a closed month: since when. */
  closedAt: instant.nullable(),
  /** Whether its lines are written, so that nothing changes them any more. */
  isFrozen: z.boolean(),
});
export type BillingMonthState = z.infer<typeof monthStateSchema>;

export const monthChangeSchema = z.object({
  at: instant,
  from: z.enum(MONTH_STATE_CODES),
  to: z.enum(MONTH_STATE_CODES),
  reason: z.string(),
  /** Null: the clock. */
  by: z.string().nullable(),
});
