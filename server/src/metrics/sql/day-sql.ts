import { type Granularity } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { type DayRange } from '../periods/periods.ts';

/** Whether a day lies in one of these ranges. */
export const within = (column: string, ranges: readonly DayRange[]): RawBuilder<unknown> =>
  sql.join(
    ranges.map(({ from, to }) => sql`${sql.raw(column)} between ${from.toString()} and ${to.toString()}`),
    sql` or `,
  );

/** The first day of the time that a day lies in. A day has no zone: reckoned with one it takes thrice as long, half of a report. */
export const beginOf = (granularity: Granularity, day: string): string =>
  `date_trunc('${granularity}', ${day}::timestamp)::date`;
export const monthOf = (day: string): string => beginOf('month', day);
