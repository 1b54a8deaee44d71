import { type IoLine } from '@paceline/contract';
import { sql, type RawBuilder } from 'kysely';
import { ofOwners } from '../../db/scope/of-owners.ts';
import { ofPartner } from '../../db/scope/of-partner.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { type ChangeOf, type OrderRow } from './orders.rules.ts';

const ORDER = sql`
  select i.io_key as "ioKey", i.number, i.version, i.partner_key as "partnerKey", p.name as "partnerName", p.code as "partnerCode",
         i.client_key as "clientKey", cl.name as "clientName", i.month::text as month, i.status as state, i.message, i.terms,
         i.sent_at as "sentAt", i.opened_at as "openedAt", i.answered_at as "answeredAt", i.answered_by as "answeredBy",
         i.answer_note as "answerNote", i.answer_lines as "answerLines"
  from insertion_order i
  join media_partner p on p.partner_key = i.partner_key
  join client cl on cl.owner_key = i.owner_key and cl.client_key = i.client_key`;

const listOrders = async (tx: Tx, where: RawBuilder<unknown>): Promise<OrderRow[]> => {
  const { rows } =
    await sql<OrderRow>`${ORDER} where ${where} and ${ofPartner('i.partner_key')} order by p.name, cl.name, i.version`.execute(
      tx,
    );
  return rows;
};

/** Every version of a month's orders, oldest first. A partner sees those that were sent to it. */
export const listMonthOrders = (tx: Tx, ownerKey: number, month: string): Promise<OrderRow[]> =>
  listOrders(tx, sql`i.owner_key = ${ownerKey} and i.month = ${month}`);

/** Every version of the order with this key. */
export const listVersions = (tx: Tx, ownerKey: number, ioKey: number): Promise<OrderRow[]> =>
  listOrders(
    tx,
    sql`i.owner_key = ${ownerKey} and (i.partner_key, i.client_key, i.month) in (
      select o.partner_key, o.client_key, o.month from insertion_order o where o.owner_key = ${ownerKey} and o.io_key = ${ioKey})`,
  );

/** Orders that wait for a media partner's answer: the version sent last, of the owner's current month or a later one. */
export const listWaiting = async (
  tx: Tx,
  ownerKeys: readonly number[],
  partnerKey: number | null,
  now: Date,
): Promise<{ ownerKey: number; ioKey: number }[]> => {
  const { rows } = await sql<{ ownerKey: number; ioKey: number }>`
    select i.owner_key as "ownerKey", i.io_key as "ioKey"
    from insertion_order i join owner o on o.owner_key = i.owner_key
    where ${ofOwners('i.owner_key', ownerKeys)} and i.partner_key = ${partnerKey} and i.status in ('SENT', 'OPENED')
      and i.month >= date_trunc('month', ${now}::timestamptz at time zone o.time_zone)
      and not exists (select from insertion_order n
                      where n.owner_key = i.owner_key and n.partner_key = i.partner_key and n.client_key = i.client_key
                        and n.month = i.month and n.version > i.version and n.sent_at is not null)
    order by i.month, i.sent_at, i.owner_key, i.io_key
  `.execute(tx);
  return rows;
};

/** Orders of an owner by their keys. */
export const listOrdersOf = (tx: Tx, ownerKey: number, ioKeys: readonly number[]): Promise<OrderRow[]> =>
  listOrders(tx, sql`i.owner_key = ${ownerKey} and i.io_key = any (${[...ioKeys]}::int[])`);

/** The lines of orders, by order, as they were written. */
export const listLines = async (
  tx: Tx,
  ownerKey: number,
  ioKeys: readonly number[],
): Promise<Map<number, IoLine[]>> => {
  const { rows } = await sql<IoLine & { ioKey: number }>`
    select l.io_key as "ioKey", l.campaign_key as "campaignKey", coalesce(l.campaign_name, c.name) as "campaignName",
           coalesce(l.campaign_code, c.code) as "campaignCode", l.client_campaign_code as "clientCampaignCode", l.campus, l.programs, l.geo,
           l.media_desktop::float8 as "mediaDesktop", l.media_tablet::float8 as "mediaTablet", l.media_mobile::float8 as "mediaMobile",
           l.monthly_capacity as "monthlyCapacity", l.monthly_allocation as "monthlyAllocation",
           l.monthly_soft_allocation as "monthlySoftAllocation", l.weekly_allocation as "weeklyAllocation",
           l.daily_allocation as "dailyAllocation", l.start_date::text as "startDate", l.end_date::text as "endDate", l.recurring,
           coalesce(l.amount, l.media_desktop * l.monthly_allocation, 0)::float8 as amount
    from insertion_order_line l
    join campaign c on c.owner_key = l.owner_key and c.campaign_key = l.campaign_key
    where l.owner_key = ${ownerKey} and l.io_key = any (${[...ioKeys]}::int[])
    order by "campaignName", l.campaign_key
  `.execute(tx);
  const lines = new Map<number, IoLine[]>(ioKeys.map((ioKey) => [ioKey, []]));
  for (const { ioKey, ...line } of rows) lines.get(ioKey)?.push(line);
  return lines;
};

export const listChangesOf = async (tx: Tx, ownerKey: number, ioKey: number): Promise<ChangeOf[]> => {
  const { rows } = await sql<ChangeOf>`
    select h.campaign_key as "campaignKey", h.field, nullif(concat_ws(' ', u.first_name, u.last_name), '') as "changedBy",
           h.changed_at as "changedAt"
    from insertion_order_change h left join user_account u on u.user_key = h.changed_by
    where h.owner_key = ${ownerKey} and h.io_key = ${ioKey}
  `.execute(tx);
  return rows;
};

/** The months that have orders, newest first. */
export const listOrderMonths = async (tx: Tx, ownerKey: number): Promise<string[]> => {
  const { rows } = await sql<{ month: string }>`
    select distinct month::text as month from insertion_order where owner_key = ${ownerKey} order by 1 desc limit 24
  `.execute(tx);
  return rows.map(({ month }) => month);
};

export interface OrderSettings {
  ownerName: string;
  ordersRequired: boolean;
  agencyName: string;
  paymentTerms: string;
  hidesClientCode: boolean;
  rowVersion: number;
}

/** Settings never saved have the table's defaults. An owner that named no agency has the one of the agency's brand, or else is its own. */
export const getSettings = async (tx: Tx, ownerKey: number): Promise<OrderSettings> => {
  const { rows } = await sql<OrderSettings>`
    select o.name as "ownerName", o.io_required as "ordersRequired", coalesce(s.agency_name, (select nullif(a.name, '') from agency_branding a), o.name) as "agencyName",
           coalesce(s.payment_terms, 'Net 30') as "paymentTerms", coalesce(s.hides_client_code, false) as "hidesClientCode",
           coalesce(s.row_version, 0) as "rowVersion"
    from owner o left join insertion_order_setting s on s.owner_key = o.owner_key
    where o.owner_key = ${ownerKey}
  `.execute(tx);
  if (rows[0] === undefined) throw new Error(`There is no owner ${ownerKey}`);
  return rows[0];
};

export const upsertSettings = async (
  tx: Tx,
  ownerKey: number,
  { ordersRequired, agencyName, paymentTerms, hidesClientCode }: Omit<OrderSettings, 'ownerName' | 'rowVersion'>,
): Promise<void> => {
  await sql`
    insert into insertion_order_setting as s (owner_key, agency_name, payment_terms, hides_client_code)
    values (${ownerKey}, ${agencyName}, ${paymentTerms}, ${hidesClientCode})
    on conflict (owner_key) do update set agency_name = excluded.agency_name, payment_terms = excluded.payment_terms,
      hides_client_code = excluded.hides_client_code, row_version = s.row_version + 1, looked_on = null
  `.execute(tx);
  // The flag changes the status of every campaign, so it is written only when it differs.
  await sql`
    update owner set io_required = ${ordersRequired} where owner_key = ${ownerKey} and io_required <> ${ordersRequired}
  `.execute(tx);
};

/** How far an owner's plans have been compared; undefined where it never sent an order. */
interface Looked {
  version: number;
  lookedVersion: number | null;
  lookedOn: string | null;
}
export const findLooked = async (tx: Tx, ownerKey: number): Promise<Looked | undefined> => {
  const { rows } = await sql<Looked>`
    select (select coalesce(sum(v.version), 0)::float8 from rules_version v where v.owner_key = ${ownerKey}) as version,
           s.looked_version::float8 as "lookedVersion", s.looked_on::text as "lookedOn"
    from insertion_order_setting s where s.owner_key = ${ownerKey}
  `.execute(tx);
  return rows[0];
};
export const updateLooked = async (tx: Tx, ownerKey: number, version: number, day: string): Promise<void> => {
  await sql`
    update insertion_order_setting set looked_version = ${version}, looked_on = ${day} where owner_key = ${ownerKey}
  `.execute(tx);
};

/** Locks an owner's orders: one process at a time makes, sends or revises them. */
export const holdOrders = async (tx: Tx, ownerKey: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('insertion orders ' || ${ownerKey}::text, 0))`.execute(tx);
};
