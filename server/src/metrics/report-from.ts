import { ADDITIVE_FACTS, type AdditiveMetricKey, DIMENSIONS, isDimensionKey } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import {
  ATTRIBUTE_FACTS,
  type Attribute,
  attributeFact,
  attributeOf,
  attributeRows,
  leadRows,
} from './attribute-sql.ts';
import { RATE_JOIN, sharedCost, sharedRates } from './attributed-sql.ts';
import { within } from './day-sql.ts';
import { ofOwners } from '../db/of-owners.ts';
import { FACT_SQL } from './fact-sql.ts';
import { dayOf, type DayRange, wholeMonthsOf } from './periods.ts';
import { PLATFORM_FACTS, platformDays, platformMonths, type PlatformSource } from './platform-sql.ts';
import { type CheckedReport } from './report-check.ts';

/** The rows that answer a report, under the name `f`, and how its facts are read from them. */
export interface ReportRows {
  /** What is put together before the statement, if anything is. */
  before: RawBuilder<unknown> | null;
  from: RawBuilder<unknown>;
  /** Whether the rows are of the range's days alone, so that nothing has to be left out of them. */
  bounded: boolean;
  factSql: (fact: AdditiveMetricKey) => string;
  /** Rows that are stored by an attribute have what it shows in a column of its own. */
  stored: boolean;
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

/** Days are needed where days or weeks are shown, and where an inquiry counts by its age. */
const needsDays = ({ query, matured, only }: CheckedReport): boolean => {
  const { granularity } = query.timeDimensions;
  return granularity === 'day' || granularity === 'week' || matured.length > 0 || only !== undefined;
};

/** The one attribute that all dimensions and filters are about, if there is one and months are stored by it. */
const singleAttribute = ({ dimensions, query }: CheckedReport): Attribute | null => {
  const used = [...dimensions, ...query.filters.map(({ member }) => member).filter(isDimensionKey)];
  const attributes = new Set(used.filter((key) => DIMENSIONS[key].source === 'lead').map(attributeOf));
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

const fromLeads = (report: CheckedReport, byCampaign: boolean): ReportRows => {
  const range = rangeOf(report);
  const events = hasEvents(report);
  const { months, edges } = wholeMonthsOf(range);
  const attribute = singleAttribute(report);
  const isStored = report.facts.every((fact) => ATTRIBUTE_FACTS[fact] !== undefined);
  const { shared } = report;
  const rates = shared.length === 0 ? null : sharedRates(report.owners, sharedRange(report), report.only);
  if (attribute === null || months === null || !isStored || needsDays(report)) {
    const leads = leadRows(report.owners, [range], events);
    if (rates === null) return fromTable(leads);
    return {
      ...fromTable(sql`${leads} ${RATE_JOIN('f', `date_trunc('month', f.day)::date`)}`),
      before: rates,
      factSql: (fact) =>
        shared.includes(fact) ? `f.${ATTRIBUTE_FACTS[fact]} + ${sharedCost('f', fact)}` : FACT_SQL[fact],
    };
  }
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
  });
  return {
    before: rates === null ? rows : sql`${rates}, ${rows}`,
    from,
    bounded: true,
    factSql: (fact) => attributeFact(fact, shared),
    stored: true,
  };
};

/** Months and what is left over beside them where no day is asked for; days else, with everything that can narrow them. */
const fromPlatforms = (report: CheckedReport, source: PlatformSource): ReportRows => {
  const { months, edges } = wholeMonthsOf(rangeOf(report));
  const factSql = (fact: AdditiveMetricKey): string => `f.${PLATFORM_FACTS[source][fact]}`;
  if (months === null || needsDays(report)) return { ...fromTable(platformDays(source)), factSql };
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
