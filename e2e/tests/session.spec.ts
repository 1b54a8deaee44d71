import { ERRORS } from '@paceline/contract';
import { request } from '@playwright/test';
import { callAsPage } from '../support/accounts.ts';
import { takeScreens } from '../support/screens.ts';
import { fillSignIn, openSignIn, signIn, signInAt, signOut, submitSignIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AGENCY_ADMIN } from '../support/users.ts';

const password = 'Password';

test('signs in and out without leaving session data', { tag: '@journey' }, async ({ page }) => {
  await signInAt(page, '/s/account');
  await signOut(page);
  expect(await page.evaluate(() => [localStorage.getItem('paceline.session'), sessionStorage.length])).toEqual([
    null,
    0,
  ]);
  expect(await page.context().cookies()).toEqual([]);
  await page.goto('/#/s/owners');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('refuses a wrong password in the words of the contract', async ({ page }) => {
  await openSignIn(page);
  await submitSignIn(page, { ...AGENCY_ADMIN, password: 'not-the-password' });
  await expect(page.getByRole('alert')).toHaveText(ERRORS.CREDENTIALS.message);
  await expect(page.getByLabel(password, { exact: true })).toBeFocused();
  await takeScreens(page, 'sign-in-refused');
});

test('reports an empty field without a request', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (sent) => calls.push(new URL(sent.url()).pathname));
  await openSignIn(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText(ERRORS.USERNAME_OR_PASSWORD_EMPTY.message);
  expect(calls.filter((path) => path.startsWith('/auth'))).toEqual([]);
});

test('a session survives a reload, exists in a new tab, and ends in every tab', async ({ page, context }) => {
  await signInAt(page, '/s/account');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/#/s/account');
  await expect(other.getByRole('heading', { name: 'My account' })).toBeVisible();
  await signOut(other);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('signing in signs in the other open tabs', async ({ page, context }) => {
  await signInAt(page, '/s/account');
  const other = await context.newPage();
  await other.goto('/#/s/cl/admin/manageusers/searchuser');
  await expect(other.getByRole('heading', { name: 'Users' })).toBeVisible();
  await signOut(page);
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await submitSignIn(page, AGENCY_ADMIN);
  for (const tab of [page, other]) await expect(tab.getByRole('button', { name: /account menu$/ })).toBeVisible();
});

test('an expired session ends on reload, and the same user continues at the same place', async ({ page }) => {
  await signInAt(page, '/s/cl/admin/manageusers/searchuser?q=client');
  await expect(page.getByRole('link', { name: 'Harper Lindqvist' })).toBeVisible();
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('paceline.session') ?? '') as object;
    localStorage.setItem('paceline.session', JSON.stringify({ ...session, tokensExpiryDate: Date.now() - 1 }));
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText(ERRORS.INVALID_GRANT.message)).toBeVisible();
  await submitSignIn(page, AGENCY_ADMIN);
  await expect(page).toHaveURL(/searchuser\?q=client$/);
  await expect(page.getByRole('link', { name: 'Harper Lindqvist' })).toBeVisible();
});

test('a refused access token is renewed without the page noticing', { tag: '@journey' }, async ({ page }) => {
  await signInAt(page, '/s/account');
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('paceline.session') ?? '') as object;
    localStorage.setItem('paceline.session', JSON.stringify({ ...session, accessToken: 'not-a-token' }));
  });
  await page.reload();
  await expect(page.getByText('This session')).toBeVisible();
});

test('a session ended by the server ends here with the next call', async ({ page, browser, baseURL }) => {
  await signInAt(page, '/s/account');
  const elsewhere = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await signInAt(elsewhere, '/s/account');
  const others = elsewhere.getByRole('button', { name: /^End the session/ });
  await expect(others.first()).toBeVisible();
  await elsewhere.evaluate(async () => {
    // Ends all sessions but this one, however many earlier tests left.
    const session = JSON.parse(localStorage.getItem('paceline.session') ?? '') as Record<string, unknown>;
    await fetch(`/api/ag/account/user/${String(session['taclUserKey'])}/session/end`, {
      method: 'POST',
      headers: { authorization: `Bearer ${String(session['accessToken'])}`, 'content-type': 'application/json' },
      body: '{"sessionKey":null}',
    });
  });
  await page.goto('/#/s/cl/admin/manageusers/searchuser');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText(ERRORS.SESSION_ENDED_ELSEWHERE.message)).toBeVisible();
  await elsewhere.context().close();
});

test(
  'a token stolen from the storage does not work without the cookie',
  { tag: '@journey' },
  async ({ page, baseURL }) => {
    await signIn(page);
    expect((await callAsPage(page, '/userconfig/get')).status).toBe(200);
    const stolen = await page.evaluate(
      () => JSON.parse(localStorage.getItem('paceline.session') ?? '') as { accessToken: string; refreshToken: string },
    );
    const thief = await request.newContext({ baseURL: baseURL ?? '' });
    const answer = await thief.get('/api/userconfig/get', {
      headers: { authorization: `Bearer ${stolen.accessToken}` },
    });
    expect(answer.status()).toBe(401);
    const renewal = await thief.post('/auth/oauth/generatetoken', {
      form: { grant_type: 'refresh_token', refresh_token: stolen.refreshToken },
    });
    expect(renewal.ok()).toBe(false);
    expect((await callAsPage(page, '/userconfig/get')).status).toBe(200);
    await thief.dispose();
  },
);

test('signs in by keyboard alone', async ({ page }) => {
  await openSignIn(page);
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.type(AGENCY_ADMIN.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(AGENCY_ADMIN.password);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByLabel(password, { exact: true })).toHaveAttribute('type', 'text');
  await page.keyboard.press('Enter');
  await fillSignIn(page, AGENCY_ADMIN);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Search owners' })).toBeFocused();
});
