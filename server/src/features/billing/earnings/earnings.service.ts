import {
  type CallResponse,
  EARNED_MONTHS,
  type EarnedDay,
  type EarnedMonth,
  type OwnerEarnings,
  type partnerEarnings,
  REPORT_LIMITS,
  type ReportQuery,
} from '@paceline/contract';
import { type Tx, type WorkOptions } from '../../../db/scope/tx.ts';
import { findEarliestDay } from '../../../metrics/periods/period.queries.ts';
import { type Day, monthDays, todayIn } from '../../../metrics/periods/periods.ts';
import { runReport } from '../../../metrics/report/report.ts';
import { monthStateOf } from '../../../shared/billing/months.queries.ts';
import { type BillingDeps, type BillingViewer, readBill } from '../report/report.service.ts';
import { listMonthPayments, listOwners, type MonthPayment, NO_PAYMENT } from './earnings.queries.ts';

type Answer = CallResponse<typeof partnerEarnings>;

/** Earnings by day from the report that the Media Dashboard is made of: to a media partner, `spend` is what it is paid. */
const listDays = async (tx: Tx, { scope, session }: BillingViewer, month: Day, now: Date): Promise<EarnedDay[]> => {
  const [from, to] = [month.subtract({ months: 1 }), monthDays(month.toPlainYearMonth()).to];
  const query: ReportQuery = {
    dimensions: [],
    measures: ['spend'],
    filters: [],
    timeDimensions: { dimension: 'date', granularity: 'day', dateRange: [from.toString(), to.toString()] },
    getTotal: false,
    order: [],
    limit: REPORT_LIMITS.rows,
  };
  const viewer = { ...session, channel: 'all', vertical: 'all', forWidgets: true } as const;
  const { rows } = await runReport(tx, scope.ownerKeys, query, viewer, now);
  return rows.map((row) => ({ day: String(row['date']).slice(0, 10), earned: Number(row['spend'] ?? 0) }));
};

/** A month as Billable answers it. */
const monthOf = async (
  tx: Tx,
  viewer: BillingViewer,
  { ownerKey, month, now }: { ownerKey: number; month: string; now: Date },
): Promise<Omit<EarnedMonth, keyof MonthPayment>> => {
  const question = { ownerKey, month, groupBy: [], includeAdjustments: true };
  const { stored, total } = await readBill(tx, viewer, question, now);
  if (stored === null) throw new Error(`Owner ${ownerKey} has no month ${month}`);
  const state = monthStateOf(stored);
  return {
    ...state,
    due: total.totalDue ?? 0,
    expected: state.isFrozen ? null : (total.expectedAmount ?? 0),
    billableLeads: total.billableLeads ?? 0,
  };
};

/** What a media partner earned, over all owners that it works for. */
export const getEarnings = ({ db, clock }: BillingDeps, viewer: BillingViewer, options: WorkOptions): Promise<Answer> =>
  db.readScope(
    viewer.scope,
    async (tx) => {
      const now = clock.now();
      const { ownerKeys, partnerKey } = viewer.scope;
      const paymentOf = await listMonthPayments(tx, ownerKeys, partnerKey);
      const today = (await findEarliestDay(tx, ownerKeys, now)) ?? todayIn(now, 'UTC');
      const month = today.with({ day: 1 });
      const months = Array.from({ length: EARNED_MONTHS }, (_, index) => month.subtract({ months: index }).toString());
      const owners: OwnerEarnings[] = [];
      for (const ownerKey of await listOwners(tx, ownerKeys)) {
        const earned: EarnedMonth[] = [];
        for (const one of months) {
          const bill = await monthOf(tx, viewer, { ownerKey, month: one, now });
          earned.push({ ...bill, ...(bill.status === 'CLOSED' ? paymentOf(ownerKey, one) : NO_PAYMENT) });
        }
        owners.push({ ownerKey, months: earned });
      }
      return {
        month: month.toString(),
        today: today.toString(),
        owners,
        days: owners.length === 0 ? [] : await listDays(tx, viewer, month, now),
      };
    },
    options,
  );
