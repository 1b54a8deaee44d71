import { sql } from 'kysely';
import { type Tx } from '../../../src/db/scope/tx.ts';
import { type Day, isoOf } from '../../calendar.ts';

/** Tables with triggers that record changes for the rollups: a load disables them and counts once at its end. */
const NOTED = [
  'lead_status_change',
  'lead',
  'click',
  'click_day',
  'platform_day',
  'platform_keyword_day',
  'platform_campaign',
  'billing_adjustment',
  'website_day',
  'website_event_day',
];

/**
 * COPY is refused under row-level security, which is also forced for the table owner. Only a superuser could bypass it; it is restored in
 * the same transaction, so that nobody ever sees a table without its policies.
 */
const takePolicies = async (tx: Tx): Promise<string[]> => {
  const { rows } = await sql<{ place: string }>`
    select oid::regclass::text as place from pg_class
    where relnamespace = 'public'::regnamespace and relforcerowsecurity and not relispartition order by 1
  `.execute(tx);
  for (const { place } of rows) await sql.raw(`alter table ${place} no force row level security`).execute(tx);
  return rows.map(({ place }) => `alter table ${place} force row level security`);
};

const setTriggers = async (tx: Tx, state: 'enable' | 'disable'): Promise<void> => {
  for (const table of NOTED) await sql.raw(`alter table ${table} ${state} trigger user`).execute(tx);
};

interface ForeignKey {
  place: string;
  name: string;
  definition: string;
  /** Between two monthly partitioned tables. */
  betweenMonths: boolean;
}

/** Checked row by row, foreign keys take four fifths of a load; all at once, seconds. */
const takeForeignKeys = async (tx: Tx): Promise<ForeignKey[]> => {
  const { rows } = await sql<ForeignKey>`
    select conrelid::regclass::text as place, quote_ident(conname) as name, pg_get_constraintdef(c.oid) as definition,
           t.relkind = 'p' and r.relkind = 'p' as "betweenMonths"
    from pg_constraint c join pg_class t on t.oid = conrelid join pg_class r on r.oid = confrelid
    where contype = 'f' and conparentid = 0 and t.relnamespace = 'public'::regnamespace
    order by 1, 2
  `.execute(tx);
  for (const { place, name } of rows) await sql.raw(`alter table ${place} drop constraint ${name}`).execute(tx);
  return rows;
};

/** Between partitioned tables, nested loops find the one partition of each row; a hash or merge join would read all partitions for each. */
const addForeignKeys = async (tx: Tx, foreignKeys: readonly ForeignKey[]): Promise<void> => {
  for (const betweenMonths of [false, true]) {
    const join = betweenMonths ? 'off' : 'on';
    await sql.raw(`set local enable_hashjoin = ${join}; set local enable_mergejoin = ${join}`).execute(tx);
    for (const { place, name, definition } of foreignKeys.filter((key) => key.betweenMonths === betweenMonths))
      await sql.raw(`alter table ${place} add constraint ${name} ${definition}`).execute(tx);
  }
  await sql.raw('set local enable_hashjoin = on; set local enable_mergejoin = on').execute(tx);
};

interface Gates {
  /** Restores policies, triggers and foreign keys; throws if the written rows violate them. */
  close(): Promise<void>;
}

/** For this transaction, removes everything that slows down writing to the tables. */
export const openGates = async (tx: Tx): Promise<Gates> => {
  const policies = await takePolicies(tx);
  await setTriggers(tx, 'disable');
  const foreignKeys = await takeForeignKeys(tx);
  return {
    async close() {
      await addForeignKeys(tx, foreignKeys);
      await setTriggers(tx, 'enable');
      // The triggers of a report cluster are only active while there is one.
      const { rows: feeds } = await sql`select from cluster_feed`.execute(tx);
      await sql.raw(`call app.feed_cluster(${feeds.length > 0}, true)`).execute(tx);
      for (const statement of policies) await sql.raw(statement).execute(tx);
    },
  };
};

export const ensureMonths = (tx: Tx, from: Day, to: Day): Promise<unknown> =>
  sql
    .raw(
      `do $$ declare t regclass; begin
         for t in select oid::regclass from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace loop
           call app.ensure_months(t, '${isoOf(from)}', '${isoOf(to)}');
         end loop;
       end $$`,
    )
    .execute(tx);

/** Computes the rollups from the written rows. Without fresh statistics the plans would assume empty tables. */
export const countFacts = async (tx: Tx, written: ReadonlySet<string>, target = 30): Promise<void> => {
  await sql`set local jit = off`.execute(tx);
  // A monthly partition is small, so a part of the usual sample describes it, and there are hundreds of them.
  await sql.raw(`set local default_statistics_target = ${target}`).execute(tx);
  await sql.raw(`analyze ${[...written].join(', ')}`).execute(tx);
  await sql`call app.rebuild_facts()`.execute(tx);
  await sql`analyze campaign_day, campaign_month_fact, attribute_month, platform_month, keyword_month`.execute(tx);
};
