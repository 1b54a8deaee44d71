import { callAsPage } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { toCell } from '../support/grid.ts';
import { atOtherDesk, campaignsOfMonth, freshNumber, openMonth } from '../support/month.ts';
import { takeScreens } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { AGENCY_ADMIN, demoUser } from '../support/users.ts';

const CURRENT = '/s/cl/allocations/currentmonth';
const CAP = 'Adjusted Monthly Allocation';
const OWNER = 2;

test(
  'unsaved changes are listed, narrowed to their rows and reverted one by one',
  { tag: '@journey' },
  async ({ page }) => {
    await openMonth(page, CURRENT, demoUser('agency.buyer'));
    const grid = page.getByRole('grid', { name: 'Campaigns' });
    await grid.focus();
    const value = freshNumber();
    for (const row of [1, 3]) {
      await toCell(page, grid, CAP, row);
      await page.keyboard.type(String(value + row));
      await page.keyboard.press('Enter');
    }
    const all = Number(await grid.getAttribute('aria-rowcount'));
    const toggle = page.getByRole('button', { name: 'Changed rows only' });
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(async () => Number(await grid.getAttribute('aria-rowcount'))).toBeLessThan(all);
    await expect(grid.getByRole('gridcell', { name: String(value + 1) })).toBeVisible();
    await takeScreens(page, 'sheet-changed-rows');

    await page.getByRole('button', { name: '2 changes' }).click();
    const drawer = page.getByRole('dialog', { name: / not saved$/ });
    const items = drawer.getByRole('listitem');
    await expect(drawer).toHaveAccessibleName('2 changes not saved');
    await expect(items).toHaveCount(2);
    await expect(items.first()).toContainText(new RegExp(`^${CAP}: .+→ ${value + 1}`));
    await takeScreens(page, 'sheet-pending');
    await expectAccessible(page);
    await items
      .first()
      .getByRole('button', { name: /^Revert / })
      .click();
    await expect(items).toHaveCount(1);
    await expect(items).toContainText(String(value + 3));
    await page.keyboard.press('Escape');
    await expect(page.getByText('1 change', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByText('No changes', { exact: true })).toBeVisible();
    await expect(toggle).toHaveCount(0);
    await expect(grid).toHaveAttribute('aria-rowcount', String(all));
  },
);

test('as of a past moment changes what is shown, and nothing else', async ({ page }) => {
  await openMonth(page, CURRENT, demoUser('agency.buyer'));
  const rows = (await campaignsOfMonth(page, 'ag', `?ownerKey=${OWNER}`)).slice(5, 7);
  const value = freshNumber();
  const changed = await callAsPage(page, `/ag/${OWNER}/allocations/current/save`, {
    rows: rows.map(({ campaignKey }) => ({
      campaignKey,
      changes: { userDefinedMonthlyAllocation: value, clientMonthlyAllocation: value },
    })),
  });
  expect(changed).toBeTruthy();
  const code = String(rows[0]?.['campaignCode']);
  await page.reload();
  await page.getByRole('searchbox', { name: 'Search the table' }).fill(code);
  const grid = page.getByRole('grid', { name: 'Campaigns' });
  await expect(grid.getByRole('gridcell', { name: String(value) }).first()).toBeVisible();
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByRole('menuitem', { name: 'As of a past moment…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sheet as of …' });
  await dialog.getByRole('button', { name: 'An hour ago' }).click();
  await dialog.getByRole('button', { name: 'Show differences' }).click();
  await expect(page.getByText(/cells that are not shown .* are left as they are\.$/)).toBeVisible();
  await takeScreens(page, 'sheet-as-of');
  await page.getByRole('button', { name: /^\d+ changes?$/ }).click();
  const items = page.getByRole('dialog').getByRole('listitem');
  for (const text of await items.allTextContents()) expect(text).toContain(`(${code})`);
  await expect(items.filter({ hasText: `${CAP}: ${value}` })).toHaveCount(1);
  await expect(items.filter({ hasText: 'Client Monthly Allocation' })).toHaveCount(0);
});

test(
  'another user’s save appears in an open sheet; a cell being edited keeps its value',
  { tag: '@journey' },
  async ({ page, browser }) => {
    await openMonth(page, CURRENT, demoUser('agency.buyer'));
    const grid = page.getByRole('grid', { name: 'Campaigns' });
    const rows = (await campaignsOfMonth(page, 'ag', `?ownerKey=${OWNER}`)).slice(0, 3);
    const value = freshNumber();
    await grid.focus();
    await toCell(page, grid, CAP, 0);
    await page.keyboard.type(String(value));
    await page.keyboard.press('Enter');
    // Its editor is open while the other user saves.
    await toCell(page, grid, CAP, 1);
    await page.keyboard.type(String(value + 1));
    const editor = page.getByRole('textbox', { name: CAP });
    await expect(editor).toHaveValue(String(value + 1));

    await atOtherDesk(browser, AGENCY_ADMIN, async (desk) => {
      await desk.getByRole('combobox', { name: 'Search owners' }).fill('Crestview');
      await desk.keyboard.press('Enter');
      await expect(desk.getByRole('dialog')).toHaveCount(0);
      await desk.goto(`/#${CURRENT}`);
      await expect(desk.getByText('Also here: Blake Rivera')).toBeAttached();
      await callAsPage(desk, `/ag/${OWNER}/allocations/current/save`, {
        rows: rows.map(({ campaignKey }, index) => ({
          campaignKey,
          changes: { userDefinedMonthlyAllocation: value + 50 + index },
        })),
      });
      await expect(page.getByText('Also here: Avery Stone')).toBeAttached();
      await expect(page.getByText('Avery Stone saved 3 cells here, marked in the table.')).toBeVisible();
      await expect(page.getByText(/^Someone else saved a different value in a cell/)).toBeVisible();
      await expect(grid.getByRole('gridcell', { name: String(value + 52) })).toHaveAttribute(
        'title',
        new RegExp(`Avery Stone saved ${value + 52}`),
      );
      await expect(editor).toBeFocused();
      await expect(editor).toHaveValue(String(value + 1));
      await takeScreens(page, 'sheet-live');
    });
    await expect(editor).toBeFocused();
    await page.keyboard.press('Enter');
    await expectAccessible(page);

    // Both contested cells are decided before anything of them is overwritten.
    await page.keyboard.press('Control+s');
    await expect(page.locator('[data-remark]')).toContainText(`Avery Stone saved ${value + 50}`);
    await page.getByRole('button', { name: 'Keep mine', exact: true }).click();
    await page.keyboard.press('Control+s');
    await expect(page.locator('[data-remark]')).toContainText(`Avery Stone saved ${value + 51}`);
    await page.getByRole('button', { name: 'Take theirs', exact: true }).click();
    await page.keyboard.press('Control+s');
    await expect(page.getByText('No changes', { exact: true })).toBeVisible();
    const saved = (await campaignsOfMonth(page, 'ag', `?ownerKey=${OWNER}`)).slice(0, 3);
    expect(saved.map((row) => row['userDefinedMonthlyAllocation'])).toEqual([value, value + 51, value + 52]);
    await expect(page.getByText('Also here: Avery Stone')).toHaveCount(0);
  },
);
