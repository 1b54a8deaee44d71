import { type AdditiveMetricKey, type DimensionKey } from '@paceline/contract';

/** Every statement here is written by hand, in words that Postgres and DuckDB both understand, and reads raw rows only. */
type Facts = Partial<Record<AdditiveMetricKey, string>>;

const GOOD = `app.is_good(l.status)`;
const counted = (condition: string): string => `case when ${condition} then 1 else 0 end`;
const amount = (value: string, condition: string): string =>
  `case when ${condition} then coalesce(${value}, 0) else 0 end`;
const reached = (day: string): string => counted(`l.${day} is not null and ${GOOD}`);
const daysTo = (day: string): string => amount(`l.${day} - l.captured_date`, `l.${day} is not null and ${GOOD}`);

/** What a lead counts for on the day it came. */
const OF_LEADS: Facts = {
  grossLeads: counted(`l.status <> 'TST'`),
  validLeads: counted(GOOD),
  invalidLeads: counted(`l.status = 'INV'`),
  duplicates: counted(`l.status = 'DUP'`),
  scrubbed: counted(`l.status = 'SCR'`),
  overCap: counted(`l.status = 'CAP'`),
  deliveredLeads: counted(`l.delivered_at is not null and l.status <> 'TST'`),
  returned: counted(`l.status = 'RTN'`),
  billableLeads: counted(`app.is_billed(l)`),
  clientCost: amount('l.client_price', `app.is_due(l)`),
  mediaCost: amount('l.media_price', `app.is_due(l)`),
  contacts: reached('contact_on'),
  appointments: reached('appointment_on'),
  interviews: reached('interview_on'),
  visits: reached('visit_on'),
  applications: reached('application_on'),
  enrollments: reached('enrollment_on'),
  starts: reached('start_on'),
  daysToContact: daysTo('contact_on'),
  daysToAppointment: daysTo('appointment_on'),
  daysToInterview: daysTo('interview_on'),
  daysToVisit: daysTo('visit_on'),
  daysToApplication: daysTo('application_on'),
  daysToEnrollment: daysTo('enrollment_on'),
  daysToStart: daysTo('start_on'),
  soldAmount: amount('l.sold_amount', GOOD),
  pitchCount: counted(`l.pitch_amount is not null and ${GOOD}`),
  pitchLoanAmount: amount('l.pitch_amount', GOOD),
  openCount: counted(`l.open_amount is not null and ${GOOD}`),
  openLoanAmount: amount('l.open_amount', GOOD),
  fundedCount: counted(`l.funded_on is not null and ${GOOD}`),
};

const OF_PLATFORMS: Facts = {
  clientCost: 'd.client_cost',
  mediaCost: 'd.cost',
  impressions: 'd.impressions',
  platformClicks: 'd.clicks',
  platformSpend: 'd.client_cost',
  conversions: 'd.conversions',
  callConversions: 'd.call_conversions',
  viewThrough: 'd.view_through',
};
const OF_EMAILS: Facts = {
  sends: 'e.sends',
  deliveredEmails: 'e.delivered',
  opens: 'e.opens',
  emailClicks: 'e.clicks',
  unsubscribes: 'e.unsubscribes',
};
const OF_CLICKS: Facts = { trackedClicks: counted('k.status = 0') };
const OF_CREDITS: Facts = { clientCost: 'b.client_amount', mediaCost: 'b.media_amount' };

/** Each kind of raw row: where it is, on which day it counts, and for what. */
const SOURCES: readonly { from: string; day: string; row: string; facts: Facts }[] = [
  { from: 'lead l', day: 'l.captured_date', row: 'l', facts: OF_LEADS },
  {
    from: `platform_day d join platform_campaign pc on pc.owner_key = d.owner_key and pc.platform_campaign_key = d.platform_campaign_key`,
    day: 'd.day',
    row: 'pc',
    facts: OF_PLATFORMS,
  },
  { from: 'email_day e', day: 'e.day', row: 'e', facts: OF_EMAILS },
  { from: 'click k', day: 'k.clicked_date', row: 'k', facts: OF_CLICKS },
  { from: 'click_day y', day: 'y.day', row: 'y', facts: { trackedClicks: 'y.clicks' } },
  { from: 'billing_adjustment b', day: 'b.day', row: 'b', facts: OF_CREDITS },
];

/** What is told of a lead alone, costs left out: with them a lead carries its share of what a platform charged. */
const LEAD_ONLY = new Set(Object.keys(OF_LEADS).filter((fact) => fact !== 'clientCost' && fact !== 'mediaCost'));
export const isTold = (fact: AdditiveMetricKey, byLead: boolean): boolean =>
  byLead ? LEAD_ONLY.has(fact) : SOURCES.some(({ facts }) => fact in facts);

interface Label {
  value: string;
  /** What tells two apart that have the same name. */
  key?: string;
  joins: readonly string[];
}

const GOAL = ['join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key'];
const CLIENT = [...GOAL, 'join client cl on cl.owner_key = g.owner_key and cl.client_key = g.client_key'];
const ACCOUNT = ['left join platform_account a on a.owner_key = c.owner_key and a.account_key = c.account_key'];
const CHANNEL = ['join channel ch on ch.channel = c.channel'];
const PROGRAM = ['left join program pr on pr.owner_key = l.owner_key and pr.program_key = l.program_key'];
const SOURCE = ['left join publisher_source s on s.publisher_source_key = l.publisher_source_key'];

const OF_CAMPAIGN: Partial<Record<DimensionKey, Label>> = {
  brand: {
    value: 'br.name',
    key: 'br.brand_key',
    joins: [...CLIENT, 'join brand br on br.owner_key = cl.owner_key and br.brand_key = cl.brand_key'],
  },
  client: { value: 'cl.name', key: 'cl.client_key', joins: CLIENT },
  clientModel: {
    value: 'm.name',
    key: 'm.client_model_key',
    joins: [
      ...GOAL,
      'left join client_model m on m.owner_key = g.owner_key and m.client_model_key = g.client_model_key',
    ],
  },
  goal: { value: 'g.name', key: 'g.goal_key', joins: GOAL },
  channel: { value: 'ch.name', key: 'ch.channel', joins: CHANNEL },
  customChannel: {
    value: 'cc.name',
    key: 'cc.custom_channel_key',
    joins: [
      'left join custom_channel cc on cc.owner_key = c.owner_key and cc.custom_channel_key = c.custom_channel_key',
    ],
  },
  campaign: { value: 'c.name', key: 'c.campaign_key', joins: [] },
  campaignCode: { value: 'c.code', key: 'c.campaign_key', joins: [] },
  productType: { value: 'ch.product_type', joins: CHANNEL },
  leadSourceType: { value: 'c.lead_source_type', joins: [] },
  mediaPartner: {
    value: 'p.name',
    key: 'p.partner_key',
    joins: ['left join media_partner p on p.partner_key = c.partner_key'],
  },
  tradingPlatform: {
    value: 't.name',
    key: 't.platform_key',
    joins: [...ACCOUNT, 'left join trading_platform t on t.platform_key = a.platform_key'],
  },
  account: { value: 'a.account_name', key: 'a.account_key', joins: ACCOUNT },
};

const OF_LEAD: Partial<Record<DimensionKey, Label>> = {
  campus: {
    value: 'ca.name',
    key: 'ca.campus_key',
    joins: ['left join campus ca on ca.owner_key = l.owner_key and ca.campus_key = l.campus_key'],
  },
  program: { value: 'pr.name', joins: PROGRAM },
  degreeLevel: { value: 'pr.degree_level', joins: PROGRAM },
  subjectArea: { value: 'pr.subject_area', joins: PROGRAM },
  modality: { value: 'pr.modality', joins: PROGRAM },
  publisher: {
    value: 'pu.name',
    key: 'pu.publisher_key',
    joins: [...SOURCE, 'left join publisher pu on pu.publisher_key = s.publisher_key'],
  },
  publisherSource: { value: 's.source_tag', key: 's.publisher_source_key', joins: SOURCE },
  subSource: { value: 'l.sub_source', joins: [] },
  state: { value: 'l.state', joins: [] },
  device: { value: 'l.device', joins: [] },
  leadStatus: { value: 'l.status', joins: [] },
  educationLevel: { value: 'l.education', joins: [] },
  military: { value: 'l.military_status', joins: [] },
  militaryBranch: { value: 'l.military_branch', joins: [] },
  areaOfInterest: { value: 'l.area_of_interest', joins: [] },
  degreeOfInterest: { value: 'l.degree_of_interest', joins: [] },
  startTimeframe: { value: 'l.start_timeframe', joins: [] },
};

export const CAMPAIGN_LABELS = Object.keys(OF_CAMPAIGN) as DimensionKey[];
export const LEAD_LABELS = Object.keys(OF_LEAD) as DimensionKey[];
export const isOfLead = (dimension: DimensionKey): boolean => Object.hasOwn(OF_LEAD, dimension);

const labelOf = (dimension: DimensionKey): Label => {
  const label = OF_CAMPAIGN[dimension] ?? OF_LEAD[dimension];
  if (label === undefined) throw new Error(`No words for ${dimension}`);
  return label;
};

/** A join that several dimensions stand on is written once. */
const joinsOf = (labels: readonly Label[]): string => [...new Set(labels.flatMap(({ joins }) => joins))].join('\n');

export interface RawQuestion {
  ownerKeys: readonly number[];
  partnerKey: number | null;
  channel: string;
  dimensions: readonly DimensionKey[];
  facts: readonly AdditiveMetricKey[];
  filters: readonly { member: DimensionKey; isNot: boolean; value: string }[];
  granularity: string | null;
  range: readonly [from: string, to: string];
}

const quoted = (text: string): string => `'${text.replaceAll(`'`, `''`)}'`;

/** One statement that adds the raw rows up. */
export const rawStatement = (question: RawQuestion): string => {
  const { ownerKeys, partnerKey, channel, dimensions, facts, filters, granularity, range } = question;
  const labels = [...new Set([...dimensions, ...filters.map(({ member }) => member)])].map(labelOf);
  const byLead = [...dimensions, ...filters.map(({ member }) => member)].some(isOfLead);
  const sources = SOURCES.filter((source) =>
    byLead ? source.row === 'l' : facts.some((fact) => fact in source.facts),
  );
  const time = (day: string): string =>
    granularity === 'day'
      ? `cast(${day} as varchar)`
      : `cast(cast(date_trunc('${granularity}', ${day}) as date) as varchar)`;
  const shown = dimensions.map((name, index) => `${labelOf(name).value} as d${index}`);
  const keys = dimensions.map((name, index) => `${labelOf(name).key ?? labelOf(name).value} as k${index}`);
  const conditions = filters.map(({ member, isNot, value }) =>
    isNot
      ? `${labelOf(member).value} is distinct from ${quoted(value)}`
      : `${labelOf(member).value} = ${quoted(value)}`,
  );
  const select = ({ from, day, row, facts: rowFacts }: (typeof SOURCES)[number]): string => `
    select ${[...shown, ...keys, ...(granularity === null ? [] : [`${time(day)} as bucket`])].concat(facts.map((fact) => `${rowFacts[fact] ?? '0'} as "${fact}"`)).join(', ')}
    from ${from} join campaign c on c.owner_key = ${row}.owner_key and c.campaign_key = ${row}.campaign_key
    ${joinsOf(labels)}
    where ${[
      `c.owner_key in (${ownerKeys.join(', ')})`,
      `${day} between '${range[0]}' and '${range[1]}'`,
      ...(partnerKey === null ? [] : [`c.partner_key = ${partnerKey}`]),
      ...(channel === 'all' ? [] : [`c.channel = ${quoted(channel)}`]),
      ...conditions,
    ].join(' and ')}`;
  const groups = [
    ...dimensions.flatMap((_, index) => [`d${index}`, `k${index}`]),
    ...(granularity === null ? [] : ['bucket']),
  ];
  const names = [
    ...dimensions.map((name, index) => `d${index} as "${name}"`),
    ...(granularity === null ? [] : ['bucket as "date"']),
    ...facts.map((fact) => `sum("${fact}") as "${fact}"`),
  ];
  return `select ${names.join(', ')} from (${sources.map(select).join('\nunion all\n')}) x
    ${groups.length === 0 ? '' : `group by ${groups.join(', ')}`}`;
};
