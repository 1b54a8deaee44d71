import { takeScreens } from '../support/screens.ts';
import { signIn, signInAt } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

test('signed out, every path leads to sign-in', { tag: '@journey' }, async ({ page }) => {
  for (const path of [
    '/s/owners',
    '/s/owners?owner=1',
    '/s/nowhere',
    '/nowhere',
    '/changepassword',
    '/resetpassword',
  ]) {
    await page.goto(`/#${path}`);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page).toHaveURL(/#\/$/);
  }
});

test('signed in, the sign-in page redirects home', async ({ page }) => {
  await signIn(page);
  await page.goto('/#/');
  await expect(page).toHaveURL(/#\/s\/owners$/);
});

test('an unknown path shows the not-found page with a way back', async ({ page }) => {
  await signIn(page);
  for (const path of ['/s/nowhere', '/nowhere', '/s/cl/nowhere', '/s/mp/resources/nowhere']) {
    await page.goto(`/#${path}`);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  }
  await takeScreens(page, 'not-found');
  await page.getByRole('link', { name: 'Go to your start page' }).click();
  await expect(page.getByRole('heading', { name: 'Owners' })).toBeVisible();
});

test('every page opens at its top, and its own filters keep the position', async ({ page }) => {
  await signInAt(page, '/s/cl/admin/manageusers/searchuser');
  await expect(page.getByRole('link', { name: 'Avery Stone' })).toBeVisible();
  await page.evaluate(() => {
    document.body.style.minHeight = '3000px';
    window.scrollTo(0, 50);
  });
  expect(await page.evaluate(() => window.scrollY)).toBe(50);
  await page.getByLabel('Search the table').fill('a');
  await expect(page).toHaveURL(/q=a/);
  expect(await page.evaluate(() => window.scrollY)).toBe(50);
  await page.goto('/#/s/nowhere');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});
