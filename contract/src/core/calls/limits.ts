/** Limits shared by server and web. Times are milliseconds unless the name says otherwise. */
export const LIMITS = {
  callTimeoutMs: 100_000,
  exportTimeoutMs: 300_000,
  chunkTimeoutMs: 120_000,
  toastMs: 5_000,
  toastTopPx: 100,
  /** Maximum time for a request to arrive, including its body. */
  requestMs: 30_000,
  bodyBytes: 64 * 1024,
  uploadBytes: 10 * 1024 * 1024,
  /** Maximum unpacked size and number of parts of a spreadsheet. */
  sheetUnpackedBytes: 100 * 1024 * 1024,
  sheetParts: 200,
  sheetRows: 50_000,
  sheetColumns: 200,
  sheetCellCharacters: 32_767,
  /** Of these, the rows one bulk file may change, and the rows per page. */
  bulkRows: 20_000,
  bulkPageRows: 500,
  /** How long a checked file can be applied, an applied one undone, and both are kept. */
  bulkApplyMs: 24 * 60 * 60 * 1000,
  bulkUndoMs: 24 * 60 * 60 * 1000,
  bulkFileDays: 90,
  tokenExpirySeconds: 1_800,
  tokenMarginSeconds: 600,
  stuckLeadDays: 90,
} as const;

/**
 * Rate limits: points per window, counted across all server processes. Limits per account are enforced by the service that knows the
 * account; the others by the pipeline, for calls that name them.
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
  /** Enforced by the statement that stores the click. A school's whole network can share one address. */
  click: { points: 300, seconds: 60, per: 'ip' },
} as const satisfies Record<string, { points: number; seconds: number; per: 'ip' | 'user' | 'account' }>;
export type RateLimitName = keyof typeof RATE_LIMITS;
