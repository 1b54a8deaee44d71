import { type AdjustmentCause, isGoodLead, LEAD_STATUSES, type LeadStatus } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { type AdjustedBy } from './adjustments.ts';
import { monthWords } from './month-words.rules.ts';

interface ChangedLead {
  capturedDate: string;
  leadKey: number;
  from: LeadStatus;
  to: LeadStatus;
  reasons: readonly string[];
}

/** Maximum offset of any time zone from UTC: a month that has not ended there has ended nowhere. */
const FURTHEST_AHEAD_MS = 14 * 3_600_000;
const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;
const mayBeOver = (day: string, at: Date): boolean =>
  monthOf(day) < monthOf(new Date(at.getTime() + FURTHEST_AHEAD_MS).toISOString());

const isBilled = (status: LeadStatus): boolean => LEAD_STATUSES[status].billable;

const causeOf = ({ from, to }: ChangedLead): AdjustmentCause => {
  if (to === 'RTN') return 'RETURN';
  return from === 'RTN' ? 'REINSTATED' : 'STATUS';
};

const reasonOf = (lead: ChangedLead): string => {
  const { from, to, reasons } = lead;
  const after = `after ${monthWords(monthOf(lead.capturedDate))} was closed`;
  const why = reasons.length === 0 ? '' : `: ${reasons.join(', ')}`;
  const cause = causeOf(lead);
  if (cause === 'RETURN') return `Returned ${after}${why}`;
  if (cause === 'REINSTATED') return `Return taken back ${after}`;
  return `${LEAD_STATUSES[from].label} became ${LEAD_STATUSES[to].label} ${after}${why}`;
};

/** Takes shared locks on months until the transaction ends, so that none is closed meanwhile. */
const holdMonths = async (tx: Tx, ownerKey: number, months: readonly string[]): Promise<void> => {
  await sql`
    select app.hold_month(${ownerKey}, m.month, false) from unnest(${[...months]}::date[]) m (month) order by m.month
  `.execute(tx);
};

/**
 * Keeps the bill of closed months unchanged. A lead that no longer counts, or counts again, would change its month: one line on the lead's
 * own day compensates for that. Another line books the money on the day of the change: the lead's new amount less the amount due before. A
 * lead that was undelivered when its month closed is billed this way once delivered. Returns the leads of closed months that moved money.
 * Call after the leads were changed, in the same transaction.
 */
export const keepClosedMonths = async (
  tx: Tx,
  ownerKey: number,
  leads: readonly ChangedLead[],
  { userKey, at }: AdjustedBy,
): Promise<ReadonlySet<number>> => {
  const changed = leads.filter(
    ({ capturedDate, from, to }) =>
      (isGoodLead(from) !== isGoodLead(to) || isBilled(from) !== isBilled(to)) && mayBeOver(capturedDate, at),
  );
  if (changed.length === 0) return new Set();
  await holdMonths(tx, ownerKey, [...new Set(changed.map(({ capturedDate }) => monthOf(capturedDate)))].toSorted());
  const rows = changed.map((lead) => ({
    day: lead.capturedDate,
    leadKey: lead.leadKey,
    counted: isGoodLead(lead.from),
    counts: isGoodLead(lead.to),
    isBilled: isBilled(lead.to),
    cause: causeOf(lead),
    reason: reasonOf(lead),
    kept: `Keeps ${monthWords(monthOf(lead.capturedDate))} as it was billed`,
  }));
  const { rows: written } = await sql<{ leadKey: number }>`
    insert into billing_adjustment
      (owner_key, day, campaign_key, for_month, lead_key, client_amount, media_amount, cause, reason, made_by, made_at)
    select l.owner_key, p.day, l.campaign_key, m.month, l.lead_key, p.client_amount, p.media_amount, c.cause, p.reason, ${userKey}::int, ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      c (day date, "leadKey" bigint, counted boolean, counts boolean, "isBilled" boolean, cause text, reason text, kept text)
    join lead l on l.owner_key = ${ownerKey} and l.captured_date = c.day and l.lead_key = c."leadKey"
    join owner o on o.owner_key = l.owner_key
    cross join lateral (select date_trunc('month', l.captured_date)::date as month) m
    -- The lead's amounts before this change.
    cross join lateral app.due_of_lead(l, c.counted) w
    cross join lateral (select c.counted::int - c.counts::int as kept, c."isBilled"::int as billed) s
    cross join lateral (values
      (1, c.day, s.kept * l.client_price, s.kept * l.media_price, c.kept),
      (2, (${at}::timestamptz at time zone o.time_zone)::date, s.billed * l.client_price - w.client_amount, s.billed * l.media_price - w.media_amount, c.reason)
    ) p (place, day, client_amount, media_amount, reason)
    where not l.unpaid and (p.client_amount <> 0 or p.media_amount <> 0) and app.is_month_closed(l.owner_key, m.month, ${at})
    order by l.lead_key, p.place
    returning lead_key::int as "leadKey"
  `.execute(tx);
  return new Set(written.map(({ leadKey }) => leadKey));
};
