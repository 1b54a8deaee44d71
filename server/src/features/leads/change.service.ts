import {
  type CallBody,
  deskMoves,
  isBillableLead,
  isGoodLead,
  LEAD_REASONS,
  LEAD_STATUSES,
  leadMove,
  type LeadMove,
  type leadNoteSave,
  type leadPersonView,
  type LeadStatus,
  refusedMoveMessage,
} from '@paceline/contract';
import { sql } from 'kysely';
import { type Scope } from '../../db/scope.ts';
import { type Tx } from '../../db/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Origin } from '../../lib/origin.ts';
import { openPerson } from '../../lib/seal.ts';
import { audit } from '../../shared/audit.ts';
import { moveLead as writeMove } from '../../shared/delivery/move-lead.ts';
import { queueDelivery } from '../../shared/delivery/queue-delivery.ts';
import { finishTask } from '../../shared/delivery/tries.queries.ts';
import { findSealed } from './details.queries.ts';
import { type LeadDeps } from './details.service.ts';

interface Caller {
  scope: Scope;
  origin: Origin;
}
interface LockedLead {
  ownerKey: number;
  leadKey: number;
  capturedDate: string;
  status: LeadStatus;
  version: number;
  /** Whether its month at the owner's is over. */
  isPast: boolean;
}

const lockLead = async (tx: Tx, ownerKey: number, leadKey: number, now: Date): Promise<LockedLead> => {
  const { rows } = await sql<LockedLead>`
    select l.owner_key as "ownerKey", l.lead_key::int as "leadKey", l.captured_date::text as "capturedDate", l.status,
           l.row_version as version,
           l.captured_date < date_trunc('month', ${now}::timestamptz at time zone o.time_zone)::date as "isPast"
    from lead l join owner o on o.owner_key = l.owner_key
    where l.owner_key = ${ownerKey} and l.lead_key = ${leadKey} for update of l
  `.execute(tx);
  const [lead] = rows;
  if (lead === undefined) throw new AppError('NOT_FOUND');
  return lead;
};

/** The whole person. Who saw it is on record before it is told; what it says is not. */
export const viewPerson = (
  { db, clock, secret }: LeadDeps,
  { scope, origin }: Caller,
  { ownerKey, leadCaptureKey }: CallBody<typeof leadPersonView>,
) =>
  db.withScope(scope, async (tx) => {
    const { capturedDate } = await lockLead(tx, ownerKey, leadCaptureKey, clock.now());
    const sealed = await findSealed(tx, { ownerKey, capturedDate, leadCaptureKey });
    if (sealed === null) throw new AppError('NOT_FOUND', { message: 'The person’s data were erased.' });
    await audit(tx, scope, origin, clock.now(), {
      action: 'leadPersonViewed',
      ownerKey,
      entity: 'lead',
      entityKey: leadCaptureKey,
    });
    const person = openPerson(secret, { ownerKey, leadKey: leadCaptureKey }, sealed);
    const address = [person.addressLine1, person.addressLine2, person.city].filter((part) => part).join(', ');
    const { firstName, lastName, email, phone } = person;
    return { name: `${firstName} ${lastName}`.trim(), email, phone, address };
  });

export const saveNote = (
  { db, clock }: LeadDeps,
  { scope, origin }: Caller,
  { ownerKey, leadCaptureKey, note }: CallBody<typeof leadNoteSave>,
): Promise<null> =>
  db.withScope(scope, async (tx) => {
    const now = clock.now();
    const { capturedDate } = await lockLead(tx, ownerKey, leadCaptureKey, now);
    await sql`
      insert into lead_note (owner_key, captured_date, lead_key, at, note, written_by)
      values (${ownerKey}, ${capturedDate}, ${leadCaptureKey}, ${now}, ${note}, ${scope.userKey})
    `.execute(tx);
    await audit(tx, scope, origin, now, {
      action: 'leadNoteSaved',
      ownerKey,
      entity: 'lead',
      entityKey: leadCaptureKey,
    });
    return null;
  });

type Asked = CallBody<typeof leadMove>;
const wrong = (field: string, message: string): AppError =>
  new AppError('VALIDATION', { errors: [{ field, code: 'required', message }] });

/** What has to come with a move, by the table of moves. */
const assertComplete = ({ needs, to }: LeadMove, { reasonCode, note, reference }: Asked): void => {
  const family: readonly string[] = to in LEAD_REASONS ? LEAD_REASONS[to as keyof typeof LEAD_REASONS] : [];
  if (needs === 'reason' && reasonCode === null) throw wrong('reasonCode', 'Choose a reason.');
  if (reasonCode !== null && !family.includes(reasonCode))
    throw wrong('reasonCode', 'This is no reason for that status.');
  if (needs === 'note' && note === '') throw wrong('note', 'Write a note.');
  if (needs === 'referenceOrNote' && note === '' && reference === '')
    throw wrong('reference', 'Give the client’s reference or a note.');
};

/** What waits for the lead elsewhere goes with its status: the hold, the outbox, the client's word. */
const settle = async (tx: Tx, { ownerKey, leadKey, status }: LockedLead, to: LeadStatus, by: Scope, at: Date) => {
  if (status === 'HLD')
    await sql`delete from lead_hold where owner_key = ${ownerKey} and lead_key = ${leadKey}`.execute(tx);
  if (status === 'VAL' || status === 'STK') await finishTask(tx, ownerKey, leadKey, at);
  await sql`
    update delivery_claim set decided_by = ${by.userKey}, decided_at = ${at}, confirmed = ${to === 'DLV'}
    where owner_key = ${ownerKey} and lead_key = ${leadKey} and decided_at is null
  `.execute(tx);
};

/** Moves a lead by hand. Whoever read an older version is told what it is now and what they wanted. */
export const moveLead = ({ db, clock }: LeadDeps, { scope, origin }: Caller, asked: Asked) =>
  db.withScope(scope, async (tx) => {
    const at = clock.now();
    const { ownerKey, leadCaptureKey, statusCode: to, reasonCode, note, reference } = asked;
    const lead = await lockLead(tx, ownerKey, leadCaptureKey, at);
    const from = lead.status;
    if (lead.version !== asked.version) {
      const message = `This lead is ${LEAD_STATUSES[from].label} now. You chose ${LEAD_STATUSES[to].label}.`;
      throw new AppError('STALE_ROW', { message, errors: [{ field: 'statusCode', code: 'conflict', message }] });
    }
    const move = deskMoves(from).find((one) => one.to === to);
    if (move === undefined) throw new AppError('LEAD_STATUS_TRANSITION', { message: refusedMoveMessage(from, to) });
    assertComplete(move, asked);
    if (lead.isPast && (isBillableLead(from) || isGoodLead(to)))
      throw new AppError('MONTH_CLOSED', {
        message: 'The lead’s month is closed: what is billed for it cannot change.',
      });
    await settle(tx, lead, to, scope, at);
    await writeMove(tx, lead, {
      from,
      to,
      by: 'ag',
      userKey: scope.userKey,
      reasons: reasonCode === null ? [] : [reasonCode],
      note,
      reference: reference === '' ? null : reference,
      at,
    });
    if (to === 'VAL') await queueDelivery(tx, lead, at);
    await audit(tx, scope, origin, at, {
      action: 'leadMoved',
      ownerKey,
      entity: 'lead',
      entityKey: leadCaptureKey,
      before: { status: from },
      after: { status: to, ...(reasonCode !== null && { reason: reasonCode }) },
    });
    return { status: to, version: lead.version + 1 };
  });
