import { hasPermission, MAX_PAYMENT, MAX_REFERENCE, PAYMENTS_KIND } from '@paceline/contract';
import { z } from 'zod';
import { type Tx } from '../../../db/scope/tx.ts';
import { auditMany } from '../../../shared/audit.ts';
import {
  type BulkContext,
  type BulkCurrent,
  type BulkRow,
  defineBulk,
  type FileRemark,
} from '../../../shared/bulk/define-bulk.ts';
import { holdStatements, insertPayment, listPayables, listStanding } from '../../../shared/billing/payments.queries.ts';
import {
  paymentProblem,
  signedAmount,
  type PayableStatement,
  type StoredPayment,
} from '../../../shared/billing/payments.rules.ts';

const SEPARATOR = '|';
/** A statement's number and the reference of a payment, whose case does not matter. */
const idOf = (number: unknown, reference: unknown): string =>
  `${String(number).toUpperCase()}${SEPARATOR}${String(reference).toLowerCase()}`;
const numberOf = (id: string): string => id.slice(0, id.indexOf(SEPARATOR));

interface FilePayments {
  byNumber: ReadonlyMap<string, PayableStatement>;
  standing: readonly StoredPayment[];
}

/** The statements that rows name, as far as the sender may see them, with their payments. */
const readStatements = async (
  tx: Tx,
  { ownerKey, permissions, now }: BulkContext,
  ids: readonly string[],
  { lock }: { lock: boolean },
): Promise<FilePayments> => {
  const numbers = [...new Set(ids.map(numberOf))];
  const read = async () =>
    (await listPayables(tx, ownerKey, { numbers }, now)).filter(
      ({ side }) => side === 'client' || hasPermission(permissions, 'reports:Margin'),
    );
  const keysOf = (statements: readonly PayableStatement[]) => statements.map(({ statementKey }) => statementKey);
  if (lock) await holdStatements(tx, ownerKey, keysOf(await read()));
  const statements = await read();
  return {
    byNumber: new Map(statements.map((statement) => [statement.number, statement])),
    standing: await listStanding(tx, ownerKey, keysOf(statements)),
  };
};

const paymentOf = (
  { standing }: FilePayments,
  { number, statementKey }: PayableStatement,
  id: string,
): StoredPayment | undefined =>
  standing.find(
    (one) => one.statementKey === statementKey && one.kind === 'PAYMENT' && idOf(number, one.reference) === id,
  );

const load = async (
  tx: Tx,
  context: BulkContext,
  ids: readonly string[],
  options: { lock: boolean },
): Promise<Map<string, BulkCurrent>> => {
  const file = await readStatements(tx, context, ids, options);
  return new Map(
    ids.flatMap((id): [string, BulkCurrent][] => {
      const statement = file.byNumber.get(numberOf(id));
      if (statement === undefined) return [];
      const payment = paymentOf(file, statement, id);
      const values = payment === undefined ? {} : { date: payment.paidOn, amount: Math.abs(payment.amount) };
      return [[id, { label: statement.number, version: payment?.paymentKey ?? null, values }]];
    }),
  );
};

const wantedOf = ({ cells, after }: BulkRow) => ({
  paidOn: String(after['date'] ?? cells['date']),
  amount: Number(after['amount'] ?? cells['amount']),
  reference: String(cells['reference']),
});

const FIELDS = { amount: 'amount', paidOn: 'date', reference: 'reference', statementKey: 'number' } as const;

/** Several rows may pay one statement: each counts after those above it. */
const check = async (tx: Tx, context: BulkContext, rows: readonly BulkRow[]): Promise<FileRemark[]> => {
  const ids = rows.map(({ id }) => id ?? '');
  const file = await readStatements(tx, context, ids, { lock: false });
  const open = new Map([...file.byNumber].map(([number, statement]) => [number, statement.open]));
  return rows.flatMap((row, index): FileRemark[] => {
    const number = numberOf(ids[index]!);
    const statement = file.byNumber.get(number);
    if (statement === undefined) return [];
    const left = open.get(number)!;
    const wanted = wantedOf(row);
    const standing = file.standing.filter(({ statementKey }) => statementKey === statement.statementKey);
    const problem = paymentProblem({ ...statement, open: left }, standing, wanted);
    if (problem !== null) return [{ row: row.row, column: FIELDS[problem.field], message: problem.message }];
    open.set(number, Math.round((left - signedAmount(statement, wanted.amount)) * 100) / 100);
    return [];
  });
};

/** Each payment has a line in the log of its statement, as one by hand. */
const log = (
  tx: Tx,
  { scope, origin, ownerKey, now }: BulkContext,
  action: string,
  lines: readonly { statement: PayableStatement; after: object }[],
): Promise<void> =>
  auditMany(
    tx,
    scope,
    origin,
    now,
    lines.map(({ statement: { statementKey, number }, after }) => ({
      action,
      ownerKey,
      entity: 'statement',
      entityKey: statementKey,
      after: { number, ...after },
    })),
  );

const apply = async (tx: Tx, context: BulkContext, rows: readonly BulkRow[]): Promise<void> => {
  const { ownerKey, userKey, now: at } = context;
  const ids = rows.map(({ id }) => id ?? '');
  const { byNumber } = await readStatements(tx, context, ids, { lock: true });
  const lines = [];
  for (const [index, row] of rows.entries()) {
    const statement = byNumber.get(numberOf(ids[index]!))!;
    const wanted = wantedOf(row);
    const amount = signedAmount(statement, wanted.amount);
    const line = { ...wanted, amount, kind: 'PAYMENT' as const, note: '' };
    await insertPayment(tx, { ownerKey, statementKey: statement.statementKey, ...line, userKey, at });
    lines.push({ statement, after: { ...wanted, amount } });
  }
  await log(tx, context, 'statementPaid', lines);
};

/** Undoing a file reverses its payments; their lines stay. */
const remove = async (tx: Tx, context: BulkContext, rows: readonly BulkRow[]): Promise<void> => {
  const { ownerKey, userKey, now: at } = context;
  const ids = rows.map(({ id }) => id ?? '');
  const file = await readStatements(tx, context, ids, { lock: true });
  const lines = [];
  for (const id of ids) {
    const statement = file.byNumber.get(numberOf(id));
    if (statement === undefined) continue;
    const payment = paymentOf(file, statement, id);
    if (payment === undefined) continue;
    const { statementKey, reference, amount, paymentKey } = payment;
    await insertPayment(tx, {
      ownerKey,
      statementKey,
      kind: 'REVERSAL',
      paidOn: statement.today,
      amount: -amount,
      reference,
      note: 'File undone',
      reversesKey: paymentKey,
      userKey,
      at,
    });
    lines.push({ statement, after: { reference, reason: 'File undone' } });
  }
  await log(tx, context, 'statementPaymentReversed', lines);
};

/** Payments as a bank or a ledger lists them, matched to statements by their number; the same file again changes nothing. */
export const statementPaymentsBulk = defineBulk({
  kind: PAYMENTS_KIND,
  title: 'Payments',
  groups: ['ag'],
  permission: 'reports:Billable',
  params: z.object({}),
  columns: [
    {
      key: 'number',
      label: 'Number',
      aliases: ['Statement', 'Statement Number', 'Invoice', 'Invoice Number', 'Document', 'Document Number'],
      type: 'text',
      maxLength: 40,
      required: true,
      normal: (text) => text.toUpperCase(),
    },
    { key: 'date', label: 'Date', aliases: ['Paid On', 'Payment Date', 'Value Date'], type: 'date', required: true },
    {
      key: 'amount',
      label: 'Amount',
      aliases: ['Paid', 'Payment', 'Payment Amount'],
      type: 'money',
      min: 0.01,
      max: MAX_PAYMENT,
      required: true,
    },
    {
      key: 'reference',
      label: 'Reference',
      aliases: ['Payment Reference', 'Transaction', 'Transaction Id', 'Check Number'],
      type: 'text',
      maxLength: MAX_REFERENCE,
      required: true,
    },
  ],
  keyColumns: ['number', 'reference'],
  mayRepeat: true,
  identify: ({ number, reference }) => (number == null || reference == null ? null : idOf(number, reference)),
  load,
  check,
  apply,
  remove,
});
