import { type IoLine, type IoTerms } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type Pair } from '../lines/lines.queries.ts';

interface NewOrder extends Pair {
  ownerKey: number;
  month: string;
  version: number;
}

/** A draft, still without lines. */
export const insertDraft = async (tx: Tx, order: NewOrder, at: Date): Promise<number> => {
  const { ownerKey, partnerKey, clientKey, month, version } = order;
  const { rows } = await sql<{ ioKey: number }>`
    insert into insertion_order (owner_key, partner_key, client_key, month, version, created_at)
    values (${ownerKey}, ${partnerKey}, ${clientKey}, ${month}, ${version}, ${at}) returning io_key as "ioKey"
  `.execute(tx);
  return rows[0]!.ioKey;
};

/** Replaces a draft's lines; the statement cannot touch a sent version. */
export const replaceLines = async (
  tx: Tx,
  ownerKey: number,
  ioKey: number,
  lines: readonly IoLine[],
): Promise<void> => {
  await sql`delete from insertion_order_line where owner_key = ${ownerKey} and io_key = ${ioKey}`.execute(tx);
  await sql`
    insert into insertion_order_line (owner_key, io_key, campaign_key, campaign_name, campaign_code, client_campaign_code, campus, programs, geo,
      media_desktop, media_tablet, media_mobile, monthly_capacity, monthly_allocation, monthly_soft_allocation, weekly_allocation,
      daily_allocation, start_date, end_date, recurring, amount)
    select ${ownerKey}, ${ioKey}, n."campaignKey", n."campaignName", n."campaignCode", n."clientCampaignCode", n.campus, n.programs, n.geo,
      n."mediaDesktop", n."mediaTablet", n."mediaMobile", n."monthlyCapacity", n."monthlyAllocation", n."monthlySoftAllocation",
      n."weeklyAllocation", n."dailyAllocation", n."startDate", n."endDate", n.recurring, n.amount
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) n ("campaignKey" int, "campaignName" text, "campaignCode" text,
      "clientCampaignCode" text, campus text, programs text, geo text, "mediaDesktop" numeric, "mediaTablet" numeric, "mediaMobile" numeric,
      "monthlyCapacity" int, "monthlyAllocation" int, "monthlySoftAllocation" int, "weeklyAllocation" int, "dailyAllocation" int,
      "startDate" date, "endDate" date, recurring boolean, amount numeric)
  `.execute(tx);
};

interface Author {
  userKey: number | null;
  at: Date | null;
}
interface FieldAuthor extends Author {
  campaignKey: number;
  field: string;
}

export const replaceChanges = async (
  tx: Tx,
  ownerKey: number,
  ioKey: number,
  changes: readonly FieldAuthor[],
): Promise<void> => {
  await sql`delete from insertion_order_change where owner_key = ${ownerKey} and io_key = ${ioKey}`.execute(tx);
  await sql`
    insert into insertion_order_change (owner_key, io_key, campaign_key, field, changed_by, changed_at)
    select ${ownerKey}, ${ioKey}, n.* from unnest(${changes.map(({ campaignKey }) => campaignKey)}::int[],
      ${changes.map(({ field }) => field)}::text[], ${changes.map(({ userKey }) => userKey)}::int[],
      ${changes.map(({ at }) => at)}::timestamptz[]) n
  `.execute(tx);
};

/** Deletes a draft without differences. */
export const removeDraft = async (tx: Tx, ownerKey: number, ioKey: number): Promise<void> => {
  for (const table of ['insertion_order_change', 'insertion_order_line', 'insertion_order'])
    await sql`delete from ${sql.table(table)} where owner_key = ${ownerKey} and io_key = ${ioKey}`.execute(tx);
};

export const updateSent = async (
  tx: Tx,
  ownerKey: number,
  ioKey: number,
  sent: { number: string; by: number | null; at: Date; message: string; terms: IoTerms },
): Promise<void> => {
  await sql`
    update insertion_order set status = 'SENT', number = ${sent.number}, sent_at = ${sent.at}, sent_by = ${sent.by}, message = ${sent.message},
      terms = ${JSON.stringify(sent.terms)}
    where owner_key = ${ownerKey} and io_key = ${ioKey} and status = 'DRAFT'
  `.execute(tx);
};

/** The possible source of a change: a cell of the month, a price, or the campaign's own record. */
interface Source extends Author {
  campaignKey: number;
  source: string;
}

/** The last change of each campaign since then, by source. */
export const listSources = async (
  tx: Tx,
  ownerKey: number,
  month: string,
  campaignKeys: readonly number[],
  since: Date,
): Promise<Source[]> => {
  const keys = [...campaignKeys];
  const { rows } = await sql<Source>`
    (select distinct on (h.campaign_key, h.field) h.campaign_key as "campaignKey", h.field as source, h.changed_by as "userKey", h.changed_at as at
     from allocation_change h
     where h.owner_key = ${ownerKey} and h.month = ${month} and h.campaign_key = any (${keys}::int[]) and h.changed_at >= ${since}
     order by h.campaign_key, h.field, h.change_key desc)
    union all
    (select distinct on (v.campaign_key) v.campaign_key, 'price', v.set_by, v.valid_from from campaign_price v
     where v.owner_key = ${ownerKey} and v.campaign_key = any (${keys}::int[]) and v.valid_from >= ${since}
     order by v.campaign_key, v.valid_from desc)
    union all
    (select distinct on (a.entity_key) a.entity_key::int, 'record', a.user_key, a.at from audit_log a
     where a.owner_key = ${ownerKey} and a.at >= ${since} and a.entity = 'campaign' and a.outcome = 'done' and a.user_key is not null
       and a.entity_key = any (${keys.map(String)}::text[])
     order by a.entity_key, a.audit_key desc)
  `.execute(tx);
  return rows;
};
