import { ERRORS } from '@paceline/contract';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { takeScreens } from '../support/screens.ts';
import { ownerInAddress, signIn, signInAt, signInFor, signOut, submitSignIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AGENCY_ADMIN, AN_OWNER, demoUser, OTHER_OWNER, OWNER_HOME } from '../support/users.ts';

const picker = 'Choose an owner';

/** As from an email: the page loads anew and asks for sign-in. */
const openLink = async (page: Page, link: string): Promise<void> => {
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
};

test('chooses an owner, whose details and name are shown', { tag: '@journey' }, async ({ page }) => {
  await signIn(page);
  await takeScreens(page, 'owner-picker');
  await page.getByRole('gridcell', { name: AN_OWNER, exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: OWNER_HOME })).toBeVisible();
  await expect(page.getByRole('banner').getByText(AN_OWNER)).toBeVisible();
  await page.goto('/#/s/owners');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: AN_OWNER })).toBeVisible();
  const details = page.getByRole('region', { name: 'Details' });
  for (const label of ['Vertical', 'Time zone', 'Dedup period'])
    await expect(details.getByText(label, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await takeScreens(page, 'owner');
});

test('finds and opens an owner by keyboard; a reload keeps it', async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole('combobox', { name: 'Search owners' })).toBeFocused();
  await page.keyboard.type(AN_OWNER.slice(0, 4).toLowerCase());
  await expect(page.getByRole('dialog').getByRole('row')).toHaveCount(1);
  await page.keyboard.press('Enter');
  const opened = page.getByRole('banner').getByText(AN_OWNER);
  await expect(page.getByRole('heading', { name: OWNER_HOME })).toBeVisible();
  await expect(opened).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: OWNER_HOME })).toBeVisible();
  await expect(opened).toBeVisible();
});

test('favourites and recent owners come first, also after signing out', async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole('combobox', { name: 'Search owners' })).toBeFocused();
  await page.keyboard.type('brendan');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: 'Favorite: St. Brendan University' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.keyboard.press('Escape');
  await page.getByRole('gridcell', { name: OTHER_OWNER, exact: true }).click();
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await signIn(page);
  const groups = page.getByRole('dialog').getByRole('rowgroup');
  await expect(groups.first()).toHaveAccessibleName('Favorites');
  await expect(groups.nth(1)).toHaveAccessibleName('Recent');
  await expect(groups.nth(1).getByRole('row')).toHaveCount(1);
});

test('changing the owner from the top bar keeps the page', async ({ page }) => {
  await signInAt(page, '/s/account');
  const search = page.getByRole('combobox', { name: 'Search owners' });
  await page.getByRole('banner').getByRole('button', { name: picker }).click();
  await expect(search).toBeFocused();
  await page.keyboard.type(AN_OWNER);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner').getByText(AN_OWNER)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: /change the owner$/ }).click();
  await expect(search).toBeFocused();
  await page.keyboard.type(OTHER_OWNER);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner').getByText(OTHER_OWNER)).toBeVisible();
  await expect(page).toHaveURL(/#\/s\/account$/);
});

test('reports an empty search, and an owner that cannot be opened', async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole('combobox', { name: 'Search owners' })).toBeFocused();
  await page.keyboard.type('zzzz');
  await expect(page.getByText('No owner matches “zzzz”.')).toBeVisible();
  await page.goto('/#/s/owners?owner=2147483647');
  await expect(page.getByRole('alert')).toContainText('Could not be opened');
  await expect(page.getByRole('button', { name: 'Copy request id' })).toBeVisible();
});

test('an address selects its owner and view: in another tab, on going back, and after a sign-in', async ({
  page,
  context,
}) => {
  const inBar = (at: Page, owner: string) => expect(at.getByRole('banner').getByText(owner)).toBeVisible();
  const mine = await signInFor(page, AN_OWNER, '/s/cl/allocations/campaigns/ppl?q=nursing');
  await expect(page).toHaveURL(new RegExp(`ppl\\?q=nursing&owner=${mine}$`));
  await expect(page.getByLabel('Search the table')).toHaveValue('nursing');

  await page.getByRole('button', { name: /change the owner$/ }).click();
  await page.keyboard.type(OTHER_OWNER);
  await page.keyboard.press('Enter');
  await inBar(page, OTHER_OWNER);
  await expect(page).toHaveURL(/ppl\?q=nursing&owner=\d+$/);
  const others = ownerInAddress(page);
  expect(others).not.toBe(mine);
  await page.goBack();
  await inBar(page, AN_OWNER);
  await page.goForward();
  await inBar(page, OTHER_OWNER);

  const link = `/#/s/cl/allocations/campaigns/ppl?q=nursing&owner=${mine}`;
  const tab = await context.newPage();
  await tab.goto(link);
  await inBar(tab, AN_OWNER);
  await expect(tab.getByLabel('Search the table')).toHaveValue('nursing');
  await inBar(page, OTHER_OWNER);
  await tab.close();

  await signOut(page);
  await openLink(page, link);
  await submitSignIn(page, AGENCY_ADMIN);
  await inBar(page, AN_OWNER);
  await expect(page.getByLabel('Search the table')).toHaveValue('nursing');

  await signOut(page);
  await openLink(page, `/#/s/cl/dashboard/executiveoverview?owner=${others}`);
  // A refused page is not a fault and logs nothing to the console. A question that the sign-out overtook may still have been refused.
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await submitSignIn(page, demoUser('client.admin'));
  await expect(page.getByRole('heading', { name: 'You do not have access to this client' })).toBeVisible();
  await inBar(page, AN_OWNER);
  await expectAccessible(page);
  await takeScreens(page, 'owner-denied');
  await page.goto('/#/s/cl/admin/manageusers/searchuser');
  await expect(page.getByRole('heading', { name: ERRORS.FORBIDDEN.message })).toBeVisible();
  expect(errors).toEqual([]);
});

test('text typed right after the click selects that owner, however slow the page is', async ({ page }) => {
  const answer = Promise.withResolvers<void>();
  await signInFor(page, OTHER_OWNER, '/s/cl/dashboard/executiveoverview');
  await page.route('**/api/userconfig/get', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.reload();
  await page.getByRole('button', { name: /change the owner$/ }).click();
  // Without waiting for the box: the keys must reach it.
  await page.keyboard.type('hart');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner').getByText(AN_OWNER)).toBeVisible();
  await page.getByRole('button', { name: /change the owner$/ }).click();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: picker })).toBeVisible();
  await expect(page.getByRole('banner', { includeHidden: true }).getByText(AN_OWNER)).toBeVisible();
  answer.resolve();
});
