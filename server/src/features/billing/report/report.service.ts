import {
  BILLABLE_FIGURES,
  type BillableAdjustment,
  type BillableFigure,
  type BillableFigures,
  billableFiguresFor,
  billableTotal,
  type BillableRow,
  type BillingSide,
  type CallBody,
  type CallResponse,
  hasPermission,
  lastOfMonth,
  type billableReport,
  metricValue,
  MAX_ADJUSTMENTS_SHOWN,
  type Parts,
  sumOf,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx, type WorkOptions } from '../../../db/scope/tx.ts';
import { type Session } from '../../../http/guard/session.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { findMonth, isFrozen, monthStateOf, type StoredMonth } from '../../../shared/billing/months.queries.ts';
import { listAdjustments } from './adjustments.queries.ts';
import { type GroupedLine, type LineQuestion, listLines } from './lines.queries.ts';

export interface BillingDeps {
  db: Database;
  clock: Clock;
}
export interface BillingViewer {
  scope: Scope;
  session: Session;
}
type BillableQuestion = CallBody<typeof billableReport>;
type OwnerQuestion = BillableQuestion & { ownerKey: number };
type BillableAnswer = CallResponse<typeof billableReport>;

/** A side sees its own money only; the agency sees the client's, and its own cost if it may see the margin. */
const sidesOf = ({ session }: BillingViewer): readonly [BillingSide, ...BillingSide[]] => {
  if (session.group === 'mp') return ['media'];
  return session.group === 'ag' && hasPermission(session.permissions, 'reports:Margin')
    ? ['client', 'media']
    : ['client'];
};

const daysOf = ({ month, startDate, endDate }: BillableQuestion): { from: string; to: string } =>
  month === undefined ? { from: startDate ?? '', to: endDate ?? '' } : { from: month, to: lastOfMonth(month) };

/** Both sides' totals, which the margin is calculated from. */
const withTotals = (parts: Parts): Parts => {
  if (parts.mediaLeadAmount === undefined) return parts;
  return {
    ...parts,
    clientCost: sumOf([parts.leadAmount, parts.platformAmount, parts.priorAmount]),
    mediaCost: sumOf([parts.mediaLeadAmount, parts.platformCost, parts.mediaPriorAmount]),
  };
};

const figuresOf = (keys: readonly BillableFigure[], parts: Parts): BillableFigures => {
  const all = withTotals(parts);
  return Object.fromEntries(keys.map((key) => [key, metricValue(key, all)]));
};

/** Orders and remarks about a line are between the agency and its media partner. */
const rowOf = (
  keys: readonly BillableFigure[],
  line: GroupedLine,
  ownerKey: number,
  isClient: boolean,
): BillableRow => ({
  ownerKey,
  ...line.names,
  ...(isClient && { ioNumber: null }),
  partnerKey: line.partnerKey,
  clientKey: line.clientKey,
  campaignKey: line.campaignKey,
  sourceKey: line.sourceKey,
  state: isClient ? null : line.state,
  figures: figuresOf(keys, line.parts),
  pricedLeads: line.parts.pricedLeads ?? 0,
  ...(line.parts.mediaPricedLeads != null && { mediaPricedLeads: line.parts.mediaPricedLeads }),
});

/** The question for the lines, and the month's state where it is one month. */
const questionOf = async (
  tx: Tx,
  viewer: BillingViewer,
  question: OwnerQuestion,
  now: Date,
): Promise<{ question: LineQuestion; month: StoredMonth | null }> => {
  const month = question.month === undefined ? null : await findMonth(tx, question.ownerKey, question.month, now);
  if (question.month !== undefined && month === null) throw new AppError('NOT_FOUND');
  return {
    month,
    question: {
      ownerKey: question.ownerKey,
      ...daysOf(question),
      closing: month !== null && isFrozen(month) ? month.closing : null,
      clientKeys: question.clientKeys,
      partnerKeys: question.mediaPartnerKeys,
      campaignKeys: question.campaignKeys,
      groupBy: question.groupBy,
      includeAdjustments: question.includeAdjustments,
      sides: sidesOf(viewer),
    },
  };
};

/** One owner's bill within a transaction. */
export const readBill = async (tx: Tx, viewer: BillingViewer, billable: OwnerQuestion, now: Date) => {
  const { question, month } = await questionOf(tx, viewer, billable, now);
  const lines = await listLines(tx, question);
  const keys = billableFiguresFor(viewer.session, question.closing !== null);
  const rows = lines.map((line) => rowOf(keys, line, billable.ownerKey, viewer.session.group === 'cl'));
  return { question, stored: month, keys, rows, total: billableTotal(keys, rows) };
};

/** The billable amounts: of a closed month its lines, of any other days the current figures of leads and platforms. */
export const getBillable = (
  { db, clock }: BillingDeps,
  viewer: BillingViewer,
  billable: BillableQuestion,
  { signal }: WorkOptions = {},
  mostAdjustments = MAX_ADJUSTMENTS_SHOWN,
): Promise<BillableAnswer> =>
  db.readScope(
    viewer.scope,
    async (tx) => {
      const now = clock.now();
      const bills: Awaited<ReturnType<typeof readBill>>[] = [];
      const adjustments: BillableAdjustment[] = [];
      let adjustmentCount = 0;
      for (const ownerKey of billable.ownerKey === undefined ? viewer.scope.ownerKeys : [billable.ownerKey]) {
        const bill = await readBill(tx, viewer, { ...billable, ownerKey }, now);
        bills.push(bill);
        if (!billable.includeAdjustments) continue;
        const own = await listAdjustments(tx, bill.question, mostAdjustments);
        adjustments.push(...own.adjustments);
        adjustmentCount += own.count;
      }
      const rows = bills.flatMap((bill) => bill.rows);
      // Months of several owners may be open and closed: all figures of either.
      const keys = BILLABLE_FIGURES.filter((key) => bills.some((bill) => bill.keys.includes(key)));
      const stored = billable.ownerKey === undefined ? null : (bills[0]?.stored ?? null);
      return {
        days: daysOf(billable),
        month: stored === null ? null : monthStateOf(stored),
        rows,
        total: billableTotal(keys, rows),
        rowCount: rows.length,
        adjustments: adjustments.toSorted((a, b) => b.day.localeCompare(a.day)).slice(0, mostAdjustments),
        adjustmentCount,
      };
    },
    { signal },
  );
