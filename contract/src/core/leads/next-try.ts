import { z } from 'zod';
import { instant } from '../calls/schema.ts';

/** Sending state of an endpoint: it takes leads, was paused by the product after failures in a row, or by a user. */
export const ENDPOINT_STATES = ['SENDING', 'STOPPED', 'PAUSED'] as const;
export type EndpointState = (typeof ENDPOINT_STATES)[number];

/** One word on every screen for an endpoint that takes no leads, whoever paused it. */
export const ENDPOINT_STATE_WORDS = {
  SENDING: 'Sending',
  STOPPED: 'Paused',
  PAUSED: 'Paused',
} as const satisfies Record<EndpointState, string>;

interface Pause {
  isPaused: boolean;
  /** Time of the next trial after failures in a row; stays set, also in the past, until a try succeeds. */
  openUntil: Date | null;
}

export const endpointStateOf = ({ isPaused, openUntil }: Pause): EndpointState => {
  if (isPaused) return 'PAUSED';
  return openUntil === null ? 'SENDING' : 'STOPPED';
};

/** How to write a time, and which times are over. */
interface Reader {
  now: string;
  write: (instant: string) => string;
}

/** When an endpoint that is paused after failures is tried again. */
export const trialText = (openUntil: string | null, { now, write }: Reader): string =>
  openUntil === null || openUntil <= now ? 'One lead is tried now.' : `One lead is tried ${write(openUntil)}.`;

/** Why an endpoint takes no leads, and what changes it. */
export const pauseText = (
  { state, openUntil, failures }: { state: EndpointState; openUntil: string | null; failures: number },
  reader: Reader,
): string => {
  if (state === 'SENDING') return '';
  if (state === 'PAUSED') return 'Paused by a user until somebody resumes it.';
  return `Paused after ${failures} failures in a row. ${trialText(openUntil, reader)}`;
};

/** What an undelivered lead waits for. Only `AT` has a time. */
const NEXT_TRIES = {
  AT: '',
  NOW: 'Due now',
  PAUSED: 'Endpoint paused',
  NO_ENDPOINT: 'No endpoint',
  ON_REQUEST: 'Only on request',
} as const;
type NextTryKind = keyof typeof NEXT_TRIES;

export const nextTryShape = {
  nextTry: z.enum(Object.keys(NEXT_TRIES) as [NextTryKind, ...NextTryKind[]]),
  /** Time of the next automatic try; null unless `nextTry` is `AT`. */
  nextTryAt: instant.nullable(),
};
export interface NextTry {
  nextTry: NextTryKind;
  nextTryAt: string | null;
}

interface Waiting {
  /** Null: the client has none. */
  endpoint: Pause | null;
  /** Null: only on request by a user. */
  dueAt: Date | null;
}

/** The only rule for the next try: a paused endpoint has none, and one whose time is over is due now. */
export const nextTryOf = ({ endpoint, dueAt }: Waiting, now: Date): NextTry => {
  const without = (nextTry: NextTryKind): NextTry => ({ nextTry, nextTryAt: null });
  if (endpoint === null) return without('NO_ENDPOINT');
  if (endpointStateOf(endpoint) !== 'SENDING') return without('PAUSED');
  if (dueAt === null) return without('ON_REQUEST');
  return dueAt <= now ? without('NOW') : { nextTry: 'AT', nextTryAt: dueAt.toISOString() };
};

/** The next try in a cell. A screen that is not refreshed shows no time that is over. */
export const nextTryText = ({ nextTry, nextTryAt }: NextTry, { now, write }: Reader): string => {
  if (nextTryAt === null) return NEXT_TRIES[nextTry];
  return nextTryAt <= now ? NEXT_TRIES.NOW : write(nextTryAt);
};
