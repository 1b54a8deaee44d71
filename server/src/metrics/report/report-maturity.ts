import { maturedPartOf, type Stage } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { ofOwners } from '../../db/scope/of-owners.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { monthOf } from '../sql/day-sql.ts';
import { type Join, joinsFor } from '../sql/dimension-sql.ts';
import { listCurves, listOnlineModels } from '../curves/curves.queries.ts';
import { DEFAULT_LAG_CURVES, type Segment, SEGMENTS, shareMatured } from '../maturity/maturity.rules.ts';
import { countDays, type Day, type DayRange, oldestOf } from '../periods/periods.ts';
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

/** What each day's inquiries count for. */
interface Weights {
  /** How far each owner is complete, under `told`. */
  joins: RawBuilder<unknown>;
  /** The share of a day's inquiries whose outcome is in. */
  shareOf: (segment: Segment, stage: Stage) => RawBuilder<unknown>;
  /** Whether a campaign, by its goal `g`, runs on the online curves; null where none does. */
  isOnline: RawBuilder<unknown> | null;
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
  const models = await listOnlineModels(tx, owners);
  // One set after the other, the shares of each by age: looked up by place, which a join of as many rows is slower than.
  const place = sql.raw(`told.curves * ${ages.length} + (told.through - f.day) + 1`);
  return {
    joins: sql`join unnest(${owners}::int[], ${[...throughs.values()].map(String)}::date[], ${owners.map(setOf)}::int[]) told (owner_key, through, curves)
      on told.owner_key = f.owner_key`,
    shareOf: (segment, stage) => {
      const shares = sets.flatMap((set) => ages.map((age) => shareMatured(set[segment][stage], age)));
      return sql`case when f.day > told.through then 0 else (${shares}::float8[])[${place}] end`;
    },
    isOnline: models.length === 0 ? null : sql`g.client_model_key = any (${models}::int[])`,
  };
};

const ofSegments = (isOnline: RawBuilder<unknown> | null, of: (segment: Segment) => RawBuilder<unknown>) =>
  isOnline === null ? of('career') : sql`case when ${isOnline} then ${of('online')} else ${of('career')} end`;

/** Rows of days are weighed day by day. */
const ofDays = ({ joins, shareOf, isOnline }: Weights, stages: readonly Stage[]): MaturitySql => ({
  before: null,
  needed: isOnline === null ? [] : ['g'],
  joins,
  columns: stages.map((stage) => {
    const share = ofSegments(isOnline, (segment) => shareOf(segment, stage));
    return sql`coalesce(sum(f.valid * (${share})), 0) as ${sql.ref(maturedPartOf(stage))}`;
  }),
});

/**
 * Leads told apart by what they are like count as far as all inquiries of their campaign and month have matured: months are
 * stored by attribute and days are not, and every cut of a campaign comes to the same whole (docs/decisions/078). Days are weighed
 * by the curves of both kinds before anybody asks which kind their campaign is: with that asked first, the planner would look up
 * the days of each campaign for itself, which takes three times as long. Every campaign has a goal; the joins are left ones because
 * after others the planner expects a single month and walks through all of them for each group of leads.
 */
const ofMonths = (
  { joins, shareOf, isOnline }: Weights,
  stages: readonly Stage[],
  { owners, range, only }: Pick<CheckedReport, 'owners' | 'only'> & { range: DayRange },
): MaturitySql => {
  const segments: readonly Segment[] = isOnline === null ? ['career'] : SEGMENTS;
  const weighed = (segment: Segment, stage: Stage): RawBuilder<unknown> => sql.ref(`${segment} ${stage}`);
  const sums = segments.flatMap((segment) =>
    stages.map((stage) => sql`sum(f.valid * (${shareOf(segment, stage)})) as ${weighed(segment, stage)}`),
  );
  const shares = stages.map(
    (stage) =>
      sql`(${ofSegments(isOnline, (segment) => sql`f.${weighed(segment, stage)}`)}) / f.valid as ${sql.ref(maturedPartOf(stage))}`,
  );
  return {
    before: sql`ripe as materialized (
      select f.campaign_key, f.month, ${sql.join(shares)}
      from (
        select f.owner_key, f.campaign_key, ${sql.raw(monthOf('f.day'))} as month, sum(f.valid) as valid, ${sql.join(sums)}
        from campaign_day f ${joins}
        where ${ofOwners('f.owner_key', owners)} and f.day between ${range.from.toString()} and ${range.to.toString()}
          and f.valid > 0 and ${only?.('f') ?? sql`true`}
        group by 1, 2, 3
      ) f ${sql.raw(
        isOnline === null
          ? ''
          : joinsFor(['g'])
              .map((join) => `left ${join}`)
              .join(' '),
      )}
    )`,
    needed: [],
    joins: sql``,
    columns: [],
  };
};

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
