import { type OutboundHttp } from '../../../lib/guarded-http.ts';
import { type SheetCell } from '../../../lib/sheet/sheet.ts';
import { ReportProblem } from '../reading/report-problem.ts';

/** Which report is asked for: whole days of one account. */
export interface AskedReport {
  /** As the account is kept here. */
  accountId: string;
  from: string;
  to: string;
}

/** A platform's answer as a sheet: the same headers and cells as its file has, so that one reader checks both. */
export interface FetchedReport {
  /** The key of its format, for an answer that has no rows to be recognised by. */
  formatKey: string;
  headers: readonly string[];
  rows: readonly (readonly SheetCell[])[];
  /** What came, as it came: for its print and its size. */
  texts: readonly string[];
}

/** One way to fetch a platform's daily report. It answers with all of the report, or throws a `FetchProblem`. */
export interface Connector<Credential> {
  /** Names what was asked, where a file has its name. */
  reportName: (report: AskedReport) => string;
  fetch: (
    http: OutboundHttp,
    credential: Credential,
    report: AskedReport,
    signal: AbortSignal,
  ) => Promise<FetchedReport>;
}

/** Why a platform gave no report. `waitMs` is how long not to ask again by ourselves. */
export class FetchProblem extends ReportProblem {
  readonly waitMs: number;

  constructor(message: string, waitMs: number) {
    super(message);
    this.waitMs = waitMs;
  }
}

const HOUR_MS = 3_600_000;
/** Whatever failed may work in an hour; what was refused only once somebody has mended it, and is tried once a day. */
export const WAIT_MS = { failed: HOUR_MS, refused: 24 * HOUR_MS } as const;
