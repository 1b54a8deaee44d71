import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { callAsPage } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { activeCell, tabTo, toCell, toHeader, totalBelow } from '../support/grid.ts';
import { atOtherDesk, campaignsOfMonth, freshNumber, openMonth } from '../support/month.ts';
import { takeScreens } from '../support/screens.ts';
import { openSignIn, signInAt, signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AGENCY_ADMIN, AN_OWNER, demoUser } from '../support/users.ts';

const CURRENT = '/s/cl/allocations/currentmonth';
const PARTNER_CURRENT = '/s/mp/allocations/currentmonth';
const CAP = 'Adjusted Monthly Allocation';
const OWNER = 2;

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });
// A month is loaded, saved and reloaded several times.

const campaigns = (page: Page, group = 'ag', query = `?ownerKey=${OWNER}`) => campaignsOfMonth(page, group, query);

test('a buyer’s morning by keyboard alone', async ({ page, browser }) => {
  const { keyboard } = page;
  await openSignIn(page);
  await keyboard.type('agency.buyer');
  await keyboard.press('Tab');
  await keyboard.type(AGENCY_ADMIN.password);
  await keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Search owners' })).toBeFocused();
  await keyboard.type('Crestview');
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await tabTo(page, page.getByRole('button', { name: 'Allocation & Pacing' }));
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('link', { name: 'Current Month' }));
  await keyboard.press('Enter');

  // The line items furthest behind: lowest % to budget first.
  await expect(page.getByRole('heading', { name: 'Current month' })).toBeVisible();
  await tabTo(page, page.getByRole('radio', { name: 'Campaigns' }));
  await keyboard.press('ArrowRight');
  const goals = page.getByRole('grid', { name: 'Line items' });
  await expect(goals).toHaveAttribute('aria-busy', 'false');
  await tabTo(page, goals);
  await toHeader(page, goals, '% to budget');
  await keyboard.press('Enter');
  const header = goals.getByRole('columnheader', { name: '% to budget' });
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await keyboard.press('ArrowDown');
  const least = Number.parseFloat((await activeCell(goals)).replace(/[▲▼ ]/g, ''));
  await keyboard.press('ArrowDown');
  const second = Number.parseFloat((await activeCell(goals)).replace(/[▲▼ ]/g, ''));
  expect(least).toBeLessThanOrEqual(second);
  await takeScreens(page, 'allocations-line-items');
  await expectAccessible(page);

  // Pastes five allocations from a spreadsheet.
  await keyboard.press('Escape');
  await tabTo(page, page.getByRole('radio', { name: 'Line items' }));
  await keyboard.press('ArrowLeft');
  const grid = page.getByRole('grid', { name: 'Campaigns' });
  await expect(grid).toHaveAttribute('aria-busy', 'false');
  await tabTo(page, grid);
  await toCell(page, grid, CAP);
  const before = await totalBelow(grid);
  const first = freshNumber();
  const values = [0, 1, 2, 3, 4].map((more) => first + more);
  const rows = (await campaigns(page)).slice(0, 5);
  await page.evaluate((text) => navigator.clipboard.writeText(text), values.join('\r\n'));
  await keyboard.press('Control+v');
  await expect(page.getByText('5 changes', { exact: true })).toBeVisible();
  const sum = (numbers: unknown[]) => numbers.reduce<number>((total, one) => total + Number(one ?? 0), 0);
  // Without an adjustment the column shows the agreed value, and its total includes it.
  const shown = rows.map((row) => row['userDefinedMonthlyAllocation'] ?? row['monthlyAllocation']);
  const after = before - sum(shown) + sum(values);
  expect(await totalBelow(grid)).toBe(after);
  await takeScreens(page, 'allocations-edited');

  // Another user saves one of the five meanwhile.
  const contested = Number(rows[1]?.['campaignKey']);
  await atOtherDesk(browser, AGENCY_ADMIN, (other) =>
    callAsPage(other, `/ag/${OWNER}/allocations/current/save`, {
      rows: [{ campaignKey: contested, changes: { userDefinedMonthlyAllocation: first - 50 } }],
    }),
  );
  await keyboard.press('Control+s');
  const conflict = `Avery Stone saved ${first - 50}`;
  await expect(page.locator('[data-remark]')).toContainText(conflict);
  await expect(page.locator('[data-remark]')).toContainText(`Yours is ${first + 1}.`);
  await takeScreens(page, 'allocations-conflict');
  await expectAccessible(page);
  await keyboard.press('Alt+ArrowDown');
  await expect(page.getByRole('button', { name: 'Keep mine', exact: true })).toBeFocused();
  await keyboard.press('Enter');
  await keyboard.press('Control+s');
  await expect(page.getByText('5 changes saved.')).toBeVisible();
  await expect(page.getByText('No changes', { exact: true })).toBeVisible();
  const saved = (await campaigns(page)).slice(0, 5);
  expect(saved.map((row) => row['userDefinedMonthlyAllocation'])).toEqual(values);
  expect(await totalBelow(grid)).toBe(after);

  // One value was too high: its history restores it, and that is saved like any other change.
  await toCell(page, grid, CAP, 2);
  await keyboard.press('Shift+F2');
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('listitem').first()).toContainText(String(first + 2));
  await takeScreens(page, 'allocations-history');
  await tabTo(page, drawer.getByRole('button', { name: /^Restore / }).first());
  await keyboard.press('Enter');
  await expect(drawer).toHaveCount(0);
  await expect(page.getByText('1 change', { exact: true })).toBeVisible();
  await keyboard.press('Control+s');
  await expect(page.getByText('1 change saved.')).toBeVisible();
  const undone = (await campaigns(page))[2];
  expect(undone?.['userDefinedMonthlyAllocation']).toBe(rows[2]?.['userDefinedMonthlyAllocation']);
});

test('a buyer finds what needs attention, changes five at once, undoes it, and shares the layout', async ({ page }) => {
  await openMonth(page, `${CURRENT}?channel=ppl`, demoUser('agency.buyer'));
  const grid = page.getByRole('grid', { name: 'Campaigns' });
  await page.getByRole('button', { name: /^Needs attention/ }).click();
  await expect(page).toHaveURL(/layout=Needs\+attention/);
  await expect(grid.getByRole('columnheader', { name: 'Why' })).toBeVisible();
  // There may be no such campaigns: the changes are made among all.
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(grid.getByRole('row').nth(7)).toBeVisible();
  await grid.focus();
  await toCell(page, grid, CAP);
  // A value that can be changed by percent: the first campaigns may have none.
  await page.keyboard.type(String(freshNumber()));
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 change', { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  for (let row = 0; row < 4; row += 1) await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('button', { name: 'Bulk change' }).click();
  await expect(page.getByText('5 selected campaigns')).toBeVisible();
  await page.getByRole('menuitem', { name: 'Change by %…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change by %' });
  await dialog.getByRole('textbox').fill('50');
  await takeScreens(page, 'allocations-change-by-percent');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Apply \d changes?$/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/^\d changes?$/)).toBeVisible();
  await expect(grid).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('1 change', { exact: true })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('No changes', { exact: true })).toBeVisible();

  // A calculation shows its result before it is entered.
  await page.keyboard.type('=40+5');
  await expect(page.getByText('40+5 = 45')).toBeVisible();
  await page.keyboard.press('Escape');

  const layout = page.getByRole('button', { name: /^Layout:/ });
  const name = `Off budget ${freshNumber()}`;
  await layout.click();
  await page.getByRole('menuitem', { name: 'Save as new layout…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('checkbox', { name: 'Share with the team' }).check();
  await page.getByRole('button', { name: 'Save layout' }).click();
  await expect(layout).toHaveText(`Layout: ${name}`);
  // The address alone restores it.
  await page.reload();
  await expect(layout).toHaveText(`Layout: ${name}`);
  await expect(grid.getByRole('columnheader', { name: 'Why' })).toBeVisible();
  await layout.click();
  await page.getByRole('menuitem', { name: `Delete “${name}”` }).click();
  await expect(page.getByText(`Layout “${name}” deleted.`)).toBeVisible();
  await expect(layout).toHaveText('Layout: Standard');
});

test('unsaved changes survive a reload, and leaving asks', { tag: '@journey' }, async ({ page }) => {
  await openMonth(page, CURRENT, demoUser('agency.buyer'));
  const grid = page.getByRole('grid', { name: 'Campaigns' });
  await grid.focus();
  await toCell(page, grid, CAP, 6);
  const value = freshNumber();
  await page.keyboard.type(String(value));
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 change', { exact: true })).toBeVisible();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText(/^You have 1 change here that you did not save/)).toBeVisible();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('1 change', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Next Month' }).click();
  await expect(page.getByRole('dialog')).toContainText('Leave without saving?');
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { name: 'Next month' })).toBeVisible();
  await expect(grid).toHaveAttribute('aria-busy', 'false');
  await grid.focus();
  await toHeader(page, grid, 'Adjusted Client Cost');
  await page.getByRole('link', { name: 'Current Month' }).click();
  await expect(page.getByText('No changes', { exact: true })).toBeVisible();
  await expect(page.getByText(/^You have 1 change/)).toHaveCount(0);
});

test('a client sees no media price and cannot edit the current month', async ({ page }) => {
  await signInAt(page, CURRENT, demoUser('client.admin'));
  const grid = page.getByRole('grid', { name: 'Campaigns' });
  await expect(grid).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('button', { name: 'Save all' })).toHaveCount(0);
  await grid.focus();
  await toCell(page, grid, 'BOM Allocation');
  const shown = await activeCell(grid);
  await page.keyboard.type('7');
  await expect(page.getByRole('textbox', { name: 'BOM Allocation' })).toHaveCount(0);
  expect(await activeCell(grid)).toBe(shown);
  const [row = {}] = await campaigns(page, 'cl', '?ownerKey=1');
  expect(Object.keys(row)).toContain('clientBidPrice');
  expect(Object.keys(row)).not.toContain('aggregatorBidPrice');
  await takeScreens(page, 'allocations-client');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Next Month' }).click();
  await expect(grid).toHaveAttribute('aria-busy', 'false');
  await grid.focus();
  await toHeader(page, grid, 'Next Month Media Cost');
  await toCell(page, grid, 'BOM Allocation');
  await page.keyboard.type('7');
  await expect(page.getByRole('textbox', { name: 'BOM Allocation' })).toBeFocused();
  await page.keyboard.press('Escape');
});

test('a partner says what it can deliver and asks for more; the agency accepts', async ({ page, browser }) => {
  await signInAt(page, PARTNER_CURRENT, demoUser('partner.admin'));
  const grid = page.getByRole('grid', { name: 'Campaigns' });
  await expect(grid).toHaveAttribute('aria-busy', 'false');
  const rows = await campaigns(page, 'mp', '');
  expect(new Set(rows.map((row) => row['vendor']))).toEqual(new Set(['BrightPath Media']));
  expect(rows.some((row) => 'clientBidPrice' in row)).toBe(false);
  const index = rows.findIndex((row) => row['ownerKey'] === OWNER && row['subStatus'] !== 'ENDED');
  const campaignKey = Number(rows[index]?.['campaignKey']);
  const wish = freshNumber();
  await grid.focus();
  await toCell(page, grid, 'Incremental Capacity', index);
  await page.keyboard.type(String(wish));
  await page.keyboard.press('Enter');
  await toCell(page, grid, 'Requested Allocation', index);
  await page.keyboard.type(String(wish));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('2 changes saved.')).toBeVisible();
  await page.getByRole('button', { name: /requests?$/i }).click();
  await expect(page.getByRole('dialog')).toContainText('Waiting for the agency');
  await takeScreens(page, 'allocations-partner-requests');
  await page.keyboard.press('Escape');
  await takeScreens(page, 'allocations-partner');
  await expectAccessible(page);

  await atOtherDesk(browser, demoUser('agency.buyer'), async (desk) => {
    await desk.getByRole('combobox', { name: 'Search owners' }).fill('Crestview');
    await desk.keyboard.press('Enter');
    await expect(desk.getByRole('dialog')).toHaveCount(0);
    await desk.goto(`/#${CURRENT}`);
    await desk.getByRole('button', { name: /^\d+ requests?$/ }).click();
    const request = desk.getByRole('listitem').filter({ hasText: `Requested ${wish}` });
    await request.getByRole('textbox').fill('With pleasure');
    await request.getByRole('button', { name: /^Accept/ }).click();
    await expect(desk.getByText(/: accepted\.$/)).toBeVisible();
    const [accepted] = (await campaigns(desk)).filter((row) => row['campaignKey'] === campaignKey);
    expect(accepted?.['userDefinedMonthlyAllocation']).toBe(wish);
  });

  await page.reload();
  await page.getByRole('button', { name: /requests?$/i }).click();
  const answered = page
    .getByRole('dialog')
    .getByRole('listitem')
    .filter({ hasText: `Requested ${wish}` });
  await expect(answered).toContainText('Accepted by Blake Rivera');
  await expect(answered).toContainText('“With pleasure”');
});

test('uploading an unchanged export changes nothing', async ({ page }) => {
  await openMonth(page, `${CURRENT}?channel=ppl`, demoUser('agency.buyer'));
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await (await coming).path();
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type="file"]').setInputFiles({
    name: 'allocations.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await readFile(file),
  });
  await expect(dialog.getByText('No changes in this file.')).toBeVisible();
  await takeScreens(page, 'allocations-import');
});

test('the months’ tables and the pacing tables open with the columns of the owner’s settings', async ({ page }) => {
  const heads = (grid: string) => async (): Promise<string[]> =>
    (await page.getByRole('grid', { name: grid }).getByRole('columnheader').allTextContents()).filter(
      (head) => head !== '',
    );
  const ofMonth = heads('Campaigns');
  // Columns out of view are not drawn.
  await page.setViewportSize({ width: 2600, height: 800 });
  // An owner with the compact table: the media partner beside what is agreed and adjusted.
  await signInFor(page, 'Apex Coding Academy', `${CURRENT}?channel=ppl`);
  await expect(page.getByRole('grid', { name: 'Campaigns' })).toHaveAttribute('aria-busy', 'false');
  await expect
    .poll(async () => (await ofMonth()).join())
    .toContain('Campaign,Media Partner,Campaign Code,Status,Line Item');
  await takeScreens(page, 'month-compact');
  await page.goto('/#/s/cl/allocations/nextmonth?channel=ppl');
  await expect(page.getByRole('heading', { name: 'Next month', level: 1 })).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Campaigns' })).toHaveAttribute('aria-busy', 'false');
  // What is edited in the next month is among the columns that it opens with.
  await expect
    .poll(ofMonth)
    .toEqual(expect.arrayContaining(['BOM Capacity', 'BOM Allocation', 'Monthly Soft Allocation']));
  await takeScreens(page, 'next-month-compact');

  await signInFor(page, AN_OWNER, '/s/cl/dashboard/pacingoverview?table=pacingChannelLeads');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('combobox', { name: 'Table' }).selectOption('Pacing by Channel Leads');
  await page.setViewportSize({ width: 1280, height: 800 });
  const leads = page.getByRole('region', { name: 'Pacing by Channel Leads' });
  await expect(leads.getByRole('row').nth(1)).toBeVisible();
  const shown = await leads.getByRole('columnheader').allTextContents();
  expect(shown[1]).toBe('Inquiries');
  expect(shown.join()).toMatch(/goal/i);
  await takeScreens(page, 'pacing-channel-leads');
  // Cards without a budget are called by what they show.
  for (const name of ['Campus', 'Program', 'Day'])
    await expect(page.getByText(`MTD Inquiries, Spend and CPL by ${name}`).first()).toBeAttached();
});
