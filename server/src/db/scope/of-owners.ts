import { type RawBuilder, sql } from 'kysely';

/** Condition for the rows of these owners. Row-level security enforces it too; a statement does not rely on it. */
export const ofOwners = (column: string, owners: readonly number[]): RawBuilder<unknown> =>
  sql`${sql.raw(column)} = any (${[...owners]}::int[])`;
