import { maturedPartOf, type Stage } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { ofOwners } from '../db/of-owners.ts';
import { type Tx } from '../db/tx.ts';
import { type Join, joinsFor } from './dimension-sql.ts';
import { listCurves, listOnlineModels } from './fit/fit.queries.ts';
import { DEFAULT_LAG_CURVES, type Segment, shareMatured } from './maturity.rules.ts';
import { countDays, type Day, type DayRange, oldestOf } from './periods.ts';
import { type CheckedReport } from './report-check.ts';
import { ripensByMonth, sharedRange } from './report-from.ts';

/** What a statement needs to weigh inquiries by the share of their outcomes that has come in by now. */
export interface MaturitySql {
  /** How ripe each campaign's months are, put together before the statement; null where each day is weighed for itself. */
  before: RawBuilder<unknown> | null;
  /** The tables that the joins stand on. */
  needed: readonly Join[];
  joins: RawBuilder<unknown>;
  columns: RawBuilder<unknown>[];
}

interface Weights {
  joins: RawBuilder<unknown>;
  /** The share of a day's inquiries whose outcome is in. */
  shareOf: (stage: Stage) => RawBuilder<unknown>;
}

/**
 * Shares by age, as each owner's own curves have them, else the defaults; an inquiry of a day that is not over has none of its
 * outcomes yet.
 */
const loadWeights = async (tx: Tx, from: Day, throughs: ReadonlyMap<number, Day>): Promise<Weights> => {
  const owners = [...throughs.keys()];
  const newest = [...throughs.values()].reduce((a, b) => (oldestOf([a, b]) === a ? b : a), from);
  const ages = Array.from({ length: countDays({ from, to: newest }) }, (_, age) => age);
  const fitted = await listCurves(tx, owners);
  // Owners without curves of their own share one set.
  const sets = [DEFAULT_LAG_CURVES, ...fitted.values()];
  const setOf = (ownerKey: number): number => [...fitted.keys()].indexOf(ownerKey) + 1;
  const online = sql`g.client_model_key = any (${await listOnlineModels(tx, owners)}::int[])`;
  // One set after the other, the shares of each by age: looked up by place, which a join of as many rows is slower than.
  const place = sql.raw(`told.curves * ${ages.length} + (told.through - f.day) + 1`);
  const shares = (segment: Segment, stage: Stage): RawBuilder<unknown> =>
    sql`(${sets.flatMap((set) => ages.map((age) => shareMatured(set[segment][stage], age)))}::float8[])[${place}]`;
  return {
    joins: sql`join unnest(${owners}::int[], ${[...throughs.values()].map(String)}::date[], ${owners.map(setOf)}::int[]) told (owner_key, through, curves)
      on told.owner_key = f.owner_key`,
    shareOf: (stage) =>
      sql`case when f.day > told.through then 0 when ${online} then ${shares('online', stage)} else ${shares('career', stage)} end`,
  };
};

/** Rows of days are weighed day by day. */
const ofDays = ({ joins, shareOf }: Weights, stages: readonly Stage[]): MaturitySql => ({
  before: null,
  needed: ['g'],
  joins,
  columns: stages.map(
    (stage) => sql`coalesce(sum(f.valid * (${shareOf(stage)})), 0) as ${sql.ref(maturedPartOf(stage))}`,
  ),
});

/**
 * Leads told apart by what they are like count as far as all inquiries of their campaign and month have matured: months are
 * stored by attribute and days are not, and every cut of a campaign comes to the same whole (docs/decisions/078).
 */
const ofMonths = (
  { joins, shareOf }: Weights,
  stages: readonly Stage[],
  { owners, range, only }: Pick<CheckedReport, 'owners' | 'only'> & { range: DayRange },
): MaturitySql => ({
  before: sql`ripe as materialized (
      select f.campaign_key, date_trunc('month', f.day)::date as month, ${sql.join(
        stages.map(
          (stage) => sql`sum(f.valid * (${shareOf(stage)})) / sum(f.valid) as ${sql.ref(maturedPartOf(stage))}`,
        ),
      )}
      from campaign_day f ${sql.raw(joinsFor(['g']).join(' '))} ${joins}
      where ${ofOwners('f.owner_key', owners)} and f.day between ${range.from.toString()} and ${range.to.toString()}
        and f.valid > 0 and ${only?.('f') ?? sql`true`}
      group by 1, 2
    )`,
  needed: [],
  joins: sql``,
  columns: [],
});

export const loadMaturity = async (
  tx: Tx,
  report: CheckedReport,
  throughs: ReadonlyMap<number, Day>,
): Promise<MaturitySql> => {
  const range = sharedRange(report);
  const weights = await loadWeights(tx, range.from, throughs);
  return ripensByMonth(report)
    ? ofMonths(weights, report.matured, { ...report, range })
    : ofDays(weights, report.matured);
};
