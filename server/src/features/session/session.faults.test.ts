import { type KyselyPlugin } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { type Database } from '../../db/scope/tx.ts';
import { openLiveData } from '../../db/connection/live.ts';
import { createLog } from '../../http/watch/log.ts';
import { AppError } from '../../lib/app-error.ts';
import { hashPassword } from '../../lib/secrets/password.ts';
import { useApp } from '../../testing/app.ts';
import { makeUser } from '../../testing/factories/factories.ts';
import { renewSession, type SessionDeps, signIn } from './session.service.ts';

const PASSWORD = 'Correct@Horse9Battery';
const SECRET = Buffer.alloc(32, 7);
const harness = useApp();
const origin = { route: 'test', ip: '127.0.0.1', userAgent: '', requestId: 'r' };
let userName: string;

beforeAll(async () => {
  const passwordHash = await hashPassword(PASSWORD);
  ({ userName } = await harness.asMigrator((tx) => makeUser(tx, { group: 'ag', passwordHash })));
});

/** The database, except that the statement with the given number fails, as if the connection had broken there. */
const failingAt = (number: number): Database => {
  let count = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      count += 1;
      if (count === number) throw new Error('the connection broke');
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return {
    ...harness.db,
    withScope: (scope, work, options) => harness.db.withScope(scope, (tx) => work(tx.withPlugin(plugin)), options),
  };
};
const deps = (db: Database): SessionDeps => ({ db, clock: harness.clock, secret: SECRET });
const begin = () => signIn(deps(harness.db), { userName, password: PASSWORD, cookie: null, binding: null, origin });

describe('an interrupted renewal', () => {
  test('at any statement can be repeated with the same token, and ends no session', async () => {
    let statement = 1;
    for (; ; statement += 1) {
      const { refresh_token: refreshToken } = await begin();
      const attempt = renewSession(deps(failingAt(statement)), { refreshToken, cookie: null, origin });
      const broke = await attempt.then(
        () => false,
        (error: Error) => error.message === 'the connection broke',
      );
      const retried = await renewSession(deps(harness.db), { refreshToken, cookie: null, origin });
      expect(retried.access_token).toHaveLength(43);
      if (!broke) break;
    }
    // Token, account, mark, two inserts: with fewer, the loop did not reach into the transaction.
    expect(statement).toBeGreaterThanOrEqual(5);
  });

  test('after its commit, before its answer, returns the same pair again', async () => {
    const { refresh_token: refreshToken } = await begin();
    const lost = await renewSession(deps(harness.db), { refreshToken, cookie: null, origin });
    const again = await renewSession(deps(harness.db), { refreshToken, cookie: null, origin });
    expect(again.refresh_token).toBe(lost.refresh_token);
  });

  test('carried out after its sender renewed elsewhere and left ends no session', async () => {
    const { refresh_token: refreshToken } = await begin();
    const { refresh_token: next } = await renewSession(deps(harness.db), { refreshToken, cookie: null, origin });
    harness.clock.advance(30_000);
    const left = new AbortController();
    // Nothing is cancelled in the database: only the result is checked.
    const leaving: Database = {
      ...harness.db,
      withScope: (scope, work) =>
        harness.db.withScope(scope, (tx) => {
          left.abort();
          return work(tx);
        }),
    };
    const late = renewSession(deps(leaving), { refreshToken, cookie: null, origin }, left.signal);
    await expect(late).rejects.toMatchObject({ code: 'INVALID_GRANT' });
    const renewed = await renewSession(deps(harness.db), { refreshToken: next, cookie: null, origin });
    expect(renewed.access_token).toHaveLength(43);
  });
});

describe('after a restart', () => {
  /** Another process on the same database, without the first one's memory. */
  const restarted = () =>
    buildApp({
      config: { production: false, trustProxy: [], serveWeb: false, metricsToken: null },
      db: harness.db,
      clock: harness.clock,
      secret: SECRET,
      dataDir: harness.dataDir,
      live: openLiveData(harness),
      log: createLog({ logLevel: 'silent' }),
    });

  test('failed passwords still count and ended sessions are still ended', async () => {
    const { userName: victim } = await harness.asMigrator(async (tx) =>
      makeUser(tx, { group: 'ag', passwordHash: await hashPassword(PASSWORD) }),
    );
    const guess = (password: string) =>
      signIn(deps(harness.db), { userName: victim, password, cookie: null, binding: null, origin });
    const session = await guess(PASSWORD);
    const { app } = await restarted();
    const headers = { authorization: `Bearer ${session.access_token}` };
    expect((await app.inject({ url: '/api/keepalive', headers })).statusCode).toBe(200);
    await app.inject({ url: '/api/signout', headers });
    for (let turn = 0; turn < 5; turn += 1) await expect(guess('Wrong@Horse9Battery')).rejects.toThrow(AppError);
    await app.close();

    const next = await restarted();
    expect((await next.app.inject({ url: '/api/keepalive', headers })).statusCode).toBe(401);
    await expect(guess(PASSWORD)).rejects.toMatchObject({ code: 'LOCKED' });
    await next.app.close();
  });

  test('a stolen refresh token is still detected', async () => {
    const first = await begin();
    const second = await renewSession(deps(harness.db), { refreshToken: first.refresh_token, cookie: null, origin });
    harness.clock.advance(21_000);
    const { app } = await restarted();
    const renew = (refreshToken: string) => renewSession(deps(harness.db), { refreshToken, cookie: null, origin });
    await expect(renew(first.refresh_token)).rejects.toMatchObject({ code: 'INVALID_GRANT' });
    await expect(renew(second.refresh_token)).rejects.toMatchObject({ code: 'INVALID_GRANT' });
    await app.close();
  });
});
