import { readFile } from 'node:fs/promises';
import { freshName } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { takeScreens } from '../support/screens.ts';
import { signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER, demoUser } from '../support/users.ts';

const PAGE = '/s/cl/admin/manageclients/tradingplatform';
const GOOGLE = `${AN_OWNER} - Google Ads`;

test('a platform and an account are added by keyboard; the account is found, paused and the pause undone', async ({
  page,
}) => {
  await signInFor(page, AN_OWNER, PAGE);
  await expect(page.getByRole('heading', { name: 'Trading Platforms', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: GOOGLE, exact: true })).toBeVisible();
  await expectAccessible(page);
  await takeScreens(page, 'trading-platforms');

  const platform = freshName('Platform').slice(0, 40);
  const add = page.getByRole('button', { name: 'Add platform', exact: true });
  await add.focus();
  await expect(add).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add platform' });
  const field = dialog.getByRole('textbox', { name: 'Name' });
  await expect(field).toBeFocused();
  await field.fill('google ads');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('There is a platform google ads already.')).toBeVisible();
  await expectAccessible(page);
  await field.fill(platform);
  await dialog.getByRole('combobox', { name: 'Channel' }).selectOption('social');
  await dialog.getByRole('button', { name: 'Add platform', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('row', { name: `${platform} Social No account` })).toBeVisible();

  const name = freshName('Account');
  await page.getByRole('link', { name: 'New account', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'New account', level: 1 })).toBeVisible();
  await page.getByRole('combobox', { name: 'Platform', exact: true }).selectOption(platform);
  await expect(page.getByRole('combobox', { name: 'Channel', exact: true })).toHaveValue('social');
  await page.getByRole('textbox', { name: 'Account ID' }).fill(name);
  await page.getByRole('textbox', { name: 'Account name' }).fill(name);
  await page.getByRole('combobox', { name: 'Client', exact: true }).selectOption({ index: 1 });
  await page.getByRole('textbox', { name: 'Fee in percent' }).fill('101');
  await page.getByRole('button', { name: 'Create account', exact: true }).click();
  await expect(page.getByText('must be 0 to 100', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Fee in percent' }).fill('12.5');
  await page.getByRole('button', { name: 'Create account', exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();

  await page.getByRole('link', { name: 'Trading Platforms', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Trading Platforms', level: 1 })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search accounts' }).fill(name);
  await expect(page.getByRole('link', { name: GOOGLE, exact: true })).toHaveCount(0);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row.getByText('12.5 %', { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const box = page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
  await box.click();
  await expect(box).toBeChecked();
  await page.getByRole('button', { name: 'Set to paused', exact: true }).click();
  const confirm = page.getByRole('dialog', { name: 'Set 1 account to paused?' });
  await expectAccessible(page);
  await confirm.getByRole('button', { name: 'Set status', exact: true }).click();
  await expect(row.getByText('Paused', { exact: true })).toBeVisible();
  const wider = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  expect(wider).toBe(false);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(row.getByText('Active', { exact: true })).toBeVisible();
});

test(
  'a new fee shows its effect before saving; an account with figures keeps its platform; figures are exported',
  { tag: '@journey' },
  async ({ page }) => {
    await signInFor(page, AN_OWNER, PAGE);
    await page.getByRole('link', { name: GOOGLE, exact: true }).click();
    await expect(page.getByRole('heading', { name: GOOGLE, level: 1 })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Platform', exact: true })).toBeDisabled();
    await expect(page.getByRole('combobox', { name: 'Currency', exact: true })).toBeDisabled();
    const fee = page.getByRole('textbox', { name: 'Fee in percent' });
    const before = await fee.inputValue();
    await fee.fill('31.25');
    await expect(page.getByLabel('Valid from')).toBeVisible();
    await expect(page.getByText(/plus 31\.25 % in place of .* every month that is closed, stay/)).toBeVisible();
    await expectAccessible(page);
    await takeScreens(page, 'trading-platform-account');
    await fee.fill(before);
    await expect(page.getByLabel('Valid from')).toHaveCount(0);

    await page.getByRole('link', { name: 'Trading Platforms', exact: true }).first().click();
    await expect(page.getByRole('heading', { name: 'Trading Platforms', level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export platform figures' });
    await dialog.getByRole('combobox', { name: 'Platform', exact: true }).selectOption('Google Ads');
    await dialog.getByRole('combobox', { name: 'One row for each' }).selectOption('month');
    await dialog.getByRole('combobox', { name: 'File' }).selectOption('csv');
    await expectAccessible(page);
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download', exact: true }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/trading-platforms-by-month-.*\.csv$/);
    const [header, ...lines] = (await readFile(await file.path(), 'utf8')).replace('\uFEFF', '').trim().split('\r\n');
    expect(header).toMatch(/^Date,Platform,Account,Campaign ID,Campaign,.*,Cost,.*,Leads \(Matched\),/);
    expect(lines.every((line) => line.includes(',Google Ads,'))).toBe(true);
    await expect(dialog).toHaveCount(0);
  },
);

test('without the right to edit there are no buttons, and without the media cost right no fee', async ({ page }) => {
  await signInFor(page, AN_OWNER, PAGE, demoUser('agency.analyst'));
  await expect(page.getByRole('link', { name: GOOGLE, exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /Add platform|Set to/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'New account' })).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Fee', exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: GOOGLE, exact: true }).click();
  await expect(page.getByRole('heading', { name: GOOGLE, level: 1 })).toBeVisible();
  await expect(page.getByText('You can view accounts but not change them.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Fee in percent' })).toHaveCount(0);
});

test('Google credentials are set, never shown again, and removed', async ({ page }) => {
  await signInFor(page, AN_OWNER, `${PAGE}/new-trading-platform`);
  await expect(page.getByRole('heading', { name: 'New account', level: 1 })).toBeVisible();
  // Only an existing account can be connected.
  await expect(page.getByRole('heading', { name: 'Fetch by API' })).toHaveCount(0);
  const name = freshName('Fetched account');
  const customerId = `${Date.now()}`.slice(-10);
  await page.getByRole('combobox', { name: 'Platform', exact: true }).selectOption('Google Ads');
  await page.getByRole('textbox', { name: 'Account ID' }).fill(customerId);
  await page.getByRole('textbox', { name: 'Account name' }).fill(name);
  await page.getByRole('combobox', { name: 'Client', exact: true }).selectOption({ index: 1 });
  await page.getByRole('textbox', { name: 'Fee in percent' }).fill('8');
  await page.getByRole('button', { name: 'Create account', exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByText('No credential is set: nothing is fetched.', { exact: true })).toBeVisible();
  await expect(page.getByText(/tested with recorded answers only/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Fetch now', exact: true })).toHaveCount(0);

  const set = page.getByRole('button', { name: 'Set credential', exact: true });
  await set.focus();
  await expect(set).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Credential for Google Ads API' });
  await expect(dialog.getByLabel('Developer token', { exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('must be the whole developer token', { exact: true })).toBeVisible();
  await expectAccessible(page);
  for (const field of ['Developer token', 'OAuth client ID', 'OAuth client secret', 'Refresh token'])
    await dialog.getByLabel(field, { exact: true }).fill(`test-value-${field.toLowerCase().replaceAll(' ', '-')}`);
  await dialog.getByLabel('Manager account ID', { exact: true }).fill('123');
  await dialog.getByRole('button', { name: 'Save credential', exact: true }).click();
  await expect(dialog.getByText('must be ten digits, as 123-456-7890', { exact: true })).toBeVisible();
  await dialog.getByLabel('Manager account ID', { exact: true }).fill('');
  await dialog.getByRole('button', { name: 'Save credential', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/^Credential set .* Nothing has been fetched yet\.$/)).toBeVisible();
  await expectAccessible(page);
  await takeScreens(page, 'fetch-by-api');
  await page.setViewportSize({ width: 390, height: 844 });
  const wider = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  expect(wider).toBe(false);

  await page.reload();
  await expect(page.getByRole('button', { name: 'Fetch now', exact: true })).toBeEnabled();
  await page.getByRole('button', { name: 'Replace credential', exact: true }).click();
  await expect(dialog.getByLabel('Developer token', { exact: true })).toHaveValue('');
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove credential', exact: true }).click();
  const confirm = page.getByRole('dialog', { name: 'Remove credential?' });
  await confirm.getByRole('button', { name: 'Remove credential', exact: true }).click();
  await expect(page.getByText('No credential is set: nothing is fetched.', { exact: true })).toBeVisible();
});
