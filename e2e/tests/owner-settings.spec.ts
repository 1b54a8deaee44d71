import type { Page } from '@playwright/test';
import { callAsPage } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { tabTo } from '../support/grid.ts';
import { takeScreens } from '../support/screens.ts';
import { signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

/** An owner whose settings no other test depends on. */
const OWNER = 'HomeRight Remodeling';
const PATH = '/s/cl/admin/ownersettings';

const openPage = async (page: Page): Promise<number> => {
  const ownerKey = await signInFor(page, OWNER, PATH);
  await expect(page.getByRole('heading', { name: 'Owner Settings', level: 1, exact: true })).toBeVisible();
  return ownerKey;
};

test('an enabled feature appears in the menu at once, and is reset', { tag: '@journey' }, async ({ page }) => {
  await openPage(page);
  await page.getByText('Features', { exact: true }).click();
  const feature = page.getByRole('switch', { name: 'Milestone Details Export', exact: true });
  await expect(feature).not.toBeChecked();
  const entry = page.getByRole('link', { name: 'Milestone Details Export', exact: true });
  await page.getByRole('button', { name: 'Lead Management', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Data Exports', exact: true })).toBeVisible();
  await expect(entry).toHaveCount(0);

  await feature.click();
  await expect(feature).toBeChecked();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The settings are saved.', { exact: true })).toBeVisible();
  await expect(entry).toBeVisible();
  await expect(page.getByText(/^Changed by Avery Stone, /)).toBeVisible();
  await expectAccessible(page);
  await takeScreens(page, 'owner-settings-features');

  await page.reload();
  await expect(feature).toBeChecked();
  await page.getByRole('button', { name: 'Reset to default: Milestone Details Export', exact: true }).click();
  await expect(feature).not.toBeChecked();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The settings are saved.', { exact: true })).toBeVisible();
  await expect(entry).toHaveCount(0);

  await page.getByRole('button', { name: 'History', exact: true }).click();
  const history = page.getByRole('dialog', { name: 'History of settings' });
  await expect(history.getByText('On → Off', { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(history).toHaveCount(0);
});

test('keyboard only: an invalid number is explained; of two concurrent editors the second sees both values', async ({
  page,
}) => {
  const ownerKey = await openPage(page);
  const read = async () => {
    const { data } = await callAsPage(page, `/ag/${ownerKey}/settings/get`);
    return data as { rowVersion: number; values: { dedupDays: number } };
  };
  const { keyboard } = page;
  const before = (await read()).values.dedupDays;
  await page.goto(`/#${PATH}?owner=${ownerKey}&section=leads`);
  const days = page.getByRole('textbox', { name: 'Dedup period', exact: true });
  await expect(days).toHaveValue(String(before));
  await tabTo(page, days);
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('731');
  await keyboard.press('ControlOrMeta+s');
  await expect(
    page.getByText('Dedup period must be a whole number of days from 0 to 730.', { exact: true }),
  ).toBeVisible();
  await expect(days).toBeFocused();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('45');

  // Another user saves a different number meanwhile.
  const other = await callAsPage(page, `/ag/${ownerKey}/settings/save`, {
    rowVersion: (await read()).rowVersion,
    values: { dedupDays: 60 },
  });
  expect(other.status).toBe(200);
  await keyboard.press('ControlOrMeta+s');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Theirs: 60 days', { exact: true })).toBeVisible();
  await expect(dialog.getByText('Mine: 45 days', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  const put = await callAsPage(page, `/ag/${ownerKey}/settings/save`, {
    rowVersion: (await read()).rowVersion,
    values: { dedupDays: before },
  });
  expect(put.status).toBe(200);
});

test('on a phone every section fits, and the time zone of an owner with data is locked with the reason', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page);
  await expect(page.getByRole('combobox', { name: 'Time zone', exact: true })).toBeDisabled();
  await expect(page.getByText(/are counted by days of this zone already/)).toBeVisible();
  for (const section of ['Leads and orders', 'Words and tables', 'Features', 'General']) {
    await page.getByText(section, { exact: true }).first().click();
    await expect(page.getByRole('heading', { name: section, level: 2, exact: true })).toBeVisible();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  }
  await expectAccessible(page);
  await takeScreens(page, 'owner-settings-general');
});

test('an owner’s own pacing band and stage label are used on its pacing page, and reset', async ({ page }) => {
  const ownerKey = await openPage(page);
  const at = (section: string) => page.goto(`/#${PATH}?owner=${ownerKey}&section=${section}`);
  const save = async (): Promise<void> => {
    const button = page.getByRole('button', { name: 'Save', exact: true });
    await button.click();
    // The button is also disabled while saving, and the previous save's message may still be visible.
    await expect(button).toBeDisabled();
    await expect(button).not.toHaveAttribute('data-loading');
    await expect(button).toBeDisabled();
    await expect(page.getByText('The settings are saved.', { exact: true }).last()).toBeVisible();
  };
  await at('judging');
  const band = page.getByRole('textbox', { name: 'Pacing band', exact: true });
  await band.fill('60');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Enter a whole percent from 1 to 50.', { exact: true })).toBeVisible();
  await band.fill('3');
  await page.getByRole('textbox', { name: 'Cost per enrollment above goal by', exact: true }).fill('1');
  await save();
  await expectAccessible(page);
  await takeScreens(page, 'owner-settings-judging');
  await at('words');
  await page.getByRole('textbox', { name: 'Word for enrollment', exact: true }).fill('Deal');
  await save();
  await takeScreens(page, 'owner-settings-words');

  await page.goto(`/#/s/cl/dashboard/pacingoverview?owner=${ownerKey}`);
  await expect(page.getByText(/at least 20 inquiries, whose mature cost per deal is more than 1% above/)).toBeVisible();
  await takeScreens(page, 'pacing-own-settings');

  await at('words');
  await page.getByRole('button', { name: 'Reset to default: Word for enrollment', exact: true }).click();
  await save();
  await at('judging');
  await page.getByRole('button', { name: 'Reset to default: Pacing band', exact: true }).click();
  await page.getByRole('button', { name: 'Reset to default: Cost per enrollment above goal by', exact: true }).click();
  await save();
});
