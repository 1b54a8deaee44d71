/** Result of handing a mail to the mail server. */
export type SendOutcome =
  | { state: 'SENT' }
  /** Refused, but may be accepted on a retry. */
  | { state: 'RETRY'; reason: string }
  /** Refused permanently. */
  | { state: 'FAILED'; reason: string }
  /** Unknown whether it was accepted. */
  | { state: 'UNSURE'; reason: string };

const MAX_REASON = 300;
/** Postgres stores neither NUL nor lone surrogates. */
const storable = (text: string): string => text.slice(0, MAX_REASON).toWellFormed().replaceAll('\0', '');

/** The connection was never established, so nothing was sent. */
const wasUnreachable = ({ code, syscall, timeoutType }: Record<string, unknown>): boolean =>
  syscall === 'connect' || code === 'EDNS' || timeoutType === 'connection' || timeoutType === 'greeting';

/**
 * A mail was certainly not sent only if the mail server refused it or was unreachable; any other failure may come after it was accepted.
 */
export const judgeSending = (error: unknown): SendOutcome => {
  const failure = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  const reason = storable(error instanceof Error ? error.message : String(error));
  const { responseCode } = failure;
  if (typeof responseCode === 'number')
    return { state: responseCode >= 400 && responseCode < 500 ? 'RETRY' : 'FAILED', reason };
  if (wasUnreachable(failure)) return { state: 'RETRY', reason };
  // The address or message is invalid, so nothing was sent.
  if (failure['code'] === 'EENVELOPE' || failure['code'] === 'EMESSAGE') return { state: 'FAILED', reason };
  return {
    state: 'UNSURE',
    reason: `The connection broke while this mail was on its way: it may have arrived. (${reason})`,
  };
};

/** Minutes between the first attempts; after the last of them it has failed. */
const RETRY_MINUTES = [1, 10] as const;

/** Time of the next attempt; null to give up. */
export const nextMailTry = (tries: number, now: Date): Date | null => {
  const minutes = RETRY_MINUTES[tries - 1];
  return minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000);
};
