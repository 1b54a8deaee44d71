import { type CallBody, type milestoneVoid } from '@paceline/contract';
import { type Tx } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { audit } from '../../shared/audit.ts';
import { type BulkCaller, type BulkDeps } from '../../shared/bulk/bulk-caller.ts';
import { insertLeadNote } from '../../shared/lead-note.ts';
import { statusProblem } from '../../shared/milestones/milestone.rules.ts';
import {
  getOwnerDay,
  listMilestoneLeads,
  listMilestones,
  type MilestoneLead,
  settleMilestones,
  type StoredMilestone,
  updateMilestones,
} from '../../shared/milestones/milestones.queries.ts';
import { assertMayReport } from './may-report.ts';

/** Both calls have the same body. */
type Asked = { ownerKey: number } & CallBody<typeof milestoneVoid>;

interface Found {
  lead: MilestoneLead;
  stored: StoredMilestone;
  /** The lead's other valid milestones. */
  others: readonly StoredMilestone[];
}

const find = async (tx: Tx, { ownerKey, leadCaptureKey, milestoneKey }: Asked): Promise<Found> => {
  const [lead] = await listMilestoneLeads(tx, ownerKey, [leadCaptureKey], { lock: true });
  const all = lead === undefined ? [] : await listMilestones(tx, ownerKey, [lead]);
  const stored = all.find((one) => one.milestoneKey === milestoneKey);
  if (lead === undefined || stored === undefined) throw new AppError('NOT_FOUND');
  return { lead, stored, others: all.filter((one) => one !== stored && !one.isVoided) };
};

const conflict = (is: string, wanted: string): AppError => {
  const message = `${is} ${wanted}`;
  return new AppError('STALE_ROW', { message, errors: [{ field: 'version', code: 'conflict', message }] });
};

/** Writes whether the milestone is valid; the numbers follow. */
const settle = async (
  tx: Tx,
  { ownerKey, lead, stored }: Found & { ownerKey: number },
  voidReason: string | null,
  by: { by: number | null; at: Date },
): Promise<void> => {
  const { milestoneKey, code, programCode, term } = stored;
  const { leadKey, capturedDate } = lead;
  await updateMilestones(tx, ownerKey, [{ leadKey, capturedDate, milestoneKey, programCode, term, voidReason }], by);
  await settleMilestones(tx, ownerKey, [{ leadKey, capturedDate, code }], await getOwnerDay(tx, ownerKey, by.at));
};

/** Voids one milestone. It stays in the history with the reason, and is not counted. */
export const voidMilestone = async (deps: BulkDeps, caller: BulkCaller, request: Asked): Promise<null> => {
  const { ownerKey, version, reason } = request;
  await assertMayReport(deps, caller, ownerKey);
  const { scope, origin } = caller;
  return deps.db.withScope(scope, async (tx) => {
    const at = deps.clock.now();
    const milestone = await find(tx, request);
    const { lead, stored } = milestone;
    if (stored.isVoided || stored.version !== version)
      throw conflict(
        stored.isVoided ? `Somebody has voided it: ${stored.voidReason ?? ''}` : 'Somebody has changed it.',
        `You wanted to void it: ${reason}`,
      );
    await settle(tx, { ...milestone, ownerKey }, reason, { by: scope.userKey, at });
    await audit(tx, scope, origin, at, {
      action: 'milestoneVoided',
      ownerKey,
      entity: 'lead',
      entityKey: lead.leadKey,
      before: { milestone: stored.code, date: stored.day },
      // The reason is stored in the milestone's own row: the audit log stays when personal data are erased.
      after: { voided: true },
    });
    return null;
  });
};

/** Reinstates a voided milestone, where one may be recorded now and no duplicate exists. */
export const reinstateMilestone = async (deps: BulkDeps, caller: BulkCaller, request: Asked): Promise<null> => {
  const { ownerKey, version, reason } = request;
  await assertMayReport(deps, caller, ownerKey);
  const { scope, origin } = caller;
  return deps.db.withScope(scope, async (tx) => {
    const at = deps.clock.now();
    const milestone = await find(tx, request);
    const { lead, stored, others } = milestone;
    if (!stored.isVoided || stored.version !== version)
      throw conflict(
        stored.isVoided ? `It is voided: ${stored.voidReason ?? ''}` : 'Somebody has reinstated it.',
        `You wanted to reinstate it: ${reason}`,
      );
    const isThere = others.some(({ code, day }) => code === stored.code && day === stored.day);
    const problem = statusProblem(lead.status) ?? (isThere ? 'The same milestone of that day stands already.' : null);
    if (problem !== null)
      throw new AppError('VALIDATION', {
        message: problem,
        errors: [{ field: 'milestoneKey', code: 'refused', message: problem }],
      });
    const by = scope.userKey;
    await settle(tx, { ...milestone, ownerKey }, null, { by, at });
    const { leadKey, capturedDate } = lead;
    await insertLeadNote(tx, { ownerKey, leadKey, capturedDate, note: `Milestone reinstated: ${reason}`, by, at });
    await audit(tx, scope, origin, at, {
      action: 'milestoneReinstated',
      ownerKey,
      entity: 'lead',
      entityKey: lead.leadKey,
      before: { milestone: stored.code, date: stored.day },
      after: { voided: false },
    });
    return null;
  });
};
