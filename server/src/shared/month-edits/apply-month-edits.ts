import {
  type AllocationEdit,
  type AllocationMonth,
  type AllocationSaved,
  editableFields,
  type FieldError,
  type UserGroup,
} from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Origin } from '../../lib/origin.ts';
import { auditMany } from '../audit.ts';
import {
  insertMissingMonths,
  lockMonths,
  type MonthChange,
  replaceOpenRequests,
  type StoredMonth,
  updateMonths,
} from './month-edits.queries.ts';
import { conflictErrors, duplicateErrors, inputErrors, planConflicts, realChanges } from './month-edits.rules.ts';

const refuseIfAny = (code: 'VALIDATION' | 'STALE_ROW', errors: FieldError[]): void => {
  if (errors.length > 0) throw new AppError(code, { errors });
};

const splitRequest = ({ requestedAllocation, ...plan }: AllocationEdit['changes']) => ({ requestedAllocation, plan });

interface Requested {
  row: StoredMonth;
  requested: number | null;
}
interface Writer {
  scope: Scope;
  origin: Origin;
}
interface Edits {
  edits: readonly AllocationEdit[];
  month: AllocationMonth;
  now: Date;
  /** Reason for the change, where one was requested. */
  reason?: string | undefined;
}

/** One history line per campaign, with the changed cells. */
const onRecord = (changes: readonly MonthChange[], requests: readonly Requested[], reason: string | undefined) => [
  ...changes.map(({ ownerKey, campaignKey, month, changes: after, before }) => ({
    action: 'allocationsSaved',
    ownerKey,
    entity: 'campaign',
    entityKey: campaignKey,
    before: { month, ...before },
    after: { month, ...after, ...(reason !== undefined && { reason }) },
  })),
  ...requests.map(({ row: { ownerKey, campaignKey, month }, requested }) => ({
    action: 'allocationRequested',
    ownerKey,
    entity: 'campaign',
    entityKey: campaignKey,
    after: { month, requestedAllocation: requested },
  })),
];

/** Checks that need no data: fields the group may change in the month, and invalid values. */
export const assertEditable = (edits: readonly AllocationEdit[], group: UserGroup, month: AllocationMonth): void => {
  if (editableFields(group, month).length === 0)
    throw new AppError('FORBIDDEN', { message: 'The current month is read-only.' });
  refuseIfAny('VALIDATION', [...duplicateErrors(edits), ...inputErrors(edits, group, month)]);
};

/**
 * Reads the rows under lock, refuses the whole save if one cell is invalid, and writes only real changes. A concurrent save waits for the
 * lock and then sees the first one's version.
 */
export const applyEdits = async (
  tx: Tx,
  { scope, origin }: Writer,
  { edits, month, now, reason }: Edits,
): Promise<AllocationSaved> => {
  const keys = edits.map(({ campaignKey }) => campaignKey);
  await insertMissingMonths(tx, scope.ownerKeys, keys, now, month);
  const stored = new Map(
    (await lockMonths(tx, scope.ownerKeys, keys, now, month)).map((row) => [row.campaignKey, row]),
  );

  const unknown: FieldError[] = [];
  const stale: FieldError[] = [];
  const wrong: FieldError[] = [];
  const changes: MonthChange[] = [];
  const requests: Requested[] = [];
  for (const [index, edit] of edits.entries()) {
    const row = stored.get(edit.campaignKey);
    if (row === undefined) {
      const message = `Campaign Key ${edit.campaignKey} does not belong to this owner.`;
      unknown.push({ field: `rows.${index}.campaignKey`, code: 'unknown', message });
      continue;
    }
    const { requestedAllocation, plan } = splitRequest(edit.changes);
    stale.push(...conflictErrors(index, edit, { ...row, values: row }));
    const real = realChanges(plan, row);
    wrong.push(...planConflicts(index, real, row));
    if (requestedAllocation !== undefined) requests.push({ row, requested: requestedAllocation });
    if (Object.keys(real).length > 0) {
      const { ownerKey, campaignKey } = row;
      changes.push({
        ownerKey,
        campaignKey,
        month: row.month,
        changes: real,
        before: Object.fromEntries(Object.keys(real).map((field) => [field, row[field as keyof StoredMonth]])),
      });
    }
  }
  refuseIfAny('VALIDATION', unknown);
  refuseIfAny('STALE_ROW', stale);
  refuseIfAny('VALIDATION', wrong);
  const rows = changes.length === 0 ? [] : await updateMonths(tx, changes, scope.userKey, now);
  if (requests.length > 0) await replaceOpenRequests(tx, requests, scope.userKey, now);
  await auditMany(tx, scope, origin, now, onRecord(changes, requests, reason));
  return { saved: rows.length + requests.length, rows };
};
