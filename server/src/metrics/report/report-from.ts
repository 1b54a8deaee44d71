import {
  ADDITIVE_FACTS,
  type AdditiveMetricKey,
  DIMENSIONS,
  isDimensionKey,
  isOfPlatforms,
  maturedPartOf,
} from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import {
  ATTRIBUTE_FACTS,
  type Attribute,
  attributeFact,
  attributeOf,
  attributeRows,
  leadRows,
} from '../sql/attribute-sql.ts';
import { sharedRates } from '../sql/attributed-sql.ts';
import { within } from '../sql/day-sql.ts';
import { ofOwners } from '../../db/scope/of-owners.ts';
import { FACT_SQL } from '../sql/fact-sql.ts';
import { dayOf, type DayRange, wholeMonthsOf } from '../periods/periods.ts';
import {
  PLATFORM_FACTS,
  platformDays,
  platformMonths,
  type PlatformSource,
  withCampaigns,
} from '../sql/platform-sql.ts';
import { type CheckedReport } from './report-check.ts';

/** The rows that answer a report, as `f`, and the SQL of their facts. */
export interface ReportRows {
  /** Common table expressions before the statement, if any. */
  before: RawBuilder<unknown> | null;
  from: RawBuilder<unknown>;
  /** Whether the rows are already limited to the range's days. */
  bounded: boolean;
  factSql: (fact: AdditiveMetricKey) => string;
  /** SQL of parts that count matured inquiries; absent if days are weighted individually. */
  matured?: readonly (readonly [part: string, sql: string])[];
  /** Values each lead gets from its campaign's month; leads are summed by group and month first. */
  fromMonths?: FromMonths | null;
  /** Whether the rows are stored by attribute, with a column for its value. */
  stored: boolean;
}

/** Costs distributed over the leads of a campaign's month, and parts that count how many have matured. */
export interface FromMonths {
  shared: readonly AdditiveMetricKey[];
  matured: readonly string[];
}

const fromTable = (from: RawBuilder<unknown>): ReportRows => ({
  before: null,
  from,
  bounded: false,
  factSql: (fact) => FACT_SQL[fact],
  stored: false,
});

export const rangeOf = ({ query }: CheckedReport): DayRange => {
  const [from, to] = query.timeDimensions.dateRange;
  return { from: dayOf(from), to: dayOf(to) };
};

const showsDays = ({ query }: CheckedReport): boolean => {
  const { granularity } = query.timeDimensions;
  return granularity === 'day' || granularity === 'week';
};

/** Whether leads are weighted by the maturity of their campaign's month, instead of each by its age. */
export const ripensByMonth = (report: CheckedReport): boolean => report.source === 'lead' && !showsDays(report);

/** Daily rows are needed to show days or weeks, to exclude days, and to weight inquiries by age. */
export const needsDays = (report: CheckedReport): boolean =>
  showsDays(report) || report.only !== undefined || (report.matured.length > 0 && !ripensByMonth(report));

/** The only attribute used by dimensions and filters, if there is exactly one and months are stored by it. */
const singleAttribute = ({ dimensions, query }: CheckedReport): Attribute | null => {
  const used = [...dimensions, ...query.filters.map(({ member }) => member).filter(isDimensionKey)];
  const attributes = new Set(used.filter((key) => DIMENSIONS[key].source === 'lead').map(attributeOf));
  if (attributes.has('program')) attributes.delete('campus');
  const [only = null] = attributes;
  return attributes.size === 1 ? only : null;
};

/** Milestones in the range may belong to earlier inquiries. */
export const hasEvents = ({ facts }: CheckedReport): boolean =>
  facts.some((fact) => ADDITIVE_FACTS[fact].family === 'milestones');

/** Part of a report distributes costs like the whole, so that parts add up to their row. */
export const sharedRange = (report: CheckedReport): DayRange => {
  const [from, to] = report.query.sharedOver ?? report.query.timeDimensions.dateRange;
  return { from: dayOf(from), to: dayOf(to) };
};

/** Whether individual leads must be read because no rollup has the answer. */
export const readsLeads = (report: CheckedReport): boolean => {
  const isStored = report.facts.every((fact) => ATTRIBUTE_FACTS[fact] !== undefined);
  const { months } = wholeMonthsOf(rangeOf(report));
  return (
    report.source === 'lead' && (singleAttribute(report) === null || months === null || !isStored || needsDays(report))
  );
};

/** Whether a platform's daily rows must be read because its months lack the answer. */
export const readsPlatformDays = (report: CheckedReport): boolean =>
  isOfPlatforms(report.source) && (wholeMonthsOf(rangeOf(report)).months === null || needsDays(report));

export const ratesOf = (report: CheckedReport): RawBuilder<unknown> | null =>
  report.shared.length === 0 ? null : sharedRates(report.owners, sharedRange(report), report.only);
export const maturedParts = (report: CheckedReport): string[] =>
  ripensByMonth(report) ? report.matured.map(maturedPartOf) : [];

/** Rows of leads, `f` with day and counters and `l` with the lead's attributes: each carries its share of its month. */
const fromLeadRows = (report: CheckedReport, leads: RawBuilder<unknown>): ReportRows => {
  const { shared } = report;
  const rates = ratesOf(report);
  const matured = maturedParts(report);
  return {
    ...fromTable(leads),
    before: rates,
    factSql: (fact) => (shared.includes(fact) ? `f.${ATTRIBUTE_FACTS[fact]}` : FACT_SQL[fact]),
    fromMonths: shared.length + matured.length === 0 ? null : { shared, matured },
  };
};

const fromLeads = (report: CheckedReport, byCampaign: boolean): ReportRows => {
  const range = rangeOf(report);
  const events = hasEvents(report);
  const { months, edges } = wholeMonthsOf(range);
  const attribute = singleAttribute(report);
  const { shared } = report;
  if (readsLeads(report) || attribute === null || months === null)
    // For event facts earlier leads are included, each with its days.
    return { ...fromLeadRows(report, leadRows(report.owners, [range], events)), bounded: !events };
  const rates = ratesOf(report);
  const matured = maturedParts(report);
  const { rows, from } = attributeRows({
    owners: report.owners,
    attribute,
    facts: report.facts,
    events,
    months,
    edges,
    byMonth: report.query.timeDimensions.granularity !== null,
    byCampaign,
    shared,
    matured,
  });
  return {
    before: rates === null ? rows : sql`${rates}, ${rows}`,
    from,
    bounded: true,
    factSql: (fact) => attributeFact(fact, shared),
    matured: matured.map((part) => [part, `f."${part}"`]),
    stored: true,
  };
};

/** Months plus the remaining days if no days are needed; otherwise daily rows with all filters. */
const fromPlatforms = (report: CheckedReport, source: PlatformSource): ReportRows => {
  const { months, edges } = wholeMonthsOf(rangeOf(report));
  const factSql = (fact: AdditiveMetricKey): string => `f.${PLATFORM_FACTS[source][fact]}`;
  if (months === null || readsPlatformDays(report)) return { ...fromTable(platformDays(source)), factSql };
  const byMonth = report.query.timeDimensions.granularity !== null;
  const { rows, from } = platformMonths({ owners: report.owners, source, facts: report.facts, months, edges, byMonth });
  return { before: rows, from, bounded: true, factSql, stored: false };
};

/** Months plus the remaining days if no days are needed; otherwise daily rows. */
const fromCampaigns = (report: CheckedReport): ReportRows => {
  const { months, edges } = wholeMonthsOf(rangeOf(report));
  if (months === null || needsDays(report)) return fromTable(sql`campaign_day f`);
  const { owners } = report;
  const whole = sql`select m.*, m.month as day from campaign_month_fact m where ${ofOwners('m.owner_key', owners)} and m.month between ${months.from.toString()} and ${months.to.toString()}`;
  const rest = sql`union all select d.*, d.day from campaign_day d where ${ofOwners('d.owner_key', owners)} and (${within('d.day', edges)})`;
  return { ...fromTable(sql`(${whole}${edges.length > 0 ? sql` ${rest}` : sql``}) f`), bounded: true };
};

/** Chooses the source: months if they suffice, else days, raw rows only as the last resort. */
export const reportRows = (report: CheckedReport, byCampaign: boolean): ReportRows => {
  switch (report.source) {
    case 'campaign':
      return fromCampaigns(report);
    case 'lead':
      return fromLeads(report, byCampaign);
    case 'platform':
    case 'keyword':
      return fromPlatforms(report, report.source);
    case 'page':
      return fromTable(sql`website_day f`);
    case 'event':
      return fromTable(sql`website_event_day f`);
  }
};

/** The same for rows summed elsewhere, as `stored`: leads with attributes, platform rows, or campaign rows. */
export const fromStored = (
  report: CheckedReport,
  stored: RawBuilder<unknown>,
  labels: readonly string[],
  /** Weights already applied there, with their columns. */
  weighed: ReadonlyMap<string, string> | null = null,
): ReportRows => {
  if (report.source !== 'lead') {
    const from = isOfPlatforms(report.source) ? withCampaigns(report.source, 'stored') : sql`stored f`;
    return { ...fromTable(from), before: stored, bounded: true };
  }
  const like = sql.raw(['f.owner_key', ...labels.map((label) => `f.${label}`)].join(', '));
  const leads = sql`stored f cross join lateral (select ${like}) l`;
  if (weighed !== null) {
    const costOf = (fact: AdditiveMetricKey): string => `f.${ATTRIBUTE_FACTS[fact]} + f.${weighed.get(fact)}::numeric`;
    return {
      ...fromTable(leads),
      before: stored,
      bounded: true,
      factSql: (fact) => (report.shared.includes(fact) ? costOf(fact) : FACT_SQL[fact]),
      matured: maturedParts(report).map((part) => [part, `f.${weighed.get(part)}`]),
      stored: true,
    };
  }
  const ofLeads = fromLeadRows(report, leads);
  const before = ofLeads.before === null ? stored : sql`${ofLeads.before}, ${stored}`;
  return { ...ofLeads, before, bounded: true, stored: true };
};
