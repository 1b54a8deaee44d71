import { sql } from 'kysely';
import { type Bulk } from '../../src/db/connection/bulk.ts';
import { type Sheets } from '../write/money/sheets.ts';

/** Tables referenced by others come first; the rest in writing order. */
const FIRST = ['lead'];

/** Conflict clauses for rows that may exist already. */
const CONFLICTS: Readonly<Record<string, string>> = {
  lead_dedup:
    'on conflict (owner_key, scope, hash) do update set last_at = excluded.last_at, lead_key = excluded.lead_key',
  click_day: `on conflict (owner_key, day, campaign_key) do update
    set clicks = click_day.clicks + excluded.clicks, refused = click_day.refused + excluded.refused`,
  billing_month: `on conflict (owner_key, month) do update set status = excluded.status, changed_at = excluded.changed_at
    where billing_month.changed_by is null and billing_month.status <> excluded.status`,
};

/**
 * Writes the waiting rows with every trigger, policy and foreign key in force: the tables are in use meanwhile, and the rollups must notice
 * each row. COPY is refused under row-level security, so it fills a temporary table.
 */
export const insertSheets = async (sheets: Sheets, { tx, copy }: Bulk): Promise<void> => {
  const waiting = new Map<string, { columns: readonly string[]; beside: string }>();
  await sheets.flush(async (table, columns, rows) => {
    const beside = `new_${table}`;
    const names = columns.join(', ');
    await sql.raw(`drop table if exists ${beside}`).execute(tx);
    await sql
      .raw(`create temp table ${beside} on commit drop as select ${names} from ${table} with no data`)
      .execute(tx);
    waiting.set(table, { columns, beside });
    return copy(beside, columns, rows);
  });
  const ordered = [...waiting].toSorted(([a], [b]) => Number(FIRST.includes(b)) - Number(FIRST.includes(a)));
  for (const [table, { columns, beside }] of ordered) {
    const names = columns.join(', ');
    await sql
      .raw(
        `insert into ${table} (${names}) overriding system value select ${names} from ${beside} ${CONFLICTS[table] ?? ''}`,
      )
      .execute(tx);
  }
};
