import {
  type BillableGroup,
  type BillableName,
  type BillingSide,
  numberOf,
  type Parts,
  type Remark,
} from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

/** Which lines to read; `sides` are those that the viewer may see, their own first. */
export interface LineQuestion {
  ownerKey: number;
  from: string;
  to: string;
  /** Of a month whose lines are written: the closing to read. */
  closing: number | null;
  clientKeys: readonly number[] | undefined;
  partnerKeys: readonly number[] | undefined;
  campaignKeys: readonly number[] | undefined;
  groupBy: readonly BillableGroup[];
  includeAdjustments: boolean;
  sides: readonly [BillingSide, ...BillingSide[]];
}

export interface GroupedLine {
  names: Record<BillableName, string | null>;
  partnerKey: number | null;
  clientKey: number | null;
  campaignKey: number | null;
  sourceKey: number | null;
  state: Remark | null;
  parts: Parts;
}

const COUNTS = {
  grossLeads: 'gross',
  invalidLeads: 'invalid',
  duplicates: 'duplicate',
  scrubbed: 'scrubbed',
  overCap: 'over_cap',
  rejectedLeads: 'rejected',
  validLeads: 'valid',
  returned: 'returned',
  billableLeads: 'billable',
  unpaidLeads: 'unpaid',
  impressions: 'impressions',
  platformClicks: 'clicks',
} as const;
type Count = keyof typeof COUNTS;
const COUNT_KEYS = Object.keys(COUNTS) as Count[];

/** Each side's own columns, under names that say whose they are: money, and how many leads have a price. The other side's are not read. */
const FROZEN = { lead: 'lead_amount', platform: 'platform_amount', prior: 'prior_amount', priced: 'priced' } as const;
const OF_SIDE = ['lead', 'platform', 'prior', 'priced', 'expected'] as const;

const frozenLines = ({ ownerKey, from, closing, sides }: LineQuestion): RawBuilder<unknown> => {
  const money = sides.flatMap((side) => [
    ...Object.entries(FROZEN).map(
      ([kind, column]) => sql`${sql.ref(`${side}_side.${column}`)} as ${sql.ref(`${kind}_${side}`)}`,
    ),
    sql`null::numeric as ${sql.ref(`expected_${side}`)}`,
  ]);
  const joins = sides.map((side) => {
    const name = `${side}_side`;
    return sql`join billing_line_amount ${sql.ref(name)} on ${sql.ref(`${name}.owner_key`)} = b.owner_key
      and ${sql.ref(`${name}.line_key`)} = b.line_key and ${sql.ref(`${name}.side`)} = ${side}`;
  });
  return sql`
    select b.campaign_key, b.publisher_source_key, b.partner_key, b.client_key,
           -- A closed month has no expected leads.
           ${sql.raw(COUNT_KEYS.map((key) => `b.${COUNTS[key]}`).join(', '))}, null::bigint as awaiting, ${sql.join(money)}
    from billing_line b ${sql.join(joins, sql` `)}
    where b.owner_key = ${ownerKey} and b.month = ${from}::date and b.closing = ${closing}`;
};

const countedLines = ({ ownerKey, from, to, sides }: LineQuestion): RawBuilder<unknown> => {
  const money = sides.flatMap((side) => OF_SIDE.map((kind) => `r.${kind}_${side}`));
  return sql`
    select r.campaign_key, r.publisher_source_key, c.partner_key, g.client_key,
           ${sql.raw([...COUNT_KEYS.map((key) => `r.${COUNTS[key]}`), 'r.awaiting', ...money].join(', '))}
    from app.billing_recount(${ownerKey}, ${from}::date, ${to}::date) r
    join campaign c on c.owner_key = ${ownerKey} and c.campaign_key = r.campaign_key
    join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key`;
};

const keyFilter = (column: string, keys: readonly number[] | undefined): RawBuilder<unknown>[] =>
  keys === undefined || keys.length === 0 ? [] : [sql`${sql.ref(column)} = any (${[...keys]}::int[])`];

/** The keys that rows are grouped by, each null where it is not grouped by. */
const GROUP_KEYS = {
  partner: 'l.partner_key',
  client: 'l.client_key',
  campaign: 'l.campaign_key',
  source: 'l.publisher_source_key',
} as const satisfies Record<BillableGroup, string>;

const groupedBy = (groupBy: readonly BillableGroup[], group: BillableGroup): RawBuilder<unknown> =>
  groupBy.includes(group) ? sql.raw(GROUP_KEYS[group]) : sql`null::int`;

type Row = Record<string, string | number | null>;

/** The viewer's parts of a row: their own side's, and beside them what the agency pays. */
const partsOf = (row: Row, { sides, includeAdjustments }: LineQuestion): Parts => {
  const [own, other] = sides;
  const money = (kind: keyof typeof FROZEN, side: BillingSide): number => numberOf(row[`${kind}_${side}`]) ?? 0;
  const expected = (side: BillingSide): number | null => numberOf(row[`expected_${side}`]);
  const prior = (side: BillingSide): number => (includeAdjustments ? money('prior', side) : 0);
  const parts: Parts = Object.fromEntries(COUNT_KEYS.map((key) => [key, numberOf(row[key]) ?? 0]));
  return {
    ...parts,
    trackedClicks: 0,
    pricedLeads: money('priced', own),
    leadAmount: money('lead', own),
    waitingLeads: numberOf(row['awaiting']),
    waitingAmount: expected(own),
    platformAmount: money('platform', own),
    priorAmount: prior(own),
    ...(other !== undefined && {
      mediaPricedLeads: money('priced', other),
      mediaLeadAmount: money('lead', other),
      mediaWaitingAmount: expected(other),
      platformCost: money('platform', other),
      mediaPriorAmount: prior(other),
    }),
  };
};

/** The lines of a bill, added up by the requested groups. */
export const listLines = async (tx: Tx, question: LineQuestion): Promise<GroupedLine[]> => {
  const { ownerKey, from, groupBy, closing, sides } = question;
  const ofSides = sides.flatMap((side) => OF_SIDE.map((kind) => `${kind}_${side}`));
  const sums = [
    ...COUNT_KEYS.map((key) => [COUNTS[key], key] as const),
    ...['awaiting', ...ofSides].map((name) => [name, name] as const),
  ];
  const where = [
    ...keyFilter('l.client_key', question.clientKeys),
    ...keyFilter('l.partner_key', question.partnerKeys),
    ...keyFilter('l.campaign_key', question.campaignKeys),
  ];
  const { rows } = await sql<Row>`
    with l as (${closing === null ? countedLines(question) : frozenLines(question)}), grouped as (
      select ${groupedBy(groupBy, 'partner')} as partner_key, ${groupedBy(groupBy, 'client')} as client_key,
             ${groupedBy(groupBy, 'campaign')} as campaign_key, ${groupedBy(groupBy, 'source')} as source_key,
             -- The campaign's partner and client, for its insertion order, whatever the grouping.
             min(l.partner_key) as of_partner, min(l.client_key) as of_client,
             ${sql.raw(sums.map(([column, name]) => `sum(l.${column}) as "${name}"`).join(', '))}
      from l ${where.length === 0 ? sql`` : sql`where ${sql.join(where, sql` and `)}`}
      group by 1, 2, 3, 4
    )
    select x.*, x.partner_key as "partnerKey", x.client_key as "clientKey", x.campaign_key as "campaignKey", x.source_key as "sourceKey",
           p.name as "partnerName", p.code as "partnerCode", cl.name as "clientName", c.name as "campaignName", c.code as "campaignCode",
           g.name as "lineItem", ch.product_type as "productType", s.source_tag as "sourceName",
           (select case when count(*) > 3 then count(*) || ' campuses' else string_agg(u.name, ', ' order by u.name) end
            from goal_campus k join campus u on u.owner_key = k.owner_key and u.campus_key = k.campus_key
            where k.owner_key = c.owner_key and k.goal_key = c.goal_key) as campus,
           -- The order under which it was bought: the last one of the month that was sent.
           (select i.number from insertion_order i
            where i.owner_key = ${ownerKey} and i.partner_key = x.of_partner and i.client_key = x.of_client and i.month = date_trunc('month', ${from}::date)
              and x.campaign_key is not null and i.sent_at is not null order by i.version desc limit 1) as "ioNumber",
           (select k.kind from billing_remark k
            where k.owner_key = ${ownerKey} and k.month = date_trunc('month', ${from}::date) and k.campaign_key = x.campaign_key
              and k.side = 'media' and k.kind <> 'ANSWERED' order by k.remark_key desc limit 1) as state
    from grouped x
    left join media_partner p on p.partner_key = x.partner_key
    left join client cl on cl.owner_key = ${ownerKey} and cl.client_key = x.client_key
    left join campaign c on c.owner_key = ${ownerKey} and c.campaign_key = x.campaign_key
    left join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    left join channel ch on ch.channel = c.channel
    left join publisher_source s on s.publisher_source_key = x.source_key
    order by p.name nulls last, cl.name, c.name, s.source_tag nulls last, x.campaign_key, x.source_key
  `.execute(tx);
  const text = (row: Row, name: string): string | null => (row[name] as string | null) ?? null;
  const keyOf = (row: Row, name: string): number | null => (row[name] as number | null) ?? null;
  return rows.map((row) => ({
    names: {
      partnerName: text(row, 'partnerName'),
      partnerCode: text(row, 'partnerCode'),
      clientName: text(row, 'clientName'),
      campus: text(row, 'campus'),
      lineItem: text(row, 'lineItem'),
      campaignName: text(row, 'campaignName'),
      campaignCode: text(row, 'campaignCode'),
      productType: text(row, 'productType'),
      sourceName: text(row, 'sourceName'),
      ioNumber: text(row, 'ioNumber'),
    },
    partnerKey: keyOf(row, 'partnerKey'),
    clientKey: keyOf(row, 'clientKey'),
    campaignKey: keyOf(row, 'campaignKey'),
    sourceKey: keyOf(row, 'sourceKey'),
    state: text(row, 'state') as Remark | null,
    parts: partsOf(row, question),
  }));
};
