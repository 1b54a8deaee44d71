import { type Page } from '@playwright/test';
import { callAsPage, freshName } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { ownerInAddress, signInAt, signInFor } from '../support/sign-in.ts';
import { takeScreens } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER, demoUser } from '../support/users.ts';

const question = (dimension: string, chart: string) => ({
  channel: 'all',
  vertical: 'all',
  dimensions: [dimension],
  measures: ['validLeads', 'spend'],
  filters: [],
  period: { range: 'last3Months' },
  order: [{ member: 'validLeads', direction: 'desc' }],
  chart,
});

const saveView = async (
  page: Page,
  group: string,
  ownerKey: number,
  name: string,
  reportQuestion: object,
): Promise<number> => {
  const body = { viewKey: null, rowVersion: null, name, description: '', sharing: 'private', question: reportQuestion };
  const { status, data } = await callAsPage(page, `/${group}/${ownerKey}/savedview/save`, body);
  expect(status).toBe(200);
  return (data as { viewKey: number }).viewKey;
};

test('a dashboard is put together from saved views, arranged by keyboard and by mouse, and opened by its address', async ({
  page,
}) => {
  const [bars, states, name] = [freshName('Bars'), freshName('States'), freshName('Board')];
  await signInFor(page, AN_OWNER, '/s/cl/insights/savedviews');
  await expect(page.getByRole('heading', { name: 'Saved views', level: 1, exact: true })).toBeVisible();
  const ownerKey = ownerInAddress(page);
  const drawnKey = await saveView(page, 'ag', ownerKey, bars, question('channel', 'bar'));
  await saveView(page, 'ag', ownerKey, states, question('state', 'table'));

  await page.getByRole('button', { name: 'New dashboard', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New dashboard', exact: true });
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name, level: 1, exact: true })).toBeVisible();

  const add = page.getByRole('combobox', { name: 'Add a view', exact: true });
  await add.selectOption({ label: bars });
  await add.selectOption({ label: states });
  const order = page.getByRole('list', { name: 'Cards in their order', exact: true });
  await expect(order.getByRole('listitem')).toHaveCount(2);
  await page.getByRole('combobox', { name: `Width of ${states}`, exact: true }).selectOption('full');
  await order.getByRole('button', { name: `Move ${states} up`, exact: true }).click();
  await expect(order.getByRole('listitem').first()).toContainText(states);
  // By keyboard: pick up, move, drop.
  const handle = order.getByRole('button', { name: `Drag ${states}`, exact: true });
  await handle.focus();
  await expect(handle).toBeFocused();
  await page.keyboard.press('Space');
  await expect(handle).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText(new RegExp(`was moved over droppable area ${drawnKey} 1`))).toBeAttached();
  await page.keyboard.press('Space');
  await expect(order.getByRole('listitem').first()).toContainText(bars);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save cards', exact: true }).click();
  await expect(order).toHaveCount(0);

  const drawn = page.getByRole('region', { name: bars, exact: true });
  await expect(drawn.getByRole('img', { name: /^Bar chart of/ })).toBeVisible();
  const table = page.getByRole('region', { name: states, exact: true });
  await expect(table.getByRole('gridcell', { name: /^[A-Z]{2}$/ }).first()).toBeVisible();
  await takeScreens(page, 'saved-dashboard');

  // Its address opens it, also on a phone.
  const address = page.url();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('about:blank');
  await page.goto(address);
  await expect(page.getByRole('heading', { name, level: 1, exact: true })).toBeVisible();
  await expect(drawn.getByRole('img', { name: /^Bar chart of/ })).toBeVisible();
  await expectAccessible(page);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);

  // A card whose view was deleted says so, and the other still works.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/#/s/cl/insights/savedviews');
  await expect(page.getByRole('heading', { name: 'Saved views', level: 1, exact: true })).toBeVisible();
  await page.getByRole('button', { name: `More for ${states}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  await expect(page.getByText(`View “${states}” deleted.`)).toBeVisible();
  await page.getByRole('link', { name: `Open dashboard ${name}`, exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1, exact: true })).toBeVisible();
  await expect(page.getByText(/it was deleted, or it is not shared with you/)).toBeVisible();
  await expect(drawn.getByRole('img', { name: /^Bar chart of/ })).toBeVisible();
});

test(
  'a media partner saves a view of one school group, finds it under Saved Views and puts it on a dashboard',
  { tag: '@journey' },
  async ({ page }) => {
    const [view, board] = [freshName('Ours'), freshName('Our board')];
    await signInAt(page, '/s/mp/insights/reports/media_analysis', demoUser('partner.admin'));
    await expect(page.getByRole('heading', { name: 'Media Analysis', level: 1, exact: true })).toBeVisible();
    await page.getByRole('combobox', { name: 'School group', exact: true }).selectOption({ label: AN_OWNER });
    await page.getByRole('button', { name: 'Saved views', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Save view…', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Save view', exact: true });
    await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
    await page.keyboard.type(view);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);

    const ownerKey = ownerInAddress(page);
    await page.goto(`/#/s/mp/insights/savedviews?owner=${ownerKey}`);
    await expect(page.getByRole('heading', { name: 'Saved views', level: 1, exact: true })).toBeVisible();
    const list = page.getByRole('list', { name: 'Saved views', exact: true });
    await expect(list.getByText(view, { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Alert rules', exact: true })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Reports in other sites', exact: true })).toHaveCount(0);
    await page.getByRole('button', { name: 'New dashboard', exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
    await page.keyboard.type(board);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: board, level: 1, exact: true })).toBeVisible();
    await page.getByRole('combobox', { name: 'Add a view', exact: true }).selectOption({ label: view });
    await page.getByRole('button', { name: 'Save cards', exact: true }).click();
    await expect(
      page.getByRole('region', { name: view, exact: true }).getByText('Earnings', { exact: true }).first(),
    ).toBeVisible();
    await expectAccessible(page);
  },
);
