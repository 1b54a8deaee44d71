import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isSignedIn, useSession } from '../../lib/session/session-store.ts';
import { refusal, serve, success } from '../../testing/fetch.ts';
import { signedIn, signedOut } from '../../testing/session.ts';
import { firstPassword } from './first-password.ts';
import { changeOwnPassword, replaceFirstPassword, requestReset, savePasswordByLink } from './passwords.ts';
import { resetLink } from './reset-link.ts';

const LOGIN = {
  access_token: 'access-2',
  refresh_token: 'refresh-2',
  expires_in: 1800,
  userName: 'agency.admin',
  firstName: 'Avery',
  lastName: 'Stone',
  taclUserKey: 7,
  mustChangePasswordFlag: 'n',
};
const CONFIG = { userType: 'agency', permisssions: {}, owners: [], userKey: 7 };
const CHANGE = { oldPassword: 'old', newPassword: 'new', newPasswordConfirmation: 'new' };
const FINE = {
  '/keepalive': () => success(null),
  '/changepassword': () => success(null),
  '/password/save': () => success(null),
  '/generatetoken': () => success(LOGIN),
  '/userconfig/get': () => success(CONFIG),
  '': () => success(null),
};

beforeEach(() => {
  resetLink.keep(null);
  firstPassword.keep(null);
});
afterEach(signedOut);

describe('one’s own password', () => {
  it('is changed, and this browser continues with new tokens', async () => {
    signedIn();
    const requests = serve(FINE);
    expect(await changeOwnPassword(CHANGE)).toBe(true);
    expect(requests.map(({ url }) => url)).toEqual([
      '/api/keepalive',
      '/api/oauth/changepassword',
      '/auth/oauth/generatetoken',
    ]);
    expect(requests[1]?.body).toEqual(CHANGE);
    expect(requests[2]?.body).toMatchObject({ grant_type: 'password', username: 'agency.admin', password: 'new' });
    expect(useSession.getState()).toMatchObject({ accessToken: 'access-2', userId: 'agency.admin' });
  });

  it('is changed, and the session ends if signing in again fails', async () => {
    signedIn();
    serve({ ...FINE, '/generatetoken': () => refusal(500, 'INTERNAL', 'no') });
    expect(await changeOwnPassword(CHANGE)).toBe(false);
    expect(isSignedIn()).toBe(false);
  });

  it('stays when the server refuses it, and so does the session', async () => {
    signedIn();
    const requests = serve({ ...FINE, '/changepassword': () => refusal(401, 'CREDENTIALS', 'The old one is wrong.') });
    await expect(changeOwnPassword(CHANGE)).rejects.toThrow('The old one is wrong.');
    expect(isSignedIn()).toBe(true);
    expect(requests.some(({ url }) => url.includes('generatetoken'))).toBe(false);
  });
});

describe('a password by a mailed link', () => {
  const link = { userName: 'lou', token: 'secret' };

  it('is saved with the link’s token; the link is used up and the current user signed out', async () => {
    signedIn();
    resetLink.keep(link);
    const requests = serve(FINE);
    await savePasswordByLink(link, 'new');
    expect(requests[0]?.body).toEqual({ userName: 'lou', oldPassword: 'secret', password: 'new' });
    expect(resetLink.read()).toBeNull();
    expect(isSignedIn()).toBe(false);
  });

  it('can be retried with the same link after a refusal', async () => {
    resetLink.keep(link);
    serve({ '/password/save': () => refusal(422, 'VALIDATION', 'Too short.') });
    await expect(savePasswordByLink(link, 'x')).rejects.toThrow('Too short.');
    expect(resetLink.read()).toEqual(link);
  });
});

describe('the first password', () => {
  it('is replaced, forgotten locally, and a full session starts', async () => {
    signedIn({ firstTimeLogin: true });
    firstPassword.keep('first');
    const requests = serve(FINE);
    await replaceFirstPassword('agency.admin', 'first', 'new');
    expect(requests[0]?.body).toEqual({ userName: 'agency.admin', oldPassword: 'first', password: 'new' });
    expect(requests[1]?.body).toMatchObject({ username: 'agency.admin', password: 'new' });
    expect(firstPassword.read()).toBeNull();
    expect(useSession.getState()).toMatchObject({ firstTimeLogin: false, accessToken: 'access-2' });
  });
});

it('requests a link for the account and the product', async () => {
  const requests = serve(FINE);
  await requestReset('lou');
  expect(requests[0]).toMatchObject({ method: 'POST', body: { username: 'lou', appname: 'paceline' } });
});
