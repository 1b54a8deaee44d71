import {
  type billableChecklist,
  type billableClose,
  type billableReopen,
  type BillingMonthState,
  type CallBody,
  type CallResponse,
  type ChecklistItem,
  MONTH_STATES,
} from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Origin } from '../../../lib/origin.ts';
import { audit } from '../../../shared/audit.ts';
import { closeMonth, reopenMonth } from '../../../shared/billing/close-month.ts';
import { monthWords } from '../../../shared/billing/month-words.rules.ts';
import { findMonth, monthStateOf, type StoredMonth } from '../../../shared/billing/months.queries.ts';
import { type BillingDeps, type BillingViewer, readBill } from '../report/report.service.ts';
import { findOpenThings, listChanges, type OpenThings } from './month.queries.ts';

type Checklist = CallResponse<typeof billableChecklist>;
type Caller = BillingViewer & { origin: Origin };

const getMonth = async (tx: Tx, ownerKey: number, month: string, now: Date): Promise<StoredMonth> => {
  const stored = await findMonth(tx, ownerKey, month, now);
  if (stored === null) throw new AppError('NOT_FOUND');
  return stored;
};

const counted = (count: number, done: string, one: string, many: string): string =>
  count === 0 ? done : `${count} ${count === 1 ? one : many}`;

const itemsOf = (open: OpenThings, month: string): Checklist['items'] => {
  const item = (name: ChecklistItem, count: number, text: string) => ({ item: name, isDone: count === 0, count, text });
  const { disputes, differences, returns, undelivered, lateAccounts } = open;
  return [
    item('DISPUTES', disputes, counted(disputes, 'No disputes', 'dispute open', 'disputes open')),
    item(
      'DIFFERENCES',
      differences,
      counted(differences, 'Differences decided', 'difference to decide', 'differences to decide'),
    ),
    item('RETURNS', returns, counted(returns, 'Returns decided', 'return to decide', 'returns to decide')),
    item(
      'UNDELIVERED',
      undelivered,
      counted(undelivered, 'All leads delivered', 'lead awaits delivery', 'leads await delivery'),
    ),
    item(
      'DATA',
      lateAccounts.length,
      lateAccounts.length === 0
        ? `All data through the end of ${monthWords(month)}`
        : `Data not complete through the end of ${monthWords(month)}: ${lateAccounts.join(', ')}`,
    ),
  ];
};

/** The checklist before closing a month: open items, totals, and history. */
export const getChecklist = (
  { db, clock }: BillingDeps,
  viewer: BillingViewer,
  { ownerKey, month }: CallBody<typeof billableChecklist>,
): Promise<Checklist> =>
  db.readScope(viewer.scope, async (tx) => {
    const now = clock.now();
    const reportQuestion = {
      ownerKey,
      month,
      groupBy: ['campaign' as const, 'source' as const],
      includeAdjustments: true,
    };
    const { total, rows } = await readBill(tx, viewer, reportQuestion, now);
    return {
      month: monthStateOf(await getMonth(tx, ownerKey, month, now)),
      items: itemsOf(await findOpenThings(tx, ownerKey, month), month),
      total,
      lines: rows.length,
      history: (await listChanges(tx, ownerKey, month)).map(({ at, ...change }) => ({
        ...change,
        at: at.toISOString(),
      })),
    };
  });

const wasFaster = (is: StoredMonth, wanted: string): AppError => {
  const message = `${monthWords(is.month)} is ${MONTH_STATES[is.status].toLowerCase()} now. You wanted to ${wanted}.`;
  return new AppError('STALE_ROW', { message, errors: [{ field: 'status', code: 'conflict', message }] });
};

/** Closes a month by hand, on any day after its end. */
export const closeByHand = (
  { db, clock }: BillingDeps,
  { scope, origin }: Caller,
  { ownerKey, month, status, note }: CallBody<typeof billableClose>,
): Promise<BillingMonthState> =>
  db.withScope(scope, async (tx) => {
    const at = clock.now();
    const stored = await getMonth(tx, ownerKey, month, at);
    if (at < stored.endsAt) {
      const message = `${monthWords(month)} has not ended yet. Close it after its last day.`;
      throw new AppError('VALIDATION', { errors: [{ field: 'month', code: 'tooEarly', message }] });
    }
    if (stored.status !== status) throw wasFaster(stored, 'close it');
    const closed = await closeMonth(tx, ownerKey, month, { userKey: scope.userKey, at, reason: note });
    if (closed === null) throw wasFaster(await getMonth(tx, ownerKey, month, at), 'close it');
    await audit(tx, scope, origin, at, {
      action: 'billingMonthClosed',
      ownerKey,
      entity: 'billingMonth',
      entityKey: month,
      before: { status: closed.from },
      after: { status: 'CLOSED', lines: closed.lines, statements: closed.statements, ...(note !== '' && { note }) },
    });
    return monthStateOf(await getMonth(tx, ownerKey, month, at));
  });

export const reopenByHand = (
  { db, clock }: BillingDeps,
  { scope, origin }: Caller,
  { ownerKey, month, reason }: CallBody<typeof billableReopen>,
): Promise<BillingMonthState> =>
  db.withScope(scope, async (tx) => {
    const at = clock.now();
    if (!(await reopenMonth(tx, ownerKey, month, { userKey: scope.userKey, at, reason })))
      throw wasFaster(await getMonth(tx, ownerKey, month, at), 'reopen it');
    await audit(tx, scope, origin, at, {
      action: 'billingMonthReopened',
      ownerKey,
      entity: 'billingMonth',
      entityKey: month,
      before: { status: 'CLOSED' },
      after: { status: 'REOPENED', reason },
    });
    return monthStateOf(await getMonth(tx, ownerKey, month, at));
  });
