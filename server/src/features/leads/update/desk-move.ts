import { isAwaitingDelivery, isOverride, type LeadStatus } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { type Origin } from '../../../lib/origin.ts';
import { auditMany } from '../../../shared/audit.ts';
import { type LeadId, moveLeads, putLeadsBack } from '../../../shared/delivery/move-lead.ts';
import { queueDelivery } from '../../../shared/delivery/queue-delivery.ts';
import { NOTE_OF_UNDO } from '../override/override.queries.ts';
import { listLastReasons, type StoredLead } from './desk-leads.queries.ts';
import { type AskedMove } from './desk-move.rules.ts';
import {
  answerClaims,
  finishTasks,
  insertHolds,
  removeHolds,
  reopenClaims,
  reopenTasks,
  resetUnpaid,
} from './settle.queries.ts';

export interface Caller {
  scope: Scope;
  origin: Origin;
}

/** Follow-ups elsewhere change with the status: the hold, the outbox, the client's claim. */
const settle = async (
  tx: Tx,
  ownerKey: number,
  moves: readonly { lead: StoredLead; target: AskedMove }[],
  by: { userKey: number | null; at: Date },
): Promise<void> => {
  const those = (test: (from: LeadStatus, to: LeadStatus) => boolean): LeadId[] =>
    moves.filter(({ lead, target }) => test(lead.status, target.statusCode)).map(({ lead }) => lead);
  const heldLeads = those((from) => from === 'HLD');
  const waiting = those(isAwaitingDelivery);
  if (heldLeads.length > 0) await removeHolds(tx, ownerKey, heldLeads);
  if (waiting.length > 0) await finishTasks(tx, ownerKey, waiting, by.at);
  const delivered = those((_, to) => to === 'DLV');
  const others = those((_, to) => to !== 'DLV');
  if (delivered.length > 0) await answerClaims(tx, ownerKey, delivered, { ...by, confirmed: true });
  if (others.length > 0) await answerClaims(tx, ownerKey, others, { ...by, confirmed: false });
};

/** Moves leads of one owner by hand: locked, and each checked first. */
export const makeMoves = async (
  tx: Tx,
  { scope, origin }: Caller,
  ownerKey: number,
  moves: readonly { lead: StoredLead; target: AskedMove }[],
  at: Date,
): Promise<void> => {
  const { userKey } = scope;
  await settle(tx, ownerKey, moves, { userKey, at });
  await moveLeads(
    tx,
    ownerKey,
    moves.map(({ lead, target: { statusCode, reasonCode, note, reference } }) => ({
      ...lead,
      from: lead.status,
      to: statusCode,
      reasons: reasonCode === null ? [] : [reasonCode],
      note,
      reference: reference === '' ? null : reference,
    })),
    { by: 'ag', userKey, at },
  );
  for (const { lead, target } of moves) if (target.statusCode === 'VAL') await queueDelivery(tx, lead, at);
  await auditMany(
    tx,
    scope,
    origin,
    at,
    moves.map(({ lead, target: { statusCode, reasonCode } }) => ({
      action: 'leadMoved',
      ownerKey,
      entity: 'lead',
      entityKey: lead.leadKey,
      before: { status: lead.status },
      after: { status: statusCode, ...(reasonCode !== null && { reason: reasonCode }) },
    })),
  );
};

/** The state of a lead before a move that is undone. */
export interface WayBack {
  lead: StoredLead;
  to: LeadStatus;
  reference: string | null;
}

/** Restores leads to their state before a move, if nothing followed it, with their follow-ups. */
export const undoMoves = async (
  tx: Tx,
  { scope, origin }: Caller,
  ownerKey: number,
  backs: readonly WayBack[],
  at: Date,
): Promise<void> => {
  const { userKey } = scope;
  const those = (status: LeadStatus): LeadId[] => backs.filter(({ to }) => to === status).map(({ lead }) => lead);
  const queued = backs.filter(({ lead }) => lead.status === 'VAL').map(({ lead }) => lead);
  if (queued.length > 0) await finishTasks(tx, ownerKey, queued, at);
  const heldLeads = those('HLD');
  if (heldLeads.length > 0) await insertHolds(tx, ownerKey, heldLeads, at);
  const refusedAgain = backs
    .filter(({ lead, to }) => isOverride({ from: to, to: lead.status }))
    .map(({ lead }) => lead);
  if (refusedAgain.length > 0) await resetUnpaid(tx, ownerKey, refusedAgain);
  const stuck = those('STK');
  if (stuck.length > 0) {
    await reopenTasks(tx, ownerKey, stuck, at);
    await reopenClaims(tx, ownerKey, stuck);
  }
  const reasons = await listLastReasons(
    tx,
    ownerKey,
    backs.map(({ lead, to }) => ({ ...lead, status: to })),
  );
  await putLeadsBack(
    tx,
    ownerKey,
    backs.map(({ lead, to, reference }) => ({
      ...lead,
      from: lead.status,
      to,
      reference,
      reasons: reasons.get(lead.leadKey) ?? [],
      note: NOTE_OF_UNDO,
    })),
    { userKey, at },
  );
  await auditMany(
    tx,
    scope,
    origin,
    at,
    backs.map(({ lead, to }) => ({
      action: 'leadMoveUndone',
      ownerKey,
      entity: 'lead',
      entityKey: lead.leadKey,
      before: { status: lead.status },
      after: { status: to },
    })),
  );
};
