import type { Browser, Page } from '@playwright/test';
import { callAsPage } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { streamAsPage } from '../support/grid.ts';
import { takeScreens } from '../support/screens.ts';
import { signIn, signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AGENCY_ADMIN, demoUser } from '../support/users.ts';

/** No other test changes this owner's allocations. */
const OWNER = 'Lakeshore College of Health';
const CURRENT = '/s/cl/allocations/currentmonth';
const NEXT = '/s/cl/allocations/nextmonth';

const openMonth = async (page: Page, path: string, heading: string): Promise<number> => {
  const ownerKey = await signInFor(page, OWNER, path, demoUser('agency.buyer'));
  await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Campaigns' })).toHaveAttribute('aria-busy', 'false');
  return ownerKey;
};

const changes = (count: number): string => `${count} ${count === 1 ? 'change' : 'changes'}`;

/** Opens the drawer and waits for the proposal. */
const propose = async (page: Page) => {
  await page.getByRole('button', { name: 'Propose moves', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: /^Propose moves/ });
  await expect(drawer.getByText('How this is decided', { exact: true })).toBeVisible();
  return drawer;
};

/** The allocation of each of the month's campaigns, by key. */
const allocations = async (page: Page, ownerKey: number): Promise<Map<number, unknown>> => {
  const rows = await streamAsPage(page, `/ag/brand/all/currentmonth/campaignsummary/list?ownerKey=${ownerKey}`);
  return new Map(
    rows.map((row) => [Number(row['campaignKey']), row['userDefinedMonthlyAllocation'] ?? row['monthlyAllocation']]),
  );
};

/** Another user saves a campaign's allocation. */
const saveElsewhere = async (browser: Browser, ownerKey: number, campaignKey: number, units: number) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, AGENCY_ADMIN);
  const { status } = await callAsPage(page, `/ag/${ownerKey}/allocations/current/save`, {
    rows: [{ campaignKey, changes: { userDefinedMonthlyAllocation: units, userDefinedMonthlySoftAllocation: units } }],
  });
  expect(status).toBe(200);
  await context.close();
};

test('a buyer proposes moves, leaves one out, applies the others as one save, and undoes it', async ({
  page,
  browser,
}) => {
  const ownerKey = await openMonth(page, CURRENT, 'Current month');
  const before = await allocations(page, ownerKey);
  let drawer = await propose(page);
  const moves = drawer.getByRole('region', { name: 'Moves', exact: true });
  const boxes = moves.getByRole('listitem').getByRole('checkbox');
  const count = await boxes.count();
  expect(count).toBeGreaterThan(1);
  await expect(moves.getByRole('listitem').first()).toContainText(
    /per matured enrollment|Under-delivering|Takes no leads/,
  );
  await expect(drawer.getByRole('button', { name: `Apply ${changes(count)}`, exact: true })).toBeVisible();
  await takeScreens(page, 'proposal');
  await expectAccessible(page);

  // By keyboard: a deselected change is no longer in the totals.
  const units = drawer.getByRole('row', { name: /^Allocated units/ });
  const whole = await units.textContent();
  await boxes.first().focus();
  await expect(boxes.first()).toBeFocused();
  await page.keyboard.press('Space');
  await expect(boxes.first()).not.toBeChecked();
  await expect(units).not.toHaveText(whole ?? '');
  await boxes.first().focus();
  await page.keyboard.press('Space');
  await expect(boxes.first()).toBeChecked();
  await expect(units).toHaveText(whole ?? '');

  // Increases come last: without the last one the rest stays within the plan.
  await boxes.last().click();
  await expect(boxes.last()).not.toBeChecked();
  const apply = drawer.getByRole('button', { name: `Apply ${changes(count - 1)}`, exact: true });
  await expect(apply).toBeEnabled();

  // Another user saves first: nothing is applied, and both values are shown.
  const { data } = await callAsPage(page, `/ag/${ownerKey}/allocations/current/propose`, {});
  const { campaigns } = data as { campaigns: { campaignKey: number; name: string; before: number; after: number }[] };
  const lowered = campaigns.find((campaign) => campaign.after < campaign.before);
  if (!lowered) throw new Error('No campaign is lowered');
  await saveElsewhere(browser, ownerKey, lowered.campaignKey, lowered.before - 1);
  await apply.click();
  await expect(drawer.getByText('Nothing was applied.', { exact: false })).toBeVisible();
  await expect(
    drawer.getByText(`${lowered.name}: Avery Stone saved ${lowered.before - 1}; the proposal has`, { exact: false }),
  ).toBeVisible();
  await takeScreens(page, 'proposal-conflict');
  expect((await allocations(page, ownerKey)).get(lowered.campaignKey)).toBe(lowered.before - 1);

  await drawer.getByRole('button', { name: 'Propose again', exact: true }).click();
  await expect(drawer.getByText('Nothing was applied.', { exact: false })).toHaveCount(0);
  await expect(drawer.getByText('How this is decided', { exact: true })).toBeVisible();
  const applied = await drawer.getByRole('region', { name: 'Moves', exact: true }).getByRole('listitem').count();
  const now = await allocations(page, ownerKey);
  await drawer.getByRole('button', { name: `Apply ${changes(applied)}`, exact: true }).click();
  await expect(page.getByText(`${changes(applied)} applied.`, { exact: true })).toBeVisible();
  await expect(drawer).toHaveCount(0);
  const after = await allocations(page, ownerKey);
  expect([...after].filter(([key, value]) => now.get(key) !== value)).toHaveLength(applied);
  // The table has its own Undo.
  const messages = page.getByRole('status', { name: 'Messages' });
  await messages.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText(`${changes(applied)} undone.`, { exact: true })).toBeVisible();
  expect(await allocations(page, ownerKey)).toEqual(now);
  expect(now.size).toBe(before.size);
});

test('on a phone the proposal is a bottom sheet with collapsed settings', { tag: '@journey' }, async ({ page }) => {
  await openMonth(page, NEXT, 'Next month');
  const drawer = await propose(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(drawer.getByRole('button', { name: /^(Apply \d+ changes?|Nothing to apply)$/ })).toBeInViewport();
  await expectAccessible(page);
});

test('conflicting limits are named; without a better allocation nothing can be applied', async ({ page }) => {
  await openMonth(page, CURRENT, 'Current month');
  const drawer = await propose(page);
  await drawer.getByRole('combobox', { name: 'Floor or cap for a campaign' }).click();
  const option = page.getByRole('listbox').getByRole('option').first();
  const name = (await option.textContent()) ?? '';
  await option.click();
  await drawer.getByRole('textbox', { name: `Floor for ${name}`, exact: true }).fill('1000000');
  await expect(
    drawer.getByText('The settings have changed: propose again to use them.', { exact: true }),
  ).toBeVisible();
  await drawer.getByRole('button', { name: 'Propose again', exact: true }).click();
  const refusal = drawer.getByRole('alert').filter({ hasText: 'No proposal: these limits cannot be kept.' });
  await expect(refusal).toBeVisible();
  await expect(refusal.getByRole('listitem').first()).toContainText(name);
  await expect(drawer.getByText('The settings have changed', { exact: false })).toHaveCount(0);
  await expect(drawer.getByRole('button', { name: 'Nothing to apply', exact: true })).toBeDisabled();
  await takeScreens(page, 'proposal-refusal');
  await expectAccessible(page);

  // A month that is already optimal: the same answer without moves.
  await page.route(/allocations\/current\/propose$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { campaigns: { before: number; after: number }[] } };
    for (const campaign of body.data.campaigns) campaign.after = campaign.before;
    await route.fulfill({ response, json: body });
  });
  await drawer.getByRole('button', { name: `Remove the limits of ${name}`, exact: true }).click();
  await drawer.getByRole('button', { name: 'Propose again', exact: true }).click();
  await expect(drawer.getByRole('heading', { name: 'Nothing to move', exact: true })).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Nothing to apply', exact: true })).toBeDisabled();
  await takeScreens(page, 'proposal-nothing');
  await expectAccessible(page);
});
