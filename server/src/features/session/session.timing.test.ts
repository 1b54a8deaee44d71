import argon2 from '@node-rs/argon2';
import { type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Database } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { hashPassword } from '../../lib/secrets/password.ts';
import { useApp } from '../../testing/app.ts';
import { makeUser } from '../../testing/factories/factories.ts';
import { savePassword } from './password.service.ts';
import { signIn } from './session.service.ts';

/** The hash parameters that each password was compared with. */
const compared: string[] = [];
const { verify } = argon2;
beforeAll(() => {
  vi.spyOn(argon2, 'verify').mockImplementation((hash, password) => {
    compared.push(String(hash).split('$').slice(0, 4).join('$'));
    return verify(hash, password);
  });
});
afterAll(() => vi.restoreAllMocks());

const PASSWORD = 'Correct@Horse9Battery';
const harness = useApp();
const origin = { route: 'test', ip: '127.0.0.1', userAgent: '', requestId: 'r' };
const names = { active: '', disabled: '', invited: '' };

beforeAll(async () => {
  const passwordHash = await hashPassword(PASSWORD);
  await harness.asMigrator(async (tx) => {
    names.active = (await makeUser(tx, { group: 'ag', passwordHash })).userName;
    names.disabled = (await makeUser(tx, { group: 'ag', passwordHash, active: false })).userName;
    names.invited = (await makeUser(tx, { group: 'ag' })).userName;
  });
});

/** The kinds of statements in each transaction, in order: they determine the response time. */
const recording = (): { db: Database; steps: string[][] } => {
  const steps: string[][] = [];
  const db: Database = {
    ...harness.db,
    withScope: (scope, work, options) => {
      const statements: string[] = [];
      steps.push(statements);
      const plugin: KyselyPlugin = {
        transformQuery: ({ node }) => {
          const { sqlFragments } = node as unknown as { sqlFragments?: readonly string[] };
          statements.push((sqlFragments ?? [node.kind]).join('?').trim().replaceAll(/\s+/g, ' '));
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      };
      return harness.db.withScope(scope, (tx) => work(tx.withPlugin(plugin)), options);
    },
  };
  return { db, steps };
};

type Attempt = (db: Database, userName: string, cookie: string | null) => Promise<unknown>;
const workOf = async (attempt: Attempt, userName: string, cookie: string | null) => {
  compared.length = 0;
  const { db, steps } = recording();
  await expect(attempt(db, userName, cookie)).rejects.toBeInstanceOf(AppError);
  return { steps, compared: [...compared] };
};

const signingIn: Attempt = (db, userName, cookie) =>
  signIn(
    { db, clock: harness.clock, secret: Buffer.alloc(32) },
    { userName, password: 'Wrong@Horse9Battery', cookie, binding: cookie, origin },
  );
const settingAPassword: Attempt = (db, userName, cookie) =>
  savePassword({ db, clock: harness.clock }, { userName, proof: 'a secret', password: PASSWORD, cookie, origin });

describe.each([
  ['signing in', signingIn, 4],
  ['setting a password', settingAPassword, 3],
])('%s', (_, attempt, transactions) => {
  test.each([
    ['from a device', 'a cookie'],
    ['from none', null],
  ])('does equal work for known and unknown names, %s', async (_place, cookie) => {
    const unknown = await workOf(attempt, 'nobody.at.all', cookie);
    expect(unknown.steps).toHaveLength(transactions);
    expect(unknown.steps.every((statements) => statements.length > 0)).toBe(true);
    expect(unknown.compared).toEqual(['$argon2id$v=19$m=19456,t=2,p=1']);
    for (const name of Object.values(names)) expect(await workOf(attempt, name, cookie)).toEqual(unknown);
  });
});
