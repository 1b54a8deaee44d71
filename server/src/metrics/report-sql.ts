import {
  ADDITIVE_FACTS,
  isDimensionKey,
  type ReportChannel,
  type ReportQuery,
  REPORT_LIMITS,
} from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { DIMENSION_SQL, type DimensionSql, joinsFor, timeBucket } from './dimension-sql.ts';
import { FACT_SQL } from './fact-sql.ts';
import { type CheckedReport } from './report-check.ts';

/** Whether a range is made of whole months: then one row per month says the same as its days. */
const isWholeMonths = ([from, to]: readonly [string, string]): boolean => {
  const next = new Date(`${to}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return from.endsWith('-01') && next.getUTCDate() === 1;
};

/** The table that answers: months where they suffice, days else, raw rows only for what nothing else knows. */
const fromClause = ({ source, query, facts }: CheckedReport): RawBuilder<unknown> => {
  const { dateRange, granularity } = query.timeDimensions;
  const [from, to] = dateRange;
  switch (source) {
    case 'campaign': {
      const byMonth = isWholeMonths(dateRange) && granularity !== 'day' && granularity !== 'week';
      return byMonth ? sql`(select m.*, m.month as day from campaign_month_fact m) f` : sql`campaign_day f`;
    }
    case 'lead': {
      // A milestone of the range may belong to an older inquiry; without milestones only the range's inquiries are read.
      const anyAge = facts.some((fact) => ADDITIVE_FACTS[fact].family === 'milestones');
      const captured = anyAge ? sql`l.captured_date <= ${to}` : sql`l.captured_date between ${from} and ${to}`;
      return sql`(select * from lead l where ${captured}) l cross join lateral app.lead_facts(l) f`;
    }
    case 'platform':
      return sql`(select d.*, d.clicks as platform_clicks, d.cost as platform_cost, d.client_cost as platform_client_cost, x.campaign_key
        from platform_day d join platform_campaign x using (owner_key, platform_campaign_key)) f`;
    case 'keyword':
      return sql`(select d.*, d.clicks as platform_clicks, d.cost as platform_cost, d.cost as platform_client_cost, n.ad_group_key, y.platform_campaign_key, z.campaign_key
        from platform_keyword_day d join platform_keyword n using (owner_key, keyword_key)
        join platform_ad_group y using (owner_key, ad_group_key) join platform_campaign z using (owner_key, platform_campaign_key)) f`;
    case 'page':
      return sql`website_day f`;
    case 'event':
      return sql`website_event_day f`;
  }
};

type DimensionFilter = ReportQuery['filters'][number];

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Values are parameters, always; what stands in the text comes from our own tables of names. */
const condition = ({ member, operator, values }: DimensionFilter): RawBuilder<unknown> => {
  const column = sql.raw(`(${(DIMENSION_SQL as Record<string, DimensionSql>)[member]?.value})`);
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

/** One statement for one checked report: groups with the sums of their facts, and nothing derived. */
export const reportSql = (report: CheckedReport, channel: ReportChannel): RawBuilder<Record<string, unknown>> => {
  const { query, dimensions, facts } = report;
  const { granularity, dateRange } = query.timeDimensions;
  const filters = query.filters.filter(({ member }) => isDimensionKey(member));
  const used = [...dimensions, ...filters.map(({ member }) => member).filter(isDimensionKey)].map(
    (key) => DIMENSION_SQL[key],
  );
  const byChannel = channel !== 'all' && hasCampaign(report);

  const selected = dimensions.map((key) => ({
    name: key as string,
    value: DIMENSION_SQL[key].value,
    key: DIMENSION_SQL[key].key,
  }));
  if (granularity !== null)
    selected.push({ name: 'date', value: `${timeBucket(granularity)}::text`, key: timeBucket(granularity) });
  const columns = [
    ...selected.map(({ name, value }) => sql`${sql.raw(value)} as ${sql.ref(name)}`),
    ...facts.map((fact) => sql`coalesce(sum(${sql.raw(FACT_SQL[fact])}), 0) as ${sql.ref(fact)}`),
  ];
  const groups = [...new Set(selected.flatMap(({ value, key }) => (key === undefined ? [value] : [key, value])))];
  const joins = joinsFor([...used.flatMap((one) => one.joins), ...(byChannel ? (['c'] as const) : [])]);
  const where = [
    sql`f.day between ${dateRange[0]} and ${dateRange[1]}`,
    ...(byChannel ? [sql`c.channel = ${channel}`] : []),
    ...filters.map(condition),
  ];
  return sql<Record<string, unknown>>`
    select ${sql.join(columns)}
    from ${fromClause(report)} ${sql.raw(joins.join('\n    '))}
    where ${sql.join(where, sql` and `)}
    ${groups.length > 0 ? sql`group by ${sql.raw(groups.join(', '))}` : sql``}
    limit ${REPORT_LIMITS.rows + 1}`;
};
