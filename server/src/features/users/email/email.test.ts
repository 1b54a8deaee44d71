import {
  ALL_PERMISSIONS,
  accountUserGet,
  emailChangeAnswer,
  emailChangeRead,
  keepAlive,
  resentValues,
  type User,
  userEmailApprove,
  userEmailCancel,
  userPasswordReset,
  userRecord,
  userSave,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sha256 } from '../../../lib/secrets/tokens.ts';
import { passwordLinkJob } from '../../../shared/password-link.ts';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { makeTwoOwners } from '../../../testing/factories/factories.ts';
import { emailChangeJob } from './email.jobs.ts';

const harness = useApp();
const HOUR = 3_600_000;
const PUBLIC_URL = 'https://paceline.example';
let mine: number;
let foreign: number;
let admin: SignedIn;
let second: SignedIn;
let user: SignedIn;
let oldEmail: string;
let newEmail: string;

beforeAll(async () => {
  const owners = await harness.asMigrator(makeTwoOwners);
  mine = owners.mine.ownerKey;
  foreign = owners.foreign.ownerKey;
});

beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  admin = await harness.signedIn('ag', { owners: [mine, foreign], permissions: ALL_PERMISSIONS });
  second = await harness.signedIn('ag', { owners: [mine, foreign], permissions: ALL_PERMISSIONS });
  user = await harness.signedIn('cl', { owners: [mine], permissions: ['campaigns:View'] });
  oldEmail = (await read(admin)).email;
  newEmail = `new.${user.userKey}@mail.example`;
});

const read = async (as: SignedIn): Promise<User> =>
  (await harness.call(accountUserGet, as, { params: { userKey: user.userKey } })).body.data as User;

const request = async (email = newEmail): Promise<User> => {
  const { userKey, rowVersion, userType, ...stored } = await read(admin);
  const { body } = await harness.call(userSave, admin, {
    body: { userKey, rowVersion, userType, ...resentValues(userRecord, stored), email },
  });
  return body.data as User;
};

/** Runs the worker's job, and returns the secret of the mailed link. */
const mailedToken = async (changeKey: number): Promise<string> => {
  await emailChangeJob(harness, { publicUrl: PUBLIC_URL }).run({ changeKey });
  const link = (await mailsTo(oldEmail))
    .at(-1)
    ?.body.match(/https:\/\/paceline\.example\/#\/confirmemail\?token=([\w-]{43})\n/);
  return link?.[1] ?? '';
};

const mailsTo = (address: string): Promise<{ subject: string; body: string }[]> =>
  harness.asMigrator(async (tx) => {
    const { rows } = await sql<{ subject: string; body: string }>`
      select subject, body from mail where to_address = ${address} order by mail_key
    `.execute(tx);
    return rows;
  });
const subjectsTo = async (address: string): Promise<string[]> => (await mailsTo(address)).map(({ subject }) => subject);

const actions = (): Promise<string[]> =>
  harness.asMigrator(async (tx) => {
    const { rows } = await sql<{ action: string }>`
      select action from audit_log where entity = 'user' and entity_key = ${String(user.userKey)} order by audit_key
    `.execute(tx);
    return rows.map(({ action }) => action);
  });

const pending = async (): Promise<number> => (await request()).emailChange?.changeKey ?? 0;
const decide = (call: typeof userEmailApprove | typeof userEmailCancel, as: SignedIn, changeKey: number) =>
  harness.call(call, as, { params: { userKey: user.userKey }, body: { changeKey } });
const answer = (token: string, accept: boolean) => harness.call(emailChangeAnswer, null, { body: { token, accept } });

const NOT_CHANGED = 'The email address of an account at Paceline was not changed';
const CHANGED = 'The email address of an account at Paceline was changed';

describe('a changed address', () => {
  test('is a request at first: the account keeps the old one, and both are notified', async () => {
    const saved = await request();
    expect(saved).toMatchObject({
      email: oldEmail,
      emailChange: {
        newEmail,
        requestedBy: 'Test User',
        isMine: true,
        expiresAt: new Date(TEST_NOW.getTime() + 72 * HOUR).toISOString(),
      },
    });
    expect(await mailedToken(saved.emailChange?.changeKey ?? 0)).toHaveLength(43);
    expect(await subjectsTo(oldEmail)).toEqual(['Confirm the new email address of your Paceline account']);
    expect(await subjectsTo(newEmail)).toEqual(['An account at Paceline is to use this email address']);
    expect((await mailsTo(newEmail))[0]?.body).not.toContain('token');
    expect(await actions()).toEqual(['requestEmailChange', 'changeUser']);
  });

  test('receives resets after confirmation, not before', async () => {
    const changeKey = await pending();
    const reset = async () => {
      expect((await harness.call(userPasswordReset, admin, { params: { userKey: user.userKey } })).status).toBe(200);
      await passwordLinkJob(harness, { publicUrl: PUBLIC_URL }).run({ userKey: user.userKey, purpose: 'reset' });
    };
    await reset();
    expect(await subjectsTo(oldEmail)).toEqual(['Set a new Paceline password']);
    await decide(userEmailApprove, second, changeKey);
    const links = await harness.asMigrator(async (tx) => {
      const { rows } =
        await sql`select from password_link where user_key = ${user.userKey} and used_at is null`.execute(tx);
      return rows.length;
    });
    expect(links).toBe(0);
    await reset();
    expect(await subjectsTo(newEmail)).toEqual([CHANGED, 'Set a new Paceline password']);
  });

  test('is confirmed once, by the link sent to the old one', async () => {
    const token = await mailedToken(await pending());
    expect((await harness.call(emailChangeRead, null, { body: { token } })).body.data).toMatchObject({
      oldEmail,
      newEmail,
    });
    expect((await answer(token, true)).status).toBe(200);
    expect(await read(admin)).toMatchObject({ email: newEmail, emailChange: null });
    expect((await subjectsTo(oldEmail)).at(-1)).toBe(CHANGED);
    expect((await subjectsTo(newEmail)).at(-1)).toBe(CHANGED);
    expect((await actions()).at(-1)).toBe('confirmEmailChange');
    for (const again of [await answer(token, true), await answer(token, false)]) {
      expect({ status: again.status, code: again.body.code }).toEqual({ status: 409, code: 'EMAIL_CHANGE_OVER' });
    }
    expect((await read(admin)).email).toBe(newEmail);
    expect((await harness.call(keepAlive, user)).status).toBe(200);
  });

  test('can be refused by that link', async () => {
    const token = await mailedToken(await pending());
    expect((await answer(token, false)).status).toBe(200);
    expect(await read(admin)).toMatchObject({ email: oldEmail, emailChange: null });
    expect((await subjectsTo(newEmail)).at(-1)).toBe(NOT_CHANGED);
    expect((await actions()).at(-1)).toBe('refuseEmailChange');
  });

  test('is approved by a second administrator, never by the requester', async () => {
    const changeKey = await pending();
    const refused = await decide(userEmailApprove, admin, changeKey);
    expect({ status: refused.status, message: refused.body.message }).toEqual({
      status: 403,
      message: 'You requested this change, so a second administrator must approve it.',
    });
    expect((await read(second)).emailChange).toMatchObject({ isMine: false });
    expect((await decide(userEmailApprove, second, changeKey)).body.data).toMatchObject({ email: newEmail });
    expect((await mailsTo(oldEmail)).at(-1)?.body).toContain('was approved by Test User');
    expect((await actions()).slice(-2)).toEqual(['FORBIDDEN', 'approveEmailChange']);
  });

  test('is not approved by its own user, or by somebody without the user’s rights', async () => {
    const changeKey = await pending();
    expect((await decide(userEmailApprove, user, changeKey)).status).toBe(403);
    const weaker = await harness.signedIn('ag', { owner: mine, permissions: ['users:View', 'users:Update'] });
    expect((await decide(userEmailApprove, weaker, changeKey)).status).toBe(403);
    expect((await decide(userEmailCancel, weaker, changeKey)).status).toBe(403);
    const elsewhere = await harness.signedIn('ag', { owner: foreign, permissions: ALL_PERMISSIONS });
    expect((await decide(userEmailApprove, elsewhere, changeKey)).status).toBe(404);
    expect((await decide(userEmailCancel, elsewhere, changeKey)).status).toBe(404);
    const other = await harness.signedIn('cl', { owner: mine });
    expect((await decide(userEmailCancel, other, changeKey)).status).toBe(404);
    expect(await read(admin)).toMatchObject({ email: oldEmail, emailChange: { changeKey } });
  });

  test.each([
    ['whoever asked for it', () => admin],
    ['a second administrator', () => second],
    ['its own user', () => user],
  ])('is cancelled by %s', async (_, who) => {
    const token = await mailedToken(await pending());
    const changeKey = (await read(admin)).emailChange?.changeKey ?? 0;
    expect((await decide(userEmailCancel, who(), changeKey)).body.data).toMatchObject({
      email: oldEmail,
      emailChange: null,
    });
    expect((await answer(token, true)).status).toBe(409);
    expect((await decide(userEmailApprove, second, changeKey)).status).toBe(409);
    expect((await subjectsTo(newEmail)).at(-1)).toBe(NOT_CHANGED);
  });

  test('expires after 72 hours', async () => {
    const changeKey = await pending();
    const token = await mailedToken(changeKey);
    harness.clock.advance(72 * HOUR);
    const later = await harness.sessionOf('ag', second.userKey);
    expect((await read(later)).emailChange).toBeNull();
    expect((await harness.call(emailChangeRead, null, { body: { token } })).status).toBe(409);
    expect((await answer(token, true)).status).toBe(409);
    expect((await decide(userEmailApprove, later, changeKey)).status).toBe(409);
    admin = await harness.sessionOf('ag', admin.userKey);
    expect((await request()).emailChange?.changeKey).toBeGreaterThan(changeKey);
  });

  test('is replaced by a later one; the same or the old address changes nothing', async () => {
    const first = await pending();
    const token = await mailedToken(first);
    expect((await request(newEmail)).emailChange?.changeKey).toBe(first);
    expect((await request(oldEmail)).emailChange?.changeKey).toBe(first);
    const other = `other.${user.userKey}@mail.example`;
    const next = (await request(other)).emailChange;
    expect(next).toMatchObject({ newEmail: other });
    expect((await answer(token, true)).status).toBe(409);
    expect((await decide(userEmailApprove, second, first)).status).toBe(409);
    expect((await decide(userEmailApprove, second, next?.changeKey ?? 0)).body.data).toMatchObject({ email: other });
  });

  test('of two concurrent answers one counts', async () => {
    const changeKey = await pending();
    const token = await mailedToken(changeKey);
    const answers = await Promise.all([
      answer(token, true),
      decide(userEmailCancel, second, changeKey),
      decide(userEmailApprove, second, changeKey),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  test('stores its token as a hash only, and no other token opens it', async () => {
    const token = await mailedToken(await pending());
    const stored = await harness.asMigrator(async (tx) => {
      const { rows } = await sql<{ hash: Buffer }>`
        select token_hash as hash from user_email_change where user_key = ${user.userKey}
      `.execute(tx);
      return rows;
    });
    expect(stored).toEqual([{ hash: sha256(token) }]);
    expect((await harness.call(emailChangeRead, null, { body: { token: `${token}x` } })).status).toBe(409);
  });
});
