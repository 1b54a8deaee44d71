import { type CallBody, deskMoves, type leadMove, type leadNoteSave } from '@paceline/contract';
import { type Tx } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { audit } from '../../shared/audit.ts';
import { insertLeadNote } from '../../shared/lead-note.ts';
import { type LeadDeps } from './details.service.ts';
import { listDeskLeads, type StoredLead } from './update/desk-leads.queries.ts';
import { conflictText, refusalOf } from './update/desk-move.rules.ts';
import { type Caller, makeMoves } from './update/desk-move.ts';

export const lockLead = async (tx: Tx, ownerKey: number, leadKey: number, now: Date): Promise<StoredLead> => {
  const [lead] = await listDeskLeads(tx, ownerKey, [leadKey], now, { lock: true });
  if (lead === undefined) throw new AppError('NOT_FOUND');
  return lead;
};

export const saveNote = (
  { db, clock }: LeadDeps,
  { scope, origin }: Caller,
  { ownerKey, leadCaptureKey, note }: CallBody<typeof leadNoteSave>,
): Promise<null> =>
  db.withScope(scope, async (tx) => {
    const now = clock.now();
    const { capturedDate } = await lockLead(tx, ownerKey, leadCaptureKey, now);
    const by = scope.userKey;
    await insertLeadNote(tx, { ownerKey, leadKey: leadCaptureKey, capturedDate, note, by, at: now });
    await audit(tx, scope, origin, now, {
      action: 'leadNoteSaved',
      ownerKey,
      entity: 'lead',
      entityKey: leadCaptureKey,
    });
    return null;
  });

/** Moves a lead by hand. A request based on an older version gets the present status and the wanted one. */
export const moveLead = ({ db, clock }: LeadDeps, caller: Caller, move: CallBody<typeof leadMove>) =>
  db.withScope(caller.scope, async (tx) => {
    const { ownerKey, leadCaptureKey, statusCode } = move;
    const at = clock.now();
    const lead = await lockLead(tx, ownerKey, leadCaptureKey, at);
    if (lead.version !== move.version) {
      const message = conflictText(lead.status, statusCode);
      throw new AppError('STALE_ROW', { message, errors: [{ field: 'statusCode', code: 'conflict', message }] });
    }
    const refusal = refusalOf(lead, move, deskMoves(lead.status));
    if (refusal !== null) {
      const { code, field, message } = refusal;
      throw code === 'VALIDATION'
        ? new AppError(code, { errors: [{ field, code: 'required', message }] })
        : new AppError(code, { message });
    }
    await makeMoves(tx, caller, ownerKey, [{ lead, target: move }], at);
    return { status: statusCode, version: lead.version + 1 };
  });
