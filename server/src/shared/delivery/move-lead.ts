import { findLeadMove, type LeadStatus, type MovedBy, refusedMoveMessage } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { keepClosedMonths } from '../billing/closed-months.ts';
import { type StoredChecks } from '../intake/stored-checks.ts';

export interface LeadId {
  ownerKey: number;
  capturedDate: string;
  leadKey: number;
}

export interface Move {
  from: LeadStatus;
  to: LeadStatus;
  by: MovedBy;
  userKey: number | null;
  reasons?: readonly string[];
  note?: string;
  /** The client's own ID of the lead. */
  reference?: string | null;
  at: Date;
  /** Results of the checks that decided. */
  checks?: StoredChecks;
}

/** Changes to one lead: its new status with the related fields, and the line of its history. */
interface Change extends LeadId {
  from: LeadStatus;
  to: LeadStatus;
  reasons: readonly string[];
  note: string;
  checks?: StoredChecks;
}

/** The changes as columns, so that one statement writes them all and finds the partitions by day. */
const columnsOf = (changes: readonly Change[]) => ({
  days: sql`${changes.map(({ capturedDate }) => capturedDate)}::date[]`,
  keys: sql`${changes.map(({ leadKey }) => leadKey)}::bigint[]`,
  from: sql`${changes.map(({ from }) => from)}::text[]`,
  to: sql`${changes.map(({ to }) => to)}::text[]`,
  reasons: sql`${changes.map(({ reasons }) => JSON.stringify(reasons))}::text[]`,
  notes: sql`${changes.map(({ note }) => note)}::text[]`,
  checks: sql`${changes.map(({ checks }) => (checks === undefined ? null : JSON.stringify(checks)))}::text[]`,
});
const reasonsOf = (column: string) => sql`array(select jsonb_array_elements_text(${sql.ref(column)}::jsonb))`;

const insertHistory = async (
  tx: Tx,
  ownerKey: number,
  changes: readonly Change[],
  userKey: number | null,
  at: Date,
): Promise<void> => {
  const { days, keys, from, to, reasons, notes, checks } = columnsOf(changes);
  await sql`
    insert into lead_status_change (owner_key, captured_date, lead_key, at, from_status, to_status, reasons, note, changed_by, checks)
    select ${ownerKey}, m.day, m.key, ${at}, m.from_status, m.to_status, ${reasonsOf('m.reasons')}, m.note, ${userKey}::int, m.checks::jsonb
    from unnest(${days}, ${keys}, ${from}, ${to}, ${reasons}, ${notes}, ${checks})
      with ordinality m (day, key, from_status, to_status, reasons, note, checks, place)
    order by m.place
  `.execute(tx);
};

type LeadToMove = LeadId & Pick<Move, 'from' | 'to' | 'reasons' | 'note' | 'reference' | 'checks'>;

/**
 * Changes the status of locked leads of one owner, as the contract allows, with a history line each. Returns the leads that moved money of
 * a closed month.
 */
export const moveLeads = async (
  tx: Tx,
  ownerKey: number,
  moves: readonly LeadToMove[],
  { by, userKey, at }: Pick<Move, 'by' | 'userKey' | 'at'>,
): Promise<ReadonlySet<number>> => {
  const refused = moves.find(({ from, to }) => findLeadMove(from, to, by) === undefined);
  if (refused) throw new AppError('LEAD_STATUS_TRANSITION', { message: refusedMoveMessage(refused.from, refused.to) });
  const changes = moves.map(({ reasons = [], note = '', ...move }) => ({ ...move, reasons, note }));
  const { days, keys, from, to, reasons } = columnsOf(changes);
  const references = sql`${moves.map(({ reference }) => reference ?? null)}::text[]`;
  await sql`
    update lead l
    set status = m.to_status, status_reasons = ${reasonsOf('m.reasons')}, row_version = l.row_version + 1,
        -- After a declined or withdrawn return, the original time of delivery remains.
        delivered_at = case when m.to_status = 'DLV' and m.from_status not in ('RTR', 'RTN') then ${at}::timestamptz
                            else l.delivered_at end,
        returned_at = case when m.to_status = 'RTN' then ${at}::timestamptz end,
        crm_reference = coalesce(m.reference, l.crm_reference)
    from unnest(${days}, ${keys}, ${from}, ${to}, ${reasons}, ${references}) m (day, key, from_status, to_status, reasons, reference)
    where l.owner_key = ${ownerKey} and l.captured_date = any (${days})
      and l.captured_date = m.day and l.lead_key = m.key
  `.execute(tx);
  await insertHistory(tx, ownerKey, changes, userKey, at);
  return keepClosedMonths(tx, ownerKey, changes, { userKey, at });
};

/** Likewise for one lead: whether it moved money of a closed month. */
export const moveLead = async (
  tx: Tx,
  { ownerKey, capturedDate, leadKey }: LeadId,
  move: Move,
): Promise<{ isAdjusted: boolean }> => ({
  isAdjusted: (await moveLeads(tx, ownerKey, [{ ownerKey, capturedDate, leadKey, ...move }], move)).has(leadKey),
});

interface LeadBack extends Change {
  /** The client's ID of the lead, as before the move. */
  reference: string | null;
}

/** Restores leads to their status before a move. Not one of the regular moves: it states that the move was a mistake. */
export const putLeadsBack = async (
  tx: Tx,
  ownerKey: number,
  backs: readonly LeadBack[],
  { userKey, at }: Pick<Move, 'userKey' | 'at'>,
): Promise<void> => {
  const { days, keys, from, to, reasons } = columnsOf(backs);
  const references = sql`${backs.map(({ reference }) => reference)}::text[]`;
  await sql`
    update lead l
    set status = m.to_status, status_reasons = ${reasonsOf('m.reasons')}, row_version = l.row_version + 1,
        delivered_at = case when m.from_status = 'DLV' then null else l.delivered_at end, crm_reference = m.reference
    from unnest(${days}, ${keys}, ${from}, ${to}, ${reasons}, ${references}) m (day, key, from_status, to_status, reasons, reference)
    where l.owner_key = ${ownerKey} and l.captured_date = any (${days})
      and l.captured_date = m.day and l.lead_key = m.key
  `.execute(tx);
  await insertHistory(tx, ownerKey, backs, userKey, at);
  await keepClosedMonths(tx, ownerKey, backs, { userKey, at });
};
