import { type RawBuilder, sql } from 'kysely';

/**
 * Condition for the rows that the caller's media partner may see: its own; for the agency, clients and jobs all. Row-level security enforces it
 * too; a statement does not rely on it.
 */
export const ofPartner = (column: string): RawBuilder<unknown> =>
  sql`((select app.partner_key()) is null or ${sql.raw(column)} = (select app.partner_key()))`;
