import {
  type BulkImportResult,
  type BulkMode,
  type CallBody,
  type CallResponse,
  type MilestoneOutcome,
  type milestonePreview,
  type milestoneSave,
} from '@paceline/contract';
import { type Upload } from '../../../http/upload.ts';
import { audit } from '../../../shared/audit.ts';
import { type BulkCaller, type BulkDeps, contextOf } from '../../../shared/bulk/bulk-caller.ts';
import { type BulkValue } from '../../../shared/bulk/cell-values.rules.ts';
import { type EvaluatedRow } from '../../../shared/bulk/compare-row.ts';
import { evaluateRows } from '../../../shared/bulk/evaluate-rows.ts';
import { receiveUpload, storeRows } from '../../../shared/bulk/receive-upload.ts';
import { statusProblem } from '../../../shared/milestones/milestone.rules.ts';
import { listMilestoneLeads } from '../../../shared/milestones/milestones.queries.ts';
import { assertMayReport } from '../may-report.ts';
import { isParkedId, type MilestoneRecord } from './load-records.ts';
import { type MilestoneBulk } from './milestones.bulk.ts';

const outcomeOf = ({ state, id, after }: EvaluatedRow): MilestoneOutcome => {
  if (state === 'error') return 'refused';
  if (state === 'unchanged') return 'unchanged';
  if (id !== null && isParkedId(id)) return 'unmatched';
  if (state === 'new') return 'recorded';
  return typeof after['voidReason'] === 'string' ? 'voided' : 'changed';
};

/** A file: its preview, or its result if applied at once. */
export const receiveFile = async (
  deps: BulkDeps,
  caller: BulkCaller,
  bulk: MilestoneBulk,
  { ownerKey, upload, apply }: { ownerKey: number; upload: Upload; apply: BulkMode | 'no' },
): Promise<BulkImportResult> => {
  await assertMayReport(deps, caller, ownerKey);
  return receiveUpload(deps, caller, bulk, { upload, ownerKey, params: {}, apply });
};

/** One milestone for leads chosen on the screen: stored like a file, to be applied, undone and listed. */
export const previewMilestones = async (
  deps: BulkDeps,
  caller: BulkCaller,
  bulk: MilestoneBulk,
  { ownerKey, leadCaptureKeys, milestone, date, term }: { ownerKey: number } & CallBody<typeof milestonePreview>,
): Promise<BulkImportResult> => {
  await assertMayReport(deps, caller, ownerKey);
  const keys = [...new Set(leadCaptureKeys)];
  const cells = { milestone, date, ...(term !== undefined && { term }) };
  // The user sees the leads: one that cannot have the milestone is refused, not parked like a row of a CRM.
  const leads = await deps.db.readScope(caller.scope, (tx) => listMilestoneLeads(tx, ownerKey, keys, { lock: false }));
  const leadOf = new Map(leads.map((lead) => [lead.leadKey, lead]));
  const problemOf = (leadKey: number): string | null => {
    const lead = leadOf.get(leadKey);
    return lead === undefined ? 'There is no such lead.' : statusProblem(lead.status);
  };
  return storeRows(deps, caller, bulk, {
    ownerKey,
    params: {},
    name: `${keys.length.toLocaleString('en-US')} chosen leads: ${milestone} of ${date}`,
    file: null,
    rows: keys.map((leadCaptureKey, index) => {
      const message = problemOf(leadCaptureKey);
      const problems = message === null ? [] : [{ column: null, message }];
      // A refused row has no record, so its name is given.
      const label = leadOf.get(leadCaptureKey)?.leadId ?? String(leadCaptureKey);
      return { row: index + 1, label, cells: { leadCaptureKey, ...cells }, problems };
    }),
    warnings: [],
  });
};

/** The rows of a file, sent by a system: checked, and valid ones applied at once. */
export const saveMilestones = async (
  { db, clock }: BulkDeps,
  caller: BulkCaller,
  bulk: MilestoneBulk,
  { ownerKey, rows }: { ownerKey: number } & CallBody<typeof milestoneSave>,
): Promise<CallResponse<typeof milestoneSave>> => {
  await assertMayReport({ db, clock }, caller, ownerKey);
  return db.withScope(caller.scope, async (tx) => {
    const now = clock.now();
    const context = contextOf(bulk, caller, { ownerKey, params: {}, now });
    const parsed = rows.map((row, index) => ({
      row: index + 1,
      cells: { ...row } as Record<string, BulkValue>,
      problems: [],
    }));
    const prepared = await bulk.prepare!(tx, context, parsed);
    const evaluated = await evaluateRows(tx, bulk, context, prepared, { lock: true });
    const good = evaluated.filter(({ state }) => state === 'new' || state === 'changed');
    if (good.length > 0) await bulk.apply(tx, context, good);
    const results = evaluated.map((row) => ({
      outcome: outcomeOf(row),
      leadCaptureKey: (row.current as MilestoneRecord | null)?.lead?.leadKey ?? null,
      message: [...row.errors, ...row.warnings].map(({ message }) => message).join(' '),
    }));
    const counts: Partial<Record<MilestoneOutcome, number>> = {};
    for (const { outcome } of results) counts[outcome] = (counts[outcome] ?? 0) + 1;
    await audit(tx, caller.scope, caller.origin, now, {
      action: 'milestonesSaved',
      ownerKey,
      entity: 'owner',
      entityKey: ownerKey,
      after: counts,
    });
    return { results };
  });
};
