import {
  type Milestone,
  MILESTONE_LIMITS,
  MILESTONE_RIGHT,
  milestoneGaps,
  MILESTONES,
  milestoneText,
  UNMATCHED_WHY,
  type UnmatchedWhy,
} from '@paceline/contract';
import { z } from 'zod';
import { type BulkColumn } from '../../../shared/bulk/cell-values.rules.ts';
import {
  type BulkDefinition,
  type BulkRow,
  defineBulk,
  type RowRemark,
  sealedFiles,
} from '../../../shared/bulk/define-bulk.ts';
import { dayProblem, statusProblem } from '../../../shared/milestones/milestone.rules.ts';
import { prepareRows } from '../match/prepare-rows.ts';
import { applyRows, removeRows } from './apply-rows.ts';
import { listProgramCodes } from './import.queries.ts';
import { loadRecords, type MilestoneRecord, recordId } from './load-records.ts';

const params = z.object({});
export type MilestoneBulk = BulkDefinition<z.output<typeof params>>;

const COLUMNS: readonly BulkColumn[] = [
  { key: 'leadCaptureKey', label: 'Lead Capture Key', type: 'key' },
  { key: 'leadId', label: 'Lead Id', type: 'text', maxLength: 60 },
  { key: 'clientReference', label: 'Client Reference', aliases: ['CRM Id'], type: 'text', maxLength: 200 },
  { key: 'transactionId', label: 'Transaction Id', type: 'text', maxLength: 200 },
  { key: 'email', label: 'Email', type: 'text', maxLength: 254, pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/ },
  { key: 'phone', label: 'Phone', type: 'text', maxLength: 40, pattern: /^\+?1?\D*(?:\d\D*){10}$/ },
  // Codes only: an owner's label for one may be the code of another.
  { key: 'milestone', label: 'Milestone', type: 'text', required: true, choices: MILESTONES },
  { key: 'date', label: 'Date', aliases: ['Milestone Date'], type: 'date', required: true },
  { key: 'programCode', label: 'Program Code', type: 'text', maxLength: 100 },
  { key: 'term', label: 'Term', type: 'text', maxLength: 100 },
  { key: 'voidReason', label: 'Void Reason', type: 'text', maxLength: MILESTONE_LIMITS.reasonCharacters },
];
const NAMES = ['leadCaptureKey', 'leadId', 'clientReference', 'transactionId', 'email', 'phone'];

const warn = (message: string): RowRemark => ({ column: null, message, warning: true });

const parkedRemarks = ({ cells, isNew }: BulkRow): RowRemark[] => {
  if (cells['voidReason'] != null)
    return [{ column: 'voidReason', message: 'No lead was found: there is nothing to void.' }];
  const why = UNMATCHED_WHY[cells['why'] as UnmatchedWhy];
  return isNew ? [warn(`${why}: the row waits among the unmatched ones.`)] : [];
};

/** Warnings about a milestone that may be recorded all the same. */
const leadWarnings = (code: Milestone, day: string, { standing, today, words }: MilestoneRecord): RowRemark[] => {
  const warnings: RowRemark[] = [];
  const first = standing.filter((one) => one.code === code && one.day < day).at(0);
  if (first !== undefined)
    warnings.push(warn(`${milestoneText(code, words)} stands since ${first.day}: the later date is history only.`));
  else if (day > today) warnings.push(warn(`It counts from ${day} on.`));
  const gaps = milestoneGaps([...standing.map((one) => one.code), code]);
  if (gaps.length > 0) warnings.push(warn(`Gap: no ${gaps.map((gap) => milestoneText(gap, words)).join(', ')} yet.`));
  return warnings;
};

const remarksOf = (row: BulkRow): RowRemark[] => {
  const record = row.current as MilestoneRecord;
  const { lead, today, words, stored } = record;
  const [code, day] = [row.cells['milestone'] as Milestone, String(row.cells['date'])];
  const capturedDate = lead?.capturedDate ?? null;
  const wrongDay = dayProblem({ code, day, capturedDate, today });
  if (wrongDay !== null) return [{ column: 'date', message: `Date ${wrongDay}` }];
  if (lead === null) return parkedRemarks(row);
  if (row.cells['voidReason'] != null)
    return stored === null
      ? [{ column: 'voidReason', message: `The lead has no ${milestoneText(code, words)} of ${day} to void.` }]
      : [];
  const wrongStatus = statusProblem(lead.status);
  if (wrongStatus !== null) return [{ column: null, message: wrongStatus }];
  return row.isNew ? leadWarnings(code, day, record) : [];
};

/** Import of lead outcomes from the client's CRM. The file has personal data: it is stored sealed, and its rows without them. */
export const milestonesBulk = (secret: Buffer): MilestoneBulk =>
  defineBulk<z.output<typeof params>>({
    kind: 'milestones',
    title: 'Milestones',
    groups: ['ag', 'cl'],
    permission: MILESTONE_RIGHT,
    params,
    columns: COLUMNS,
    keyColumns: NAMES,
    prepare: (tx, context, rows) => prepareRows(secret, tx, context, rows),
    identify: recordId,
    hidesIds: true,
    mayRepeat: true,
    load: loadRecords,
    validate: remarksOf,
    check: async (tx, { ownerKey }, rows) => {
      const entries = rows.flatMap(({ row, after }) =>
        typeof after['programCode'] === 'string' ? [{ row, code: after['programCode'] }] : [],
      );
      const codes = [...new Set(entries.map(({ code }) => code))];
      const programCodes = codes.length === 0 ? new Set<string>() : await listProgramCodes(tx, ownerKey, codes);
      return entries
        .filter(({ code }) => !programCodes.has(code.toLowerCase()))
        .map(({ row, code }) => ({
          row,
          column: 'programCode',
          message: `Program Code ${code} does not belong to this owner.`,
        }));
    },
    apply: applyRows,
    remove: removeRows,
    sealing: sealedFiles(secret),
  });
