/** The numbers that both sides hold to. Times are milliseconds unless the name says otherwise. */
export const LIMITS = {
  callTimeoutMs: 100_000,
  exportTimeoutMs: 300_000,
  chunkTimeoutMs: 120_000,
  toastMs: 5_000,
  toastTopPx: 100,
  bodyBytes: 64 * 1024,
  uploadBytes: 10 * 1024 * 1024,
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
} as const satisfies Record<string, { points: number; seconds: number; per: 'ip' | 'user' | 'account' }>;
export type RateLimitName = keyof typeof RATE_LIMITS;
