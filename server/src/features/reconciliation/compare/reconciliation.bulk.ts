import {
  BILLED_STATUSES,
  type BilledStatus,
  BILLING_SIDES,
  readBilledStatus,
  RECONCILIATION_LIMITS,
  RECONCILIATION_RIGHT,
} from '@paceline/contract';
import { z } from 'zod';
import { AppError } from '../../../lib/app-error.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { audit } from '../../../shared/audit.ts';
import { type BulkColumn, type BulkValue } from '../../../shared/bulk/cell-values.rules.ts';
import {
  type AnyBulk,
  type BulkContext,
  type BulkRow,
  defineBulk,
  type ParsedRow,
  type RowRemark,
  sealedFiles,
} from '../../../shared/bulk/define-bulk.ts';
import { getOwnerDay } from '../../../shared/milestones/milestones.queries.ts';
import { getPartyName, type Party } from '../party.ts';
import { holdParty, insertComparison, insertRun, type TheirRow } from './compare.queries.ts';

const params = z.object({ side: z.enum(BILLING_SIDES), partyKey: z.int(), month: z.iso.date() });
type Context = BulkContext<Party>;

/** Ids of leads, never of people: an id that is an email address is refused. */
const ID = { type: 'text', maxLength: 200, pattern: /^[^\s@]+$/ } as const;
const COLUMNS: readonly BulkColumn[] = [
  { key: 'leadId', label: 'Lead Id', aliases: ['Id', 'Lead', 'Inquiry Id', 'Public Id', 'Public Lead Id'], ...ID },
  {
    key: 'reference',
    label: 'Reference',
    aliases: [
      'Transaction Id',
      'Transaction',
      'Own Reference',
      'Our Reference',
      'Partner Lead Id',
      'External Id',
      'Client Reference',
      'CRM Reference',
      'CRM Id',
      'CRM Lead Id',
    ],
    ...ID,
  },
  {
    key: 'price',
    label: 'Price',
    aliases: ['Amount', 'CPL', 'Payout', 'Rate', 'Lead Price', 'Unit Price', 'Media Price', 'Client Price'],
    type: 'money',
    min: 0,
    max: 9_999.99,
    clearable: false,
  },
  {
    key: 'status',
    label: 'Status',
    aliases: ['Lead Status', 'Disposition', 'Billing Status'],
    type: 'text',
    maxLength: 60,
    clearable: false,
  },
  { key: 'campaign', label: 'Campaign Code', aliases: ['Campaign'], type: 'text', maxLength: 100, clearable: false },
  {
    key: 'date',
    label: 'Inquiry Date',
    aliases: ['Date', 'Lead Date', 'Created Date', 'Captured Date', 'Inquiry Day'],
    type: 'date',
    clearable: false,
  },
];

const KNOWN_STATUSES = Object.values(BILLED_STATUSES).join(', ');

const problemsOf = ({ cells, problems }: ParsedRow, { side }: Party): RowRemark[] => {
  const isMissing = (column: string) => cells[column] == null && problems.every((one) => one.column !== column);
  const remarks: RowRemark[] = [];
  if (isMissing('leadId') && isMissing('reference'))
    remarks.push({ column: 'leadId', message: 'Lead ID or Transaction ID is required.' });
  if (side === 'media' && isMissing('price')) remarks.push({ column: 'price', message: 'Price is required.' });
  const { status } = cells;
  if (typeof status === 'string' && readBilledStatus(status) === null)
    remarks.push({ column: 'status', message: `Status “${status}” is not known. Write one of ${KNOWN_STATUSES}.` });
  return remarks;
};

/** Statuses in our codes; the error of an incomplete row has its number. */
const prepareRow = (row: ParsedRow, party: Party): ParsedRow => {
  const { status, ...rest } = row.cells;
  const billedStatus = typeof status === 'string' ? readBilledStatus(status) : null;
  const cells: Record<string, BulkValue> = { ...rest, ...(billedStatus !== null && { status: billedStatus }) };
  return { ...row, cells, problems: [...row.problems, ...problemsOf(row, party)] };
};

const theirRow = ({ row, cells }: BulkRow): TheirRow => ({
  row,
  id: (cells['leadId'] as string | undefined) ?? null,
  reference: (cells['reference'] as string | undefined) ?? null,
  price: (cells['price'] as number | undefined) ?? null,
  status: (cells['status'] as BilledStatus | undefined) ?? null,
  campaign: (cells['campaign'] as string | undefined) ?? null,
  date: (cells['date'] as string | undefined) ?? null,
});

const assertAllowed = async (tx: Tx, { scope, ownerKey, params: party, now }: Context): Promise<void> => {
  await getPartyName(tx, scope, ownerKey, party);
  if (party.month <= (await getOwnerDay(tx, ownerKey, now))) return;
  const message = 'The month has not begun.';
  throw new AppError('VALIDATION', { message, errors: [{ field: 'month', code: 'future', message }] });
};

const apply = async (tx: Tx, context: Context, changes: readonly BulkRow[]): Promise<void> => {
  const { ownerKey, params: party, importKey, userKey, group, scope, origin, now } = context;
  if (importKey === null) throw new Error('A comparison is made of a stored file');
  await holdParty(tx, ownerKey, party);
  const run = { ...party, ownerKey, importKey, fileRows: changes.length, userKey, group, at: now };
  const { runKey, replaced } = await insertRun(tx, run);
  await insertComparison(tx, { ...party, ownerKey, runKey, replaced }, changes.map(theirRow));
  await audit(tx, scope, origin, now, {
    action: 'reconciliationCompared',
    ownerKey,
    entity: 'reconciliationRun',
    entityKey: runKey,
    after: { ...party, rows: changes.length },
  });
};

/**
 * The other side's list of a month's leads. It changes no lead and no bill: every row is new, with the result of the comparison. A newer
 * file replaces it, so there is no undo.
 */
export const reconciliationBulk = (secret: Buffer): AnyBulk =>
  defineBulk<Party>({
    kind: 'reconciliation',
    title: 'Reconciliation',
    groups: ['ag', 'mp', 'cl'],
    permission: RECONCILIATION_RIGHT,
    params,
    maxRows: RECONCILIATION_LIMITS.fileRows,
    columns: COLUMNS,
    // A lead listed twice is a finding, not an error of the file: no column is a key.
    keyColumns: [],
    identify: () => null,
    creates: true,
    prepare: (_tx, { params: party }, rows) => Promise.resolve(rows.map((row) => prepareRow(row, party))),
    assertAllowed,
    load: () => Promise.resolve(new Map()),
    apply,
    undoable: false,
    // Beside the ids there may be columns with personal data, which are not read.
    sealing: sealedFiles(secret),
  });
