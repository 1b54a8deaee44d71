import { type OutboundHttp } from '../../../lib/guarded-http.ts';
import { type SheetCell } from '../../../lib/sheet/sheet.ts';
import { ReportProblem } from '../reading/report-problem.ts';

/** The requested report: whole days of one account. */
export interface AskedReport {
  /** The account id as stored here. */
  accountId: string;
  from: string;
  to: string;
}

/** A platform's answer as a sheet: with the headers and cells of its file, so that one reader checks both. */
export interface FetchedReport {
  /** The key of its format, as an answer without rows cannot be recognised. */
  formatKey: string;
  headers: readonly string[];
  rows: readonly (readonly SheetCell[])[];
  /** The raw answers, for their checksum and size. */
  texts: readonly string[];
}

/** One way to fetch a platform's daily report. Returns the complete report, or throws a `FetchProblem`. */
export interface Connector<Credential> {
  /** Describes the request, in place of a file name. */
  reportName: (report: AskedReport) => string;
  fetch: (
    http: OutboundHttp,
    credential: Credential,
    report: AskedReport,
    signal: AbortSignal,
  ) => Promise<FetchedReport>;
}

/** Why a platform gave no report. `waitMs` is how long to wait before the next automatic attempt. */
export class FetchProblem extends ReportProblem {
  readonly waitMs: number;

  constructor(message: string, waitMs: number) {
    super(message);
    this.waitMs = waitMs;
  }
}

const HOUR_MS = 3_600_000;
/** A failure may be over in an hour; a refusal needs a person to fix it, and is retried once a day. */
export const WAIT_MS = { failed: HOUR_MS, refused: 24 * HOUR_MS } as const;
