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

/** SQL for weighting inquiries by the share of their outcomes that has arrived. */
export interface MaturitySql {
  /** Common table expression with the maturity of each campaign's months; null if days are weighted individually. */
  before: RawBuilder<unknown> | null;
  /** Tables needed by the joins. */
  needed: readonly Join[];
  joins: RawBuilder<unknown>;
  columns: RawBuilder<unknown>[];
}

/** Weights of each day's inquiries. */
interface Weights {
  /** Last complete day of each owner, as `told`. */
  joins: RawBuilder<unknown>;
  /** Share of a day's inquiries whose outcome has arrived. */
  shareOf: (segment: Segment, stage: Stage) => RawBuilder<unknown>;
  /** Whether a campaign, through its goal `g`, uses the online curves; null if none does. */
  isOnline: RawBuilder<unknown> | null;
}

/** Shares by age from each owner's own curves, else the defaults; inquiries of an incomplete day have no outcomes yet. */
const loadWeights = async (tx: Tx, from: Day, throughs: ReadonlyMap<number, Day>): Promise<Weights> => {
  const owners = [...throughs.keys()];
  const newest = [...throughs.values()].reduce((a, b) => (oldestOf([a, b]) === a ? b : a), from);
  const ages = Array.from({ length: countDays({ from, to: newest }) }, (_, age) => age);
  const fitted = await listCurves(tx, owners);
  // Owners without their own curves share one set.
  const sets = [DEFAULT_LAG_CURVES, ...fitted.values()];
  const setOf = (ownerKey: number): number => [...fitted.keys()].indexOf(ownerKey) + 1;
  const models = await listOnlineModels(tx, owners);
  // One array with the sets one after the other, each by age: indexing it is faster than joining as many rows.
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

/** Weights for daily rows. */
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
 * Weights for leads grouped by attribute: they use the maturity of all inquiries of their campaign and month, because months are stored by
 * attribute and days are not, and so that every breakdown of a campaign has the same total (docs/decisions/078). Days are weighted by the
 * curves of both segments before the campaign's segment is looked up: otherwise the planner looks up the days of each campaign separately,
 * which takes three times as long. Every campaign has a goal; left joins are used because after inner joins the planner expects a single
 * month and scans all of them for each group of leads.
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
