import { ERRORS } from '@paceline/contract';
import { takeScreens } from '../support/screens.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

for (const path of ['/s/owners', '/s/owners?owner=1', '/s/nowhere', '/nowhere']) {
  test(`signed out, ${path} leads to sign-in`, async ({ page }) => {
    await page.goto(`/#${path}`);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page).toHaveURL(/#\/$/);
  });
}

test('signed in, the sign-in page leads home', async ({ page }) => {
  await signIn(page);
  await page.goto('/#/');
  await expect(page).toHaveURL(/#\/s\/owners$/);
});

test('an unknown path shows the not-found page, which leads on', async ({ page }) => {
  await signIn(page);
  for (const path of ['/s/nowhere', '/nowhere']) {
    await page.goto(`/#${path}`);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  }
  await takeScreens(page, 'not-found');
  await page.getByRole('link', { name: 'Go to your start page' }).click();
  await expect(page.getByRole('heading', { name: 'Owners' })).toBeVisible();
});

test('a session that the server no longer knows ends with a message', async ({ page }) => {
  await signIn(page);
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('paceline.session') ?? '') as object;
    localStorage.setItem('paceline.session', JSON.stringify({ ...session, accessToken: 'not-a-token' }));
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText(ERRORS.INVALID_GRANT.message)).toBeVisible();
});

test('every page opens at its top, and its own filters leave it where it is', async ({ page }) => {
  await signIn(page);
  await page.evaluate(() => {
    document.body.style.minHeight = '3000px';
    window.scrollTo(0, 50);
  });
  expect(await page.evaluate(() => window.scrollY)).toBe(50);
  await page.keyboard.type('a');
  await expect(page).toHaveURL(/q=a/);
  expect(await page.evaluate(() => window.scrollY)).toBe(50);
  await page.goto('/#/s/nowhere');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});
