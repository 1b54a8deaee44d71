import { Kysely, PostgresDialect, sql } from 'kysely';
import { createPool } from '../connection/pool.ts';
import { rebuildFacts, type RebuildOptions, type RebuildProgress } from './rebuild.ts';
import { type Tx } from '../scope/tx.ts';

export interface FactDifference {
  ownerKey: number;
  day: string;
  /** Null where a platform's own months differ: they belong to no campaign. */
  campaignKey: number | null;
  counter: string;
  rolled: string;
  recounted: string;
}

/** The rollups belong to the owner role: nobody who serves a request can write a number. */
export interface Facts {
  /** Adds up waiting differences, at most a batch of them, and tells how many there were. */
  fold(batch?: number): Promise<number>;
  /** The same for the months by attribute. Reports add what waits here, so that it may wait. */
  foldAttributes(batch?: number): Promise<number>;
  /** Where the rollups and the raw rows disagree, once everything is folded, and the counters of caps at any time. */
  differences(): Promise<FactDifference[]>;
  /** Makes the rollups anew from the raw rows, while leads come in; one that was killed goes on. */
  rebuild(options?: RebuildOptions): Promise<RebuildProgress>;
  /** Makes the partitions of these months, on every table that is cut into months. */
  ensureMonths(from: Date, to: Date): Promise<void>;
  /** Other work on them: one transaction, past the tenants' policies. */
  run: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  close(): Promise<void>;
}

export const FOLD_BATCH = 20_000;

/** The same as one transaction sees it. */
export const listFactDifferences = async (tx: Tx): Promise<FactDifference[]> => {
  const { rows } = await sql<FactDifference>`
    select owner_key as "ownerKey", day::text, campaign_key as "campaignKey", counter, rolled, recounted
    from (select * from app.fact_differences() union all select * from app.cap_differences()) d order by 1, 2, 3, 4
  `.execute(tx);
  return rows;
};

export const openFacts = (ownerUrl: string): Facts => {
  const pool = createPool({ url: ownerUrl, max: 3, name: 'paceline-facts', statementTimeoutMs: 0 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  return {
    async fold(batch = FOLD_BATCH) {
      const { rows } = await pool.query<{ folded: number }>('select app.fold_facts($1) as folded', [batch]);
      return rows[0]?.folded ?? 0;
    },
    async foldAttributes(batch = FOLD_BATCH) {
      const { rows } = await pool.query<{ folded: number }>('select app.fold_attributes($1) as folded', [batch]);
      return rows[0]?.folded ?? 0;
    },
    differences: () => db.transaction().execute(listFactDifferences),
    rebuild: (options) => rebuildFacts(ownerUrl, options),
    async ensureMonths(from, to) {
      await pool.query(
        `do $$ declare t regclass; begin
           for t in select oid::regclass from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace loop
             call app.ensure_months(t, '${from.toISOString().slice(0, 10)}', '${to.toISOString().slice(0, 10)}');
           end loop;
         end $$`,
      );
    },
    run: (work) => db.transaction().execute(work),
    async close() {
      await db.destroy();
    },
  };
};
