import { type Page } from '@playwright/test';
import { callAsPage, freshName } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { takeScreens } from '../support/screens.ts';
import { signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER } from '../support/users.ts';

const PAGE = '/s/cl/insights/reports/forecast-tool';

interface Listed {
  lines: { lineItem: string; lineItemName: string; completeMonths: number; rowVersion: number }[];
  missing: { goalKey: number }[];
}

const listed = async (page: Page, owner: number): Promise<Listed> => {
  const { data } = await callAsPage(page, `/ag/forecast/list/inquiries?ownerKey=${owner}`);
  return data as Listed;
};

/** Opens the page with a forecast of each line item; returns the name of one that has run for a year. */
const openBuilt = async (page: Page): Promise<{ owner: number; goalName: string }> => {
  const owner = await signInFor(page, AN_OWNER, PAGE);
  await expect(page.getByRole('heading', { name: 'Forecast Tool', exact: true })).toBeVisible();
  const { missing } = await listed(page, owner);
  const lineItems = missing.slice(0, 20).map(({ goalKey }) => String(goalKey));
  if (lineItems.length > 0) {
    const { status } = await callAsPage(page, '/ag/forecast', { ownerKey: owner, lineItems });
    expect(status).toBe(200);
  }
  const { lines } = await listed(page, owner);
  const old = lines.find(({ lineItem, completeMonths }) => !lineItem.startsWith('custom:') && completeMonths >= 12);
  await page.reload();
  await expect(page.getByRole('list', { name: 'Line items' })).toBeVisible();
  return { owner, goalName: old?.lineItemName ?? '' };
};

test(
  'a forecast is built, overridden with a note, compared with a what-if and exported',
  { tag: '@journey' },
  async ({ page }) => {
    const { owner, goalName } = await openBuilt(page);
    const name = freshName('Forecast line');
    await page.getByRole('button', { name: 'Add custom line' }).click();
    const dialog = page.getByRole('dialog', { name: 'Custom line' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('combobox', { name: 'Line items' }).fill(goalName);
    await page.getByRole('option', { name: goalName, exact: true }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Add line' }).click();
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
    await expect(page.getByRole('img', { name: new RegExp(`^Inquiries of ${name}`) })).toBeVisible();
    await expect(page.getByText(/8 in 10/).first()).toBeVisible();
    await expectAccessible(page);
    await takeScreens(page, 'forecast');

    // An override requires a note, shows the computed value beside it, and can be removed.
    const override = page.getByRole('textbox', { name: /^Override of inquiries/ }).nth(2);
    const month = (await override.getAttribute('aria-label'))?.split(', ')[1] ?? '';
    await override.fill('123');
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('alert').filter({ hasText: 'add a note on why' })).toBeVisible();
    await page.getByRole('textbox', { name: `Note on the override, ${month}`, exact: true }).fill('A second intake');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
    await expect(override).toHaveValue('123');
    await page.reload();
    await expect(override).toHaveValue('123');
    await page.getByRole('button', { name: `Reset to forecast: ${month}`, exact: true }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
    await expect(override).toHaveValue('');

    // Higher spend is saved as a what-if and shown beside the forecast with its difference.
    await page.getByRole('textbox', { name: `Planned spend, ${month}`, exact: true }).fill('50000');
    await page.getByRole('textbox', { name: 'Name of the what-if' }).fill('More spend');
    await page.getByRole('button', { name: 'Keep as what-if' }).click();
    await expect(page.getByRole('columnheader', { name: 'More spend', exact: true })).toBeVisible();
    // An overridden rate is saved with the what-if, and can be cleared like an override.
    await page.getByRole('button', { name: 'Discard' }).click();
    const rate = page.getByRole('textbox', { name: 'Enrollment rate', exact: true });
    await rate.fill('101');
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('alert').filter({ hasText: 'not a number from 0 to 100' })).toBeVisible();
    await rate.fill('40');
    await page.getByRole('textbox', { name: 'Name of the what-if' }).fill('Better rates');
    await page.getByRole('button', { name: 'Keep as what-if' }).click();
    await expect(page.getByRole('columnheader', { name: 'Better rates', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Reset to history: enrollment rate', exact: true }).click();
    await expect(rate).toHaveValue('');
    await page.getByRole('button', { name: 'Use the plan of Better rates', exact: true }).click();
    await expect(rate).toHaveValue('40');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
    await page.reload();
    await expect(rate).toHaveValue('40');
    await page.getByRole('button', { name: 'Reset to history: enrollment rate', exact: true }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
    await expect(rate).toHaveValue('');
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Spend', exact: true }).click();
    await expect(page.getByRole('cell', { name: /^\$50,000 \(/ })).toBeVisible();

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    expect((await download).suggestedFilename()).toMatch(/Forecast-data\.xlsx$/);

    // Another user saves meanwhile: the second save is refused with a message, and nothing is written.
    const notes = page.getByRole('textbox', { name: 'Notes' });
    await notes.fill('Mine');
    const line = (await listed(page, owner)).lines.find(({ lineItemName }) => lineItemName === name);
    const other = {
      ownerKey: owner,
      lineItem: line?.lineItem,
      kpi: 'spend',
      rowVersion: line?.rowVersion,
      notes: 'Theirs',
    };
    expect((await callAsPage(page, '/ag/forecast/update', other)).status).toBe(200);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const stale = page.getByRole('alert').filter({ hasText: /Forecast was changed by .+ at .+\. Reload\./ });
    await expect(stale).toBeVisible();
    await stale.getByRole('button', { name: 'Reload' }).click();
    await expect(notes).toHaveValue('Theirs');

    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByRole('button', { name: new RegExp(name) })).toHaveCount(0);
  },
);

test('all line items are asked what they bring with more spend; the change is in the address', async ({ page }) => {
  const { goalName } = await openBuilt(page);
  await page.getByRole('button', { name: /^All line items/ }).click();
  await page.getByRole('button', { name: '+20%', exact: true }).click();
  await expect(page.getByRole('img', { name: /^Inquiries of all line items by month/ })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'With 20% more spend', exact: true }).first()).toBeVisible();
  expect(page.url()).toContain('spend=20');
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Change of spend', exact: true }).fill('-30');
  await expect(page.getByRole('columnheader', { name: 'With 30% less spend', exact: true }).first()).toBeVisible();
  await page
    .getByRole('group', { name: 'Line items compared' })
    .getByRole('button', { name: goalName, exact: true })
    .click();
  await expect(page.getByRole('heading', { name: goalName, exact: true })).toBeVisible();
});

test('on a phone the list, the chart and the months are stacked', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openBuilt(page);
  await expect(page.getByRole('textbox', { name: /^Planned spend/ }).first()).toBeVisible();
  await expectAccessible(page);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  expect(wider).toBe(false);
});

/** The name of a current line item, whose spend can be planned. */
const plannable = async (page: Page, owner: number): Promise<string> => {
  for (const { lineItem, lineItemName } of (await listed(page, owner)).lines) {
    const { data } = await callAsPage(page, `/ag/forecast/details/${lineItem}/inquiries?ownerKey=${owner}`);
    if ((data as { curve: unknown }).curve !== null) return lineItemName;
  }
  throw new Error('No line item of the demo can be planned');
};

test('by keyboard a line is chosen, a point of the curve selected and its spend planned', async ({ page }) => {
  const { owner } = await openBuilt(page);
  const name = await plannable(page, owner);
  const line = page
    .getByRole('list', { name: 'Line items' })
    .getByRole('button')
    .filter({ has: page.getByText(name, { exact: true }) })
    .first();
  await line.focus();
  await expect(line).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(line).toHaveAttribute('aria-current', 'true');
  const walker = page.getByRole('slider', { name: /^Inquiries by spend/ });
  await walker.focus();
  await expect(walker).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
});
