import { ownerGet, RATE_LIMITS, signOut } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { createRateLimits, type RateLimits } from './http/guard/rate-limit.ts';
import { type AppError } from './lib/app-error.ts';
import { type PostPlace, usePosts } from './testing/factories/partner-posts.ts';
import { useSecondServer } from './testing/servers/second-server.ts';

const posts = usePosts();
const { harness, bodyOf, write, leads } = posts;
const second = useSecondServer(harness);
let one: PostPlace;
beforeEach(() => {
  one = posts.one();
});

/** Alternates posts between the two servers. */
const postToEither = (turn: number, body = bodyOf()) =>
  (turn % 2 === 0 ? harness.app : second.app).inject({
    method: 'POST',
    url: '/lead/v1/post',
    headers: { 'x-partner-key': one.key },
    payload: body,
  });
const sorted = (codes: number[]): number[] => codes.toSorted((a, b) => a - b);

describe('limits are shared by all servers', () => {
  test('for a posting partner: the first excess post is 429', async () => {
    await write(sql`update media_partner set posts_per_second = 5 where partner_key = ${one.partnerKey}`);
    const sent = await Promise.all(Array.from({ length: 8 }, (_, turn) => postToEither(turn)));
    expect(sorted(sent.map(({ statusCode }) => statusCode))).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  });

  test('for any caller: exactly as many pass as the limit allows, on whichever server', async () => {
    const servers: RateLimits[] = [createRateLimits(harness.db), second.rateLimits];
    const { points } = RATE_LIMITS.resetPerDay;
    const spent = await Promise.allSettled(
      Array.from({ length: 2 * points }, (_, turn) => servers[turn % 2]!.spend('resetPerDay', 'account:somebody')),
    );
    const refused = spent.filter((spending) => spending.status === 'rejected');
    expect(refused.map(({ reason }) => (reason as AppError).code)).toEqual(Array(points).fill('RATE_LIMIT'));
  });
});

test('a lead sent to both at once is one lead with one answer', async () => {
  const body = bodyOf();
  const answers = await Promise.all(Array.from({ length: 6 }, (_, turn) => postToEither(turn, body)));
  expect(sorted(answers.map(({ statusCode }) => statusCode))).toEqual([200, 200, 200, 200, 200, 200]);
  const ids = new Set(answers.map(({ payload }) => (JSON.parse(payload) as { leadId: string }).leadId));
  expect(ids.size).toBe(1);
  expect(await leads()).toHaveLength(1);
});

test('rules changed at one server apply at the other at once', async () => {
  // Both have cached the rules from an earlier post.
  for (const turn of [0, 1]) expect((await postToEither(turn)).json()).toMatchObject({ status: 'VAL' });
  await harness.asMigrator((tx) =>
    sql`update campaign set deleted_at = ${harness.clock.now()} where campaign_key = ${one.campaignKey}`.execute(tx),
  );
  const answers = await Promise.all([0, 1].map((turn) => postToEither(turn)));
  for (const answer of answers) expect(answer.json()).not.toMatchObject({ status: 'VAL' });
});

describe('a session', () => {
  const ask = (headers: Record<string, string>) =>
    second.app.inject({ method: 'GET', url: `/${ownerGet.base}/ag/${one.ownerKey}/owner/get`, headers });

  test('ended at one server is ended at the other, including its event streams', async () => {
    const user = await harness.signedIn('ag', { owner: one.ownerKey });
    const other = await harness.signedIn('ag', { owner: one.ownerKey });
    expect((await ask(user.headers)).statusCode).toBe(200);
    const events: number[] = [];
    const listening = (async () => {
      const question = { sessionKey: user.sessionKey, ownerKey: one.ownerKey };
      for await (const key of second.live.changes(question, new AbortController().signal)) events.push(key);
    })();
    await expect.poll(() => events).toEqual([one.ownerKey]);
    expect((await harness.call(signOut, user)).status).toBe(200);
    expect((await ask(user.headers)).statusCode).toBe(401);
    await listening;
    expect((await ask(other.headers)).statusCode).toBe(200);
  });

  test('receives events at one server of changes made at the other', async () => {
    const user = await harness.signedIn('ag', { owner: one.ownerKey });
    const events: number[] = [];
    const gone = new AbortController();
    const listening = (async () => {
      const question = { sessionKey: user.sessionKey, ownerKey: one.ownerKey };
      for await (const key of second.live.changes(question, gone.signal)) events.push(key);
    })();
    await expect.poll(() => events.length).toBe(1);
    expect((await posts.post(bodyOf())).outcome).toBe('success');
    await expect.poll(() => events.length).toBeGreaterThan(1);
    gone.abort();
    await listening;
  });
});

test('a server about to stop says so at /readyz, keeps serving, and ends keep-alive connections', async () => {
  const statusOf = async (url: string) => {
    const { statusCode, headers } = await second.app.inject({ method: 'GET', url });
    return [statusCode, headers.connection];
  };
  expect(await statusOf('/readyz')).toEqual([200, 'keep-alive']);
  second.announceStop();
  expect(await statusOf('/readyz')).toEqual([503, 'close']);
  expect(await statusOf('/healthz')).toEqual([200, 'close']);
  const late = await postToEither(1);
  expect([late.statusCode, late.headers.connection]).toEqual([200, 'close']);
});
