import { maturedPartOf, type Stage } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Tx } from '../db/tx.ts';
import { listCurves, listOnlineModels } from './fit/fit.queries.ts';
import { DEFAULT_LAG_CURVES, SEGMENTS, shareMatured } from './maturity.rules.ts';
import { countDays, type Day, oldestOf } from './periods.ts';

/** What a statement needs to weigh each day's inquiries by the share of their outcomes that has come in by now. */
export interface MaturitySql {
  joins: RawBuilder<unknown>;
  columns: RawBuilder<unknown>[];
}

/**
 * Shares by age, as each owner's own curves have them, else the defaults; an inquiry of a day that is not over has none of its
 * outcomes yet.
 */
export const loadMaturity = async (
  tx: Tx,
  stages: readonly Stage[],
  from: Day,
  throughs: ReadonlyMap<number, Day>,
): Promise<MaturitySql> => {
  const owners = [...throughs.keys()];
  const newest = [...throughs.values()].reduce((a, b) => (oldestOf([a, b]) === a ? b : a), from);
  const ages = Array.from({ length: countDays({ from, to: newest }) }, (_, age) => age);
  const fitted = await listCurves(tx, owners);
  // Owners without curves of their own share one set.
  const sets = [DEFAULT_LAG_CURVES, ...fitted.values()];
  const setOf = (ownerKey: number): number => [...fitted.keys()].indexOf(ownerKey) + 1;
  const curves = SEGMENTS.flatMap((segment) =>
    stages.map((stage) => ({ name: `${segment}_${stage}`, segment, stage })),
  );
  const arrays = curves.map(
    ({ segment, stage }) =>
      sql`${sets.flatMap((set) => ages.map((age) => shareMatured(set[segment][stage], age)))}::float8[]`,
  );
  const setColumn = sets.flatMap((_, index) => ages.map(() => index));
  const online = sql`g.client_model_key = any (${await listOnlineModels(tx, owners)}::int[])`;
  const names = sql.raw(['curves', 'age', ...curves.map(({ name }) => name)].join(', '));
  return {
    joins: sql`join unnest(${owners}::int[], ${[...throughs.values()].map(String)}::date[], ${owners.map(setOf)}::int[]) told (owner_key, through, curves)
      on told.owner_key = f.owner_key
    left join unnest(${setColumn}::int[], ${sets.flatMap(() => ages)}::int[], ${sql.join(arrays)}) lag (${names})
      on lag.curves = told.curves and lag.age = told.through - f.day`,
    columns: stages.map((stage) => {
      const share = sql`case when ${online} then ${sql.ref(`lag.online_${stage}`)} else ${sql.ref(`lag.career_${stage}`)} end`;
      return sql`coalesce(sum(f.valid * (${share})), 0) as ${sql.ref(maturedPartOf(stage))}`;
    }),
  };
};
