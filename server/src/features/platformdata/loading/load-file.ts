import { type PlatformFile, type PlatformFileWay, REPORT_SUMS } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { type Origin } from '../../../lib/origin.ts';
import { audit } from '../../../shared/audit.ts';
import { keepPlatformCosts } from '../../../shared/billing/platform-corrections.ts';
import { type TakeRows } from '../reading/read-report.ts';
import { ReportProblem } from '../reading/report-problem.ts';
import { type Expected, type ReportEnd } from '../reading/report-reader.ts';
import { DAY_TABLES } from './day-tables.ts';
import { type Account, findOthersCampaign, insertFile, listFiles, lockAccount, updateCounts } from './files.queries.ts';
import { ensureMonths, noteDays, updateAccountError, updateAccountRead } from './load.queries.ts';
import {
  createStage,
  type DayTable,
  findRange,
  findTotals,
  insertStaged,
  type Place,
  replaceDays,
} from './replace-days.ts';

export interface LoadDeps {
  db: Database;
  clock: Clock;
}

/** A report to load: rows from a reader in batches, and their origin. */
export interface Incoming extends Place {
  way: PlatformFileWay;
  fileName: string;
  bytes: number;
  sha256: Buffer;
  read: (expected: Expected, take: TakeRows) => Promise<ReportEnd>;
}

export interface LoadCaller {
  scope: Scope;
  origin: Origin;
}

const NUMERIC_OVERFLOW = '22003';
const NOTHING_LOADED = {
  format: null,
  report: null,
  problems: [],
  warnings: [],
  firstDay: null,
  lastDay: null,
  lines: 0,
  days: 0,
  newDays: 0,
  correctedDays: 0,
  changedRows: 0,
  fileSums: null,
  storedSums: null,
};

const getAccount = async (tx: Tx, place: Place, now: Date, lock: boolean): Promise<Account> => {
  const account = await lockAccount(tx, place, now, lock);
  if (account === undefined) throw new AppError('NOT_FOUND');
  return account;
};

/** A disconnected account gives no access, so a report for it is a mistake. A paused one still gets its late corrections. */
export const assertTakesReports = ({ name, status }: Account): void => {
  if (status === 'DISCONNECTED')
    throw new ReportProblem(`${name} is disconnected and takes no reports. Set it to active or paused first.`);
};

/** The months of days, oldest first. */
const monthsOf = (days: Iterable<string>): string[] =>
  [...new Set([...days].map((day) => `${day.slice(0, 7)}-01`))].toSorted();

/** Stages the rows while the report is read; once all of it is valid, replaces its days. */
const store = async (
  deps: LoadDeps,
  { scope, origin }: LoadCaller,
  tx: Tx,
  { read, way, fileName, bytes, sha256, ownerKey, accountKey }: Incoming,
): Promise<number> => {
  const now = deps.clock.now();
  const place: Place = { ownerKey, accountKey };
  const account = await getAccount(tx, place, now, true);
  assertTakesReports(account);
  const expected: Expected = {
    platformName: account.platformName,
    accountId: account.accountId,
    accountName: account.name,
    currency: account.currency,
    today: account.today,
    sums: REPORT_SUMS,
  };
  let table: DayTable | null = null;
  const { format, lines, warnings, covered } = await read(expected, async (report, rows) => {
    if (table === null) await createStage(tx, (table = DAY_TABLES[report]));
    await insertStaged(tx, table, rows);
  });
  const target = DAY_TABLES[format.report];
  if (table === null) await createStage(tx, target);
  const range = covered ?? (await findRange(tx));
  if (range === null) throw new ReportProblem('The report has no rows.');
  if (place.accountKey !== null) {
    const other = await findOthersCampaign(tx, place);
    if (other !== undefined)
      throw new ReportProblem(`Campaign ${other.id} of the report belongs to the account ${other.accountName}.`);
    await deps.db.withScope(scope, (apart) => ensureMonths(apart, range.from, range.to));
  }
  const { had, changed } = await replaceDays(tx, target, place);
  const { file, stored } = await findTotals(tx, target, place);
  const changedRows = [...changed.values()].reduce((sum, count) => sum + count, 0);
  const fileKey = await insertFile(tx, {
    ...NOTHING_LOADED,
    ...place,
    way,
    fileName,
    bytes,
    sha256,
    format: format.key,
    report: format.report,
    outcome: 'LOADED',
    error: null,
    warnings,
    firstDay: range.from,
    lastDay: range.to,
    lines,
    changedRows,
    fileSums: file,
    storedSums: stored,
    receivedBy: scope.userKey,
    receivedAt: now,
  });
  const { newDays, correctedDays, days } = await noteDays(tx, target, place, { fileKey, range, had, changed, at: now });
  const outcome = changedRows > 0 || newDays.length > 0 ? 'LOADED' : 'UNCHANGED';
  const counts = { outcome, days, newDays: newDays.length, correctedDays: correctedDays.length } as const;
  await updateCounts(tx, place.ownerKey, fileKey, counts);
  if (format.report === 'daily') {
    // A closed month keeps its bill: changes become lines of their own.
    for (const month of monthsOf(changed.keys())) await keepPlatformCosts(tx, place.ownerKey, month, now);
    await updateAccountRead(tx, place, range.to, now);
  }
  await audit(tx, scope, origin, now, {
    action: 'platformFileLoaded',
    ownerKey: place.ownerKey,
    entity: 'platformFile',
    entityKey: fileKey,
    after: { account: account.name, fileName, way, from: range.from, to: range.to, changedRows, ...counts },
  });
  return fileKey;
};

const problemOf = (error: unknown): ReportProblem | AppError | null => {
  if (error instanceof ReportProblem || error instanceof AppError) return error;
  const isTooMuch = error instanceof Error && 'code' in error && error.code === NUMERIC_OVERFLOW;
  return isTooMuch ? new ReportProblem('The numbers of a row are larger than can be stored.') : null;
};

/** Records that a file was refused, for later questions; none of its rows are stored. */
const noteRefusal = (
  { db, clock }: LoadDeps,
  { scope, origin }: LoadCaller,
  { ownerKey, accountKey, way, fileName, bytes, sha256 }: Incoming,
  error: string,
  problems: readonly string[],
): Promise<void> =>
  db.withScope(scope, async (tx) => {
    const now = clock.now();
    const fileKey = await insertFile(tx, {
      ...NOTHING_LOADED,
      ownerKey,
      accountKey,
      way,
      fileName,
      bytes,
      sha256,
      outcome: 'REFUSED',
      error,
      problems,
      receivedBy: scope.userKey,
      receivedAt: now,
    });
    // Nobody watches while a system sends: the account shows the error until a file is loaded.
    if (way !== 'UPLOAD' && accountKey !== null) await updateAccountError(tx, { ownerKey, accountKey }, error);
    await audit(tx, scope, origin, now, {
      action: 'platformFileRefused',
      outcome: 'failed',
      ownerKey,
      entity: 'platformFile',
      entityKey: fileKey,
      after: { fileName, way, error },
    });
  });

/** Loads a report in one transaction and returns its changes. One file per account at a time. */
export const loadFile = async (deps: LoadDeps, caller: LoadCaller, incoming: Incoming): Promise<PlatformFile> => {
  const { db, clock } = deps;
  const { scope } = caller;
  // Checked first: sending a file must not reveal whether another owner's account exists.
  await db.readScope(scope, (tx) => getAccount(tx, incoming, clock.now(), false));
  try {
    return await db.withScope(scope, async (tx) => {
      const fileKey = await store(deps, caller, tx, incoming);
      const [file] = await listFiles(tx, incoming, { fileKey, rows: 1 });
      return file!;
    });
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    const problems = problem instanceof ReportProblem ? problem.problems : [];
    await noteRefusal(deps, caller, incoming, problem.message, problems);
    if (problem instanceof AppError) throw problem;
    const errors = problems.map((message) => ({ field: 'file', code: 'cell', message }));
    throw new AppError('REPORT_REFUSED', { message: problem.message, ...(errors.length > 0 && { errors }) });
  }
};
