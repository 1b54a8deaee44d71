import { z } from 'zod';
import { defineCall } from '../core/calls/call.ts';
import { key } from '../core/calls/schema.ts';
import { monthStateSchema } from './month.ts';

/** Months of a partner's home page: the current one and those before it. */
export const EARNED_MONTHS = 3;

const earnedMonthSchema = z.object({
  ...monthStateSchema.shape,
  /** What is due, as in Billable. */
  due: z.number(),
  /** For leads that wait to be delivered; null once the month is closed. */
  expected: z.number().nullable(),
  billableLeads: z.number(),
  /** What is left to pay of the month's statements; null while the month is open, and without a statement. */
  open: z.number().nullable(),
  /** Due day of what is left to pay. */
  payBy: z.iso.date().nullable(),
  /** Day of the last payment, once nothing is left. */
  paidOn: z.iso.date().nullable(),
});
export type EarnedMonth = z.infer<typeof earnedMonthSchema>;

const earnedDaySchema = z.object({ day: z.iso.date(), earned: z.number() });
export type EarnedDay = z.infer<typeof earnedDaySchema>;

const ownerEarningsSchema = z.object({
  ownerKey: key,
  /** The newest first. */
  months: z.array(earnedMonthSchema),
});
export type OwnerEarnings = z.infer<typeof ownerEarningsSchema>;

export const partnerEarnings = defineCall({
  id: 'partnerEarnings',
  summary:
    'What a media partner earned in this month and the months before, at every school group that it works for: by day, and as billed',
  route: 'GET /mp/billable/earnings',
  owner: { session: 'A media partner’s earnings, at every owner that it works for.' },
  groups: ['mp'],
  permission: 'reports:Billable',
  response: z.object({
    /** The current month, at the owner whose day is the earliest. */
    month: z.iso.date(),
    /** The last day that has begun at every owner. */
    today: z.iso.date(),
    owners: z.array(ownerEarningsSchema),
    /** Days with earnings of this month and the last, over all owners. */
    days: z.array(earnedDaySchema),
  }),
});
