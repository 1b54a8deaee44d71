import { hash as argon2 } from '@node-rs/argon2';
import {
  keepAlive,
  LIMITS,
  type LoginResult,
  ownerGet,
  signOut,
  userConfig,
  userSessionEnd,
  WEB_CLIENT,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '../../lib/secrets/password.ts';
import { sha256 } from '../../lib/secrets/tokens.ts';
import { type SignedIn, TEST_NOW, useApp } from '../../testing/app.ts';
import { makeTwoOwners, makeUser } from '../../testing/factories/factories.ts';

const PASSWORD = 'Correct@Horse9';
const harness = useApp({ pool: 6 });
let userName: string;
let userKey: number;
let ownerKey: number;

beforeAll(async () => {
  const passwordHash = await hashPassword(PASSWORD);
  const fixture = await harness.asMigrator(async (tx) => {
    const { mine } = await makeTwoOwners(tx);
    const user = await makeUser(tx, {
      group: 'ag',
      ownerKeys: [mine.ownerKey],
      permissions: ['users:View'],
      passwordHash,
    });
    return { ...user, ownerKey: mine.ownerKey };
  });
  ({ userName, userKey, ownerKey } = fixture);
});
beforeEach(() => harness.clock.set(TEST_NOW));

let machine = 0;
const basic = `Basic ${Buffer.from(`${WEB_CLIENT.id}:${WEB_CLIENT.secret}`).toString('base64')}`;

const token = async (form: Record<string, string>, headers: Record<string, string> = { authorization: basic }) => {
  const answer = await harness.app.inject({
    method: 'POST',
    url: '/auth/oauth/generatetoken',
    // Each from an address of its own: the limit per address is tested elsewhere.
    remoteAddress: `10.0.0.${(machine += 1)}`,
    payload: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
  return { status: answer.statusCode, cookies: answer.cookies, body: answer.json() };
};
const passwordForm = () => ({ grant_type: 'password', username: userName, password: PASSWORD });
const signIn = async (): Promise<LoginResult> => (await token(passwordForm())).body.data;
const renew = (refreshToken: string) => token({ grant_type: 'refresh_token', refresh_token: refreshToken });
const as = (accessToken: string): SignedIn => ({
  group: 'ag',
  userKey,
  sessionKey: 0,
  headers: { authorization: `Bearer ${accessToken}` },
});
const statusOf = async (accessToken: string): Promise<number> =>
  (await harness.call(keepAlive, as(accessToken))).status;

describe('signing in', () => {
  test('returns the login result of the specification', async () => {
    const { status, body } = await token(passwordForm());
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      userName,
      firstName: 'Test',
      lastName: 'User',
      emailId: `${userName}@mail.example`,
      taclUserKey: userKey,
      expires_in: LIMITS.tokenExpirySeconds,
      mustChangePasswordFlag: 'n',
    });
    expect(await statusOf(body.data.access_token)).toBe(200);
  });

  test('the user name is not case-sensitive', async () => {
    expect((await token({ ...passwordForm(), username: userName.toUpperCase() })).status).toBe(200);
  });

  test.each([
    ['no user', { username: '' }, {}],
    ['no password', { password: '' }, {}],
    ['no client', {}, { authorization: '' }],
    ['a wrong client', {}, { authorization: `Basic ${Buffer.from('paceline-web:guess').toString('base64')}` }],
  ])('with %s the message is the specification’s', async (_, form, headers) => {
    const { status, body } = await token({ ...passwordForm(), ...form }, { authorization: basic, ...headers });
    expect({ status, message: body.message }).toEqual({ status: 400, message: 'Username or password is empty' });
  });

  test('an unknown user, a wrong password and a disabled user get the same answer', async () => {
    const disabled = await harness.asMigrator(async (tx) =>
      makeUser(tx, { group: 'ag', active: false, passwordHash: await hashPassword(PASSWORD) }),
    );
    const answers = [
      await token({ ...passwordForm(), username: 'nobody' }),
      await token({ ...passwordForm(), password: 'Wrong@Horse9' }),
      await token({ ...passwordForm(), username: disabled.userName }),
    ];
    for (const { status, body } of answers) {
      expect({ status, body: { ...body, requestId: '' } }).toEqual({
        status: 401,
        body: {
          status: 'error',
          code: 'CREDENTIALS',
          message: 'Username or password is incorrect.',
          data: null,
          requestId: '',
        },
      });
    }
  });

  test('a hash with weaker parameters is replaced at the next sign-in', async () => {
    const weak = await argon2(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    const user = await harness.asMigrator((tx) => makeUser(tx, { group: 'ag', passwordHash: weak }));
    expect((await token({ ...passwordForm(), username: user.userName })).status).toBe(200);
    const stored = await harness.asMigrator(async (tx) => {
      const { rows } = await sql<{
        h: string;
      }>`select password_hash as h from user_account where user_key = ${user.userKey}`.execute(tx);
      return rows[0]?.h;
    });
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await token({ ...passwordForm(), username: user.userName })).status).toBe(200);
  });

  test('any other grant is not supported', async () => {
    const { status, body } = await token({ grant_type: 'client_credentials' });
    expect({ status, message: body.message }).toEqual({ status: 400, message: 'unsupported_grant_type' });
  });

  test('no token is stored in the clear', async () => {
    const { access_token: access, refresh_token: refresh } = await signIn();
    const stored = await harness.asMigrator(async (tx) => {
      const { rows } = await sql<{ hash: Buffer; text: string }>`
        select token_hash as hash, token_hash::text as text from session_token
      `.execute(tx);
      return rows;
    });
    expect(stored.some(({ hash }) => hash.equals(sha256(access)))).toBe(true);
    expect(stored.some(({ text }) => text.includes(access) || text.includes(refresh))).toBe(false);
  });
});

describe('a browser’s tokens', () => {
  const browser = { authorization: basic, 'sec-fetch-site': 'same-origin' };

  test('work with their cookie and not without it', async () => {
    const { body, cookies } = await token(passwordForm(), browser);
    const [cookie] = cookies;
    expect(cookie).toMatchObject({ name: 'sb', httpOnly: true, sameSite: 'Strict', path: '/' });
    const url = '/api/keepalive';
    const authorization = `Bearer ${body.data.access_token}`;
    const withCookie = await harness.app.inject({ url, headers: { authorization, cookie: `sb=${cookie?.value}` } });
    expect(withCookie.statusCode).toBe(200);
    expect((await harness.app.inject({ url, headers: { authorization } })).statusCode).toBe(401);
    expect((await harness.app.inject({ url, headers: { authorization, cookie: 'sb=other' } })).statusCode).toBe(401);
    expect((await renew(body.data.refresh_token)).status).toBe(400);
  });

  test('are bound to a new cookie, never to one that the browser has brought', async () => {
    const { cookies, body } = await token(passwordForm(), { ...browser, cookie: 'sb=planted' });
    expect(cookies[0]?.value).toMatch(/^[\w-]{43}$/);
    const { data } = body as { data: LoginResult };
    const asPlanted = { authorization: `Bearer ${data.access_token}`, cookie: 'sb=planted' };
    expect((await harness.app.inject({ url: '/api/keepalive', headers: asPlanted })).statusCode).toBe(401);
    // Its own cookie is replaced as well: a copy of it is worth nothing after the next sign-in.
    const again = await token(passwordForm(), { ...browser, cookie: `sb=${cookies[0]?.value}` });
    expect(again.cookies[0]?.value).not.toBe(cookies[0]?.value);
    const devices = await harness.asMigrator(async (tx) => {
      const { rows } = await sql<{ hash: Buffer }>`select cookie_hash as hash from known_device`.execute(tx);
      return rows.map(({ hash }) => hash.toString('hex'));
    });
    expect(devices).toContain(sha256(again.cookies[0]!.value).toString('hex'));
    expect(devices).not.toContain(sha256(cookies[0]!.value).toString('hex'));
    expect(devices).not.toContain(sha256('planted').toString('hex'));
  });
});

describe('renewing', () => {
  test('twenty at once get the same pair', async () => {
    const { refresh_token: refresh } = await signIn();
    const answers = await Promise.all(Array.from({ length: 20 }, () => renew(refresh)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const pairs = new Set(answers.map(({ body }) => `${body.data.access_token} ${body.data.refresh_token}`));
    expect(pairs.size).toBe(1);
    expect(await statusOf(answers[0]?.body.data.access_token)).toBe(200);
  });

  test('repeated within the grace period returns it again; later it ends the session', async () => {
    const first = await signIn();
    const second: LoginResult = (await renew(first.refresh_token)).body.data;
    harness.clock.advance(19_000);
    expect((await renew(first.refresh_token)).body.data.access_token).toBe(second.access_token);
    harness.clock.advance(2_000);
    expect((await renew(first.refresh_token)).status).toBe(400);
    expect(await statusOf(first.access_token)).toBe(401);
    expect(await statusOf(second.access_token)).toBe(401);
    expect((await renew(second.refresh_token)).status).toBe(400);
    const warned = await harness.asMigrator(async (tx) => {
      const { rows } = await sql<{
        subject: string;
      }>`select subject from mail where to_address = ${`${userName}@mail.example`}`.execute(tx);
      return rows;
    });
    expect(warned).toEqual([{ subject: 'Your Paceline session was ended' }]);
  });

  test('ends after an hour without use, and after twelve hours (four without a cookie) in any case', async () => {
    const idle = await signIn();
    harness.clock.advance(60 * 60_000 + 1);
    expect((await renew(idle.refresh_token)).status).toBe(400);

    harness.clock.set(TEST_NOW);
    let current = await signIn();
    for (let minutes = 0; minutes < 230; minutes += 23) {
      harness.clock.advance(23 * 60_000);
      current = (await renew(current.refresh_token)).body.data;
    }
    harness.clock.advance(11 * 60_000);
    expect((await renew(current.refresh_token)).status).toBe(400);
  });

  test('without a token, or without a grant type, the message is the specification’s', async () => {
    for (const form of [{ grant_type: 'refresh_token' }, { refresh_token: 'x' }] as Record<string, string>[]) {
      const { status, body } = await token(form);
      expect({ status, message: body.message }).toEqual({ status: 400, message: 'RefreshToken or GrantType is empty' });
    }
  });
});

describe('a session', () => {
  test('ends on every tab by signing out; repeating does no harm', async () => {
    const { access_token: access, refresh_token: refresh } = await signIn();
    expect((await harness.call(signOut, as(access))).status).toBe(200);
    expect(await statusOf(access)).toBe(401);
    expect((await renew(refresh)).status).toBe(400);
    expect((await harness.call(signOut, as(access))).status).toBe(401);
  });

  test('tells only the holder of its token who ended it', async () => {
    const admin = await harness.signedIn('ag', { owner: ownerKey, permissions: ['users:View', 'users:Update'] });
    const ended = async (by: SignedIn) => {
      const { refresh_token: refresh } = await signIn();
      const { status } = await harness.call(userSessionEnd, by, { params: { userKey }, body: { sessionKey: null } });
      expect(status).toBe(200);
      return (await renew(refresh)).body.code;
    };
    expect(await ended(admin)).toBe('SESSION_ENDED_BY_ADMIN');
    expect(await ended(as((await signIn()).access_token))).toBe('SESSION_ENDED_ELSEWHERE');
    expect((await renew('A'.repeat(43))).body.code).toBe('INVALID_GRANT');
  });

  test('leaves no cookie behind when it is signed out', async () => {
    const { access_token: access } = await signIn();
    const { headers } = await harness.app.inject({ url: '/api/signout', headers: as(access).headers });
    expect(headers['set-cookie']).toMatch(/^sb=; Max-Age=0; Path=\/.*HttpOnly/);
  });

  test('expires after half an hour', async () => {
    const { access_token: access } = await signIn();
    harness.clock.advance(LIMITS.tokenExpirySeconds * 1000 - 1);
    expect(await statusOf(access)).toBe(200);
    harness.clock.advance(1);
    const { status, body } = await harness.call(keepAlive, as(access));
    expect({ status, code: body.code }).toEqual({ status: 401, code: 'TOKEN_EXPIRED' });
  });

  test('loses a right, an owner or itself at the next request', async () => {
    const user = await harness.signedIn('cl', { owner: ownerKey });
    expect((await harness.call(ownerGet, user, { params: { ownerKey } })).status).toBe(200);
    await harness.asMigrator((tx) => sql`delete from user_owner where user_key = ${user.userKey}`.execute(tx));
    expect((await harness.call(ownerGet, user, { params: { ownerKey } })).status).toBe(404);
    await harness.asMigrator((tx) =>
      sql`update user_account set active = false where user_key = ${user.userKey}`.execute(tx),
    );
    expect((await harness.call(keepAlive, user)).status).toBe(401);
  });

  test.each([
    ['in the query', { url: (t: string) => `/api/keepalive?access_token=${t}`, headers: () => ({}) }],
    [
      'in a cookie',
      { url: () => '/api/keepalive', headers: (t: string) => ({ cookie: `access_token=${t}; sb=${t}` }) },
    ],
    ['as Basic', { url: () => '/api/keepalive', headers: (t: string) => ({ authorization: `Basic ${t}` }) }],
  ])('is not found by a token %s', async (_, { url, headers }) => {
    const { access_token: access } = await signIn();
    expect((await harness.app.inject({ url: url(access), headers: headers(access) })).statusCode).toBe(401);
  });

  test('returns the user, rights and owners of the session only', async () => {
    const { access_token: access } = await signIn();
    const { body } = await harness.call(userConfig, as(access));
    expect(body.data).toEqual({
      userType: 'agency',
      permisssions: { users: ['View'] },
      owners: [
        { ownerKey, name: expect.stringMatching(/^Owner/), variant: null, settings: {}, timeZone: expect.any(String) },
      ],
      userKey,
    });
  });
});
