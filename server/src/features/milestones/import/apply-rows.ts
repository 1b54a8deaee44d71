import { type Milestone, type UnmatchedWhy } from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { type BulkContext, type BulkRow } from '../../../shared/bulk/define-bulk.ts';
import {
  type ChangedMilestone,
  insertMilestones,
  settleMilestones,
  type TouchedMilestone,
  updateMilestones,
} from '../../../shared/milestones/milestones.queries.ts';
import { insertParked, removeParked, updateParked } from '../unmatched/unmatched.queries.ts';
import { digestOfId, isParkedId, type MilestoneRecord } from './load-records.ts';

const UNDONE = 'The file was undone.';

const recordOf = ({ current }: BulkRow): MilestoneRecord => current as MilestoneRecord;
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const isParked = ({ id }: BulkRow): boolean => id !== null && isParkedId(id);

/** The value of a column after the row: the row's, or the present one. */
const valueAfter = ({ after, current }: BulkRow, column: string): string | null =>
  textOf(column in after ? after[column] : current?.values[column]);

const touchedBy = (row: BulkRow): TouchedMilestone => {
  const { lead, stored } = recordOf(row);
  const code = stored?.code ?? (row.cells['milestone'] as Milestone);
  return { leadKey: lead!.leadKey, capturedDate: lead!.capturedDate, code };
};

const changeOf = (row: BulkRow): ChangedMilestone & TouchedMilestone => ({
  ...touchedBy(row),
  milestoneKey: recordOf(row).stored!.milestoneKey,
  programCode: valueAfter(row, 'programCode'),
  term: valueAfter(row, 'term'),
  voidReason: valueAfter(row, 'voidReason'),
});

const applyParked = async (tx: Tx, { ownerKey, userKey, now }: BulkContext, rows: readonly BulkRow[]) => {
  const newRows = rows
    .filter(({ isNew }) => isNew)
    .map((row) => ({
      digest: String(row.cells['digest']),
      code: row.cells['milestone'] as Milestone,
      day: String(row.cells['date']),
      namedKey: typeof row.cells['leadCaptureKey'] === 'number' ? row.cells['leadCaptureKey'] : null,
      namedId: textOf(row.cells['leadId']),
      clientReference: textOf(row.cells['clientReference']),
      transactionId: textOf(row.cells['transactionId']),
      sealed: textOf(row.cells['sealed']),
      emailHash: textOf(row.cells['emailHash']),
      phoneHash: textOf(row.cells['phoneHash']),
      programCode: valueAfter(row, 'programCode'),
      term: valueAfter(row, 'term'),
      why: row.cells['why'] as UnmatchedWhy,
    }));
  if (newRows.length > 0) await insertParked(tx, ownerKey, newRows, { by: userKey, at: now });
  const changed = rows
    .filter(({ isNew }) => !isNew)
    .map((row) => ({
      digest: digestOfId(row.id!).toString('hex'),
      programCode: valueAfter(row, 'programCode'),
      term: valueAfter(row, 'term'),
    }));
  if (changed.length > 0) await updateParked(tx, ownerKey, changed);
};

/** Records, changes, voids and parks the rows, then recalculates the milestones that count for their leads. */
export const applyRows = async (tx: Tx, context: BulkContext, rows: readonly BulkRow[]): Promise<void> => {
  const { ownerKey, userKey, now } = context;
  const by = { by: userKey, at: now };
  await applyParked(tx, context, rows.filter(isParked));
  const ofLeads = rows.filter((row) => !isParked(row));
  const [first] = ofLeads;
  if (first === undefined) return;
  const newRows = ofLeads
    .filter(({ isNew }) => isNew)
    .map((row) => ({
      ...touchedBy(row),
      day: String(row.cells['date']),
      programCode: valueAfter(row, 'programCode'),
      term: valueAfter(row, 'term'),
    }));
  if (newRows.length > 0) await insertMilestones(tx, ownerKey, newRows, by);
  const changed = ofLeads.filter(({ isNew }) => !isNew).map(changeOf);
  if (changed.length > 0) await updateMilestones(tx, ownerKey, changed, by);
  await settleMilestones(tx, ownerKey, ofLeads.map(touchedBy), recordOf(first).today);
};

/** Undoes a file: its milestones stay in the history, voided, and its rows without a lead are deleted. */
export const removeRows = async (tx: Tx, { ownerKey, userKey, now }: BulkContext, rows: readonly BulkRow[]) => {
  const parked = rows.filter(isParked).map(({ id }) => digestOfId(id!));
  if (parked.length > 0) await removeParked(tx, ownerKey, parked);
  const ofLeads = rows.filter((row) => !isParked(row));
  const [first] = ofLeads;
  if (first === undefined) return;
  const gone = ofLeads.map((row) => {
    const { programCode, term, milestoneKey } = recordOf(row).stored!;
    return { ...touchedBy(row), milestoneKey, programCode, term, voidReason: UNDONE, undone: true };
  });
  await updateMilestones(tx, ownerKey, gone, { by: userKey, at: now });
  await settleMilestones(tx, ownerKey, ofLeads.map(touchedBy), recordOf(first).today);
};
