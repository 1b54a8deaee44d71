import { type BulkImportResult, type PlatformCampaign } from '@paceline/contract';
import { type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { callAsPage, freshName } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import {
  LISTS,
  lineItemOf,
  makeCampaign,
  openFor,
  optionsOf,
  readCampaign,
  statusButton,
} from '../support/campaigns.ts';
import { streamAsPage, toCell } from '../support/grid.ts';
import { takeScreens } from '../support/screens.ts';
import { sheetRows } from '../support/sheet.ts';
import { signIn, signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER, demoUser } from '../support/users.ts';

const uploadAsPage = (page: Page, path: string, text: string): Promise<BulkImportResult> =>
  page.evaluate(
    async ({ url, csv }) => {
      const { accessToken } = JSON.parse(localStorage.getItem('paceline.session') ?? '') as { accessToken: string };
      const body = new FormData();
      body.set('file', new File([csv], 'rows.csv', { type: 'text/csv' }));
      const response = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${accessToken}` }, body });
      return ((await response.json()) as { data: BulkImportResult }).data;
    },
    { url: `/api${path}`, csv: text },
  );

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
test(
  'the list is searched while typing, and a status shows its reason and its next change',
  { tag: '@journey' },
  async ({ page }) => {
    const owner = await openFor(page, '/s/account', demoUser('agency.buyer'));
    const campaign = await makeCampaign(page, owner);
    await page.goto(`/#${LISTS}/ppl`);
    const grid = page.getByRole('grid', { name: 'Campaigns' });
    await expect(grid).toBeVisible();
    await expectAccessible(page);
    await takeScreens(page, 'campaigns-ppl');
    await page.getByLabel('Search the table').pressSequentially(`${campaign.campaignCode.toLowerCase()} browser`);
    await expect(page).toHaveURL(/q=e2e/);
    await expect(page.getByText('1 row', { exact: true })).toBeVisible();

    // By keyboard: to the status, and into its details.
    await grid.focus();
    await toCell(page, grid, 'Status');
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: campaign.name });
    await expect(drawer.getByRole('list', { name: 'Why' })).toContainText('allocation');
    await drawer.getByRole('button', { name: 'Pause' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pause' });
    await dialog.getByLabel('Between dates').check();
    await dialog.getByLabel('First day').fill(dayIn(5));
    await dialog.getByLabel('Last day').fill(dayIn(2));
    await dialog.getByRole('button', { name: 'Pause' }).click();
    await expect(dialog.getByText('End date must be on or after start date.')).toBeVisible();
    await dialog.getByLabel('First day').fill('2020-01-01');
    await dialog.getByRole('button', { name: 'Pause' }).click();
    await expect(dialog.getByText('Start date cannot be in the past.')).toBeVisible();
    await dialog.getByLabel('First day').fill(dayIn(2));
    await dialog.getByLabel('Last day').fill(dayIn(5));
    await expectAccessible(page);
    await takeScreens(page, 'campaigns-pause');
    await dialog.getByRole('button', { name: 'Pause' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(drawer.getByRole('list', { name: 'Why' }).getByRole('listitem')).toHaveCount(2);
    expect((await readCampaign(page, campaign)).pause).toMatchObject({ startsOn: dayIn(2), endsOn: dayIn(5) });
    await drawer.getByRole('button', { name: 'Cancel the pause' }).click();
    await expect(drawer.getByRole('list', { name: 'Why' }).getByRole('listitem')).toHaveCount(1);
    await takeScreens(page, 'campaigns-status');
    expect((await readCampaign(page, campaign)).pause).toBeNull();
  },
);

test('many are paused at once and resumed, and a chosen one is exported', async ({ page }) => {
  const owner = await openFor(page, '/s/account', demoUser('agency.buyer'));
  const campaigns = [await makeCampaign(page, owner), await makeCampaign(page, owner)];
  await page.goto(`/#${LISTS}/ppl?code=E2E&status=notRunning`);
  for (const { name } of campaigns) await page.getByRole('checkbox', { name: new RegExp(name) }).click();
  const bar = page.getByRole('region', { name: 'Selected campaigns' });
  await expect(bar.getByText('2 selected')).toBeVisible();
  const coming = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'Export' }).click();
  expect((await coming).suggestedFilename()).toMatch(/campaigns-\d{4}-\d\d-\d\d\.xlsx$/);
  await bar.getByRole('button', { name: 'Pause' }).click();
  const pausing = page.getByRole('dialog', { name: 'Pause' });
  await expect(pausing.getByText('2 campaigns will change.')).toBeVisible();
  for (const { name } of campaigns)
    await expect(pausing.getByRole('listitem').filter({ hasText: name })).toContainText(/No allocation.*Paused/);
  await expectAccessible(page);
  await pausing.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('2 campaigns paused.')).toBeVisible();
  for (const { name } of campaigns) await expect(statusButton(page, name)).toHaveText('Paused');
  await page.getByRole('button', { name: 'Undo' }).click();
  for (const { name } of campaigns) await expect(statusButton(page, name)).toHaveText('No allocation');
  for (const { name } of campaigns) await page.getByRole('checkbox', { name: new RegExp(name) }).click();
  await bar.getByRole('button', { name: 'Pause' }).click();
  await pausing.getByRole('button', { name: 'Pause' }).click();
  for (const { name } of campaigns) await expect(statusButton(page, name)).toHaveText('Paused');
  for (const { name } of campaigns) await page.getByRole('checkbox', { name: new RegExp(name) }).click();
  await bar.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('dialog', { name: 'Resume' }).getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('2 campaigns resumed.')).toBeVisible();
  for (const { name } of campaigns) await expect(statusButton(page, name)).toHaveText('No allocation');
});

test('a bulk change is undone from the history after its message is gone', async ({ page }) => {
  const owner = await openFor(page, '/s/account', demoUser('agency.buyer'));
  const campaigns = [await makeCampaign(page, owner), await makeCampaign(page, owner)];
  const names = campaigns.map(({ name }) => name);
  await page.goto(`/#${LISTS}/ppl?code=E2E&status=notRunning`);
  for (const name of names) await page.getByRole('checkbox', { name: new RegExp(name) }).click();
  await page.getByRole('region', { name: 'Selected campaigns' }).getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('dialog', { name: 'Pause' }).getByRole('button', { name: 'Pause' }).click();
  for (const name of names) await expect(statusButton(page, name)).toHaveText('Paused');

  // Later, on another page of the same day's work.
  await page.reload();
  await expect(statusButton(page, names[0] ?? '')).toHaveText('Paused');
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'History', exact: true }).click();
  const history = page.getByRole('dialog', { name: 'Bulk changes' });
  const change = history
    .getByRole('listitem')
    .filter({ hasText: names[0] ?? '' })
    .first();
  await expect(change.getByText('Paused: 2 campaigns')).toBeVisible();
  await expect(change.getByText(/^Can be undone until /)).toBeVisible();
  await expectAccessible(page);
  await takeScreens(page, 'campaigns-bulk-history');
  await change.getByRole('button', { name: 'Undo: Paused, 2 campaigns' }).click();
  await page
    .getByRole('dialog', { name: 'Undo this change?' })
    .getByRole('button', { name: 'Undo', exact: true })
    .click();
  await expect(change.getByText(/^Undone by /)).toBeVisible();
  await expect(change.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  for (const name of names) await expect(statusButton(page, name)).toHaveText('No allocation');
  for (const campaign of campaigns) expect((await readCampaign(page, campaign)).pause).toBeNull();
});

test('on a phone a campaign shows its status and code beside a name without the shared beginning', async ({ page }) => {
  await signInFor(page, AN_OWNER, `${LISTS}/ppl`);
  const grid = page.getByRole('grid', { name: 'Campaigns' });
  const heads = async () => (await grid.getByRole('columnheader').allTextContents()).filter((head) => head !== '');
  await expect(grid.getByRole('link').nth(3)).toBeVisible();
  await expect.poll(async () => (await heads()).slice(0, 3)).toEqual(['Campaign', 'Status', 'Code']);
  const shown = await grid.getByRole('link').locator('[aria-hidden="true"]').allTextContents();
  expect(shown.filter((text) => text.startsWith('…')).length).toBeGreaterThan(1);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(grid.getByRole('columnheader', { name: 'Status', exact: true })).toBeInViewport();
  const code = grid
    .getByRole('link')
    .first()
    .getByText(/^[A-Z]{2,}-[\w-]+$/);
  await expect(code).toBeInViewport();
  const codeText = await code.innerText();
  await takeScreens(page, 'campaigns-phone');

  // Found by its code where the column is hidden.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Code', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect.poll(heads).not.toContain('Code');
  await page.getByLabel('Search the table').fill(codeText);
  await expect(page.getByText('1 row', { exact: true })).toBeVisible();
});

/** The rows of a workbook, downloaded with the page user's rights. */
const workbookAsPage = async (page: Page, path: string, payload: object): Promise<Record<string, string>[]> => {
  const text = await page.evaluate(
    async ({ url, body }) => {
      const { accessToken } = JSON.parse(localStorage.getItem('paceline.session') ?? '') as { accessToken: string };
      const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
      const response = await fetch(url, { method: 'POST', headers, body });
      const bytes = new Uint8Array(await response.arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    },
    { url: `/api${path}`, body: JSON.stringify(payload) },
  );
  return sheetRows(Buffer.from(text, 'base64'));
};

/** Forty campaigns with their platform campaigns unlinked: the names suggest the links. */
const makeForty = async (page: Page, owner: number): Promise<{ run: string; names: string[] }> => {
  const run = freshName('F').replace('.', '').toUpperCase();
  const names = Array.from({ length: 40 }, (_, index) => `${run} Audience ${run}${index}`);
  const [columns] = await workbookAsPage(page, '/ag/bulk/ppccampaign/export', { ownerKey: owner });
  const place = ['Channel', 'Trading Platform', 'Account Id'].map((label) => columns?.[label]);
  const { name: lineItem } = lineItemOf(await optionsOf(page, owner), columns?.['Channel'] ?? '');
  const head =
    'Channel,Trading Platform,Account Id,Platform Campaign Id,Campaign Name,Campaign Code,Line Item,Monthly Budget';
  const rows = names.map((name, index) =>
    [...place, `${run}${index}`, name, `${run}-${index}`, `"${lineItem}"`, 100].join(','),
  );
  const path = `/ag/bulk/${owner}/bulkPPCcampaig/import?apply=goodRows`;
  expect((await uploadAsPage(page, path, [head, ...rows].join('\n'))).applied).toMatchObject({ rows: 40, failed: 0 });
  const campaigns = await streamAsPage(page, `/ag/${owner}/campaigns?channel=ppc&code=${run}`);
  const first = await readCampaign(page, { campaignKey: Number(campaigns[0]?.['campaignKey']) });
  const account = `/ag/${owner}/tradingplatform/${first.semClientAccountKey}/semcampaign/list`;
  const there = (await callAsPage(page, account)).data as PlatformCampaign[];
  const platformCampaignKeys = there
    .filter(({ externalId }) => externalId.startsWith(run))
    .map(({ platformCampaignKey }) => platformCampaignKey);
  await callAsPage(page, `/ag/ppc/${owner}/campaign/unlink`, { platformCampaignKeys });
  return { run, names };
};

test('forty campaigns of a platform are linked at once; one is unlinked and linked again', async ({ page }) => {
  const owner = await openFor(page, '/s/account');
  const { run, names } = await makeForty(page, owner);
  await page.goto(`/#${LISTS}/ppc?view=unlinked`);
  await page.getByLabel('Search the table').fill(run);
  await expect(page.getByText(/^40 of \d+ rows$/)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all rows' }).click();
  await expectAccessible(page);
  await takeScreens(page, 'campaigns-unlinked');
  await page.getByRole('button', { name: 'Link 40' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link campaigns' });
  await expect(dialog.getByText('40 of 40 have a suggestion')).toBeVisible();
  await expectAccessible(page);
  await takeScreens(page, 'campaigns-link');
  await dialog.getByRole('button', { name: 'Link 40' }).click();
  await expect(page.getByText('40 campaigns linked.')).toBeVisible();
  const { data: left } = await callAsPage(page, `/ag/ppc/${owner}/unlinked/list?text=${run}`);
  expect(left).toEqual([]);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();

  await page.goto(`/#${LISTS}/ppc?code=${run}-7`);
  await page.getByRole('link', { name: names[7]!, exact: true }).click();
  const linked = page.getByRole('list', { name: 'Linked' });
  await linked.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Unlink 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
  await expect(page.getByText('1 campaign is unlinked.')).toBeVisible();
  await page.getByRole('button', { name: 'Select the 1 suggested' }).click();
  await page.getByLabel('Monthly budget').fill('$1,250.50');
  await expectAccessible(page);
  await takeScreens(page, 'campaigns-platform');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(`${names[7]} is saved.`)).toBeVisible();
  await expect(page.getByLabel('Monthly budget')).toHaveValue('1250.50');
  await expect(linked.getByRole('checkbox')).toHaveCount(1);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();

  // Two users change the budget: the second chooses which value counts.
  const campaignKey = Number(/\/(\d+)\?/.exec(page.url())?.[1]);
  await page.getByLabel('Monthly budget').fill('1300');
  const theirs = { campaigns: [{ campaignKey, monthlyBudget: 1400 }] };
  expect((await callAsPage(page, `/ag/ppc/${owner}/campaign/save`, theirs)).status).toBe(200);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const conflict = page.getByRole('dialog', { name: /^Changed by / });
  await conflict.getByText('Theirs: $1,400.00').click();
  await conflict.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Monthly budget')).toHaveValue('1400.00');
});

// Five thousand rows, without a browser, are tested in files.test.ts.
test('of 490 campaigns in a file, exactly the 37 bad ones are returned', async ({ page }) => {
  const owner = await openFor(page, '/s/cl/allocations/campaigns/bulkimportcampaigns');
  const options = await optionsOf(page, owner);
  const [columns] = await workbookAsPage(page, '/ag/bulkcampaign/template/export', { ownerKey: owner });
  const run = freshName('I').replace('.', '').toUpperCase();
  const isBad = (index: number): boolean => index > 0 && index % 13 === 0;
  const head =
    'Campaign Name,Campaign Code,Client Campaign Code,Partner Code,Line Item,Start Date,Rollover,Client Price Desktop,Media Price Desktop';
  const rows = Array.from({ length: 490 }, (_, index) => {
    const partner = isBad(index) ? `NOBODY${index}` : columns?.['Partner Code'];
    return `Bulk ${run} ${index},${run}-${index},C${index},${partner},"${lineItemOf(options, 'ppl').name}",${dayIn(30)},N,40,30`;
  });
  await expectAccessible(page);
  await takeScreens(page, 'campaigns-files');
  await page.getByRole('button', { name: 'Upload: PPL campaigns' }).click();
  const dialog = page.getByRole('dialog', { name: 'PPL campaigns' });
  const buffer = Buffer.from([head, ...rows].join('\n'));
  await dialog.locator('input[type="file"]').setInputFiles({ name: `${run}.csv`, mimeType: 'text/csv', buffer });
  await expect(dialog.getByText('453 rows can be imported, 37 rows cannot.')).toBeVisible();
  await takeScreens(page, 'campaigns-import');
  await dialog.getByRole('button', { name: 'Import 453 rows' }).click();
  await expect(dialog.getByText('453 rows imported, 37 rows not.')).toBeVisible();

  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download failed rows' }).click();
  const failed = sheetRows(await readFile(await (await coming).path()));
  const wanted = rows.flatMap((_, index) => (isBad(index) ? [`${run}-${index}`] : []));
  expect(wanted).toHaveLength(37);
  expect(failed.map((row) => row['Campaign Code'])).toEqual(wanted);
  expect(failed.every((row) => row['Error']?.includes(`Partner Code ${row['Partner Code']} is not known.`))).toBe(true);

  await dialog.getByRole('tab', { name: 'History' }).click();
  await dialog.getByRole('button', { name: `Undo ${run}.csv` }).click();
  await page.getByRole('dialog', { name: 'Undo this file?' }).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('File undone.')).toBeVisible();
  expect(await streamAsPage(page, `/ag/${owner}/campaigns?code=${run}&limit=5`)).toEqual([]);
});

test('a media partner sees its own campaigns at its own price, a client reads', async ({ page, browser }) => {
  await signIn(page, demoUser('partner.admin'));
  await page.goto('/#/s/mp/allocations/campaigns/overview');
  // The partner's start page, the current month, has a table with the same name.
  await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
  const grid = page.getByRole('grid', { name: 'Campaigns' });
  await expect(grid.getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('button', { name: /^Columns/ }).click();
  await expect(page.getByRole('checkbox', { name: 'Price', exact: true })).toBeVisible();
  await expect(page.getByText('Client price')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await takeScreens(page, 'campaigns-partner');
  await grid
    .getByRole('button', { name: /^Status of/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('list', { name: 'Why' })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('button', { name: /Pause|Clone|Delete|End/ })).toHaveCount(0);

  const context = await browser.newContext();
  const client = await context.newPage();
  await signIn(client, demoUser('client.admin'));
  await client.goto(`/#${LISTS}/ppc`);
  await expect(client.getByRole('button', { name: 'New campaign' })).toHaveCount(0);
  await client.getByRole('grid').getByRole('link').first().click();
  await expect(client.getByText('You can view campaigns but not change them.')).toBeVisible();
  await expect(client.getByRole('button', { name: /^Save|^Actions/ })).toHaveCount(0);
  await expectAccessible(client);
  await takeScreens(client, 'campaigns-client');
  await context.close();
});
