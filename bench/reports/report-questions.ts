import { type ReportChannel, type ReportQuery, reportQuerySchema } from '@paceline/contract';

/** Whose numbers: one owner's, or everybody's. */
export interface Viewer {
  name: string;
  ownerKeys: readonly number[];
  /** Every so many of its campaigns, by their codes. */
  codes: readonly string[];
}

export interface Part {
  query: ReportQuery;
  /** The same by hand on the raw tables, in words that Postgres and DuckDB both understand. */
  statement: string;
}

export interface Question {
  name: string;
  channel: ReportChannel;
  /** Whether a rollup knows the answer, so that nobody has to read inquiries. */
  rolled: boolean;
  /** Asked by a dashboard, which has some measures that the report builder does not offer. */
  forWidgets?: true;
  /** Asked one after the other. */
  parts(viewer: Viewer): Part[];
}

export type Range = readonly [from: string, to: string];
export const THREE_MONTHS: Range = ['2026-08-01', '2026-10-31'];
const SIX_MONTHS: Range = ['2026-05-01', '2026-10-31'];
export const YEAR: Range = ['2025-11-01', '2026-10-31'];
const YEAR_BEFORE: Range = ['2024-11-01', '2025-10-31'];
const TWO_YEARS: Range = ['2024-11-01', '2026-10-31'];
export const THIS_MONTH: Range = ['2026-11-01', '2026-11-15'];

const ask = (range: Range, query: object, granularity: 'month' | null = null): ReportQuery =>
  reportQuerySchema.parse({ ...query, timeDimensions: { dimension: 'date', granularity, dateRange: range } });

const LEAD_MEASURES = ['grossLeads', 'validLeads', 'spend', 'cpl', 'enrollments', 'enrollRate'];
export const GOOD = `app.is_good(l.status)`;
const LEAD_COUNTS = `
  count(*) filter (where l.status <> 'TST') as "grossLeads",
  count(*) filter (where ${GOOD}) as "validLeads",
  count(l.enrollment_on) filter (where ${GOOD}) as "enrollments"`;
export const LEAD_SUMS = `${LEAD_COUNTS},
  coalesce(sum(l.client_price) filter (where ${GOOD} and not l.unpaid), 0) as "spend"`;
const SUMS_OF_COUNTS = `sum("grossLeads") as "grossLeads", sum("validLeads") as "validLeads", sum("enrollments") as "enrollments"`;
const SUMS_OF_SUMS = `${SUMS_OF_COUNTS}, sum("spend") as "spend"`;

const PLATFORM_MEASURES = ['impressions', 'conversions', 'ctr'];
const PLATFORM_SUMS = `sum(d.impressions) as "impressions", sum(d.conversions) as "conversions",
  100.0 * sum(d.clicks) / nullif(sum(d.impressions), 0) as "ctr"`;

export const within = (row: string, day: string, { ownerKeys }: Viewer, [from, to]: Range): string =>
  `${row}.owner_key in (${ownerKeys.join(', ')}) and ${row}.${day} between '${from}' and '${to}'`;
export const monthOf = (day: string): string => `cast(cast(date_trunc('month', ${day}) as date) as varchar)`;

const CAMPAIGN_OF_LEAD = 'join campaign c on c.owner_key = l.owner_key and c.campaign_key = l.campaign_key';
export const CAMPAIGN_OF_DAY = `
  join platform_campaign pc on pc.owner_key = d.owner_key and pc.platform_campaign_key = d.platform_campaign_key
  join campaign c on c.owner_key = pc.owner_key and c.campaign_key = pc.campaign_key`;

const CAMPAIGN_OF_CREDIT = 'join campaign c on c.owner_key = b.owner_key and c.campaign_key = b.campaign_key';

/** By something that every campaign has: what was paid for inquiries and on platforms, and what was credited later, together. */
export const byCampaigns = (viewer: Viewer, range: Range, key: string, label: string, name: string): string => `
  select ${label} as "${name}", ${SUMS_OF_SUMS}
  from (
    select c.owner_key, c.${key}, ${LEAD_SUMS} from lead l ${CAMPAIGN_OF_LEAD}
    where ${within('l', 'captured_date', viewer, range)} group by c.owner_key, c.${key}
    union all
    select c.owner_key, c.${key}, 0, 0, 0, sum(d.client_cost) from platform_day d ${CAMPAIGN_OF_DAY}
    where ${within('d', 'day', viewer, range)} group by c.owner_key, c.${key}
    union all
    select c.owner_key, c.${key}, 0, 0, 0, sum(b.client_amount) from billing_adjustment b ${CAMPAIGN_OF_CREDIT}
    where ${within('b', 'day', viewer, range)} group by c.owner_key, c.${key}
  ) x`;

/** Without spend: of that a lead carries its share of what platforms charged, which is not in its row. */
export const byLeads = (viewer: Viewer, range: Range, labels: Readonly<Record<string, string>>, more = ''): string => {
  const columns = Object.entries(labels).map(([name, value]) => `${value} as "${name}"`);
  return `select ${columns.join(', ')}, ${LEAD_COUNTS} from lead l ${CAMPAIGN_OF_LEAD}
    where ${within('l', 'captured_date', viewer, range)} ${more} group by ${Object.values(labels).join(', ')}`;
};

const values = (viewer: Viewer, dimension: string, label: string, groups: string, join = ''): Part => ({
  query: ask(YEAR, { dimensions: [dimension], measures: ['grossLeads'] }),
  statement: `select ${label} as "${dimension}", count(*) filter (where l.status <> 'TST') as "grossLeads"
    from lead l ${join} where ${within('l', 'captured_date', viewer, YEAR)} group by ${groups}`,
});

const quoted = (texts: readonly string[]): string => texts.map((text) => `'${text}'`).join(', ');

const all = { channel: 'all', rolled: true } as const;
const ppc = { channel: 'ppc', rolled: true } as const;

/** The questions of one owner. Exact distinct counts are none of ours: no measure counts persons. */
export const OWNER_QUESTIONS: readonly Question[] = [
  {
    ...all,
    name: 'Q1 channel, 3 months',
    parts: (viewer) => [
      {
        query: ask(THREE_MONTHS, { dimensions: ['channel'], measures: LEAD_MEASURES }),
        statement: `${byCampaigns(viewer, THREE_MONTHS, 'channel', 'ch.name', 'channel')} join channel ch on ch.channel = x.channel group by ch.name`,
      },
    ],
  },
  {
    ...all,
    name: 'Q2 state, 12 months',
    parts: (viewer) => [
      {
        query: ask(YEAR, { dimensions: ['state'], measures: LEAD_MEASURES }),
        statement: byLeads(viewer, YEAR, { state: 'l.state' }),
      },
    ],
  },
  {
    ...all,
    name: 'Q3 campaign × month × device, 24 months',
    parts: (viewer) => [
      {
        query: ask(TWO_YEARS, { dimensions: ['campaignCode', 'device'], measures: LEAD_MEASURES }, 'month'),
        statement: byLeads(viewer, TWO_YEARS, {
          campaignCode: 'c.code',
          device: 'l.device',
          date: monthOf('l.captured_date'),
        }),
      },
    ],
  },
  {
    ...all,
    name: 'Q4 state, year over year',
    parts: (viewer) =>
      [YEAR, YEAR_BEFORE].map((range) => ({
        query: ask(range, { dimensions: ['state'], measures: LEAD_MEASURES }),
        statement: byLeads(viewer, range, { state: 'l.state' }),
      })),
  },
  {
    ...all,
    rolled: false,
    name: 'Q6 education × state, 20 campaigns, 6 months',
    parts: (viewer) => [
      {
        query: ask(SIX_MONTHS, {
          dimensions: ['educationLevel', 'state'],
          measures: LEAD_MEASURES,
          filters: [{ member: 'campaignCode', operator: 'equals', values: viewer.codes }],
        }),
        statement: byLeads(
          viewer,
          SIX_MONTHS,
          { educationLevel: 'l.education', state: 'l.state' },
          `and c.code in (${quoted(viewer.codes)})`,
        ),
      },
    ],
  },
  {
    ...ppc,
    name: 'Q8 top 50 keywords, 3 months',
    parts: (viewer) => [
      {
        query: ask(THREE_MONTHS, {
          dimensions: ['keyword'],
          measures: PLATFORM_MEASURES,
          order: [{ member: 'impressions', direction: 'desc' }],
          limit: 50,
        }),
        statement: `select k.text as "keyword", ${PLATFORM_SUMS} from platform_keyword_day d
          join platform_keyword k on k.owner_key = d.owner_key and k.keyword_key = d.keyword_key
          where ${within('d', 'day', viewer, THREE_MONTHS)} group by k.keyword_key, k.text order by 2 desc limit 50`,
      },
    ],
  },
  {
    ...ppc,
    name: 'Q9 campaign × ad group × month, 12 months',
    parts: (viewer) => [
      {
        query: ask(YEAR, { dimensions: ['campaignCode', 'adGroup'], measures: PLATFORM_MEASURES }, 'month'),
        statement: `select c.code as "campaignCode", g.name as "adGroup", ${monthOf('d.day')} as "date", ${PLATFORM_SUMS}
          from platform_day d ${CAMPAIGN_OF_DAY}
          join platform_ad_group g on g.owner_key = d.owner_key and g.ad_group_key = d.ad_group_key
          where ${within('d', 'day', viewer, YEAR)} and c.channel = 'ppc' group by c.code, g.ad_group_key, g.name, ${monthOf('d.day')}`,
      },
    ],
  },
  {
    ...all,
    name: 'Q10 goal, this month until today',
    parts: (viewer) => [
      {
        query: ask(THIS_MONTH, { dimensions: ['goal'], measures: LEAD_MEASURES }),
        statement: `${byCampaigns(viewer, THIS_MONTH, 'goal_key', 'g.name', 'goal')}
          join goal g on g.owner_key = x.owner_key and g.goal_key = x.goal_key group by g.goal_key, g.name`,
      },
    ],
  },
  {
    ...all,
    name: 'Q12 values of three dimensions, 12 months',
    parts: (viewer) => [
      values(viewer, 'educationLevel', 'l.education', 'l.education'),
      values(
        viewer,
        'program',
        'p.name',
        'p.name',
        'left join program p on p.owner_key = l.owner_key and p.program_key = l.program_key',
      ),
      values(
        viewer,
        'publisherSource',
        's.source_tag',
        's.publisher_source_key, s.source_tag',
        'left join publisher_source s on s.publisher_source_key = l.publisher_source_key',
      ),
    ],
  },
];

/** The questions of somebody who works on all owners. */
export const AGENCY_QUESTIONS: readonly Question[] = [
  {
    ...all,
    channel: 'ppl',
    name: 'Q7 partner × month, 24 months',
    parts: (viewer) => [
      {
        query: ask(TWO_YEARS, { dimensions: ['mediaPartner'], measures: LEAD_MEASURES }, 'month'),
        statement: `select p.name as "mediaPartner", x.month as "date", ${SUMS_OF_SUMS} from (
            select c.partner_key, ${monthOf('l.captured_date')} as month, ${LEAD_SUMS} from lead l ${CAMPAIGN_OF_LEAD}
            where ${within('l', 'captured_date', viewer, TWO_YEARS)} and c.channel = 'ppl' group by 1, 2
            union all
            select c.partner_key, ${monthOf('b.day')}, 0, 0, 0, sum(b.client_amount) from billing_adjustment b ${CAMPAIGN_OF_CREDIT}
            where ${within('b', 'day', viewer, TWO_YEARS)} and c.channel = 'ppl' group by 1, 2
          ) x join media_partner p on p.partner_key = x.partner_key group by p.name, x.month`,
      },
    ],
  },
  {
    ...all,
    name: 'Q2a state × channel, 12 months',
    parts: (viewer) => [
      {
        query: ask(YEAR, { dimensions: ['state', 'channel'], measures: LEAD_MEASURES }),
        statement: `select x.state as "state", ch.name as "channel", ${SUMS_OF_COUNTS}
          from (select l.state, c.channel, ${LEAD_COUNTS} from lead l ${CAMPAIGN_OF_LEAD}
                where ${within('l', 'captured_date', viewer, YEAR)} group by l.state, c.channel) x
          join channel ch on ch.channel = x.channel group by x.state, ch.name`,
      },
    ],
  },
  {
    ...ppc,
    name: 'Q9a platform × month, 24 months',
    parts: (viewer) => [
      {
        query: ask(TWO_YEARS, { dimensions: ['tradingPlatform'], measures: PLATFORM_MEASURES }, 'month'),
        statement: `select t.name as "tradingPlatform", ${monthOf('d.day')} as "date", ${PLATFORM_SUMS} from platform_day d ${CAMPAIGN_OF_DAY}
          join platform_account a on a.owner_key = c.owner_key and a.account_key = c.account_key
          join trading_platform t on t.platform_key = a.platform_key
          where ${within('d', 'day', viewer, TWO_YEARS)} and c.channel = 'ppc' group by t.name, ${monthOf('d.day')}`,
      },
    ],
  },
];
