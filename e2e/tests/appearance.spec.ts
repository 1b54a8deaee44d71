import { expectAccessible } from '../support/axe.ts';
import { takeScreens } from '../support/screens.ts';
import { openSignIn, signIn, signInAt, signInFor, signOut } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER, OWNER_HOME } from '../support/users.ts';

const canvas = 'html';
const scheme = 'data-mantine-color-scheme';

/** Every page, with a text that appears when it has loaded. */
const PAGES = [
  ['/s/owners', 'Choose an owner'],
  ['/s/account', 'This session'],
  ['/s/cl/admin/manageusers/searchuser', 'agency.admin@mail.example'],
  ['/s/cl/admin/manageusers/newuser/agency', 'Trading platforms'],
  ['/s/cl/admin/manageusers/newuser/mp', 'The media partner, and the owners whose campaigns it sees.'],
  ['/s/cl/admin/manageusers/newuser/agency/2', 'Where this user is signed in now.'],
  ['/s/nowhere', 'Page not found'],
  ['/changepassword', 'Password should contain at least 1 number.'],
] as const;

test(
  'the theme can be chosen, is kept over reload and sign-out, and can follow the system',
  { tag: '@journey' },
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await signInAt(page, '/s/account');
    await expect(page.locator(canvas)).toHaveAttribute(scheme, 'light');
    await page.getByRole('button', { name: /account menu$/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect(page.locator(canvas)).toHaveAttribute(scheme, 'dark');
    await page.reload();
    await expect(page.locator(canvas)).toHaveAttribute(scheme, 'dark');
    await signOut(page);
    await page.reload();
    await page.getByRole('button', { name: 'Theme: Dark' }).click();
    await page.getByRole('menuitemradio', { name: 'System' }).click();
    await expect(page.locator(canvas)).toHaveAttribute(scheme, 'light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator(canvas)).toHaveAttribute(scheme, 'dark');
  },
);

test('the frame with the owner’s name is shown before the application has loaded', async ({ page }) => {
  await signInFor(page, AN_OWNER, '/s/cl/allocations/overview');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  // The bundle never arrives.
  await page.route('**/assets/*.js', () => undefined);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('.frame-owner')).toHaveText(AN_OWNER);
  await expect(page.locator('.frame-owner')).toBeVisible();
});

test('the colour scheme is set before the application has loaded', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/');
  await expect(page.locator(canvas)).toHaveAttribute(scheme, 'dark');
});

test('sign-in is accessible', async ({ page }) => {
  await openSignIn(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await expectAccessible(page);
  await takeScreens(page, 'sign-in');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expectAccessible(page);
});

test('every page of the shell is accessible', async ({ page }) => {
  // Many pages in one session: signing in for each would take longer than the checks.
  await signIn(page);
  for (const [path, text] of PAGES) {
    await page.goto(`/#${path}`);
    await expect(page.getByText(text).first()).toBeVisible();
    await expectAccessible(page);
    await takeScreens(page, path.slice(1).replaceAll('/', '-'));
  }
});

test('menus and dialogs are accessible', async ({ page }) => {
  await signInAt(page, '/s/cl/admin/manageusers/searchuser');
  await page.getByRole('button', { name: /account menu$/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Actions for Blake Rivera' }).click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Collapse menu' }).click();
  await page.getByRole('button', { name: 'Administration' }).click();
  await expect(page.getByRole('menuitem', { name: 'New User' })).toBeVisible();
  await expectAccessible(page);
});

test('the menu collapses to icons and stays collapsed', async ({ page }) => {
  await signInAt(page, '/s/account');
  await page.getByRole('button', { name: 'Collapse menu' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Administration' }).click();
  await page.getByRole('menuitem', { name: 'Search User' }).click();
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
});

test('nothing is wider than a phone screen, and the menu is a drawer', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await openSignIn(page);
  expect(await overflow()).toBe(0);
  await signIn(page);
  await page.getByRole('gridcell', { name: AN_OWNER, exact: true }).click();
  await expect(page.getByRole('heading', { name: OWNER_HOME })).toBeVisible();
  expect(await overflow()).toBe(0);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('button', { name: 'Administration' }).click();
  await page.getByRole('link', { name: 'Search User' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  for (const [path, text] of PAGES.slice(1)) {
    await page.goto(`/#${path}`);
    await expect(page.getByText(text).first()).toBeVisible();
    expect(await overflow(), path).toBe(0);
  }
});
