import { createPool } from './pool.ts';

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
  /** Where the rollups and the raw rows disagree, once everything is folded. */
  differences(): Promise<FactDifference[]>;
  /** Makes the rollups anew from the raw rows. */
  rebuild(): Promise<void>;
  /** Makes the partitions of these months, on every table that is cut into months. */
  ensureMonths(from: Date, to: Date): Promise<void>;
  close(): Promise<void>;
}

export const FOLD_BATCH = 20_000;

export const openFacts = (ownerUrl: string): Facts => {
  const pool = createPool({ url: ownerUrl, max: 2, name: 'paceline-facts', statementTimeoutMs: 0 });
  return {
    async fold(batch = FOLD_BATCH) {
      const { rows } = await pool.query<{ folded: number }>('select app.fold_facts($1) as folded', [batch]);
      return rows[0]?.folded ?? 0;
    },
    async foldAttributes(batch = FOLD_BATCH) {
      const { rows } = await pool.query<{ folded: number }>('select app.fold_attributes($1) as folded', [batch]);
      return rows[0]?.folded ?? 0;
    },
    async differences() {
      const { rows } = await pool.query<FactDifference>(
        `select owner_key as "ownerKey", day::text, campaign_key as "campaignKey", counter, rolled, recounted
         from app.fact_differences() order by 1, 2, 3, 4`,
      );
      return rows;
    },
    async rebuild() {
      await pool.query('call app.rebuild_facts()');
    },
    async ensureMonths(from, to) {
      await pool.query(
        `do $$ declare t regclass; begin
           for t in select oid::regclass from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace loop
             call app.ensure_months(t, '${from.toISOString().slice(0, 10)}', '${to.toISOString().slice(0, 10)}');
           end loop;
         end $$`,
      );
    },
    async close() {
      await pool.end();
    },
  };
};
