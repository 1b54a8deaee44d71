import { type DimensionKey, type Granularity } from '@paceline/contract';
import { beginOf } from './day-sql.ts';

/** Tables reachable from a campaign, each with the joins it depends on. */
const JOINS = {
  c: { on: [], sql: 'join campaign c on c.owner_key = f.owner_key and c.campaign_key = f.campaign_key' },
  g: { on: ['c'], sql: 'join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key' },
  cl: { on: ['g'], sql: 'join client cl on cl.owner_key = g.owner_key and cl.client_key = g.client_key' },
  b: { on: ['cl'], sql: 'join brand b on b.owner_key = cl.owner_key and b.brand_key = cl.brand_key' },
  m: {
    on: ['g'],
    sql: 'left join client_model m on m.owner_key = g.owner_key and m.client_model_key = g.client_model_key',
  },
  // Every campaign has one. A left join, because otherwise the planner scans all rows once per channel.
  ch: { on: ['c'], sql: 'left join channel ch on ch.channel = c.channel' },
  cc: {
    on: ['c'],
    sql: 'left join custom_channel cc on cc.owner_key = c.owner_key and cc.custom_channel_key = c.custom_channel_key',
  },
  p: { on: ['c'], sql: 'left join media_partner p on p.partner_key = c.partner_key' },
  a: { on: ['c'], sql: 'left join platform_account a on a.owner_key = c.owner_key and a.account_key = c.account_key' },
  t: { on: ['a'], sql: 'left join trading_platform t on t.platform_key = a.platform_key' },
  ca: { on: [], sql: 'left join campus ca on ca.owner_key = l.owner_key and ca.campus_key = l.campus_key' },
  pr: { on: [], sql: 'left join program pr on pr.owner_key = l.owner_key and pr.program_key = l.program_key' },
  s: { on: [], sql: 'left join publisher_source s on s.publisher_source_key = l.publisher_source_key' },
  pu: { on: ['s'], sql: 'left join publisher pu on pu.publisher_key = s.publisher_key' },
  o: { on: [], sql: 'join owner o on o.owner_key = f.owner_key' },
  pc: {
    on: [],
    sql: 'join platform_campaign pc on pc.owner_key = f.owner_key and pc.platform_campaign_key = f.platform_campaign_key',
  },
  ag: { on: [], sql: 'join platform_ad_group ag on ag.owner_key = f.owner_key and ag.ad_group_key = f.ad_group_key' },
  k: { on: [], sql: 'join platform_keyword k on k.owner_key = f.owner_key and k.keyword_key = f.keyword_key' },
} as const satisfies Record<string, { on: readonly string[]; sql: string }>;
export type Join = keyof typeof JOINS;

export interface DimensionSql {
  /** Displayed value. */
  value: string;
  /** Identity of a value, if names are not unique. */
  key?: string;
  joins: readonly Join[];
  /** Column for filters by key, if it differs from `key`. */
  filterKey?: string;
  /** Displayed value in months stored by this dimension, where it is already computed. */
  stored?: string;
}

/** The only source of identifiers in the SQL: callers' input only selects among these. */
export const DIMENSION_SQL: Readonly<Record<DimensionKey, DimensionSql>> = {
  brand: { value: 'b.name', key: 'b.brand_key', joins: ['b'] },
  client: { value: 'cl.name', key: 'cl.client_key', joins: ['cl'] },
  clientModel: { value: 'm.name', key: 'm.client_model_key', joins: ['m'] },
  goal: { value: 'g.name', key: 'g.goal_key', joins: ['g'] },
  channel: { value: 'ch.name', key: 'ch.channel', joins: ['ch'] },
  customChannel: { value: 'cc.name', key: 'cc.custom_channel_key', joins: ['cc'] },
  campaign: { value: 'c.name', key: 'c.campaign_key', joins: ['c'] },
  campaignCode: { value: 'c.code', key: 'c.campaign_key', joins: ['c'] },
  productType: { value: 'ch.product_type', joins: ['ch'] },
  leadSourceType: { value: 'c.lead_source_type', joins: ['c'] },
  mediaPartner: { value: 'p.name', key: 'p.partner_key', joins: ['p'] },
  tradingPlatform: { value: 't.name', key: 't.platform_key', joins: ['t'] },
  account: { value: 'a.account_name', key: 'a.account_key', joins: ['a'] },

  campus: { value: 'ca.name', key: 'ca.campus_key', joins: ['ca'], filterKey: 'l.campus_key' },
  // Grouped by name: a program taught at many campuses is one program in reports; the campus dimension separates them.
  program: { value: 'pr.name', joins: ['pr'], filterKey: 'l.program_key' },
  degreeLevel: { value: 'pr.degree_level', joins: ['pr'] },
  subjectArea: { value: 'pr.subject_area', joins: ['pr'] },
  modality: { value: 'pr.modality', joins: ['pr'] },
  publisher: { value: 'pu.name', key: 'pu.publisher_key', joins: ['pu'] },
  publisherSource: { value: 's.source_tag', key: 's.publisher_source_key', joins: ['s'] },
  subSource: { value: 'l.sub_source', joins: [] },
  state: { value: 'l.state', joins: [] },
  device: { value: 'l.device', joins: [] },
  leadStatus: { value: 'l.status', joins: [] },
  ageBand: { value: 'app.age_band(l.age)', joins: [], stored: 'l.age_band' },
  educationLevel: { value: 'l.education', joins: [] },
  gradYear: { value: 'l.grad_year::text', joins: [] },
  military: { value: 'l.military_status', joins: [] },
  militaryBranch: { value: 'l.military_branch', joins: [] },
  areaOfInterest: { value: 'l.area_of_interest', joins: [] },
  degreeOfInterest: { value: 'l.degree_of_interest', joins: [] },
  startTimeframe: { value: 'l.start_timeframe', joins: [] },
  hour: { value: `to_char(l.created_at at time zone o.time_zone, 'HH24')`, joins: ['o'] },

  platformCampaign: { value: 'pc.name', key: 'pc.platform_campaign_key', joins: ['pc'] },
  adGroup: { value: 'ag.name', key: 'ag.ad_group_key', joins: ['ag'] },
  keyword: { value: 'k.text', key: 'k.keyword_key', joins: ['k'] },
  matchType: { value: 'k.match_type', joins: ['k'] },

  source: { value: 'f.source', joins: [] },
  medium: { value: 'f.medium', joins: [] },
  hostname: { value: 'f.host', joins: [] },
  path: { value: 'f.path', joins: [] },
  eventName: { value: 'f.event_name', joins: [] },
};

const collect = (join: Join, into: Set<Join>): void => {
  for (const needed of JOINS[join].on) collect(needed, into);
  into.add(join);
};

/** The needed joins, each once and after those it depends on; without those already present. */
export const joinsFor = (needed: Iterable<Join>, without: readonly Join[] = []): string[] => {
  const all = new Set<Join>();
  for (const join of needed) collect(join, all);
  return [...all].filter((join) => !without.includes(join)).map((join) => JOINS[join].sql);
};

/** Whether the join is among the needed ones or their dependencies. */
export const needsJoin = (needed: Iterable<Join>, join: Join): boolean => {
  const all = new Set<Join>();
  for (const one of needed) collect(one, all);
  return all.has(join);
};

/** The day, or the first day of its week, month, quarter or year. */
export const timeBucket = (granularity: Granularity): string =>
  granularity === 'day' ? 'f.day' : beginOf(granularity, 'f.day');
