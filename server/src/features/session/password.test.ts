import { changePassword, keepAlive, passwordSave, resetAndEmailPassword, WEB_CLIENT } from '@paceline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../http/watch/log.ts';
import { startWorker, type Worker } from '../../jobs/worker.ts';
import { hashPassword } from '../../lib/secrets/password.ts';
import { mailJob } from '../../shared/mail.ts';
import { passwordLinkJob } from '../../shared/password-link.ts';
import { type SignedIn, TEST_NOW, useApp } from '../../testing/app.ts';
import { makeOwner, makeUser, type UserParts } from '../../testing/factories/factories.ts';

const PASSWORD = 'Correct@Horse9Battery';
const BETTER = 'Quiet#Lantern4Meadow';
const harness = useApp({ pool: 6 });
let hash: string;
let worker: Worker;
let machine = 0;

beforeAll(async () => {
  hash = await hashPassword(PASSWORD);
  const jobs = [
    passwordLinkJob(harness, { publicUrl: 'https://paceline.example' }),
    mailJob(harness, { smtpUrl: null, mailFrom: 'x@paceline.example' }),
  ];
  worker = await startWorker({ ownerUrl: harness.ownerUrl, jobs, log: createLog({ logLevel: 'silent' }) });
});
afterAll(() => worker.stop());
beforeEach(() => harness.clock.set(TEST_NOW));

const makeAccount = (parts: Partial<UserParts> = {}) =>
  harness.asMigrator(async (tx) => {
    const { ownerKey } = await makeOwner(tx);
    return makeUser(tx, { group: 'ag', ownerKeys: [ownerKey], passwordHash: hash, ...parts });
  });

const basic = `Basic ${Buffer.from(`${WEB_CLIENT.id}:${WEB_CLIENT.secret}`).toString('base64')}`;
const inject = async (url: string, payload: string | object, headers: Record<string, string>) => {
  const answer = await harness.app.inject({
    method: 'POST',
    url,
    payload,
    headers,
    remoteAddress: `10.1.${Math.floor((machine += 1) / 250)}.${machine % 250}`,
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers, cookies: answer.cookies };
};
const signIn = (username: string, password: string, headers = {}) =>
  inject('/auth/oauth/generatetoken', new URLSearchParams({ grant_type: 'password', username, password }).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: basic,
    ...headers,
  });
const save = (userName: string, oldPassword: string, password: string) =>
  inject(`/api${passwordSave.path}`, { userName, oldPassword, password }, {});
const reset = (username: string) => inject(`/api${resetAndEmailPassword.path}`, { username, appname: 'paceline' }, {});
const sessionOf = async (userName: string, password = PASSWORD): Promise<SignedIn> => {
  const { body } = await signIn(userName, password);
  return { group: 'ag', userKey: 0, sessionKey: 0, headers: { authorization: `Bearer ${body.data.access_token}` } };
};
const change = (as: SignedIn, oldPassword: string, newPassword: string, newPasswordConfirmation = newPassword) =>
  inject(`/api${changePassword.path}`, { oldPassword, newPassword, newPasswordConfirmation }, as.headers);
const mailTo = (userName: string): Promise<string[]> =>
  harness.asMigrator(async (tx) => {
    const { rows } = await sql<{
      body: string;
    }>`select body from mail where to_address = ${`${userName}@mail.example`} order by mail_key`.execute(tx);
    return rows.map(({ body }) => body);
  });
const tokenIn = (mail: string | undefined): string => /token=([\w-]{43})/.exec(mail ?? '')?.[1] ?? '';
const linkFor = async (userName: string): Promise<string> => {
  const before = (await mailTo(userName)).length;
  expect((await reset(userName)).status).toBe(200);
  await expect.poll(() => mailTo(userName)).toHaveLength(before + 1);
  return tokenIn((await mailTo(userName)).at(-1));
};

describe('wrong passwords', () => {
  test('of fifty at once, five are checked and the rest wait a quarter of an hour', async () => {
    const { userName } = await makeAccount();
    const answers = await Promise.all(Array.from({ length: 50 }, () => signIn(userName, 'Wrong@Horse9Battery')));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 423)).toHaveLength(45);
    const locked = answers.find(({ status }) => status === 423);
    expect(locked?.body.message).toBe('Too many attempts. Try again in 15 minutes.');
    expect(locked?.headers['retry-after']).toBe('900');
    expect((await signIn(userName, PASSWORD)).status).toBe(423);
    harness.clock.advance(15 * 60_000 + 1);
    expect((await signIn(userName, PASSWORD)).status).toBe(200);
  });

  test('for an unknown name have the same effect', async () => {
    const statuses = [];
    for (let turn = 0; turn < 6; turn += 1) statuses.push((await signIn('no.such.user', 'Wrong@Horse9Battery')).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 423]);
  });

  test('are counted over all calls', async () => {
    const { userName } = await makeAccount();
    const session = await sessionOf(userName);
    await signIn(userName, 'Wrong@Horse9Battery');
    await save(userName, 'Wrong@Horse9Battery', BETTER);
    await save(userName, 'Wrong@Horse9Battery', BETTER);
    await change(session, 'Wrong@Horse9Battery', BETTER);
    expect((await change(session, 'Wrong@Horse9Battery', BETTER)).status).toBe(422);
    expect((await change(session, PASSWORD, BETTER)).status).toBe(423);
    expect((await save(userName, PASSWORD, BETTER)).status).toBe(423);
    expect((await signIn(userName, PASSWORD)).status).toBe(423);
  });

  test('from elsewhere do not lock out a user’s known device', async () => {
    const { userName } = await makeAccount();
    const { cookies } = await signIn(userName, PASSWORD, { 'sec-fetch-site': 'same-origin' });
    for (let turn = 0; turn < 6; turn += 1) await signIn(userName, 'Wrong@Horse9Battery');
    expect((await signIn(userName, PASSWORD)).status).toBe(423);
    const own = { 'sec-fetch-site': 'same-origin', cookie: `sb=${cookies[0]?.value}` };
    expect((await signIn(userName, PASSWORD, own)).status).toBe(200);
    const borrowed = await makeAccount();
    for (let turn = 0; turn < 6; turn += 1) await signIn(borrowed.userName, 'Wrong@Horse9Battery');
    expect((await signIn(borrowed.userName, PASSWORD, own)).status).toBe(423);
  });

  test('a hundred in a row lock the account until a new password is set', { tags: ['long'] }, async () => {
    const { userName } = await makeAccount();
    for (let round = 0; round < 20; round += 1) {
      for (let turn = 0; turn < 5; turn += 1) await signIn(userName, 'Wrong@Horse9Battery');
      harness.clock.advance(16 * 60_000);
    }
    expect((await signIn(userName, PASSWORD)).status).toBe(423);
    const link = await linkFor(userName);
    expect((await save(userName, link, BETTER)).status).toBe(200);
    expect((await signIn(userName, BETTER)).status).toBe(200);
  });
});

describe('a password reset', () => {
  test('gives the same answer for unknown users', async () => {
    const { userName } = await makeAccount();
    const strip = ({ status, body }: Awaited<ReturnType<typeof reset>>) => ({ status, ...body, requestId: '' });
    expect(strip(await reset(userName))).toEqual(strip(await reset('no.such.user.at.all')));
  });

  test('sets a password once by its link within a quarter of an hour; until then the old one works', async () => {
    const { userName } = await makeAccount();
    const session = await sessionOf(userName);
    const link = await linkFor(userName);
    expect((await mailTo(userName)).at(-1)).toContain(
      `https://paceline.example/#/resetpassword?user=${userName}&token=`,
    );
    expect((await signIn(userName, PASSWORD)).status).toBe(200);
    expect((await save(userName, link, BETTER)).status).toBe(200);
    expect((await harness.call(keepAlive, session)).status).toBe(401);
    expect((await signIn(userName, PASSWORD)).status).toBe(401);
    expect((await signIn(userName, BETTER)).status).toBe(200);
    expect((await save(userName, link, 'Other#Lantern4Meadow')).status).toBe(401);
  });

  test('link is invalid after a quarter of an hour, for another user, and for another purpose', async () => {
    const { userName } = await makeAccount();
    const other = await makeAccount();
    const link = await linkFor(userName);
    expect((await save(other.userName, link, BETTER)).status).toBe(401);
    expect((await signIn(userName, link)).status).toBe(401);
    harness.clock.advance(15 * 60_000 + 1);
    expect((await save(userName, link, BETTER)).status).toBe(401);
  });

  test('is limited per account', async () => {
    const { userName } = await makeAccount();
    expect([(await reset(userName)).status, (await reset(userName)).status, (await reset(userName)).status]).toEqual([
      200, 200, 429,
    ]);
  });

  test.each([{ appname: 'paceline' }, { username: 'x' }, {}])('of %o lists what is missing', async (body) => {
    const { status, body: answer } = await inject(`/api${resetAndEmailPassword.path}`, body, {});
    expect({ status, message: answer.message }).toEqual({ status: 400, message: 'Username or Appname is empty' });
  });
});

describe('the first sign-in', () => {
  test('allows nothing but setting a password', async () => {
    const { userName } = await makeAccount({ mustChangePassword: true });
    const { body } = await signIn(userName, PASSWORD);
    expect(body.data.mustChangePasswordFlag).toBe('y');
    expect((await save(userName, PASSWORD, BETTER)).status).toBe(200);
    const again = await signIn(userName, BETTER);
    expect(again.body.data.mustChangePasswordFlag).toBe('n');
  });

  test('is not available to users who have one', async () => {
    const { userName } = await makeAccount();
    expect((await save(userName, PASSWORD, BETTER)).status).toBe(401);
  });
});

describe('a new password', () => {
  test('lists every broken rule, in the specification’s words', async () => {
    const { userName } = await makeAccount();
    const { status, body } = await change(await sessionOf(userName), PASSWORD, 'short');
    expect(status).toBe(422);
    expect(body.errors.map(({ message }: { message: string }) => message)).toEqual([
      'Password should contain at least 1 Uppercase character.',
      'Password should contain at least 1 number.',
      'Password should contain at least 1 special character(@#$%^&+=).',
      'Password should be 12 to 128 characters long.',
    ]);
  });

  test.each(['Password@1234', 'Qwertyuiop@123', 'P@ssw0rd12345', 'Paceline@2026', 'Welcome@12345'])(
    '%s is too easy',
    async (easy) => {
      const { userName } = await makeAccount();
      const { status, body } = await change(await sessionOf(userName), PASSWORD, easy);
      expect({ status, code: body.errors[0].code }).toEqual({ status: 422, code: 'common' });
    },
  );

  test('cannot contain the user’s name or repeat the old one or one of the last five', async () => {
    const { userName } = await makeAccount();
    const withName = await change(await sessionOf(userName), PASSWORD, `${userName}#A1lantern`);
    expect(withName.body.errors[0].code).toBe('userName');
    expect((await change(await sessionOf(userName), PASSWORD, PASSWORD)).body.errors[0].code).toBe('reused');
    let current = PASSWORD;
    for (let turn = 0; turn < 4; turn += 1) {
      harness.clock.advance(1_000);
      const next = `Quiet#Lantern${turn}Meadow`;
      expect((await change(await sessionOf(userName, current), current, next)).status).toBe(200);
      current = next;
    }
    expect(
      (await change(await sessionOf(userName, current), current, 'Quiet#Lantern0Meadow')).body.errors[0].code,
    ).toBe('reused');
  });

  test('may be long, and contain spaces and any script', async () => {
    const { userName } = await makeAccount();
    const long = `Ünïcode @1 ${'пароль '.repeat(14)}`;
    expect((await change(await sessionOf(userName), PASSWORD, long)).status).toBe(200);
    expect((await signIn(userName, long)).status).toBe(200);
    // Passwords are not truncated: one that shares the first 72 bytes is different.
    expect((await signIn(userName, `${long.slice(0, -1)}x`)).status).toBe(401);
  });

  test('ends every session, and must be entered twice', async () => {
    const { userName } = await makeAccount();
    const one = await sessionOf(userName);
    const two = await sessionOf(userName);
    expect((await change(one, PASSWORD, BETTER, `${BETTER}x`)).body.errors[0].field).toBe('newPasswordConfirmation');
    expect((await change(one, PASSWORD, BETTER)).status).toBe(200);
    expect((await harness.call(keepAlive, one)).status).toBe(401);
    expect((await harness.call(keepAlive, two)).status).toBe(401);
  });

  test.each([{ oldPassword: 'x' }, { newPassword: 'x', newPasswordConfirmation: 'x' }, {}])(
    'needs all its fields: %o',
    async (body) => {
      const { userName } = await makeAccount();
      const { headers } = await sessionOf(userName);
      const answer = await inject(`/api${changePassword.path}`, body, headers);
      expect({ status: answer.status, message: answer.body.message }).toEqual({
        status: 400,
        message: 'Please enter all required fields',
      });
    },
  );
});
