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

/** Tells a partner's server once. Nothing is thrown: whatever happens is what came of the try. */
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

/** Sends a postback that this worker has taken and stores the try. No transaction is open while the partner is waited for. */
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
    // Somebody else has taken it meanwhile and tells it again.
    if (postback === undefined) return;
    const now = clock.now();
    // Meanwhile the person was erased: what the partner answered may name them.
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
