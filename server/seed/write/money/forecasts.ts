import { KPI_CODES } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../src/db/scope/tx.ts';
import { buildLine, openBuilder } from '../../../src/features/forecast/build/build-lines.ts';
import { monthAfter } from '../../../src/features/forecast/figures.rules.ts';
import { upsertBuilt } from '../../../src/features/forecast/forecast.queries.ts';
import { openForecastBook } from '../../../src/metrics/forecast/book.ts';

const OWNERS = 2;
const LINES_PER_OWNER = 5;

const listOwners = async (tx: Tx): Promise<{ ownerKey: number; userKey: number | null }[]> => {
  const { rows } = await sql<{ ownerKey: number; userKey: number | null }>`
    select owner_key as "ownerKey",
           (select min(user_key) from user_account where user_type = 'agency' and active) as "userKey"
    from owner order by owner_key limit ${OWNERS}
  `.execute(tx);
  return rows;
};

/** Writes an override with a note, and a scenario. */
const writeKnowledge = async (tx: Tx, ownerKey: number, month: string, now: Date): Promise<void> => {
  await sql`
    insert into forecast_override (owner_key, forecast_key, kpi, month, value, note)
    select owner_key, forecast_key, 'inquiries', ${month}, round((basis -> 'base' -> 'inquiries' ->> 2)::numeric * 1.12),
           'Open house and a second intake in this month'
    from forecast where owner_key = ${ownerKey} order by forecast_key limit 1
  `.execute(tx);
  await sql`
    insert into forecast_scenario (owner_key, forecast_key, name, plan, updated_by, updated_at)
    select owner_key, forecast_key, '20 % more spend', jsonb_build_object('plannedSpend', (
        select jsonb_object_agg((basis_month + make_interval(months => place::int))::date, round((basis -> 'base' -> 'spend' ->> place::int)::numeric * 1.2))
        from generate_series(1, 5) place), 'plannedCpl', '{}'::jsonb, 'rateOverrides', '{}'::jsonb), updated_by, ${now}
    from forecast where owner_key = ${ownerKey} order by forecast_key limit 1
  `.execute(tx);
};

/** Writes forecasts of the largest line items of two owners, built by the product itself from the loaded data. */
export const writeForecasts = async (tx: Tx, now: Date): Promise<void> => {
  for (const { ownerKey, userKey } of await listOwners(tx)) {
    // Sets the owner as a request's scope would: plans are read for one owner.
    await sql`select set_config('app.owner_keys', ${`{${ownerKey}}`}, true)`.execute(tx);
    const book = await openForecastBook(tx, ownerKey, now);
    const builder = openBuilder(book);
    const volume = (line: { counts: { inquiries: readonly number[] } }): number =>
      line.counts.inquiries.slice(-12).reduce((sum, count) => sum + count, 0);
    const largest = book.history.lines.toSorted((a, b) => volume(b) - volume(a)).slice(0, LINES_PER_OWNER);
    const built = [];
    for (const { lineItem, channel } of largest)
      built.push(
        await buildLine(
          book,
          builder,
          { lineItem, goalKeys: [Number(lineItem)], channel, stored: null },
          { kpis: KPI_CODES },
        ),
      );
    await upsertBuilt(tx, { ownerKey, by: userKey, at: now }, book.currentMonth, built);
    await writeKnowledge(tx, ownerKey, monthAfter(book.currentMonth, 2), now);
  }
  await sql`select set_config('app.owner_keys', '', true)`.execute(tx);
};
