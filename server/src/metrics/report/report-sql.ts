import { isDimensionKey, maturedPartOf, type ReportChannel, type ReportQuery, REPORT_LIMITS } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { ofOwners } from '../../db/scope/of-owners.ts';
import { anyLeads } from '../sql/attribute-sql.ts';
import { monthOf } from '../sql/day-sql.ts';
import { RATE_JOIN, RIPE_JOIN, ripeLeads, sharedCost } from '../sql/attributed-sql.ts';
import { DIMENSION_SQL, type DimensionSql, type Join, joinsFor, needsJoin, timeBucket } from '../sql/dimension-sql.ts';
import { type CheckedReport } from './report-check.ts';
import { type FromMonths, hasEvents, reportRows, type ReportRows } from './report-from.ts';
import { type MaturitySql } from './report-maturity.ts';

type DimensionFilter = ReportQuery['filters'][number];

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Keys are numbers, except a channel's, which is a word. */
const keyCondition = (
  column: string,
  operator: DimensionFilter['operator'],
  values: readonly string[],
): RawBuilder<unknown> => {
  if (operator === 'notSet') return sql`${sql.raw(column)} is null`;
  return values.every((value) => /^\d+$/.test(value))
    ? sql`${sql.raw(column)} = any (${values.map(Number)}::int[])`
    : sql`${sql.raw(column)} = any (${values}::text[])`;
};

/** Values are always parameters; the SQL text comes from our own name tables. */
export const condition = (
  { member, operator, values, byKey }: DimensionFilter,
  stored = false,
): RawBuilder<unknown> => {
  const dimension = (DIMENSION_SQL as Record<string, DimensionSql>)[member];
  const key = dimension?.filterKey ?? dimension?.key;
  if (byKey && key !== undefined) return keyCondition(key, operator, values);
  const column = sql.raw(`(${(stored ? dimension?.stored : undefined) ?? dimension?.value})`);
  const patterns = values.map((value) => `%${escapeLike(value)}%`);
  switch (operator) {
    case 'equals':
      return sql`${column} = any (${values})`;
    case 'notEquals':
      return sql`not coalesce(${column} = any (${values}), false)`;
    case 'contains':
      return sql`${column} ilike any (${patterns})`;
    case 'notContains':
      return sql`not coalesce(${column} ilike any (${patterns}), false)`;
    case 'set':
      return sql`${column} is not null`;
    case 'notSet':
      return sql`${column} is null`;
    case 'gt':
      return sql`${column} > ${values[0]}`;
    case 'gte':
      return sql`${column} >= ${values[0]}`;
    case 'lt':
      return sql`${column} < ${values[0]}`;
    case 'lte':
      return sql`${column} <= ${values[0]}`;
  }
};

const hasCampaign = ({ source }: CheckedReport): boolean => source !== 'page' && source !== 'event';

export const dimensionFilters = ({ query }: CheckedReport): DimensionFilter[] =>
  query.filters.filter(({ member }) => isDimensionKey(member));

/** Joins for a report's dimensions and filters, and for its channel. */
export const neededJoins = (report: CheckedReport, channel: ReportChannel): Join[] => {
  const used = [...report.dimensions, ...dimensionFilters(report).map(({ member }) => member)].filter(isDimensionKey);
  const byChannel: Join[] = channel !== 'all' && hasCampaign(report) ? ['c'] : [];
  return [...used.flatMap((key) => DIMENSION_SQL[key].joins), ...byChannel];
};

export const channelConditions = (report: CheckedReport, channel: ReportChannel): RawBuilder<unknown>[] =>
  channel !== 'all' && hasCampaign(report) ? [sql`c.channel = ${channel}`] : [];

interface Selected {
  name: string;
  value: string;
  key?: string | undefined;
}

export const selectedDimensions = ({ dimensions }: CheckedReport, stored = false): Selected[] =>
  dimensions.map((name) => {
    const { value, key, stored: column } = DIMENSION_SQL[name];
    return { name, value: stored ? (column ?? value) : value, key };
  });

/** Key columns that identify a group besides its names, for matching two answers. */
export const keyColumns = (selected: readonly Selected[]): RawBuilder<unknown>[] =>
  selected.map(({ key, value }, index) => sql`${sql.raw(key ?? value)} as ${sql.ref(`key ${index}`)}`);

export interface ReportStatement {
  channel: ReportChannel;
  maturity?: MaturitySql | null;
  /** Whether groups include their keys. */
  keys?: boolean;
  /** Source of the rows, if not our own tables. */
  rows?: ReportRows | null;
}

/** Month of a lead, for joining its campaign's month. */
const CAMPAIGN_MONTH = monthOf('f.day');

const named = (name: string): RawBuilder<unknown> => sql`f.${sql.ref(name)}`;
const summed = (value: RawBuilder<unknown>, name: string): RawBuilder<unknown> =>
  sql`coalesce(sum(${value}), 0) as ${sql.ref(name)}`;

/**
 * Groups by campaign and month, with the values that leads get from their month, summed to the requested groups. Full joins, with the rows
 * that belong to no group removed afterwards: only they are never executed row by row, and the planner, which expects a handful of leads
 * instead of thousands, would scan all months for each.
 */
const withMonths = (
  counted: RawBuilder<unknown>,
  labels: readonly string[],
  sums: readonly string[],
  { shared, matured }: FromMonths,
): RawBuilder<unknown> => {
  const month = 'f.campaign_month';
  const columns = [
    ...labels.map(named),
    ...sums.map((name) => {
      const cost = shared.find((fact) => fact === name);
      return summed(cost === undefined ? named(name) : sql`${named(name)} + ${sql.raw(sharedCost('f', cost))}`, name);
    }),
    ...matured.map((part) => summed(sql.raw(ripeLeads('f', part)), part)),
  ];
  return sql`
    select ${sql.join(columns)}
    from (${counted}) f ${shared.length > 0 ? RATE_JOIN('f', month, 'full') : sql``} ${matured.length > 0 ? RIPE_JOIN('f', month, 'full') : sql``}
    where coalesce(f.valid, -1) >= 0
    ${labels.length > 0 ? sql`group by ${sql.join(labels.map(named))}` : sql``}`;
};

/** All tables joined by a statement. */
export const joinsOf = (report: CheckedReport, { channel, maturity }: ReportStatement): Join[] => [
  ...neededJoins(report, channel),
  ...(maturity?.needed ?? []),
];

/** The statement of a validated report: groups with the sums of their facts, nothing derived. */
export const reportSql = (report: CheckedReport, statement: ReportStatement): RawBuilder<Record<string, unknown>> => {
  const { channel, maturity = null, keys = false, rows = null } = statement;
  const { granularity, dateRange } = report.query.timeDimensions;
  const needed = joinsOf(report, statement);
  const {
    before,
    from,
    bounded,
    factSql,
    stored,
    matured = [],
    fromMonths = null,
  } = rows ?? reportRows(report, needsJoin(needed, 'c'));
  const selected = selectedDimensions(report, stored);
  if (granularity !== null)
    selected.push({ name: 'date', value: `${timeBucket(granularity)}::text`, key: timeBucket(granularity) });
  const keyed = selected.filter(({ name }) => name !== 'date');
  const columns = [
    ...selected.map(({ name, value }) => sql`${sql.raw(value)} as ${sql.ref(name)}`),
    ...(keys || fromMonths ? keyColumns(keyed) : []),
    ...report.facts.map((fact) => summed(sql.raw(factSql(fact)), fact)),
    ...matured.map(([part, value]) => summed(sql.raw(value), part)),
    ...(maturity?.columns ?? []),
  ];
  // The text of a period follows from its day: creating it for every row would cost more than reading them.
  const groups = [
    ...new Set(selected.flatMap(({ name, value, key = value }) => (name === 'date' ? [key] : [key, value]))),
  ];
  const where = [
    // Lead rows are already filtered by owner: for a repeated condition the planner multiplies the selectivity and expects too few rows.
    ...(report.source === 'lead' ? [sql`true`] : [ofOwners('f.owner_key', report.owners)]),
    ...(bounded ? [] : [sql`f.day between ${dateRange[0]} and ${dateRange[1]}`]),
    ...channelConditions(report, channel),
    ...dimensionFilters(report).map((filter) => condition(filter, stored)),
    ...(report.only ? [report.only('f')] : []),
  ];
  const first = [maturity?.before, before].filter((part) => part != null);
  const having = report.source === 'lead' ? sql`having ${anyLeads(hasEvents(report))}` : sql``;
  if (fromMonths) {
    columns.push(sql`f.campaign_key`, sql.raw(`${CAMPAIGN_MONTH} as campaign_month`), sql`sum(f.valid) as valid`);
    groups.push('f.campaign_key', CAMPAIGN_MONTH);
  }
  const grouped = sql`
    select ${sql.join(columns)}
    from ${from} ${sql.raw(joinsFor(needed).join('\n    '))} ${maturity?.joins ?? sql``}
    where ${sql.join(where, sql` and `)}
    ${groups.length > 0 ? sql`group by ${sql.raw(groups.join(', '))} ${having}` : sql``}`;
  const labels = [...selected.map(({ name }) => name), ...keyed.map((_, index) => `key ${index}`)];
  const weighed = maturity === null || maturity.columns.length === 0 ? [] : report.matured.map(maturedPartOf);
  return sql<Record<string, unknown>>`
    ${first.length > 0 ? sql`with ${sql.join(first)}` : sql``}
    ${fromMonths ? withMonths(grouped, labels, [...report.facts, ...weighed], fromMonths) : grouped}
    limit ${REPORT_LIMITS.rows + 1}`;
};
