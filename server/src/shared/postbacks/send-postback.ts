import { fillMacros, nextPostbackAt, POSTBACK_SCHEDULE } from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database } from '../../db/scope/tx.ts';
import { type Clock } from '../../lib/clock.ts';
import { AddressRefused, type OutboundHttp } from '../../lib/guarded-http.ts';
import { dropPostback, findPostback, storePostbackTry, type ToldOnce } from './postbacks.queries.ts';

export interface PostbackDeps {
  db: Database;
  clock: Clock;
  http: OutboundHttp;
}

const MAX_RESPONSE = 500;
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '').slice(0, MAX_RESPONSE);

const wordsOf = (error: unknown): string => {
  if (error instanceof AddressRefused) return error.message;
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))
    return 'No whole answer within the time limit';
  return error instanceof Error ? error.message : 'Not reached';
};

/** Sends one request to a partner's server. Never throws: every failure is a result. */
const tell = async (http: OutboundHttp, url: string): Promise<ToldOnce> => {
  const began = performance.now();
  const signal = AbortSignal.timeout(POSTBACK_SCHEDULE.timeLimitSeconds * 1000);
  const tried = await http(
    { method: 'GET', url: new URL(url), headers: { accept: '*/*', 'user-agent': 'Paceline' } },
    { signal },
  ).then(
    ({ status, text }) => ({ httpStatus: status, response: text }),
    (error: unknown) => ({ httpStatus: null, response: wordsOf(error) }),
  );
  const { httpStatus } = tried;
  const isSent = httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
  return {
    url,
    outcome: isSent ? 'sent' : 'failed',
    httpStatus,
    durationMs: Math.round(performance.now() - began),
    response: storable(tried.response),
  };
};

/** Sends a claimed postback and stores the attempt. No transaction is open while waiting for the partner. */
export const sendPostback = async (
  { db, clock, http }: PostbackDeps,
  scope: Scope,
  task: { ownerKey: number; postbackKey: number; worker: string },
): Promise<void> => {
  const duePostback = await db.withScope(scope, async (tx) => {
    const postback = await findPostback(tx, task);
    if (postback?.url !== null) return postback;
    await dropPostback(tx, postback, clock.now());
    return undefined;
  });
  if (duePostback === undefined || duePostback.url === null) return;
  const one = await tell(http, fillMacros(duePostback.url, duePostback.values));
  await db.withScope(scope, async (tx) => {
    const postback = await findPostback(tx, task);
    // Another worker has claimed it meanwhile and sends it again.
    if (postback === undefined) return;
    const now = clock.now();
    // The person was erased meanwhile: the partner's answer may name them.
    if (postback.url === null) return dropPostback(tx, postback, now);
    await storePostbackTry(
      tx,
      postback,
      one,
      now,
      one.outcome === 'sent' ? null : nextPostbackAt(postback.tries + 1, now),
    );
  });
};
