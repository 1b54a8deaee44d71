import { expectAccessible } from '../support/axe.ts';
import { takeScreens } from '../support/screens.ts';
import { openSignIn, signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER } from '../support/users.ts';

const canvas = 'html';
const scheme = 'data-mantine-color-scheme';

test('the theme can be chosen, is kept over reload and sign-out, and can follow the system', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await signIn(page);
  await expect(page.locator(canvas)).toHaveAttribute(scheme, 'light');
  await page.getByRole('button', { name: 'Theme: System' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator(canvas)).toHaveAttribute(scheme, 'dark');
  await page.reload();
  await expect(page.locator(canvas)).toHaveAttribute(scheme, 'dark');
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Theme: Dark' }).click();
  await page.getByRole('menuitemradio', { name: 'System' }).click();
  await expect(page.locator(canvas)).toHaveAttribute(scheme, 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator(canvas)).toHaveAttribute(scheme, 'dark');
});

test('the scheme stands before the application has loaded', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/');
  await expect(page.locator(canvas)).toHaveAttribute(scheme, 'dark');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`sign-in is accessible in ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openSignIn(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).not.toBeEmpty();
    await expectAccessible(page);
    await takeScreens(page, 'sign-in');
  });

  test(`owners are accessible in ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await signIn(page);
    await expectAccessible(page);
    await page.getByRole('option', { name: AN_OWNER }).click();
    await expect(page.getByRole('heading', { name: AN_OWNER })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: /account menu$/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
    await expectAccessible(page);
  });
}

test('nothing is wider than a telephone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await openSignIn(page);
  expect(await overflow()).toBe(0);
  await signIn(page);
  await page.getByRole('option', { name: AN_OWNER }).click();
  await expect(page.getByRole('heading', { name: AN_OWNER })).toBeVisible();
  expect(await overflow()).toBe(0);
});
