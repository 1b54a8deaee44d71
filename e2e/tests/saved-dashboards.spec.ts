import { type Page } from '@playwright/test';
import { callAsPage, freshName } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { ownerInAddress, signInAt, signInFor } from '../support/sign-in.ts';
import { takeScreens } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER, demoUser } from '../support/users.ts';

const question = (dimension: string, chart: string, measures = ['validLeads', 'spend']) => ({
  channel: 'all',
  vertical: 'all',
  dimensions: [dimension],
  measures,
  filters: [],
  period: { range: 'last3Months' },
  order: [{ member: measures[0], direction: 'desc' }],
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

test('a dashboard of views, a text and a goal is arranged by keyboard and mouse, filtered as a whole, and opened by its address', async ({
  page,
}) => {
  const [bars, states, name] = [freshName('Bars'), freshName('States'), freshName('Board')];
  await signInFor(page, AN_OWNER, '/s/cl/insights/savedviews');
  await expect(page.getByRole('heading', { name: 'Saved views', level: 1, exact: true })).toBeVisible();
  const ownerKey = ownerInAddress(page);
  // Impressions are not split by state.
  await saveView(page, 'ag', ownerKey, bars, question('channel', 'bar', ['impressions', 'validLeads']));
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
  await page.getByRole('button', { name: 'Add text', exact: true }).click();
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Spring term');
  await page.getByRole('dialog').getByRole('button', { name: 'Add text', exact: true }).click();
  await page.getByRole('button', { name: 'Add figure', exact: true }).click();
  const figure = page.getByRole('dialog', { name: 'Add figure', exact: true });
  await figure.getByRole('textbox', { name: 'Title', exact: true }).fill('Leads of the month');
  await figure.getByRole('combobox', { name: 'Goal', exact: true }).selectOption('above');
  await figure.getByRole('textbox', { name: 'Amount', exact: true }).fill('500');
  await figure.getByRole('button', { name: 'Add figure', exact: true }).click();

  const cards = page.getByRole('list', { name: 'Cards', exact: true });
  // A table is a region of its own inside its card.
  const order = async () =>
    (await cards.getByRole('region').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).filter(
      (label) => label !== 'Result',
    );
  expect(await order()).toEqual([bars, states, 'Spring term', 'Leads of the month']);
  // By keyboard: moved before the two views, and made wider.
  const handle = page.getByRole('button', { name: 'Move Spring term', exact: true });
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(handle).toBeFocused();
  expect(await order()).toEqual(['Spring term', bars, states, 'Leads of the month']);
  await page.getByRole('button', { name: /^Size of Leads of the month: 3 of 12 columns/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: /^Size of Leads of the month: 4 of 12 columns/ })).toBeFocused();
  // By mouse: the table is dropped on the chart, and drawn wider at its corner; the drop is undone.
  const at = async (button: string | RegExp) => {
    const shown = page.getByRole('button', { name: button, exact: typeof button === 'string' });
    await shown.scrollIntoViewIfNeeded();
    const box = await shown.boundingBox();
    if (box === null) throw new Error(`No place of ${button}`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const drag = async (from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
  };
  await drag(await at(`Move ${states}`), await at(`Move ${bars}`));
  await expect.poll(order).toEqual(['Spring term', states, bars, 'Leads of the month']);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(order).toEqual(['Spring term', bars, states, 'Leads of the month']);
  const corner = await at(new RegExp(`^Size of ${bars}: 6 of 12 columns`));
  await drag(corner, { x: corner.x + 170, y: corner.y });
  await expect(page.getByRole('button', { name: new RegExp(`^Size of ${bars}: 8 of 12 columns`) })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save dashboard', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Edit dashboard', exact: true })).toBeVisible();

  const drawn = page.getByRole('region', { name: bars, exact: true });
  await expect(drawn.getByRole('img', { name: /^Bar chart of/ })).toBeVisible();
  const table = page.getByRole('region', { name: states, exact: true });
  await expect(table.getByRole('gridcell', { name: /^[A-Z]{2}$/ }).first()).toBeVisible();
  const goal = page.getByRole('region', { name: 'Leads of the month', exact: true });
  await expect(goal.getByText(/of 500, \d+% of the days$/)).toBeVisible();
  await takeScreens(page, 'saved-dashboard');

  // Dates and a filter for all cards are in the address; Back takes the filter off again.
  await page.getByRole('combobox', { name: 'Dates of all cards', exact: true }).selectOption('lastMonth');
  await expect(goal.getByText(/^Goal of the card’s own dates and data/)).toBeVisible();
  const cells = table.getByRole('gridcell', { name: /^[A-Z]{2}$/ });
  const state = await cells.first().innerText();
  await page.getByRole('button', { name: 'Add filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Field', exact: true }).selectOption('state');
  await page.getByRole('combobox', { name: 'Values', exact: true }).fill(state);
  await page.keyboard.press('Enter');
  // Leaves the list of values, which covers the button.
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Apply filter', exact: true }).click();
  await expect(drawn.getByText(`Not filtered (State is ${state})`)).toBeVisible();
  await expect(cells).toHaveText([state]);
  const filtered = page.url();
  await page.goBack();
  await expect(drawn.getByText(/^Not filtered/)).toHaveCount(0);
  await page.goto(filtered);
  await expect(cells).toHaveText([state]);
  await page.getByRole('button', { name: 'Back to the cards’ own', exact: true }).click();

  // For a display on a wall.
  await page.getByRole('button', { name: 'Full screen', exact: true }).click();
  const wall = page.getByRole('dialog', { name, exact: true });
  await expect(wall.getByRole('img', { name: /^Bar chart of/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(wall).toHaveCount(0);
  await expect(drawn.getByRole('img', { name: /^Bar chart of/ })).toBeVisible();

  // Its address opens it, also on a phone.
  const address = page.url();
  // The window takes a moment to leave full screen, and has no other size until then.
  await expect(() => page.setViewportSize({ width: 390, height: 844 })).toPass();
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
    await page.getByRole('button', { name: 'Save dashboard', exact: true }).click();
    await expect(
      page.getByRole('region', { name: view, exact: true }).getByText('Earnings', { exact: true }).first(),
    ).toBeVisible();
    await expectAccessible(page);
  },
);
