import {
  firstOfMonth,
  maySeeMetric,
  type PlatformAccount,
  type PlatformAccountRecord,
  type PlatformAccountRow,
  REPORT_LIMITS,
  type ReportQuery,
  ROW_KEY,
} from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { findOwnerZone } from '../../../metrics/periods/period.queries.ts';
import { todayIn } from '../../../metrics/periods/periods.ts';
import { runReport } from '../../../metrics/report/report.ts';
import { type Caller, type PlatformDeps, seesFees, viewerOf } from '../caller.ts';
import { findUses, listAccounts, type StoredAccount } from './accounts.queries.ts';
import { findFeeDays, listFees } from './fee.queries.ts';

const present = (account: StoredAccount, isFeeShown: boolean): PlatformAccount => ({
  ...account,
  feePercent: isFeeShown ? account.feePercent : null,
  lastSyncAt: account.lastSyncAt?.toISOString() ?? null,
});

export const readAllAccounts = ({ db }: PlatformDeps, caller: Caller): Promise<PlatformAccount[]> =>
  db.readScope(caller.scope, async (tx) =>
    (await listAccounts(tx, caller.scope.ownerKeys)).map((account) => present(account, seesFees(caller))),
  );

type Costs = Pick<PlatformAccountRow, 'mediaCost' | 'spend'>;

/** This month's report figures of each account's linked campaigns, as far as the viewer may see them. */
const loadCosts = async (tx: Tx, caller: Caller, ownerKey: number, now: Date): Promise<Map<number, Costs>> => {
  const zone = await findOwnerZone(tx, ownerKey);
  if (zone === null) throw new AppError('NOT_FOUND');
  const viewer = viewerOf(caller);
  const today = todayIn(now, zone).toString();
  const query: ReportQuery = {
    dimensions: ['account'],
    measures: maySeeMetric('mediaCost', viewer) ? ['spend', 'mediaCost'] : ['spend'],
    filters: [],
    timeDimensions: { dimension: 'date', granularity: null, dateRange: [firstOfMonth(today), today] },
    getTotal: false,
    order: [],
    limit: REPORT_LIMITS.rows,
  };
  const question = { ...viewer, channel: 'all', vertical: 'all', forWidgets: true } as const;
  const { rows } = await runReport(tx, [ownerKey], query, question, now);
  return new Map(
    rows.flatMap((row): [number, Costs][] => {
      const [key] = JSON.parse(String(row[ROW_KEY] ?? '[]')) as (string | number | null)[];
      // Campaigns bought from media partners have no account.
      if (key === undefined || key === null) return [];
      const amount = (name: keyof Costs): number | null => (row[name] as number | null | undefined) ?? null;
      return [[Number(key), { spend: amount('spend'), mediaCost: amount('mediaCost') }]];
    }),
  );
};

const NO_COSTS: Costs = { mediaCost: null, spend: null };

export const readOwnersAccounts = (
  { db, clock }: PlatformDeps,
  caller: Caller,
  ownerKey: number,
): Promise<PlatformAccountRow[]> =>
  db.readScope(
    caller.scope,
    async (tx) => {
      const accounts = await listAccounts(tx, [ownerKey]);
      const costs = await loadCosts(tx, caller, ownerKey, clock.now());
      return accounts.map((account) => ({
        ...present(account, seesFees(caller)),
        ...(costs.get(account.semClientAccountKey) ?? NO_COSTS),
      }));
    },
    { signal: caller.signal },
  );

export const getAccount = async (tx: Tx, ownerKey: number, accountKey: number): Promise<StoredAccount> => {
  const [account] = await listAccounts(tx, [ownerKey], accountKey);
  if (account === undefined) throw new AppError('NOT_FOUND');
  return account;
};

/** One account for its form. */
export const loadRecord = async (
  tx: Tx,
  caller: Caller,
  { ownerKey, accountKey, now }: { ownerKey: number; accountKey: number; now: Date },
): Promise<PlatformAccountRecord> => {
  const isFeeShown = seesFees(caller);
  const account = await getAccount(tx, ownerKey, accountKey);
  return {
    ...present(account, isFeeShown),
    ...(await findUses(tx, ownerKey, accountKey)),
    ...(await findFeeDays(tx, { ownerKey, accountKey }, now)),
    fees: isFeeShown ? await listFees(tx, { ownerKey, accountKey }) : [],
  };
};

export const readAccount = (
  { db, clock }: PlatformDeps,
  caller: Caller,
  ownerKey: number,
  accountKey: number,
): Promise<PlatformAccountRecord> =>
  db.readScope(caller.scope, (tx) => loadRecord(tx, caller, { ownerKey, accountKey, now: clock.now() }));
