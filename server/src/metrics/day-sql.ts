import { type RawBuilder, sql } from 'kysely';
import { type DayRange } from './periods.ts';

/** Whether a day lies in one of these ranges. */
export const within = (column: string, ranges: readonly DayRange[]): RawBuilder<unknown> =>
  sql.join(
    ranges.map(({ from, to }) => sql`${sql.raw(column)} between ${from.toString()} and ${to.toString()}`),
    sql` or `,
  );
