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

/** The rows that answer a report, under the name `f`, and how its facts are read from them. */
export interface ReportRows {
  /** What is put together before the statement, if anything is. */
  before: RawBuilder<unknown> | null;
  from: RawBuilder<unknown>;
  /** Whether the rows are of the range's days alone, so that nothing has to be left out of them. */
  bounded: boolean;
  factSql: (fact: AdditiveMetricKey) => string;
  /** Parts that tell how many inquiries have matured, each with how a row has it; none where days are weighed one by one. */
  matured?: readonly (readonly [part: string, sql: string])[];
  /** What each lead gets from its campaign's month; the leads of a group and month are added up before. */
  fromMonths?: FromMonths | null;
  /** Rows that are stored by an attribute have what it shows in a column of its own. */
  stored: boolean;
}

/** The costs that leads share of their campaign's month, and the parts that tell how many of them have matured. */
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

/** Whether leads count as far as their campaign's month has matured, and not each by its age. */
export const ripensByMonth = (report: CheckedReport): boolean => report.source === 'lead' && !showsDays(report);

/** Days are needed where days or weeks are shown, where some do not count, and where an inquiry counts by its age. */
export const needsDays = (report: CheckedReport): boolean =>
  showsDays(report) || report.only !== undefined || (report.matured.length > 0 && !ripensByMonth(report));

/** The one attribute that all dimensions and filters are about, if there is one and months are stored by it. */
const singleAttribute = ({ dimensions, query }: CheckedReport): Attribute | null => {
  const used = [...dimensions, ...query.filters.map(({ member }) => member).filter(isDimensionKey)];
  const attributes = new Set(used.filter((key) => DIMENSIONS[key].source === 'lead').map(attributeOf));
  if (attributes.has('program')) attributes.delete('campus');
  const [only = null] = attributes;
  return attributes.size === 1 ? only : null;
};

/** A milestone of the range may belong to an older inquiry. */
export const hasEvents = ({ facts }: CheckedReport): boolean =>
  facts.some((fact) => ADDITIVE_FACTS[fact].family === 'milestones');

/** A part of a report shares costs as the whole does, so that it comes to the row that it is of. */
export const sharedRange = (report: CheckedReport): DayRange => {
  const [from, to] = report.query.sharedOver ?? report.query.timeDimensions.dateRange;
  return { from: dayOf(from), to: dayOf(to) };
};

/** Whether an owner's leads are read one by one: no rollup knows the answer. */
export const readsLeads = (report: CheckedReport): boolean => {
  const isStored = report.facts.every((fact) => ATTRIBUTE_FACTS[fact] !== undefined);
  const { months } = wholeMonthsOf(rangeOf(report));
  return (
    report.source === 'lead' && (singleAttribute(report) === null || months === null || !isStored || needsDays(report))
  );
};

/** Whether a platform's days are read one by one: its months do not know the answer. */
export const readsPlatformDays = (report: CheckedReport): boolean =>
  isOfPlatforms(report.source) && (wholeMonthsOf(rangeOf(report)).months === null || needsDays(report));

export const ratesOf = (report: CheckedReport): RawBuilder<unknown> | null =>
  report.shared.length === 0 ? null : sharedRates(report.owners, sharedRange(report), report.only);
export const maturedParts = (report: CheckedReport): string[] =>
  ripensByMonth(report) ? report.matured.map(maturedPartOf) : [];

/** Rows of leads, `f` with the day and the counters and `l` with what a lead is like: each carries its share of its month. */
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
    // Older leads are among them where events are asked for, each with its days.
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

/** Months and what is left over beside them where no day is asked for; days else, with everything that can narrow them. */
const fromPlatforms = (report: CheckedReport, source: PlatformSource): ReportRows => {
  const { months, edges } = wholeMonthsOf(rangeOf(report));
  const factSql = (fact: AdditiveMetricKey): string => `f.${PLATFORM_FACTS[source][fact]}`;
  if (months === null || readsPlatformDays(report)) return { ...fromTable(platformDays(source)), factSql };
  const byMonth = report.query.timeDimensions.granularity !== null;
  const { rows, from } = platformMonths({ owners: report.owners, source, facts: report.facts, months, edges, byMonth });
  return { before: rows, from, bounded: true, factSql, stored: false };
};

/** Months and what is left over beside them where no day is asked for; days else. */
const fromCampaigns = (report: CheckedReport): ReportRows => {
  const { months, edges } = wholeMonthsOf(rangeOf(report));
  if (months === null || needsDays(report)) return fromTable(sql`campaign_day f`);
  const { owners } = report;
  const whole = sql`select m.*, m.month as day from campaign_month_fact m where ${ofOwners('m.owner_key', owners)} and m.month between ${months.from.toString()} and ${months.to.toString()}`;
  const rest = sql`union all select d.*, d.day from campaign_day d where ${ofOwners('d.owner_key', owners)} and (${within('d.day', edges)})`;
  return { ...fromTable(sql`(${whole}${edges.length > 0 ? sql` ${rest}` : sql``}) f`), bounded: true };
};

/** The table that answers: months where they suffice, days else, raw rows only for what nothing else knows. */
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

/** The same of rows that were added up elsewhere, as `stored`: leads with what they are like, a platform's rows, or whatever counts for a campaign. */
export const fromStored = (
  report: CheckedReport,
  stored: RawBuilder<unknown>,
  labels: readonly string[],
  /** What was weighed there already, each with the column that has it. */
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
