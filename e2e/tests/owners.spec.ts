import { takeScreens } from '../support/screens.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER } from '../support/users.ts';

test('lists the owners and opens one', async ({ page }) => {
  await signIn(page);
  await page.getByRole('option', { name: AN_OWNER }).click();
  const details = page.getByRole('region', { name: 'Owner details' });
  await expect(details.getByRole('heading', { name: AN_OWNER })).toBeVisible();
  for (const label of ['Vertical', 'Time zone', 'Dedup period'])
    await expect(details.getByText(label, { exact: true })).toBeVisible();
  await takeScreens(page, 'owner');
});

test('finds and opens an owner by keyboard, and its link opens it again', async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole('combobox', { name: 'Search owners' })).toBeFocused();
  await page.keyboard.type(AN_OWNER.slice(0, 4).toLowerCase());
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  const opened = page.getByRole('heading', { name: AN_OWNER });
  await expect(opened).toBeVisible();
  await expect(page).toHaveURL(/owner=\d+/);
  await page.reload();
  await expect(opened).toBeVisible();
  await page.getByRole('combobox', { name: 'Search owners' }).focus();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option').nth(1)).toBeVisible();
});

test('says when nothing is found, and when an owner cannot be opened', async ({ page }) => {
  await signIn(page);
  await page.keyboard.type('zzzz');
  await expect(page.getByText('No owner matches “zzzz”.')).toBeVisible();
  await page.goto('/#/s/owners?owner=2147483647');
  await expect(page.getByRole('alert')).toContainText('This owner could not be opened');
  await expect(page.getByRole('button', { name: 'Copy request id' })).toBeVisible();
});
