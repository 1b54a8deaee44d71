import { type AdditiveMetricKey, type DimensionKey } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { ofOwners } from '../../db/scope/of-owners.ts';
import { RATE_JOIN, RIPE_JOIN, ripeLeads, sharedCost } from './attributed-sql.ts';
import { monthOf, within } from './day-sql.ts';
import { type DayRange } from '../periods/periods.ts';

/** Attributes that months are stored by, with the lead's column; the database's own list is `app.attribute_names()`. */
export const ATTRIBUTE_COLUMNS = {
  state: 'f.value as state',
  device: 'f.value as device',
  leadStatus: 'f.value as status',
  campus: 'f.value::int as campus_key',
  // Includes the campus: a lead's campus is that of its program at the time of posting.
  program: `f.value::int as program_key,
      (select p.campus_key from program p where p.owner_key = f.owner_key and p.program_key = f.value::int) as campus_key`,
  publisherSource: 'f.value::int as publisher_source_key',
  ageBand: 'f.value as age_band',
  educationLevel: 'f.value as education',
  military: 'f.value as military_status',
  militaryBranch: 'f.value as military_branch',
  areaOfInterest: 'f.value as area_of_interest',
  degreeOfInterest: 'f.value as degree_of_interest',
  startTimeframe: 'f.value as start_timeframe',
} as const satisfies Partial<Record<DimensionKey, string>>;
export type Attribute = keyof typeof ATTRIBUTE_COLUMNS;

/** Dimensions determined by an attribute: a program has one level, a source one publisher. */
const FOLLOWS: Partial<Record<DimensionKey, Attribute>> = {
  degreeLevel: 'program',
  subjectArea: 'program',
  modality: 'program',
  publisher: 'publisherSource',
};

const isAttribute = (key: DimensionKey): key is Attribute => Object.hasOwn(ATTRIBUTE_COLUMNS, key);
export const attributeOf = (key: DimensionKey): Attribute | null => (isAttribute(key) ? key : (FOLLOWS[key] ?? null));

/** Facts stored by attribute, with their columns; costs are the cost of leads only. */
export const ATTRIBUTE_FACTS: Partial<Record<AdditiveMetricKey, string>> = {
  grossLeads: 'gross',
  validLeads: 'valid',
  invalidLeads: 'invalid',
  duplicates: 'duplicate',
  scrubbed: 'scrubbed',
  overCap: 'over_cap',
  deliveredLeads: 'delivered',
  returned: 'returned',
  billableLeads: 'billable',
  clientCost: 'lead_client_cost',
  mediaCost: 'lead_media_cost',
  contacts: 'cohort_contacts',
  appointments: 'cohort_appointments',
  interviews: 'cohort_interviews',
  visits: 'cohort_visits',
  applications: 'cohort_applications',
  enrollments: 'cohort_enrollments',
  starts: 'cohort_starts',
  contactEvents: 'contacts',
  appointmentEvents: 'appointments',
  interviewEvents: 'interviews',
  visitEvents: 'visits',
  applicationEvents: 'applications',
  enrollmentEvents: 'enrollments',
  startEvents: 'starts',
};

/** Counts by the day of the event, whenever the inquiry was. */
export const EVENTS = ['contacts', 'appointments', 'interviews', 'visits', 'applications', 'enrollments', 'starts'];

/**
 * Condition on groups of leads that exist: with an inquiry or, for event facts, with an event. A month keeps the cell of a lead that was
 * corrected, and test leads count for nothing: both are excluded here.
 */
export const anyLeads = (events: boolean): RawBuilder<unknown> => {
  const counted = events ? ['gross', ...EVENTS] : ['gross'];
  return sql.raw(counted.map((column) => `sum(f.${column}) <> 0`).join(' or '));
};

/** Leads with possible facts on these days: for event facts also all earlier leads. */
export const leadRows = (
  owners: readonly number[],
  ranges: readonly DayRange[],
  events: boolean,
): RawBuilder<unknown> => {
  const last = ranges.at(-1)?.to;
  const theirs = ofOwners('l.owner_key', owners);
  return events
    ? sql`(select * from lead l where ${theirs} and l.captured_date <= ${String(last)}) l cross join lateral app.lead_facts(l) f`
    : sql`(select * from lead l where ${theirs} and (${within('l.captured_date', ranges)})) l cross join lateral app.inquiry_facts(l) f`;
};

interface AttributeQuestion {
  owners: readonly number[];
  attribute: Attribute;
  facts: readonly AdditiveMetricKey[];
  events: boolean;
  /** Whole months, and the remaining days at either end. */
  months: DayRange;
  edges: readonly DayRange[];
  /** Whether months and campaigns are grouped separately. */
  byMonth: boolean;
  byCampaign: boolean;
  /** Costs with the leads' share of platform charges, in columns of their own. */
  shared: readonly AdditiveMetricKey[];
  /** Parts that count matured leads, in columns of their own. */
  matured: readonly string[];
}

const shareColumn = (fact: AdditiveMetricKey): string => `${ATTRIBUTE_FACTS[fact]}_share`;

/** SQL of a fact in rows stored by attribute. */
export const attributeFact = (fact: AdditiveMetricKey, shared: readonly AdditiveMetricKey[]): string =>
  shared.includes(fact) ? `f.${ATTRIBUTE_FACTS[fact]} + f.${shareColumn(fact)}` : `f.${ATTRIBUTE_FACTS[fact]}`;

/**
 * Whole months from their rollup and its unmerged changes, other days from the leads: rows with one attribute. They are summed once, before
 * anything is joined: the planner expects a handful of campaigns per owner, and would read the months again for each.
 */
export const attributeRows = (
  question: AttributeQuestion,
): { rows: RawBuilder<unknown>; from: RawBuilder<unknown> } => {
  const { owners, attribute, facts, events, months, edges, byMonth, byCampaign, shared, matured } = question;
  const columns = [
    ...new Set([...facts.map((fact) => ATTRIBUTE_FACTS[fact] ?? ''), 'gross', ...(events ? EVENTS : [])]),
  ];
  const of = (row: string) =>
    sql.raw(
      [
        ...columns.map((column) => `${row}.${column}`),
        ...shared.map((fact) => `${sharedCost(row, fact)} as ${shareColumn(fact)}`),
        ...matured.map((part) => `${ripeLeads(row, part)} as "${part}"`),
      ].join(', '),
    );
  const rates = (row: string, month = `${row}.month`) =>
    sql`${shared.length === 0 ? sql`` : RATE_JOIN(row, month)} ${matured.length === 0 ? sql`` : RIPE_JOIN(row, month)}`;
  const summed = [...columns, ...shared.map(shareColumn), ...matured.map((part) => `"${part}"`)];
  const place = sql`array_position(app.attribute_names(), ${attribute})`;
  const inMonths = sql`between ${months.from.toString()} and ${months.to.toString()}`;
  const leads = sql`union all
        select f.owner_key, f.campaign_key, f.day, (app.lead_attributes(l))[${place}], ${of('f')}
        from ${leadRows(owners, edges, events)} ${rates('f', monthOf('f.day'))} where ${within('f.day', edges)}`;
  const groups = ['owner_key', 'value', ...(byCampaign ? ['campaign_key'] : []), ...(byMonth ? [monthOf('day')] : [])];
  // Months are stored by campaign: grouped by both, there is hardly anything to sum.
  const isApart = byMonth && byCampaign && edges.length === 0;
  const added = (column: string): string => (isApart ? column : `sum(${column}) as ${column}`);
  return {
    rows: sql`stored as materialized (
      select ${sql.raw(groups.join(', '))}${byMonth ? sql` as day` : sql``}, ${sql.raw(summed.map(added).join(', '))}
      from (
        select a.owner_key, a.campaign_key, a.month as day, a.value, ${of('a')}
        from attribute_month a ${rates('a')} where ${ofOwners('a.owner_key', owners)} and a.attribute = ${attribute} and a.month ${inMonths}
        union all
        select d.owner_key, d.campaign_key, d.month, d.attributes[${place}], ${of('d')} from attribute_delta d ${rates('d')}
        where ${ofOwners('d.owner_key', owners)} and d.month ${inMonths}
        ${edges.length > 0 ? leads : sql``}
      ) r ${isApart ? sql`` : sql`group by ${sql.raw(groups.join(', '))}`}
    )`,
    from: sql`stored f cross join lateral (select f.owner_key, ${sql.raw(ATTRIBUTE_COLUMNS[attribute])}) l`,
  };
};
