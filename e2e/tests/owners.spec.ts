import { expectAccessible } from '../support/axe.ts';
import { takeScreens } from '../support/screens.ts';
import { signIn, signInAt } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER, OTHER_OWNER, OWNER_HOME } from '../support/users.ts';

const picker = 'Choose an owner';

test('chooses an owner, whose details and name then stand', async ({ page }) => {
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

test('finds and opens an owner by keyboard, and a reload stays with it', async ({ page }) => {
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

test('keeps favourites and the last ones on top, over a sign-out too', async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole('combobox', { name: 'Search owners' })).toBeFocused();
  await page.keyboard.type('brendan');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: 'Favourite: St. Brendan University' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.keyboard.press('Escape');
  await page.getByRole('gridcell', { name: OTHER_OWNER, exact: true }).click();
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await signIn(page);
  const groups = page.getByRole('dialog').getByRole('rowgroup');
  await expect(groups.first()).toHaveAccessibleName('Favourites');
  await expect(groups.nth(1)).toHaveAccessibleName('Recent');
  await expect(groups.nth(1).getByRole('row')).toHaveCount(1);
});

test('changing the owner from the top bar keeps the page', async ({ page }) => {
  await signInAt(page, '/s/account');
  const search = page.getByRole('combobox', { name: 'Search owners' });
  await page.getByRole('button', { name: picker }).click();
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

test('says when nothing is found, and when an owner cannot be opened', async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole('combobox', { name: 'Search owners' })).toBeFocused();
  await page.keyboard.type('zzzz');
  await expect(page.getByText('No owner matches “zzzz”.')).toBeVisible();
  await page.goto('/#/s/owners?owner=2147483647');
  await expect(page.getByRole('alert')).toContainText('This one could not be opened');
  await expect(page.getByRole('button', { name: 'Copy request id' })).toBeVisible();
});
