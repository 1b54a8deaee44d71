import { ERRORS } from '@paceline/contract';
import { fillSignIn, openSignIn, signIn } from '../support/sign-in.ts';
import { takeScreens } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { AGENCY_ADMIN } from '../support/users.ts';

const password = 'Password';

test('signs in and out, and nothing of the session stays', async ({ page }) => {
  await signIn(page);
  await expect(page).toHaveURL(/#\/s\/owners$/);
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(await page.evaluate(() => [localStorage.getItem('paceline.session'), sessionStorage.length])).toEqual([
    '{}',
    0,
  ]);
  await page.goto('/#/s/owners');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('refuses a wrong password in the words of the contract', async ({ page }) => {
  await openSignIn(page);
  await fillSignIn(page, { ...AGENCY_ADMIN, password: 'not-the-password' });
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText(ERRORS.CREDENTIALS.message);
  await expect(page.getByLabel(password, { exact: true })).toBeFocused();
  await takeScreens(page, 'sign-in-refused');
});

test('says when a field is empty, without asking the server', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await openSignIn(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText(ERRORS.USERNAME_OR_PASSWORD_EMPTY.message);
  expect(calls.filter((path) => path.startsWith('/auth'))).toEqual([]);
});

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
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Owners' })).toBeVisible();
});

test('a session stays over a reload and ends in every tab', async ({ page, context }) => {
  await signIn(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Owners' })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/#/s/owners');
  await expect(other.getByRole('heading', { name: 'Owners' })).toBeVisible();
  await other.getByRole('button', { name: /account menu$/ }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});
