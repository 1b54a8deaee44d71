import { type PlatformFile, type PlatformFileWay } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type Clock } from '../../../lib/clock.ts';
import { type Origin } from '../../../lib/origin.ts';
import { audit } from '../../../shared/audit.ts';
import { keepPlatformCosts } from '../../../shared/billing/platform-corrections.ts';
import { ReportProblem } from '../reading/report-problem.ts';
import { refuseShrinking } from '../review/compare-days.ts';
import { type ReadReport, stageReport } from '../review/stage-report.ts';
import { insertUndo, stageBefore } from '../review/undo.queries.ts';
import { type Account, insertFile, listFiles, lockAccount, updateCounts } from './files.queries.ts';
import { ensureMonths, noteDays, updateAccountError, updateAccountRead } from './load.queries.ts';
import { findTotals, type Place, replaceDays, stageFresh } from './replace-days.ts';

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
  /** Of an upload: whether its days may lose rows or a part of their sum. */
  mayShrink?: boolean;
  read: ReadReport;
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
  readBefore: null,
};

export const getAccount = async (tx: Tx, place: Place, now: Date, lock: boolean): Promise<Account> => {
  const account = await lockAccount(tx, place, now, lock);
  if (account === undefined) throw new AppError('NOT_FOUND');
  return account;
};

/** The months of days, oldest first. */
export const monthsOf = (days: Iterable<string>): string[] =>
  [...new Set([...days].map((day) => `${day.slice(0, 7)}-01`))].toSorted();

/** Stages the rows while the report is read; once all of it is valid, replaces its days. */
const store = async (
  deps: LoadDeps,
  { scope, origin }: LoadCaller,
  tx: Tx,
  { read, way, mayShrink, fileName, bytes, sha256, ownerKey, accountKey }: Incoming,
): Promise<number> => {
  const now = deps.clock.now();
  const place: Place = { ownerKey, accountKey };
  const account = await getAccount(tx, place, now, true);
  const { table, format, lines, warnings, range } = await stageReport(tx, account, place, read);
  if (accountKey !== null) await deps.db.withScope(scope, (apart) => ensureMonths(apart, range.from, range.to));
  await stageFresh(tx, table, place);
  if (way === 'UPLOAD') {
    if (!mayShrink) await refuseShrinking(tx, table, place);
    await stageBefore(tx, table, place, range);
  }
  const { had, changed } = await replaceDays(tx, table, place);
  const { file, stored } = await findTotals(tx, table, place);
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
    readBefore: account.readThrough,
    receivedBy: scope.userKey,
    receivedAt: now,
  });
  const { newDays, correctedDays, days } = await noteDays(tx, table, place, { fileKey, range, had, changed, at: now });
  const outcome = changedRows > 0 || newDays.length > 0 ? 'LOADED' : 'UNCHANGED';
  const counts = { outcome, days, newDays: newDays.length, correctedDays: correctedDays.length } as const;
  await updateCounts(tx, place.ownerKey, fileKey, counts);
  if (way === 'UPLOAD' && outcome === 'LOADED') await insertUndo(tx, place.ownerKey, fileKey);
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

/** What to tell the sender of a refused report; null for any other failure. */
export const problemOf = (error: unknown): ReportProblem | AppError | null => {
  if (error instanceof ReportProblem || error instanceof AppError) return error;
  const isTooMuch = error instanceof Error && 'code' in error && error.code === NUMERIC_OVERFLOW;
  return isTooMuch ? new ReportProblem('The numbers of a row are larger than can be stored.') : null;
};

export const refusalOf = (problem: ReportProblem | AppError): AppError => {
  if (problem instanceof AppError) return problem;
  const errors = problem.problems.map((message) => ({ field: 'file', code: 'cell', message }));
  return new AppError('REPORT_REFUSED', { message: problem.message, ...(errors.length > 0 && { errors }) });
};

/** Records that a file was refused, for later questions; none of its rows are stored. */
const noteRefusal = (
  { db, clock }: LoadDeps,
  { scope, origin }: LoadCaller,
  { ownerKey, accountKey, way, fileName, bytes, sha256 }: Incoming,
  problem: ReportProblem | AppError,
): Promise<void> =>
  db.withScope(scope, async (tx) => {
    const error = problem.message;
    const problems = problem instanceof ReportProblem ? problem.problems : [];
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
      const [file] = await listFiles(tx, incoming, clock.now(), { fileKey, rows: 1 });
      return file!;
    });
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    await noteRefusal(deps, caller, incoming, problem);
    throw refusalOf(problem);
  }
};
