import { maturedPartOf, type Stage } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Tx } from '../db/tx.ts';
import { DEFAULT_LAG_CURVES, type Segment, shareMatured } from './maturity.rules.ts';
import { countDays, type Day, oldestOf } from './periods.ts';

/** What a statement needs to weigh each day's inquiries by the share of their outcomes that has come in by now. */
export interface MaturitySql {
  joins: RawBuilder<unknown>;
  columns: RawBuilder<unknown>[];
}

/** Whose campuses are all virtual: their students take the time that online students take. */
const listOnlineModels = async (tx: Tx): Promise<number[]> => {
  const { rows } = await sql<{ key: number }>`
    select client_model_key as key from campus group by 1 having bool_and(virtual)
  `.execute(tx);
  return rows.map(({ key }) => key);
};

const SEGMENTS: readonly Segment[] = ['career', 'online'];

/** Shares by age, as the curves have them; an inquiry of a day that is not over has none of its outcomes yet. */
export const loadMaturity = async (
  tx: Tx,
  stages: readonly Stage[],
  from: Day,
  throughs: ReadonlyMap<number, Day>,
): Promise<MaturitySql> => {
  const newest = [...throughs.values()].reduce((a, b) => (oldestOf([a, b]) === a ? b : a), from);
  const ages = Array.from({ length: countDays({ from, to: newest }) }, (_, age) => age);
  const curves = SEGMENTS.flatMap((segment) =>
    stages.map((stage) => ({ name: `${segment}_${stage}`, segment, stage })),
  );
  const arrays = curves.map(
    ({ segment, stage }) => sql`${ages.map((age) => shareMatured(DEFAULT_LAG_CURVES[segment][stage], age))}::float8[]`,
  );
  const online = sql`g.client_model_key = any (${await listOnlineModels(tx)}::int[])`;
  const names = sql.raw(['age', ...curves.map(({ name }) => name)].join(', '));
  return {
    joins: sql`join unnest(${[...throughs.keys()]}::int[], ${[...throughs.values()].map(String)}::date[]) told (owner_key, through) on told.owner_key = f.owner_key
    left join unnest(${ages}::int[], ${sql.join(arrays)}) lag (${names}) on lag.age = told.through - f.day`,
    columns: stages.map((stage) => {
      const share = sql`case when ${online} then ${sql.ref(`lag.online_${stage}`)} else ${sql.ref(`lag.career_${stage}`)} end`;
      return sql`coalesce(sum(f.valid * (${share})), 0) as ${sql.ref(maturedPartOf(stage))}`;
    }),
  };
};
