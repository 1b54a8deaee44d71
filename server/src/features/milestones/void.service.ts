import { type CallBody, type milestoneVoid } from '@paceline/contract';
import { AppError } from '../../lib/app-error.ts';
import { audit } from '../../shared/audit.ts';
import { type BulkCaller, type BulkDeps } from '../../shared/bulk/bulk-caller.ts';
import {
  getOwnerDay,
  listMilestoneLeads,
  listMilestones,
  settleMilestones,
  updateMilestones,
} from '../../shared/milestones/milestones.queries.ts';
import { assertMayReport } from './may-report.ts';

/** Takes one milestone back. It stays in the history with the reason, and the numbers are without it. */
export const voidMilestone = async (
  deps: BulkDeps,
  caller: BulkCaller,
  { ownerKey, leadCaptureKey, milestoneKey, version, reason }: { ownerKey: number } & CallBody<typeof milestoneVoid>,
): Promise<null> => {
  await assertMayReport(deps, caller, ownerKey);
  const { scope, origin } = caller;
  return deps.db.withScope(scope, async (tx) => {
    const at = deps.clock.now();
    const [lead] = await listMilestoneLeads(tx, ownerKey, [leadCaptureKey], { lock: true });
    const stored =
      lead && (await listMilestones(tx, ownerKey, [lead])).find((one) => one.milestoneKey === milestoneKey);
    if (lead === undefined || stored === undefined) throw new AppError('NOT_FOUND');
    if (stored.isVoided || stored.version !== version) {
      const is = stored.isVoided ? `Somebody has voided it: ${stored.voidReason ?? ''}` : 'Somebody has changed it.';
      const message = `${is} You wanted to void it: ${reason}`;
      throw new AppError('STALE_ROW', { message, errors: [{ field: 'version', code: 'conflict', message }] });
    }
    const { code, day, programCode, term } = stored;
    const { leadKey, capturedDate } = lead;
    const by = { by: scope.userKey, at };
    await updateMilestones(
      tx,
      ownerKey,
      [{ leadKey, capturedDate, milestoneKey, programCode, term, voidReason: reason }],
      by,
    );
    await settleMilestones(tx, ownerKey, [{ leadKey, capturedDate, code }], await getOwnerDay(tx, ownerKey, at));
    await audit(tx, scope, origin, at, {
      action: 'milestoneVoided',
      ownerKey,
      entity: 'lead',
      entityKey: leadKey,
      before: { milestone: code, date: day },
      after: { voidReason: reason },
    });
    return null;
  });
};
