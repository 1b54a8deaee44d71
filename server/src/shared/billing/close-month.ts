import { lastOfMonth, type MonthState } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { type AdjustedBy } from './adjustments.ts';
import { monthWords } from './month-words.rules.ts';
import { issueStatements } from './issue-statements.ts';
import { settleCredits } from './settle-credits.ts';
import { findMonth } from './months.queries.ts';

export interface Closing extends AdjustedBy {
  reason: string;
}

export interface ClosedMonth {
  from: MonthState;
  lines: number;
  statements: number;
}

const insertLines = async (tx: Tx, ownerKey: number, month: string, closing: number): Promise<number> => {
  const { rows } = await sql<{ lines: number }>`
    with counted as (
      select r.*, c.partner_key, g.client_key
      from app.billing_recount(${ownerKey}, ${month}::date, ${lastOfMonth(month)}::date) r
      join campaign c on c.owner_key = ${ownerKey} and c.campaign_key = r.campaign_key
      join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    ), line as (
      insert into billing_line (owner_key, month, closing, partner_key, client_key, campaign_key, publisher_source_key, gross, invalid,
        duplicate, scrubbed, over_cap, closed, rejected, valid, returned, billable, awaiting, unpaid, impressions, clicks)
      select ${ownerKey}, ${month}::date, ${closing}, partner_key, client_key, campaign_key, publisher_source_key, gross, invalid,
        duplicate, scrubbed, over_cap, closed, rejected, valid, returned, billable, awaiting, unpaid, impressions, clicks
      from counted order by campaign_key, publisher_source_key
      returning line_key, partner_key, campaign_key, publisher_source_key
    ), amount as (
      insert into billing_line_amount (owner_key, line_key, side, partner_key, priced, lead_amount, platform_amount, prior_amount)
      select ${ownerKey}, l.line_key, s.side, l.partner_key, s.priced, s.lead_amount, s.platform_amount, s.prior_amount
      from line l
      join counted n on n.campaign_key = l.campaign_key and n.publisher_source_key is not distinct from l.publisher_source_key
      cross join lateral (values ('client', n.priced_client, n.lead_client, n.platform_client, n.prior_client),
                                 ('media', n.priced_media, n.lead_media, n.platform_media, n.prior_media))
        s (side, priced, lead_amount, platform_amount, prior_amount)
    )
    select count(*)::int as lines from line
  `.execute(tx);
  return rows[0]?.lines ?? 0;
};

const changeStatus = async (
  tx: Tx,
  ownerKey: number,
  month: string,
  change: { from: MonthState; to: 'CLOSED' | 'REOPENED'; closing: number },
  { userKey, at, reason }: Closing,
): Promise<void> => {
  await sql`
    insert into billing_month (owner_key, month, status, closing, changed_by, changed_at, reason)
    values (${ownerKey}, ${month}, ${change.to}, ${change.closing}, ${userKey}, ${at}, ${reason})
    on conflict (owner_key, month) do update set status = excluded.status, closing = excluded.closing, changed_by = excluded.changed_by,
      changed_at = excluded.changed_at, reason = excluded.reason
  `.execute(tx);
  await sql`
    insert into billing_month_change (owner_key, month, at, from_status, to_status, reason, changed_by)
    values (${ownerKey}, ${month}, ${at}, ${change.from}, ${change.to}, ${reason}, ${userKey})
  `.execute(tx);
};

/**
 * Leads awaiting delivery are not billed when their month closes, and are expected again when it is reopened: a line on each lead's own day
 * removes or restores its amount.
 */
const decideUndelivered = async (
  tx: Tx,
  ownerKey: number,
  month: string,
  isExpected: boolean,
  { userKey, at }: AdjustedBy,
): Promise<void> => {
  const words = monthWords(month);
  const counts = isExpected ? 1 : 0;
  await sql`
    insert into billing_adjustment
      (owner_key, day, campaign_key, for_month, lead_key, client_amount, media_amount, cause, reason, made_by, made_at)
    select l.owner_key, l.captured_date, l.campaign_key, ${month}::date, l.lead_key,
           ${counts}::int * l.client_price - w.client_amount, ${counts}::int * l.media_price - w.media_amount, 'UNDELIVERED',
           ${isExpected ? `Expected again, because ${words} was opened again` : `Not delivered when ${words} was closed`}, ${userKey}::int, ${at}
    from lead l cross join lateral app.due_of_lead(l) w
    where l.owner_key = ${ownerKey} and l.captured_date between ${month}::date and ${lastOfMonth(month)}::date
      and app.awaits_delivery(l)
      and (w.client_amount, w.media_amount) <> (${counts}::int * l.client_price, ${counts}::int * l.media_price)
    order by l.lead_key
  `.execute(tx);
};

/** Locks the month exclusively until the transaction ends, so that nothing changes its cost. */
const holdMonthAlone = (tx: Tx, ownerKey: number, month: string): Promise<unknown> =>
  sql`select app.hold_month(${ownerKey}, ${month}::date, true)`.execute(tx);

/**
 * Stores the bill of an ended month line by line, issues its statements and closes the month, all or nothing. Null where it is closed with lines already, or has
 * not ended; a second run therefore does nothing.
 */
export const closeMonth = async (
  tx: Tx,
  ownerKey: number,
  month: string,
  closing: Closing,
): Promise<ClosedMonth | null> => {
  await holdMonthAlone(tx, ownerKey, month);
  const stored = await findMonth(tx, ownerKey, month, closing.at);
  if (stored === null || closing.at < stored.endsAt || (stored.status === 'CLOSED' && stored.closing > 0)) return null;
  const number = stored.closing + 1;
  const lines = await insertLines(tx, ownerKey, month, number);
  const statements = await issueStatements(tx, { ownerKey, month, closing: number }, closing.at);
  await settleCredits(tx, { ownerKey, ...closing }, { month, closing: number });
  await decideUndelivered(tx, ownerKey, month, false, closing);
  // By the clock it counts as closed since the fifth of the month; the history says that it was in review until now.
  const from = stored.status === 'CLOSED' ? 'IN_REVIEW' : stored.status;
  await changeStatus(tx, ownerKey, month, { from, to: 'CLOSED', closing: number }, closing);
  return { from, lines, statements };
};

/** Reopens a month. Its lines are kept; until it is closed again, its bill is computed from the leads. Returns whether it was closed. */
export const reopenMonth = async (tx: Tx, ownerKey: number, month: string, opening: Closing): Promise<boolean> => {
  await holdMonthAlone(tx, ownerKey, month);
  const stored = await findMonth(tx, ownerKey, month, opening.at);
  if (stored?.status !== 'CLOSED') return false;
  await decideUndelivered(tx, ownerKey, month, true, opening);
  await changeStatus(tx, ownerKey, month, { from: 'CLOSED', to: 'REOPENED', closing: stored.closing }, opening);
  return true;
};
