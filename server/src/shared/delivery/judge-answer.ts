import { type DeliverySettings, type LEAD_REASONS } from '@paceline/contract';
import { AddressRefused } from '../../lib/guarded-http.ts';
import { findPattern } from '../intake/read/patterns.ts';

export type StuckReason = (typeof LEAD_REASONS)['STK'][number];
type RejectReason = (typeof LEAD_REASONS)['REJ'][number];

/** Result of one attempt, judged from the answer of the client's system. */
export type Verdict = (
  | { outcome: 'accepted'; reason: null }
  | { outcome: 'rejected'; reason: RejectReason }
  | { outcome: 'failed'; reason: StuckReason }
) & {
  /** The client's own ID of the lead, if the answer contains one. */
  reference: string | null;
  /** The setting that decided, as text. */
  because: string;
};

const failed = (reason: StuckReason, because: string): Verdict => ({
  outcome: 'failed',
  reason,
  reference: null,
  because,
});

const AUTH = [401, 403, 407];
/** Temporary failures. */
const BUSY = [408, 425, 429];

const MAX_REFERENCE = 200;
const referenceIn = (text: string, pattern: string | null): string | null => {
  const match = pattern === null ? null : findPattern(pattern, text);
  return match === null ? null : (match[1] ?? match[0]).slice(0, MAX_REFERENCE);
};

export const judgeAnswer = (
  { answers }: Pick<DeliverySettings, 'answers'>,
  { status, text }: { status: number; text: string },
  /** Whether an earlier attempt without an answer may have arrived: "duplicate" then means success. */
  mayHaveArrived: boolean,
): Verdict => {
  const has = (pattern: string | null): boolean => pattern !== null && findPattern(pattern, text) !== null;
  const reference = referenceIn(text, answers.reference);
  if (status < 500) {
    if (has(answers.duplicate))
      return mayHaveArrived
        ? { outcome: 'accepted', reason: null, reference, because: 'Duplicate of an earlier try that got no answer' }
        : {
            outcome: 'rejected',
            reason: 'CLIENT_DUPLICATE',
            reference,
            because: `Duplicate pattern ${answers.duplicate} matched`,
          };
    const reject = answers.rejects.find(({ pattern }) => has(pattern));
    if (reject !== undefined)
      return {
        outcome: 'rejected',
        reason: reject.reason,
        reference,
        because: `Reject pattern ${reject.pattern} matched`,
      };
  }
  if (status >= 200 && status < 300) {
    if (answers.success === null || has(answers.success)) {
      const because = answers.success === null ? `Answer ${status}` : `Success pattern ${answers.success} matched`;
      return { outcome: 'accepted', reason: null, reference, because };
    }
    return failed('UNPARSEABLE_RESPONSE', `Answer ${status}, but success pattern ${answers.success} did not match`);
  }
  if (AUTH.includes(status)) return failed('AUTH_FAILED', `Answer ${status}`);
  if (status >= 400 && status < 500 && !BUSY.includes(status)) return failed('MAPPING_ERROR', `Answer ${status}`);
  if (status >= 300 && status < 400)
    return failed('UNPARSEABLE_RESPONSE', 'The address redirects; redirects are not followed');
  return failed('ENDPOINT_DOWN', `Answer ${status}`);
};

const TOO_LATE = new Set([
  'TimeoutError',
  'AbortError',
  'HeadersTimeoutError',
  'BodyTimeoutError',
  'ConnectTimeoutError',
]);
const GARBAGE = new Set(['HTTPParserError', 'ResponseExceededMaxSizeError']);

/** Likewise without an answer. */
export const judgeError = (error: unknown): Verdict => {
  const { name, message, code, cause } = error as Error & { code?: string };
  if (error instanceof AddressRefused || cause instanceof AddressRefused)
    return failed('ENDPOINT_DOWN', 'The address is not in the public internet, or not HTTPS on its usual port');
  if (TOO_LATE.has(name)) return failed('TIMEOUT', 'No whole answer within the time limit');
  if (GARBAGE.has(name)) return failed('UNPARSEABLE_RESPONSE', 'The answer is no HTTP answer, or larger than 1 MB');
  return failed('ENDPOINT_DOWN', code ?? message);
};
