import { type AllocationMonth, type AllocationRequest } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Origin } from '../../../lib/origin.ts';
import { loadToday } from '../../../metrics/periods/period-facts.ts';
import { audit } from '../../../shared/audit.ts';
import { setVia } from '../../../shared/month-edits/month-edits.queries.ts';
import { applyEdits } from '../../../shared/month-edits/apply-month-edits.ts';
import { type EditDeps } from '../editing/editing.service.ts';
import { findRequest, listRequests, updateOpenRequest } from './requests.queries.ts';

export const listAllocationRequests = (
  { db, clock }: EditDeps,
  scope: Scope,
  month: AllocationMonth,
): Promise<AllocationRequest[]> => db.readScope(scope, (tx) => listRequests(tx, scope.ownerKeys, clock.now(), month));

/** In the running month the agency's change applies; for a future month the agreed allocation becomes the plan. */
const fieldOf = (month: string, today: string) =>
  month <= today ? ('userDefinedMonthlyAllocation' as const) : ('monthlyAllocation' as const);

/** The answer and its allocation are saved in one transaction. */
export const answerAllocationRequest = async (
  { db, clock }: EditDeps,
  { scope, origin }: { scope: Scope; origin: Origin },
  requestKey: number,
  { accept, answer }: { accept: boolean; answer: string },
): Promise<AllocationRequest> => {
  const now = clock.now();
  return db.withScope(scope, async (tx) => {
    const request = await findRequest(tx, scope.ownerKeys, requestKey);
    if (request === undefined) throw new AppError('NOT_FOUND');
    const state = accept ? 'ACCEPTED' : 'DECLINED';
    const isUpdated = await updateOpenRequest(tx, requestKey, { state, by: scope.userKey, at: now, text: answer });
    if (!isUpdated) throw new AppError('STALE_ROW', { message: 'This request has been answered already.' });
    if (accept) {
      const { today } = await loadToday(tx, request.ownerKey, now);
      const field = fieldOf(request.month, today.toString());
      const edits = [{ campaignKey: request.campaignKey, changes: { [field]: request.requestedAllocation } }];
      await setVia(tx, 'request');
      await applyEdits(
        tx,
        { scope, origin },
        { edits, month: field === 'monthlyAllocation' ? 'next' : 'current', now },
      );
    }
    await audit(tx, scope, origin, now, {
      action: accept ? 'allocationRequestAccepted' : 'allocationRequestDeclined',
      ownerKey: request.ownerKey,
      entity: 'campaign',
      entityKey: request.campaignKey,
      after: { requested: request.requestedAllocation, month: request.month },
    });
    return (await findRequest(tx, scope.ownerKeys, requestKey)) ?? request;
  });
};
