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

/** The rollups belong to the owner role: code that serves requests cannot write a number. */
export interface Facts {
  /** Folds at most a batch of waiting differences and returns how many. */
  fold(batch?: number): Promise<number>;
  /** Likewise for the months by attribute. It may lag, because reports add the waiting differences. */
  foldAttributes(batch?: number): Promise<number>;
  /** Differences between rollups and raw rows once everything is folded, and between cap counters and raw rows at any time. */
  differences(): Promise<FactDifference[]>;
  /** Rebuilds the rollups from the raw rows while leads come in; resumes after a kill. */
  rebuild(options?: RebuildOptions): Promise<RebuildProgress>;
  /** Creates the partitions of these months on every monthly partitioned table. */
  ensureMonths(from: Date, to: Date): Promise<void>;
  /** Runs other work on the rollups: one transaction, bypassing row-level security. */
  run: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  close(): Promise<void>;
}

export const FOLD_BATCH = 20_000;

/** Likewise, as one transaction sees it. */
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
