import { type CallBody, groupOfUserType, type MovedBy, type returnWithdraw } from '@paceline/contract';
import { AppError } from '../../../lib/app-error.ts';
import { audit } from '../../../shared/audit.ts';
import { moveLead } from '../../../shared/delivery/move-lead.ts';
import { finishReturn } from '../decide/accept.ts';
import { alreadyDecided, getReturns } from '../decide/decide.service.ts';
import { holdReturns } from '../limits.queries.ts';
import { type ReturnCaller, type ReturnDeps } from '../request/request.service.ts';

/** Withdraws an open request. Only the requesting side can; the other one declines it. */
export const withdrawReturn = (
  { db, clock }: ReturnDeps,
  { scope, origin }: ReturnCaller,
  { ownerKey, returnKey, note }: CallBody<typeof returnWithdraw>,
): Promise<null> =>
  db.withScope(scope, async (tx) => {
    const at = clock.now();
    await holdReturns(tx, ownerKey);
    const [one] = await getReturns(tx, ownerKey, [returnKey], { now: at, lock: true });
    if (one === undefined) throw new AppError('NOT_FOUND');
    // The other side's users are not named.
    const decided = alreadyDecided({ ...one, decidedBy: scope.group === 'ag' ? one.decidedBy : null });
    if (decided !== null) {
      const message = `${decided} You wanted to withdraw it.`;
      throw new AppError('STALE_ROW', { message, errors: [{ field: 'returnKey', code: 'conflict', message }] });
    }
    if (groupOfUserType(one.requesterType ?? '') !== scope.group)
      throw new AppError('FORBIDDEN', { message: 'Only the side that asked for the return can withdraw it.' });
    const by: MovedBy = scope.group === 'cl' ? 'cl' : 'ag';
    const { userKey } = scope;
    await moveLead(tx, one, { from: 'RTR', to: 'DLV', by, userKey, note, at });
    await finishReturn(tx, one, { decision: 'WITHDRAWN', userKey, note, at });
    await audit(tx, scope, origin, at, {
      action: 'returnWithdrawn',
      ownerKey,
      entity: 'lead',
      entityKey: one.leadKey,
      before: { statusCode: 'RTR' },
      after: { statusCode: 'DLV' },
    });
    return null;
  });
