/** What a mail server, or the way to it, said about a mail that was handed over. */
export type SendOutcome =
  | { state: 'SENT' }
  /** It was not taken, and may be the next time. */
  | { state: 'RETRY'; reason: string }
  /** It was not taken and will not be. */
  | { state: 'FAILED'; reason: string }
  /** Nobody knows whether it was taken. */
  | { state: 'UNSURE'; reason: string };

const MAX_REASON = 300;
/** Postgres takes no NUL, and half a character is none. */
const storable = (text: string): string => text.slice(0, MAX_REASON).toWellFormed().replaceAll('\0', '');

/** The connection was never made, so that nothing was handed over. */
const wasUnreachable = ({ code, syscall, timeoutType }: Record<string, unknown>): boolean =>
  syscall === 'connect' || code === 'EDNS' || timeoutType === 'connection' || timeoutType === 'greeting';

/** Only an answer of the mail server, or no way to it, says that a mail did not go out; whatever else breaks may come after it did. */
export const judgeSending = (error: unknown): SendOutcome => {
  const failure = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  const reason = storable(error instanceof Error ? error.message : String(error));
  const { responseCode } = failure;
  if (typeof responseCode === 'number')
    return { state: responseCode >= 400 && responseCode < 500 ? 'RETRY' : 'FAILED', reason };
  if (wasUnreachable(failure)) return { state: 'RETRY', reason };
  // An address that cannot be written into a mail: nothing was handed over either.
  if (failure['code'] === 'EENVELOPE' || failure['code'] === 'EMESSAGE') return { state: 'FAILED', reason };
  return {
    state: 'UNSURE',
    reason: `The connection broke while this mail was on its way: it may have arrived. (${reason})`,
  };
};

/** The pauses after the first tries; after the last of them it has failed. */
const RETRY_MINUTES = [1, 10] as const;

/** When a mail that was not taken is tried again; null when it is given up. */
export const nextMailTry = (tries: number, now: Date): Date | null => {
  const minutes = RETRY_MINUTES[tries - 1];
  return minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000);
};
