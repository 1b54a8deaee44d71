import { type CallResponse, ioMonth, ioTitle, type ioWaiting, type partnerEarnings } from '@paceline/contract';
import { type Page } from '@playwright/test';
import { callAsPage, freshName } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { atOtherDesk } from '../support/month.ts';
import { sendOrdersTo } from '../support/orders.ts';
import { takeScreens } from '../support/screens.ts';
import { openSignIn, signInAt, signInFor, submitSignIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AGENCY_ADMIN, AN_OWNER, demoUser, OTHER_OWNER } from '../support/users.ts';

const HOME = '/s/mp/home';
const PARTNER = demoUser('partner.admin');
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const dollars = (amount: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(amount);

test('a partner’s morning: what it earns, what is due, what waits for it', { tag: '@journey' }, async ({ page }) => {
  await openSignIn(page);
  await submitSignIn(page, PARTNER);
  await expect(heading(page, 'Home')).toBeVisible();
  const first = page.getByRole('navigation', { name: 'Main' }).getByRole('link').first();
  await expect(first).toHaveText('Home');

  const { data } = await callAsPage(page, '/mp/billable/earnings');
  const { owners } = data as CallResponse<typeof partnerEarnings>;
  const total = owners.reduce((sum, { months }) => sum + months[0]!.due + (months[0]!.expected ?? 0), 0);
  const earnings = region(page, 'Earnings');
  await expect(earnings.getByText(dollars(total), { exact: true })).toBeVisible();
  await expect(earnings.getByText(/spend/i)).toHaveCount(0);
  await earnings.getByRole('button', { name: 'View as table', exact: true }).click();
  await expect(earnings.getByRole('row')).toHaveCount(32);
  await page.keyboard.press('t');
  await expect(earnings.getByRole('img', { name: /^Earnings by day/ })).toBeVisible();
  await expectAccessible(page);
  await takeScreens(page, 'partner-home');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1280, height: 800 });

  // A month of a school group leads to its bill, and that to all of them.
  const due = region(page, 'What is due');
  await expect(due.getByText('Closed', { exact: true }).first()).toBeVisible();
  await due.getByRole('link', { name: AN_OWNER, exact: true }).first().click();
  await expect(heading(page, 'Billable')).toBeVisible();
  const picker = page.getByRole('combobox', { name: 'School group', exact: true });
  await expect(picker.locator('option:checked')).toHaveText(AN_OWNER);
  await picker.selectOption({ label: 'All school groups' });
  await expect(page.getByRole('columnheader', { name: 'School group', exact: true })).toBeVisible();
  await takeScreens(page, 'partner-billable-all');
});

test('an order that waits is on the home page, in the menu and in the bell', async ({ page, browser }) => {
  await atOtherDesk(browser, AGENCY_ADMIN, async (desk) => {
    const ownerKey = await signInFor(desk, OTHER_OWNER, '/s/cl/allocations/insertionorders');
    await sendOrdersTo(desk, ownerKey, 'BrightPath Media');
  });
  await signInAt(page, HOME, PARTNER);
  const { data } = await callAsPage(page, '/mp/io/waiting');
  const { orders } = data as CallResponse<typeof ioWaiting>;
  const words = orders.length === 1 ? '1 order to answer' : `${orders.length} orders to answer`;
  expect(orders).not.toEqual([]);
  const [order] = orders;
  const main = page.getByRole('navigation', { name: 'Main' });
  await expect(main.getByRole('button', { name: `Allocation & Pacing (${words})` })).toBeVisible();
  await page.getByRole('button', { name: /^Alerts/ }).click();
  const bell = page.getByRole('dialog', { name: 'Alerts' });
  await expect(bell.getByRole('region', { name: 'Orders to answer' }).getByRole('link')).toHaveCount(orders.length);
  await page.keyboard.press('Escape');
  const name = `${order!.clientName}, ${ioMonth(order!.month)}`;
  await region(page, 'Orders to answer').getByRole('link', { name, exact: true }).first().click();
  await expect(heading(page, ioTitle(order!))).toBeVisible();
  await page.goto('/#/s/mp/allocations/insertionorders');
  await expect(page.getByRole('combobox', { name: 'School group' }).locator('option:checked')).toHaveText(
    'All school groups',
  );
  await takeScreens(page, 'partner-orders-all');
});

test('a partner makes a named key, sees it once, and disables it', async ({ page }) => {
  await signInAt(page, HOME, PARTNER);
  await region(page, 'Posting keys').getByRole('link', { name: 'Manage keys', exact: true }).click();
  await expect(heading(page, 'Posting keys')).toBeVisible();
  const name = freshName('forms');
  await page.getByRole('button', { name: 'New key', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  const secret = await dialog.getByLabel('Posting key', { exact: true }).inputValue();
  expect(secret).toMatch(/^[\w-]{43}$/);
  await dialog.getByRole('button', { name: 'Done', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Never');
  expect(await page.content()).not.toContain(secret);
  await row.getByRole('button', { name: /^Disable/ }).click();
  await page.getByLabel(/^Type its last four characters/).fill(secret.slice(-4));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Disable key', exact: true }).click();
  await expect(row).toContainText('Disabled');
});
