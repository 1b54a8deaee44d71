import { type Page } from '@playwright/test';
import { callAsPage } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { takeScreens } from '../support/screens.ts';
import { signInAt, signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER, demoUser } from '../support/users.ts';

const PATH = '/s/cl/insights/reports/media_analysis';

/** The question in the address. */
const queryOf = (page: Page): Record<string, unknown> => {
  const text = new URLSearchParams(page.url().split('?')[1]).get('question');
  return text === null ? {} : (JSON.parse(text) as Record<string, unknown>);
};
const field = (page: Page, name: string) => page.getByRole('button', { name, exact: true, pressed: false });
/** Opens the fields of a shelf: rows or values. */
const openFields = (page: Page, shelf: 'rows' | 'values') =>
  page.getByRole('button', { name: `Add ${shelf}`, exact: true }).click();
const board = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });
const answered = (page: Page) => page.getByRole('region', { name: 'Answer', exact: true });
const settled = (page: Page) => expect(answered(page)).toHaveAttribute('aria-busy', 'false');

/** Columns outside the window are not rendered: it is wide enough for all. */
test.use({ viewport: { width: 1800, height: 1000 } });

const openAnalysis = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1, name: 'Media Analysis', exact: true })).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Result', exact: true })).toBeVisible();
  await settled(page);
};

test('an analyst builds a report, compares, pivots by month and goes back, by keyboard', async ({ page }) => {
  await signInFor(page, AN_OWNER, PATH);
  await openAnalysis(page);
  // The last three complete months by channel, beside those before.
  await expect(page.getByRole('combobox', { name: 'Period', exact: true })).toHaveValue('last3Months');
  await expect(head(page, 'Channel')).toBeVisible();
  await expect(head(page, 'Change').first()).toBeVisible();
  await expectAccessible(page);
  const bar = await page.getByRole('region', { name: 'Question', exact: true }).boundingBox();
  expect(bar?.height).toBeLessThanOrEqual(96);
  // The page ends where its content ends.
  const end = await answered(page).boundingBox();
  const height = await page.evaluate(() => document.documentElement.scrollHeight - window.scrollY);
  expect(height - (end!.y + end!.height)).toBeLessThan(120);

  await page.getByRole('combobox', { name: 'Compare to', exact: true }).selectOption('');
  await page.getByRole('combobox', { name: 'Time grain', exact: true }).selectOption('month');
  await page.getByRole('button', { name: 'Remove Channel', exact: true }).click();
  await expect(page.getByText('3 rows', { exact: true })).toBeVisible();
  await openFields(page, 'rows');
  await page.getByRole('textbox', { name: 'Search fields', exact: true }).fill('line item');
  await field(page, 'Line Item').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => queryOf(page)['dimensions']).toEqual(['goal']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Search fields', exact: true })).toHaveCount(0);
  await expect(head(page, 'Line Item')).toBeVisible();

  for (const name of ['CPL', 'Enrollments', 'Cost Per Enrollment'])
    await page.getByRole('button', { name: `Remove ${name}`, exact: true }).click();
  await expect.poll(() => queryOf(page)['measures']).toEqual(['spend', 'validLeads']);
  await page.getByRole('combobox', { name: 'Columns', exact: true }).selectOption({ label: 'Time' });
  await expect.poll(() => queryOf(page)['pivot']).toBe('date');
  await expect(head(page, 'All months')).toBeVisible();

  await page.getByRole('combobox', { name: 'Compare to', exact: true }).selectOption('previous');
  await expect.poll(() => queryOf(page)['compare']).toBe('previous');
  await settled(page);
  await expect(head(page, 'Change').first()).toBeVisible();

  // Unavailable fields are grey and give a reason.
  await page.getByRole('combobox', { name: 'Columns', exact: true }).selectOption('state');
  await expect.poll(() => queryOf(page)['pivot']).toBe('state');
  await settled(page);
  await openFields(page, 'values');
  const impressions = page.getByRole('button', { name: 'Impressions', exact: true });
  await expect(impressions).toHaveAttribute('aria-disabled', 'true');
  await expect(impressions).toHaveAccessibleDescription(/^Ad platforms report impressions/);

  await page.keyboard.press('Escape');
  await expect(impressions).toHaveCount(0);

  // Ctrl+Z undoes the last change of the question.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('Control+z');
  await expect.poll(() => queryOf(page)['pivot']).toBe('date');
  await settled(page);

  // Values are moved by their menu, and by Alt with the arrow keys.
  const values = page.getByRole('list', { name: 'Values', exact: true });
  await values.getByRole('button', { name: 'Valid Leads', exact: true }).focus();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(() => (queryOf(page)['measures'] as string[])[0]).toBe('validLeads');
  await settled(page);
  await expectAccessible(page);
});

test(
  'filters by a cell, adds a formula, copies the API call and exports the file',
  { tag: '@journey' },
  async ({ page }) => {
    await signInFor(page, AN_OWNER, PATH);
    await openAnalysis(page);
    await page.getByRole('button', { name: 'Examples', exact: true }).click();
    await page.getByRole('menuitem', { name: 'What does an enrollment cost by channel?', exact: true }).click();
    await expect(head(page, 'Channel')).toBeVisible();
    await settled(page);

    await openFields(page, 'values');
    await page.getByRole('button', { name: 'New formula', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'New formula', exact: true });
    await expect(dialog).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Lead share');
    const formula = dialog.getByRole('textbox', { name: 'Formula', exact: true });
    await formula.fill('validLeads / grossLeeds');
    await expect(dialog.getByText('There is no measure grossLeeds. Character 14.', { exact: true })).toBeVisible();
    await formula.fill('validLeads / grossLeads * 100');
    await dialog.getByRole('combobox', { name: 'Shown as', exact: true }).selectOption('percent');
    await dialog.getByRole('button', { name: 'Add formula', exact: true }).click();
    await expect(head(page, 'Lead share')).toBeVisible();
    await settled(page);

    const grid = page.getByRole('grid', { name: 'Result', exact: true });
    const cell = grid.getByRole('gridcell', { name: 'Pay per lead', exact: true });
    await cell.click();
    await page.keyboard.press('Shift+F10');
    const narrow = page.getByRole('menuitem', { name: 'Filter to this', exact: true });
    await expect(narrow).toBeVisible();
    await narrow.click();
    await expect
      .poll(() => queryOf(page)['filters'])
      .toEqual([{ member: 'channel', operator: 'equals', values: ['Pay per lead'] }]);
    await settled(page);
    await expect(page.getByText('1 row', { exact: true })).toBeVisible();

    await page.getByRole('button', { name: 'Copy as call', exact: true }).click();
    const call = page.getByRole('dialog', { name: 'Copy as call', exact: true });
    await expect(call.getByText(/^curl -X POST/)).toBeVisible();
    const body = JSON.parse((await call.getByText(/^\{/).textContent()) ?? '') as object;
    expect((await callAsPage(page, '/ag/reporting/question', body)).status).toBe(200);
    await page.keyboard.press('Escape');
    await expect(call).toHaveCount(0);

    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'CSV (.csv)', exact: true }).click();
    expect((await download).suggestedFilename()).toMatch(/media-analysis-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  },
);

test('any number opens its rows by click or Enter; they add up to it', async ({ page }) => {
  await signInFor(page, AN_OWNER, PATH);
  await openAnalysis(page);
  await page.getByRole('combobox', { name: 'Compare to', exact: true }).selectOption('');
  await expect(head(page, 'Change')).toHaveCount(0);
  await settled(page);
  const grid = page.getByRole('grid', { name: 'Result', exact: true });
  const number = grid.getByRole('row').nth(2).getByRole('button').nth(1);
  const text = await number.innerText();
  await number.click();
  const panel = page.getByRole('dialog');
  const rows = panel.getByRole('grid', { name: 'Result', exact: true });
  const total = rows.getByRole('row', { name: /^Total/ });
  await expect(panel.getByText('Formula', { exact: true })).toBeVisible();
  await expect(total.getByRole('gridcell').nth(1)).toHaveText(text);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();

  // The clicked cell is active: Enter opens the same panel, and dragging still selects cells.
  await page.keyboard.press('ArrowRight');
  const next = await grid.getByRole('row').nth(2).getByRole('button').nth(2).innerText();
  await page.keyboard.press('Enter');
  await expect(total.getByRole('gridcell').nth(1)).toHaveText(next);
  await takeScreens(page, 'report-cell');
  await panel.getByRole('link', { name: 'Open in Media Analysis', exact: true }).click();
  await expect.poll(() => queryOf(page)['dimensions']).toEqual(['campaign']);
  await settled(page);
  await expect(panel).toBeHidden();
  await expect(
    grid
      .getByRole('row', { name: /^Total/ })
      .getByRole('gridcell')
      .nth(1),
  ).toHaveText(next);

  await grid
    .getByRole('row')
    .nth(2)
    .getByRole('button')
    .nth(1)
    .click({ modifiers: ['Shift'] });
  await expect(panel).toBeHidden();
});

test('an invalid address shows the default report with a message; at 390 px the report is edited in a drawer', async ({
  page,
}) => {
  await signInFor(page, AN_OWNER, PATH);
  await openAnalysis(page);
  await page.goto(`${page.url().split('?')[0]}?question=%7B"channel"`);
  await expect(page.getByText('The default question is shown instead.', { exact: true })).toBeVisible();
  await openAnalysis(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  await edit.click();
  const drawer = page.getByRole('dialog', { name: 'Edit question', exact: true });
  await expect(drawer).toBeVisible();
  await drawer.getByRole('combobox', { name: 'Time grain', exact: true }).selectOption('week');
  await expect.poll(() => queryOf(page)['granularity']).toBe('week');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(head(page, 'Week')).toBeVisible();
  await settled(page);
  await expectAccessible(page);
});

test(
  'a client sees no media cost in any list, and requesting it by name is refused',
  { tag: '@journey' },
  async ({ page }) => {
    await signInAt(page, PATH, demoUser('client.admin'));
    await openAnalysis(page);
    await openFields(page, 'values');
    const search = page.getByRole('textbox', { name: 'Search fields', exact: true });
    await search.fill('media cost');
    await expect(page.getByText('No field has this name.', { exact: true })).toBeVisible();
    await search.fill('margin');
    await expect(page.getByText('No field has this name.', { exact: true })).toBeVisible();
    const question = { channel: 'all', vertical: 'all', measures: ['mediaCost'], period: { range: 'lastMonth' } };
    expect((await callAsPage(page, '/cl/reporting/question', { question })).status).toBe(400);
  },
);

test('a media partner has its own dimensions', async ({ page }) => {
  await signInAt(page, '/s/mp/insights/reports/media_analysis', demoUser('partner.admin'));
  await openAnalysis(page);
  await expect(board(page, 'State')).toBeVisible();
  await expect(board(page, 'Media Partner')).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove Campaign', exact: true }).click();
  await openFields(page, 'rows');
  await expect(field(page, 'Campaign')).toBeVisible();
  await expect(field(page, 'State')).toBeVisible();
  await expect(field(page, 'Client')).toHaveCount(0);
  await expect(field(page, 'Media Partner')).toHaveCount(0);
});

test(
  'explores from the picture: leaderboards filter, the chart zooms, figures tie with the table, Back undoes',
  { tag: '@journey' },
  async ({ page }) => {
    await signInFor(page, AN_OWNER, PATH);
    await openAnalysis(page);
    const figure = page.getByRole('group', { name: 'Value to explore', exact: true });
    await figure.getByRole('button', { name: /^Valid Leads/ }).click();
    await expect(page.getByRole('img', { name: 'Trend of Valid Leads', exact: true })).toBeVisible();
    const rows = board(page, 'Channel').getByRole('list').getByRole('button');
    await rows.first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(rows.nth(1)).toBeFocused();
    const text = (await rows.nth(1).textContent()) ?? '';
    await page.keyboard.press('Enter');
    await expect.poll(() => queryOf(page)['filters']).toMatchObject([{ member: 'channel', operator: 'equals' }]);
    await settled(page);
    // Row and table show one figure, and the leaderboard still offers its other values.
    const total = page.getByRole('grid', { name: 'Result', exact: true }).getByRole('row', { name: /^Total/ });
    const count = await total.getByRole('gridcell').nth(4).textContent();
    expect(text).toContain(count ?? 'no total');
    await expect(rows.nth(1)).toHaveAttribute('aria-pressed', 'true');
    expect(await rows.count()).toBeGreaterThan(1);
    await rows.first().click();
    await expect.poll(() => (queryOf(page)['filters'] as { values: string[] }[])[0]?.values.length).toBe(2);
    await rows.first().click({ modifiers: ['Shift'] });
    await expect
      .poll(() => (queryOf(page)['filters'] as { operator: string }[]).map(({ operator }) => operator))
      .toEqual(['equals', 'notEquals']);

    const slider = page.getByRole('slider', { name: /^Trend of/ });
    await slider.focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Enter');
    await expect.poll(() => queryOf(page)['period']).toHaveProperty('from');
    await expectAccessible(page);
    await page.goBack();
    await expect.poll(() => queryOf(page)['period']).toEqual({ range: 'last3Months' });
    await takeScreens(page, 'explore');
  },
);
