import { createHash } from 'node:crypto';
import { type ConnectorName, googleAdsCredentialSchema, type PlatformFile, plusDays } from '@paceline/contract';
import { AppError } from '../../../lib/app-error.ts';
import { type OutboundHttp } from '../../../lib/guarded-http.ts';
import { openConnection } from '../../../lib/secrets/seal.ts';
import { type Account, lockAccount } from '../loading/files.queries.ts';
import { type Incoming, type LoadCaller, type LoadDeps, loadFile } from '../loading/load-file.ts';
import { assertTakesReports } from '../review/stage-report.ts';
import { formatOf } from '../reading/formats.ts';
import { ReportProblem } from '../reading/report-problem.ts';
import { createReportReader } from '../reading/report-reader.ts';
import { findConnection, updateTried } from './connections.queries.ts';
import { type ConnectionPlace } from './connections.service.ts';
import { type AskedReport, type FetchedReport, FetchProblem, WAIT_MS } from './connector.ts';
import { googleAds } from './google-ads.ts';

export interface FetchDeps extends LoadDeps {
  secret: Buffer;
  /** Connects to public addresses only. */
  http: OutboundHttp;
}

/** The connectors: the schema of their credentials, and their fetch function. */
const WORKERS = {
  GOOGLE_ADS: { connector: googleAds, credential: googleAdsCredentialSchema },
} as const satisfies Record<ConnectorName, unknown>;

const FETCH_TIMEOUT_MS = 240_000;
const BATCH = 5_000;
/** Days per fetch. Platforms correct conversions for weeks. The first fetch covers a quarter, none more than a year. */
const DAYS = { usual: 35, first: 92, most: 366 } as const;

/** Whole days only, through yesterday in the account's zone; the gap of a pause is filled. */
export const daysToFetch = (today: string, fetchedTo: string | null): { from: string; to: string } => {
  const to = plusDays(today, -1);
  const usual = plusDays(fetchedTo === null || fetchedTo > to ? to : fetchedTo, 1 - DAYS.usual);
  const from = fetchedTo === null ? plusDays(to, 1 - DAYS.first) : usual;
  const oldest = plusDays(to, 1 - DAYS.most);
  return { from: from < oldest ? oldest : from, to };
};

/** Passes a fetched report to the reader of files: its cells are checked, its rows stored in batches. */
const readFetched =
  ({ formatKey, headers, rows }: FetchedReport, { from, to }: AskedReport): Incoming['read'] =>
  async (expected, take) => {
    const covered = { from, to };
    if (rows.length === 0) return { format: formatOf(formatKey), lines: 0, warnings: [], covered };
    const reader = createReportReader(expected);
    reader.push({ row: 1, cells: [...headers] });
    const read = rows.flatMap((cells, at) => reader.push({ row: at + 2, cells: [...cells] }) ?? []);
    const end = reader.end();
    for (let at = 0; at < read.length; at += BATCH) await take(end.format.report, read.slice(at, at + BATCH));
    return { ...end, covered };
  };

interface Tried {
  question: AskedReport;
  name: string;
  report: FetchedReport | ReportProblem;
}

/** Calls the platform outside any transaction. */
const ask = async (
  { http, secret }: FetchDeps,
  place: ConnectionPlace,
  account: Account,
  row: { connector: ConnectorName; sealed: Buffer; fetchedTo: string | null },
): Promise<Tried> => {
  const { connector, credential } = WORKERS[row.connector];
  const report = { accountId: account.accountId, ...daysToFetch(account.today, row.fetchedTo) };
  const name = connector.reportName(report);
  const opened = credential.parse(JSON.parse(openConnection(secret, place, row.sealed)));
  try {
    assertTakesReports(account);
    const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
    return { question: report, name, report: await connector.fetch(http, opened, report, signal) };
  } catch (error) {
    if (!(error instanceof ReportProblem)) throw error;
    return { question: report, name, report: error };
  }
};

/**
 * Fetches an account's due days and loads them like a file. A platform's refusal is recorded as a refused file, with the reason on the
 * account.
 */
export const fetchAccount = async (
  deps: FetchDeps,
  caller: LoadCaller,
  place: ConnectionPlace,
): Promise<PlatformFile> => {
  const { db, clock } = deps;
  const { account, row } = await db.readScope(caller.scope, async (tx) => ({
    account: await lockAccount(tx, place, clock.now(), false),
    row: await findConnection(tx, place),
  }));
  if (account === undefined || row === undefined) throw new AppError('NOT_FOUND');
  const { question, name, report } = await ask(deps, place, account, row);
  const texts = report instanceof ReportProblem ? [] : report.texts;
  const print = createHash('sha256');
  for (const text of texts) print.update(text);
  const note = (fetchedTo: string | null, waitMs: number | null): Promise<void> =>
    db.withScope(caller.scope, (tx) => {
      const at = clock.now();
      return updateTried(tx, place, {
        at,
        fetchedTo,
        notBefore: waitMs === null ? null : new Date(at.getTime() + waitMs),
      });
    });
  try {
    const file = await loadFile(deps, caller, {
      ownerKey: place.ownerKey,
      accountKey: place.accountKey,
      way: 'FETCH',
      fileName: name,
      bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
      sha256: print.digest(),
      read: report instanceof ReportProblem ? () => Promise.reject(report) : readFetched(report, question),
    });
    await note(question.to, null);
    return file;
  } catch (error) {
    await note(null, report instanceof FetchProblem ? report.waitMs : WAIT_MS.failed);
    throw error;
  }
};
