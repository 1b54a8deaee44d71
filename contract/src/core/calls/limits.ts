/** The numbers that both sides hold to. Times are milliseconds unless the name says otherwise. */
export const LIMITS = {
  callTimeoutMs: 100_000,
  exportTimeoutMs: 300_000,
  chunkTimeoutMs: 120_000,
  toastMs: 5_000,
  toastTopPx: 100,
  /** How long a request may take to arrive, its body included. */
  requestMs: 30_000,
  bodyBytes: 64 * 1024,
  uploadBytes: 10 * 1024 * 1024,
  /** What a spreadsheet may unpack to, and into how many parts. */
  sheetUnpackedBytes: 100 * 1024 * 1024,
  sheetParts: 200,
  sheetRows: 50_000,
  sheetColumns: 200,
  sheetCellCharacters: 32_767,
  /** Of these, what one bulk file may change, and how many of its rows are shown at a time. */
  bulkRows: 20_000,
  bulkPageRows: 500,
  /** How long a checked file can be applied, an applied one undone, and how long both are kept. */
  bulkApplyMs: 24 * 60 * 60 * 1000,
  bulkUndoMs: 24 * 60 * 60 * 1000,
  bulkFileDays: 90,
  tokenExpirySeconds: 1_800,
  tokenMarginSeconds: 600,
  stuckLeadDays: 90,
} as const;

/**
 * How often something may be done: points per window, counted across all server processes. Those per account are spent by
 * the service that knows which account a request is about; the others by the pipeline, for the calls that name them.
 */
export const RATE_LIMITS = {
  signIn: { points: 60, seconds: 60, per: 'ip' },
  passwordReset: { points: 10, seconds: 60, per: 'ip' },
  resetPerMinute: { points: 2, seconds: 60, per: 'account' },
  resetPerDay: { points: 10, seconds: 86_400, per: 'account' },
  password: { points: 20, seconds: 60, per: 'ip' },
  export: { points: 20, seconds: 60, per: 'user' },
  report: { points: 600, seconds: 60, per: 'user' },
  mail: { points: 30, seconds: 60, per: 'user' },
  /** Spent by the statement that stores the click. A school's whole network can be one address. */
  click: { points: 300, seconds: 60, per: 'ip' },
} as const satisfies Record<string, { points: number; seconds: number; per: 'ip' | 'user' | 'account' }>;
export type RateLimitName = keyof typeof RATE_LIMITS;
