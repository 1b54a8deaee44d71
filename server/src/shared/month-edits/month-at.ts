import { type AllocationMonth } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';

/** SQL for the first day of the month, by the calendar of the owner, who is `o` in the statement. */
export const monthAt = (now: Date, month: AllocationMonth): RawBuilder<unknown> =>
  sql`(date_trunc('month', ${now}::timestamptz at time zone o.time_zone) + ${month === 'next' ? '1 month' : '0 months'}::interval)::date`;
