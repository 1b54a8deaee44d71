import { type BilledStatus } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type Party } from '../party.ts';
import { ourLeads, SIDES } from './our-leads.ts';

/** A row of the other side's file. */
export interface TheirRow {
  row: number;
  id: string | null;
  reference: string | null;
  price: number | null;
  status: BilledStatus | null;
  campaign: string | null;
  /** The day of the inquiry in their list. */
  date: string | null;
}

interface NewRun extends Party {
  ownerKey: number;
  importKey: number;
  fileRows: number;
  userKey: number;
  group: string;
  at: Date;
}

/** Uploads of the same side and month run one after the other: both would replace the same run. */
export const holdParty = (tx: Tx, ownerKey: number, { side, partyKey, month }: Party) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`reconciliation ${ownerKey} ${side} ${partyKey} ${month}`}, 0))`.execute(
    tx,
  );

/** A new run that replaces the one before, which stays in the history; the keys of both. */
export const insertRun = async (tx: Tx, run: NewRun): Promise<{ runKey: number; replaced: number | null }> => {
  const { ownerKey, side, partyKey, month, importKey, fileRows, userKey, group, at } = run;
  const [partnerKey, clientKey] = side === 'media' ? [partyKey, null] : [null, partyKey];
  const before = await sql<{ runKey: number }>`
    update reconciliation_run set replaced_at = ${at}
    where owner_key = ${ownerKey} and side = ${side} and coalesce(partner_key, client_key) = ${partyKey} and month = ${month}::date
      and replaced_at is null
    returning run_key as "runKey"
  `.execute(tx);
  const { rows } = await sql<{ runKey: number }>`
    insert into reconciliation_run (owner_key, side, partner_key, client_key, month, file_name, file_rows, uploaded_by, uploaded_group, uploaded_at)
    select ${ownerKey}, ${side}, ${partnerKey}::int, ${clientKey}::int, ${month}::date, i.file_name, ${fileRows}, ${userKey}, ${group}, ${at}
    from bulk_import i where i.owner_key = ${ownerKey} and i.import_key = ${importKey}
    returning run_key as "runKey"
  `.execute(tx);
  return { runKey: rows[0]!.runKey, replaced: before.rows[0]?.runKey ?? null };
};

/** A lead of the month by its side's party. */
export const isOfPartyAndMonth = ({ side, partyKey, month }: Party) =>
  sql`l.captured_date >= ${month}::date and l.captured_date < (${month}::date + interval '1 month') and ${SIDES[side].party} = ${partyKey}`;

/**
 * Two steps of a statement: `beside` joins each row of `theirs` to its lead, and `judged` compares them. The statement defines `theirs`,
 * `ours`, which rows name which of those leads in which order (`first_named`), and the leads found elsewhere.
 */
export const besideAndJudged = (partyKey: number) => sql`
    beside as (
      select t.*, f.turn, f.matched_by, coalesce(o.lead_key, e.lead_key) as lead_key, coalesce(o.captured_date, e.captured_date) as captured_date,
             coalesce(o.campaign_key, e.campaign_key) as campaign_key, coalesce(o.status, e.status) as our_status,
             o.class, o.unpaid, o.price as lead_price, e.lead_key is not null and e.party_key <> ${partyKey} as is_other_party,
             case when f.turn = 1 then o.amount else 0 end as our_amount,
             o.is_billable or o.amount <> 0 as is_billed,
             coalesce(t.status, 'BILLABLE') = 'BILLABLE' as is_claimed,
             t.campaign is not null and lower(t.campaign) <> lower(o.campaign_code) as is_other_campaign
      from theirs t
      left join first_named f on f.row = t.row
      left join ours o on o.lead_key = f.lead_key
      left join elsewhere e on e.row = t.row
    ), judged as (
      select b.*,
        case when not b.is_claimed then 0 else coalesce(b.price, case when b.turn = 1 then case when b.is_billed then b.our_amount else b.lead_price end end, 0) end
          as their_amount,
        case
          when b.lead_key is null then 'UNKNOWN_ID'
          when b.is_other_party then 'OTHER_CLIENT'
          when b.turn is null then 'OTHER_MONTH'
          when b.turn > 1 then 'NAMED_TWICE'
          when b.is_other_campaign then 'OTHER_CAMPAIGN'
          when b.is_claimed and b.is_billed then case when b.price is null or b.price = b.our_amount then 'SAME' else 'OTHER_PRICE' end
          when b.is_claimed and b.unpaid and b.class = 'BILLABLE' then 'UNPAID'
          when b.is_claimed and b.our_status = 'TST' then 'TEST'
          when b.is_claimed then case b.class when 'RETURNED' then 'RETURNED' when 'PENDING' then 'PENDING' else 'REFUSED' end
          when b.our_amount <> 0 or b.class <> b.status then 'OTHER_STATUS'
          else 'SAME'
        end as reason
      from beside b
    )`;
/** The kind of a judged row. */
export const KIND_OF_REASON = sql`case j.reason when 'SAME' then 'MATCHED' when 'OTHER_PRICE' then 'PRICE' when 'OTHER_STATUS' then 'STATUS' else 'THEIRS' end`;

/**
 * Joins every row of theirs to its lead, and adds our leads that no row names. Leads of the month are matched by id at once; only the rest
 * is looked up among other months, by the indexes of ids. Matches made by hand in the replaced list are made again.
 */
export const insertComparison = async (
  tx: Tx,
  { ownerKey, runKey, replaced, ...of }: Party & { ownerKey: number; runKey: number; replaced: number | null },
  theirs: readonly TheirRow[],
): Promise<void> => {
  const { side, partyKey, month } = of;
  const { party, reference } = SIDES[side];
  const months = { ownerKey, side, month };
  // Another partner's leads are hidden; a client's are of the same owner, and may belong to another of its clients.
  const isVisible = side === 'media' ? sql`${party} = ${partyKey}` : sql`true`;
  // The planner cannot estimate the rows of each step, and nested loops over a whole file take minutes.
  await sql`select set_config('enable_nestloop', 'off', true)`.execute(tx);
  await sql`
    with theirs as materialized (
      select t.* from jsonb_to_recordset(${JSON.stringify(theirs)}::jsonb)
        as t (row int, id text, reference text, price numeric, status text, campaign text, date date)
    ), ours as materialized (${ourLeads(months, isOfPartyAndMonth(of))}),
    named as materialized (
      select t.row, n.place, n.name from theirs t
      cross join lateral (values (1, t.id), (2, t.reference)) n (place, name) where n.name is not null
    ), by_hand as materialized (
      select r.their_id, r.lead_key, r.matched_by from reconciliation_row r
      where r.owner_key = ${ownerKey} and r.run_key = ${replaced} and r.matched_by is not null
    ), found as materialized (
      select distinct on (m.row) m.row, m.way, m.lead_key, m.matched_by from (
        select n.row, n.place, 1 as way, o.lead_key, o.is_billable, null as matched_by from named n join ours o on o.public_id = upper(n.name)
        union all
        select n.row, n.place, 2, o.lead_key, o.is_billable, null from named n join ours o on o.reference = n.name
        union all
        select n.row, n.place, 3, o.lead_key, o.is_billable, h.matched_by from named n
        join by_hand h on h.their_id = n.name join ours o on o.lead_key = h.lead_key
      ) m
      order by m.row, m.place, m.way, m.is_billable desc, m.lead_key
    ), first_named as (
      select f.row, f.lead_key, f.matched_by, row_number() over (partition by f.lead_key order by f.way = 3, f.row) as turn from found f
    ), somewhere as materialized (
      select distinct on (n.row) n.row, l.lead_key, l.captured_date, l.campaign_key, l.status, l.partner_key
      from named n
      cross join lateral (
        select 1 as way, l.lead_key, l.captured_date, l.campaign_key, l.status, l.partner_key from lead l
        where l.owner_key = ${ownerKey} and l.public_id = upper(n.name) and ${isVisible}
        union all
        select 2, l.lead_key, l.captured_date, l.campaign_key, l.status, l.partner_key from lead l
        where l.owner_key = ${ownerKey} and ${reference} = n.name and ${isVisible}
      ) l
      where n.row not in (select f.row from found f)
      order by n.row, n.place, l.way, l.captured_date desc, l.lead_key desc
    ), elsewhere as materialized (
      select l.*, ${party} as party_key from somewhere l
      join campaign c on c.owner_key = ${ownerKey} and c.campaign_key = l.campaign_key
      left join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    ), ${besideAndJudged(partyKey)}, compared as (
      select ${KIND_OF_REASON} as kind,
             j.reason, j.row as file_row, coalesce(j.id, j.reference) as their_id, j.campaign as their_campaign, j.status as their_status,
             j.their_amount, j.price as their_price, j.date as their_date, case when j.turn = 1 then j.matched_by end as matched_by,
             j.captured_date, j.lead_key, j.campaign_key, j.our_status, coalesce(j.our_amount, 0) as our_amount
      from judged j
      union all
      select 'OURS', 'NOT_IN_FILE', null, null, null, null, 0, null, null, null, o.captured_date, o.lead_key, o.campaign_key, o.status, o.amount
      from ours o where o.amount <> 0 and not exists (select from found f where f.lead_key = o.lead_key)
    )
    insert into reconciliation_row (owner_key, run_key, side, partner_key, kind, reason, file_row, their_id, their_campaign, their_status,
                                    their_amount, their_price, their_date, matched_by, captured_date, lead_key, campaign_key, our_status, our_amount, state)
    select ${ownerKey}, ${runKey}, ${side}, ${side === 'media' ? partyKey : null}::int, x.kind, x.reason, x.file_row, x.their_id, x.their_campaign,
           x.their_status, x.their_amount, x.their_price, x.their_date, x.matched_by, x.captured_date, x.lead_key, x.campaign_key, x.our_status, x.our_amount,
           case x.kind when 'MATCHED' then 'AGREED' else 'OPEN' end
    from compared x order by x.file_row nulls last, x.lead_key
  `.execute(tx);
  await sql`select set_config('enable_nestloop', 'on', true)`.execute(tx);
};
