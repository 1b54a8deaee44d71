import { DIMENSIONS, type DimensionKey, isDimensionKey, isOfPlatforms } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import {
  type Cluster,
  ClusterError,
  type ClusterTrouble,
  readShard,
  type FactColumn,
  type FactRows,
  isAmount,
  isFactColumn,
  isLabelColumn,
  KINDS,
  LABEL_COLUMNS,
  type LabelColumn,
  type FactQuestion,
  factStatement,
  type Grain,
  groupsOf,
  STAND_IN,
  type StandIns,
  weighedName,
  weightKeyOf,
} from '../../cluster/index.ts';
import { ofOwners } from '../../db/scope/of-owners.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { EVENTS } from '../sql/attribute-sql.ts';
import { DIMENSION_SQL, type DimensionSql, joinsFor, needsJoin } from '../sql/dimension-sql.ts';
import { type CheckedReport, type ReportViewer } from './report-check.ts';
import { fromStored, hasEvents, needsDays, readsLeads, readsPlatformDays, type ReportRows } from './report-from.ts';
import {
  channelConditions,
  condition,
  dimensionFilters,
  joinsOf,
  neededJoins,
  type ReportStatement,
} from './report-sql.ts';
import { loadWeights, type Weighed, weighedOf } from './report-weights.ts';

/** The cluster for queries that no rollup answers; null if not configured. */
let cluster: Cluster | null = null;
export const setReportCluster = (one: Cluster | null): void => void (cluster = one);

/** With more groups, transferring them is no faster than reading the leads. */
const MAX_GROUPS = 200_000;
/** Maximum keys in a statement. */
const MAX_CAMPAIGNS = 20_000;
/** A longer lag means that the feed has stopped. */
const MAX_LAG_SECONDS = 600;

const TOLD: Readonly<Record<ClusterTrouble, string>> = {
  away: 'Read from Postgres: the report cluster is away.',
  behind: 'Read from Postgres: the report cluster is behind.',
  filling: 'Read from Postgres: the report cluster is being filled.',
};

const named = (prefix: string, texts: readonly string[]): string[] => [
  ...new Set(
    texts.flatMap((text) => [...text.matchAll(new RegExp(`\\b${prefix}\\.(\\w+)`, 'g'))].map(([, name]) => name ?? '')),
  ),
];

/**
 * Lead labels needed by the statement: for its dimensions and filters, and for their joins. Platform rows need only the key that leads to a
 * campaign.
 */
const labelsOf = (report: CheckedReport, statement: ReportStatement): string[] => {
  if (report.source === 'keyword') return ['keyword_key'];
  if (report.source === 'platform')
    return ['platform_campaign_key', ...(needsJoin(joinsOf(report, statement), 'ag') ? ['ad_group_key'] : [])];
  const used = [...report.dimensions, ...dimensionFilters(report).map(({ member }) => member as DimensionKey)];
  const texts = used.flatMap((name): string[] => {
    const { value, stored, key, filterKey }: DimensionSql = DIMENSION_SQL[name];
    return [stored ?? value, key ?? '', filterKey ?? ''];
  });
  return named('l', [...texts, ...joinsFor(joinsOf(report, statement))]).filter((name) => name !== 'owner_key');
};

const factColumnsOf = (report: CheckedReport): FactColumn[] => {
  const { factSql, matured = [] } = fromStored(report, sql``, []);
  const counted = report.source === 'lead' ? ['gross', ...(hasEvents(report) ? EVENTS : [])] : [];
  const weighed = report.matured.length + report.shared.length > 0 ? ['valid'] : [];
  const read = named('f', [...report.facts.map(factSql), ...matured.map(([, text]) => text)]);
  return [...new Set([...read, ...counted, ...weighed])].filter(isFactColumn);
};

const rowsOf = (report: CheckedReport): FactRows | null => {
  if (report.source === 'campaign') return 'all';
  if (report.source === 'lead') return hasEvents(report) ? 'leads' : 'inquiries';
  return isOfPlatforms(report.source) ? report.source : null;
};

const grainOf = (report: CheckedReport): Grain => {
  if (needsDays(report)) return 'day';
  return report.query.timeDimensions.granularity === null ? null : 'month';
};

/** Label values left by a filter. The statement filters again; this only reduces the groups. */
const leftOf = (report: CheckedReport): FactQuestion['only'] =>
  dimensionFilters(report).flatMap(({ member, operator, values, byKey }) => {
    const { value, stored }: DimensionSql = DIMENSION_SQL[member as DimensionKey];
    const label = (stored ?? value).replace(/^l\./, '');
    if (byKey || !isLabelColumn(label) || LABEL_COLUMNS[label] !== 'text') return [];
    if (operator !== 'equals' && operator !== 'notEquals') return [];
    return [{ label, values, isNot: operator === 'notEquals' }];
  });

/** Whether a query goes to the cluster, or to Postgres with a reason; decided from the query alone. */
type Decision =
  | {
      question: FactQuestion;
      weighed: Weighed | null;
      /** Whether campaigns matter only through the attributes shown, so that one can stand in for others. */
      mayStandIn: boolean;
    }
  | { why: 'rollup' | 'source' | 'unknown label' };

/**
 * Whether rollups are faster. They are for one owner, and for months of several, which are few rows. Days of several owners are many rows,
 * and so are their months by attribute, unless results are needed by campaign.
 */
const isRolledUp = (report: CheckedReport, byCampaign: boolean): boolean => {
  if (readsLeads(report) || readsPlatformDays(report)) return false;
  return report.owners.length < 2 || !(needsDays(report) || (report.source === 'lead' && !byCampaign));
};

const decide = (report: CheckedReport, statement: ReportStatement): Decision => {
  const rows = rowsOf(report);
  if (rows === null) return { why: 'source' };
  const needsCampaign = needsJoin(joinsOf(report, statement), 'c');
  if (isRolledUp(report, needsCampaign)) return { why: 'rollup' };
  const labels = labelsOf(report, statement);
  // The hour of a lead depends on its owner's time zone, which may change.
  if (!labels.every(isLabelColumn)) return { why: 'unknown label' };
  const weighed = weighedOf(report);
  // Anything weighted here, or excluded by day, is needed by campaign.
  const isWeighedHere =
    weighed === null && (report.shared.length > 0 || report.matured.length > 0 || report.only !== undefined);
  const byCampaign = !isOfPlatforms(report.source) && (isWeighedHere || needsCampaign);
  return {
    weighed,
    mayStandIn: byCampaign && !isWeighedHere,
    question: {
      owners: report.owners,
      range: report.query.timeDimensions.dateRange,
      rows,
      facts: factColumnsOf(report),
      labels,
      // Platform rows find their campaign by the current link.
      byCampaign,
      standIns: null,
      grain: grainOf(report),
      campaigns: null,
      only: leftOf(report),
      weights: null,
      most: MAX_GROUPS,
    },
  };
};

const isOfCampaign = (name: DimensionKey): boolean => needsJoin(DIMENSION_SQL[name].joins, 'c');

/** Attributes of a campaign shown in the rows, and its owner: campaigns with the same ones are merged in the query. */
const shownOfCampaign = (dimensions: readonly DimensionKey[]): string[] => [
  'f.owner_key',
  ...dimensions.flatMap((name): string[] => {
    const { value, key = value }: DimensionSql = DIMENSION_SQL[name];
    return [key, value];
  }),
];

type Campaigns = Pick<FactQuestion, 'campaigns' | 'standIns'>;
const ALL_CAMPAIGNS: Campaigns = { campaigns: null, standIns: null };

const standInsOf = (rows: readonly { key: number; first: number }[]): StandIns | null => {
  const others = rows.filter(({ key, first }) => key !== first);
  if (others.length === 0) return null;
  return { campaigns: others.map(({ key }) => key), firsts: others.map(({ first }) => first) };
};

/**
 * The campaigns of a query, if it is restricted, and their stand-ins. A media partner's are those visible through row-level security;
 * without that list the cluster is never queried for a partner.
 */
const listCampaigns = async (
  tx: Tx,
  report: CheckedReport,
  { channel, group }: Pick<ReportViewer, 'channel' | 'group'>,
  mayStandIn: boolean,
): Promise<Campaigns | 'too many'> => {
  const filters = dimensionFilters(report).filter(
    ({ member }) => isDimensionKey(member) && DIMENSIONS[member].source === 'campaign',
  );
  const isPartner = group === 'mp';
  const isAboutAll = !isPartner && filters.length === 0 && channel === 'all';
  if (isAboutAll && !mayStandIn) return ALL_CAMPAIGNS;
  const dimensions = mayStandIn ? report.dimensions.filter(isOfCampaign) : [];
  const ofCampaigns = { ...report, dimensions, query: { ...report.query, filters } };
  const { rows } = await sql<{ key: number; first: number }>`
    select f.campaign_key as key, min(f.campaign_key) over (partition by ${sql.raw(shownOfCampaign(dimensions).join(', '))}) as first
    from campaign f ${sql.raw(joinsFor(neededJoins(ofCampaigns, channel)).join('\n    '))}
    where ${sql.join([ofOwners('f.owner_key', report.owners), ...channelConditions(report, channel), ...filters.map((filter) => condition(filter))], sql` and `)}
    order by 1 limit ${MAX_CAMPAIGNS + 1}`.execute(tx);
  if (rows.length > MAX_CAMPAIGNS) return isPartner ? 'too many' : ALL_CAMPAIGNS;
  return {
    campaigns: isAboutAll ? null : rows.map(({ key }) => key),
    standIns: mayStandIn ? standInsOf(rows) : null,
  };
};

interface FeedMoment {
  epoch: string;
  layout: string;
  filled: boolean;
  sent: number;
  blocks: readonly number[];
  lag: number;
  /** Facts not sent to the cluster yet, summed like its own answer, as JSON. */
  waiting: string;
}

const DAY_NUMBER = `d.day - date '1970-01-01'`;
const MONTH_NUMBER = `(extract(year from d.day) * 12 + extract(month from d.day) - 1)::int`;

/** State of the feed and its unsent facts, read at one moment. */
const findMoment = async (tx: Tx, question: FactQuestion): Promise<FeedMoment | undefined> => {
  const { owners, range, rows: kinds, facts, grain, campaigns, standIns, weights } = question;
  const groups = groupsOf(question).map((group) => {
    if (group === STAND_IN) return `coalesce(s.${STAND_IN}, d.campaign_key) as ${STAND_IN}`;
    if (group === grain) return `${grain === 'day' ? DAY_NUMBER : MONTH_NUMBER} as ${group}`;
    return `d.${group}`;
  });
  const sums = facts.map((fact) => `sum(d.sign * d.${fact}${isAmount(fact) ? ' * 100' : ''})::bigint as sum_${fact}`);
  const weighed = (weights?.columns ?? []).map(
    (_, index) => `coalesce(sum(d.sign * d.valid * v.${weighedName(index)}), 0)::float8 as ${weighedName(index)}`,
  );
  const weighing =
    weights === null
      ? sql``
      : sql`left join unnest(${sql.join([sql`${weights.keys}::bigint[]`, ...weights.columns.map((column) => sql`${column}::float8[]`)])})
          v (key, ${sql.raw(weights.columns.map((_, index) => weighedName(index)).join(', '))})
          on v.key = ${sql.raw(weightKeyOf('d.campaign_key::bigint', MONTH_NUMBER))}`;
  const standing =
    standIns === null
      ? sql``
      : sql`left join unnest(${standIns.campaigns}::int[], ${standIns.firsts}::int[]) s (campaign_key, ${sql.raw(STAND_IN)})
          on s.campaign_key = d.campaign_key`;
  const places = groups.map((_, index) => index + 1).join(', ');
  const theirs = ofOwners('d.owner_key', owners);
  const { rows } = await sql<FeedMoment>`
    select c.epoch, c.layout, c.filled, c.sent, c.blocks,
      (select coalesce(extract(epoch from statement_timestamp() - min(d.noted_at)), 0) from cluster_delta d where ${theirs})::float8 as lag,
      (select coalesce(json_agg(w), '[]') from (
         select ${sql.raw([...groups, 'sum(d.sign) as sum_rows', ...sums, ...weighed].join(', '))} from cluster_delta d ${weighing} ${standing}
         where ${theirs} and d.day between ${range[0]} and ${range[1]} and d.kind between ${KINDS[kinds][0]} and ${KINDS[kinds][1]}
           ${campaigns === null ? sql`` : sql`and d.campaign_key = any (${campaigns}::int[])`}
         group by ${sql.raw(places)}
       ) w)::text as waiting
    from cluster_feed c`.execute(tx);
  return rows[0];
};

/** Results of shards and outbox, as rows of the statement. */
const storedRows = (question: FactQuestion, json: string): RawBuilder<unknown> => {
  const { labels, byCampaign, standIns, grain, facts, weights } = question;
  const campaign = standIns === null ? 'campaign_key' : STAND_IN;
  const weighed = (weights?.columns ?? []).map((_, index) => weighedName(index));
  const typeOf = (label: LabelColumn): string => LABEL_COLUMNS[label];
  const columns = [
    'owner_key int',
    ...(byCampaign ? [`${campaign} int`] : []),
    ...(grain === null ? [] : [`${grain} int`]),
    ...labels.map((label) => `${label} ${typeOf(label)}`),
    'sum_rows bigint',
    ...facts.map((fact) => `sum_${fact} bigint`),
    ...weighed.map((name) => `${name} float8`),
  ];
  const day = grain === 'day' ? `date '1970-01-01' + day` : 'make_date(month / 12, month % 12 + 1, 1)';
  const groups = groupsOf(question);
  const selected = groups.map((group) => {
    if (group === STAND_IN) return `${STAND_IN} as campaign_key`;
    return group === grain ? `${day} as day` : group;
  });
  const sums = [
    ...facts.map((fact) => `sum(sum_${fact})${isAmount(fact) ? ' / 100' : '::bigint'} as ${fact}`),
    ...weighed.map((name) => `sum(${name}) as ${name}`),
  ];
  return sql`stored as materialized (
      select ${sql.raw([...selected, ...sums].join(', '))}
      from json_to_recordset(${json}::json) r (${sql.raw(columns.join(', '))}) group by ${sql.raw(groups.join(', '))}
      having sum(sum_rows) <> 0
    )`;
};

const isFilled = (feed: Pick<FeedMoment, 'filled' | 'layout'> | undefined, { layout }: Cluster): boolean =>
  feed !== undefined && feed.filled && feed.layout === layout;

/** Fails early if the cluster is not filled yet. */
const assertFilled = async (tx: Tx, one: Cluster): Promise<void> => {
  const { rows } = await sql<FeedMoment>`select filled, layout from cluster_feed`.execute(tx);
  if (!isFilled(rows[0], one)) throw new ClusterError('filling', 'Not everything is there yet');
};

const readCluster = async (tx: Tx, one: Cluster, question: FactQuestion): Promise<RawBuilder<unknown> | null> => {
  const { shards } = one;
  const moment = await findMoment(tx, question);
  if (moment === undefined || !isFilled(moment, one)) throw new ClusterError('filling', 'It begins anew');
  if (moment.lag > MAX_LAG_SECONDS) throw new ClusterError('behind', 'Too much waits');
  const statement = factStatement(moment.epoch, question);
  const texts = await Promise.all(
    shards.map((shard, index) => readShard(shard, moment.epoch, (moment.blocks[index] ?? 0) + moment.sent, statement)),
  );
  const lines = texts.flatMap((text) => text.split('\n').filter((line) => line !== ''));
  if (lines.length > MAX_GROUPS) return null;
  const waiting = moment.waiting.slice(1, -1);
  return storedRows(question, `[${[...lines, ...(waiting.trim() === '' ? [] : [waiting])].join(',')}]`);
};

/**
 * Report rows from the cluster, for the statement that otherwise reads our own tables: names and campaigns are joined there; cost shares
 * and maturity are passed as weights. Null if Postgres should answer, with a note if the cluster should have.
 */
export const clusterRows = async (
  tx: Tx,
  report: CheckedReport,
  statement: ReportStatement,
  viewer: ReportViewer,
  note: (text: string) => void,
): Promise<ReportRows | null> => {
  if (cluster === null) return null;
  const decision = decide(report, statement);
  if (!('question' in decision)) return null;
  const { weighed, mayStandIn } = decision;
  const columns =
    weighed && new Map([...weighed.shared, ...weighed.matured].map((name, index) => [name, weighedName(index)]));
  try {
    await assertFilled(tx, cluster);
    const chosen = await listCampaigns(tx, report, viewer, mayStandIn);
    if (chosen === 'too many') return null;
    const weights =
      weighed === null ? null : await loadWeights(tx, report, weighed, statement.maturity ?? null, chosen.campaigns);
    if (weighed !== null && weights === null) return null;
    const question = { ...decision.question, ...chosen, weights };
    const stored = await readCluster(tx, cluster, question);
    return stored === null ? null : fromStored(report, stored, question.labels, columns);
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    note(TOLD[error.trouble]);
    return null;
  }
};
