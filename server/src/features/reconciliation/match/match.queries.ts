import {
  type LeadStatus,
  RECONCILIATION_LIMITS,
  RECONCILIATION_MATCH_DAYS,
  type ReconciliationKind,
  type ReconciliationMatchWay,
  type ReconciliationState,
} from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { besideAndJudged, isOfPartyAndMonth, KIND_OF_REASON } from '../compare/compare.queries.ts';
import { ourLeads } from '../compare/our-leads.ts';
import { type RunHead } from '../runs.queries.ts';

/** The state of a row that a match requires. */
export interface RowState {
  rowKey: number;
  version: number;
  kind: ReconciliationKind;
  reason: string;
  state: ReconciliationState;
  matchedBy: ReconciliationMatchWay | null;
  /** The display name of the row: of its lead, or from the file. */
  name: string;
  leadKey: number | null;
}

export const findRow = async (
  tx: Tx,
  ownerKey: number,
  runKey: number,
  rowKey: number,
): Promise<RowState | undefined> => {
  const { rows } = await sql<RowState>`
    select r.row_key as "rowKey", r.row_version as version, r.kind, r.reason, r.state, r.matched_by as "matchedBy",
           coalesce(r.their_id, l.public_id) as name, r.lead_key::int as "leadKey"
    from reconciliation_row r
    left join lead l on l.owner_key = r.owner_key and l.captured_date = r.captured_date and l.lead_key = r.lead_key
    where r.owner_key = ${ownerKey} and r.run_key = ${runKey} and r.row_key = ${rowKey} and r.merged_into is null
  `.execute(tx);
  return rows[0];
};

export interface FoundMatch {
  way: ReconciliationMatchWay;
  daysApart: number;
  theirRow: number;
  theirVersion: number;
  theirId: string | null;
  theirDate: string | null;
  theirCampaign: string | null;
  theirAmount: number;
  leadKey: number;
  leadId: string;
  capturedDate: string;
  campaignCode: string;
  campaignName: string;
  ourStatus: LeadStatus;
  ourAmount: number;
  ourRow: number | null;
  ourVersion: number | null;
}

/**
 * Rows of theirs without a lead beside our leads of the month without a row: for one row, one lead, or both. All of the party's leads are
 * compared by similar id, only billed ones by campaign, day and price.
 */
export const listMatches = async (
  tx: Tx,
  ownerKey: number,
  run: RunHead,
  { theirRow, leadKey }: { theirRow?: number; leadKey?: number },
): Promise<FoundMatch[]> => {
  const ofLead = leadKey === undefined ? sql`` : sql`and l.lead_key = ${leadKey}`;
  const ofRow = theirRow === undefined ? sql`` : sql`and r.row_key = ${theirRow}`;
  const { rows } = await sql<FoundMatch>`
    with theirs as materialized (
      select r.*, app.plain_id(r.their_id) as plain from reconciliation_row r
      where r.owner_key = ${ownerKey} and r.run_key = ${run.runKey} and r.reason = 'UNKNOWN_ID' and r.state in ('OPEN', 'DISPUTED') ${ofRow}
    ), ours as materialized (
      ${ourLeads({ ownerKey, side: run.side, month: run.month }, sql`${isOfPartyAndMonth(run)} ${ofLead}`)}
    ), unnamed as materialized (
      select o.*, w.row_key, w.row_version from ours o
      left join reconciliation_row w on w.owner_key = ${ownerKey} and w.run_key = ${run.runKey} and w.lead_key = o.lead_key and w.kind = 'OURS'
      where not exists (
        select from reconciliation_row n where n.owner_key = ${ownerKey} and n.run_key = ${run.runKey} and n.lead_key = o.lead_key
          and (n.kind <> 'OURS' or n.merged_into is not null or n.state not in ('OPEN', 'DISPUTED')))
    ), pair as (
      select 'SPELLING' as way, t.row_key as their_row, o.lead_key from theirs t
      join (
        select u.lead_key, app.plain_id(u.public_id) as plain from unnamed u
        union select u.lead_key, app.plain_id(u.reference) from unnamed u where u.reference is not null
      ) o on o.plain = t.plain
      where t.plain <> ''
      union all
      select 'CAMPAIGN_DAY_PRICE', t.row_key, u.lead_key from theirs t
      join unnamed u on lower(u.campaign_code) = lower(t.their_campaign) and u.amount = t.their_amount
        and abs(u.captured_date - t.their_date) <= ${RECONCILIATION_MATCH_DAYS}
      where t.their_amount <> 0
    )
    select * from (
      select distinct on (p.their_row, p.lead_key) p.way, coalesce(abs(u.captured_date - t.their_date), 0) as "daysApart",
             t.row_key as "theirRow", t.row_version as "theirVersion", t.their_id as "theirId", t.their_date::text as "theirDate",
             t.their_campaign as "theirCampaign", t.their_amount::float8 as "theirAmount",
             u.lead_key::int as "leadKey", u.public_id as "leadId", u.captured_date::text as "capturedDate", u.campaign_code as "campaignCode",
             c.name as "campaignName", u.status as "ourStatus", u.amount::float8 as "ourAmount", u.row_key as "ourRow", u.row_version as "ourVersion"
      from pair p
      join theirs t on t.row_key = p.their_row
      join unnamed u on u.lead_key = p.lead_key
      join campaign c on c.owner_key = ${ownerKey} and c.campaign_key = u.campaign_key
      order by p.their_row, p.lead_key, p.way desc
    ) m
    order by m.way desc, m."daysApart", m."theirRow", m."leadKey" limit ${RECONCILIATION_LIMITS.matches}
  `.execute(tx);
  return rows;
};

/** Joins a row of theirs to a lead as if its id had matched; from now on it also represents the row that was only ours. */
export const joinRows = async (
  tx: Tx,
  ownerKey: number,
  run: RunHead,
  { theirRow, leadKey, ourRow, way }: Pick<FoundMatch, 'theirRow' | 'leadKey' | 'ourRow' | 'way'>,
): Promise<{ kind: ReconciliationKind; difference: number }> => {
  const { rows } = await sql<{ kind: ReconciliationKind; difference: number }>`
    with theirs as (
      select r.file_row as row, r.their_price as price, r.their_status as status, r.their_campaign as campaign from reconciliation_row r
      where r.owner_key = ${ownerKey} and r.run_key = ${run.runKey} and r.row_key = ${theirRow}
    ), ours as (
      ${ourLeads({ ownerKey, side: run.side, month: run.month }, sql`${isOfPartyAndMonth(run)} and l.lead_key = ${leadKey}`)}
    ), first_named as (
      select t.row, o.lead_key, ${way}::text as matched_by, 1 as turn from theirs t cross join ours o
    ), elsewhere as (
      select null::int as row, null::bigint as lead_key, null::date as captured_date, null::int as campaign_key, null::text as status,
             null::int as party_key where false
    ), ${besideAndJudged(run.partyKey)}
    update reconciliation_row r
    set kind = ${KIND_OF_REASON}, reason = j.reason, their_amount = j.their_amount, lead_key = j.lead_key, captured_date = j.captured_date,
        campaign_key = j.campaign_key, our_status = j.our_status, our_amount = j.our_amount, matched_by = j.matched_by,
        state = case j.reason when 'SAME' then 'AGREED' else 'OPEN' end, row_version = r.row_version + 1
    from judged j
    where r.owner_key = ${ownerKey} and r.run_key = ${run.runKey} and r.row_key = ${theirRow}
    returning r.kind, r.difference::float8 as difference
  `.execute(tx);
  await sql`
    update reconciliation_row set merged_into = ${theirRow}, row_version = row_version + 1
    where owner_key = ${ownerKey} and run_key = ${run.runKey} and row_key = ${ourRow}
  `.execute(tx);
  return rows[0]!;
};

/** Separates the two as the file left them: a row without a lead, and a lead without a row. */
export const partRows = async (tx: Tx, ownerKey: number, runKey: number, rowKey: number): Promise<void> => {
  await sql`
    update reconciliation_row
    set kind = 'THEIRS', reason = 'UNKNOWN_ID', lead_key = null, captured_date = null, campaign_key = null, our_status = null, our_amount = 0,
        their_amount = case when coalesce(their_status, 'BILLABLE') = 'BILLABLE' then coalesce(their_price, 0) else 0 end,
        matched_by = null, state = 'OPEN', row_version = row_version + 1
    where owner_key = ${ownerKey} and run_key = ${runKey} and row_key = ${rowKey}
  `.execute(tx);
  await sql`
    update reconciliation_row set merged_into = null, row_version = row_version + 1
    where owner_key = ${ownerKey} and run_key = ${runKey} and merged_into = ${rowKey}
  `.execute(tx);
};
