import { type Campaign, ERRORS, type FilterOptions, type OwnerSettings, type Partner } from '@paceline/contract';
import { type Locator, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { callAsPage, freshName, makeUser } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { tabTo, toCell } from '../support/grid.ts';
import { takeScreens } from '../support/screens.ts';
import { signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER, demoUser } from '../support/users.ts';

/** An owner whose description no other test reads. */
const OWNER = 'HomeRight Remodeling';
const SETTINGS = '/s/cl/admin/ownersettings';
const LOG = '/s/cl/admin/auditlog';
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true });
const linesOf = (page: Page) => page.getByRole('grid', { name: 'Lines', exact: true });

const expectNoSideScroll = async (page: Page): Promise<void> => {
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(wider).toBeLessThanOrEqual(0);
};

const readSettings = async (page: Page, ownerKey: number): Promise<OwnerSettings> =>
  (await callAsPage(page, `/ag/${ownerKey}/settings/get`)).data as OwnerSettings;
const saveDescription = async (page: Page, ownerKey: number, description: string): Promise<void> => {
  const { rowVersion } = await readSettings(page, ownerKey);
  const { status } = await callAsPage(page, `/ag/${ownerKey}/settings/save`, { rowVersion, values: { description } });
  expect(status).toBe(200);
};

/** Steps through the choices by first letter: a whole word would have to be typed within a second. */
const chooseByLetter = async (page: Page, select: Locator, letter: string, value: string): Promise<void> => {
  await tabTo(page, select);
  for (let presses = 0; presses < 40; presses += 1) {
    const now = await select.inputValue();
    if (now === value) return;
    await page.keyboard.press(letter);
    await expect(select).not.toHaveValue(now);
  }
  await expect(select).toHaveValue(value);
};

test('keyboard only, a change is found by filter and by search, opened, and read in the file', async ({ page }) => {
  const { keyboard } = page;
  const ownerKey = await signInFor(page, OWNER, SETTINGS);
  await expect(heading(page, 'Owner Settings')).toBeVisible();
  const { description: first } = (await readSettings(page, ownerKey)).values;
  const [before, after] = [freshName('Roofs and kitchens'), freshName('Roofs and baths')];
  await saveDescription(page, ownerKey, before);
  await page.reload();
  await expect(heading(page, 'Owner Settings')).toBeVisible();
  const box = page.getByRole('textbox', { name: 'Description', exact: true });
  await expect(box).toHaveValue(before);
  await tabTo(page, box);
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type(after);
  await keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('The settings are saved.', { exact: true })).toBeVisible();

  await page.goto(`/#${LOG}`);
  await expect(heading(page, 'Audit log')).toBeVisible();
  const grid = linesOf(page);
  const change = grid.getByRole('gridcell', { name: `Value: ${before} → ${after}`, exact: true });
  await expect(change).toBeVisible();
  const kind = page.getByRole('combobox', { name: 'Kind of record', exact: true });
  await chooseByLetter(page, kind, 'o', 'owner_setting');
  await expect(page).toHaveURL(/entity=owner_setting/);
  const action = page.getByRole('combobox', { name: 'Action', exact: true });
  await chooseByLetter(page, action, 'o', 'ownerSettingSaved');
  await expect(page).toHaveURL(/action=ownerSettingSaved/);
  await expect(change).toBeVisible();

  const search = page.getByRole('searchbox', { name: 'Search the table' });
  await tabTo(page, search);
  await keyboard.type('no record is called this');
  await expect(page.getByText('No lines match these filters', { exact: true })).toBeVisible();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('description');
  await expect(page).toHaveURL(/q=description/);
  await expect(change).toBeVisible();
  await expectAccessible(page);
  await takeScreens(page, 'audit-log');

  // The newest line comes first.
  await tabTo(page, grid);
  const when = (await grid.getByRole('columnheader', { name: /^When/ }).textContent()) ?? '';
  await toCell(page, grid, when);
  await keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Owner setting changed', exact: true });
  await expect(drawer.getByText('Owner setting Description', { exact: true })).toBeVisible();
  await expect(drawer.getByText('Avery Stone', { exact: true })).toBeVisible();
  await expect(drawer.getByText(before, { exact: true })).toBeVisible();
  await expect(drawer.getByText(after, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await takeScreens(page, 'audit-log-line');
  await keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);

  const download = page.waitForEvent('download');
  const button = page.getByRole('button', { name: 'Export all', exact: true });
  await button.focus();
  await expect(button).toBeFocused();
  await keyboard.press('Enter');
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/auditLog.*\.csv$/);
  const [head = '', ...rows] = (await readFile(await file.path(), 'utf8')).replace('\uFEFF', '').trim().split('\r\n');
  expect(head).toMatch(/^When[^,]*,Who,What,Action,Before → after,Way,Outcome,/);
  const mine = rows.filter((row) => row.includes(after));
  expect(mine).toHaveLength(1);
  expect(mine[0]).toContain(
    `,Avery Stone,Owner setting Description,Owner setting changed,Value: ${before} → ${after},Screen,Done,`,
  );

  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await page
    .getByRole('button', { name: /: Owner setting changed$/ })
    .first()
    .click();
  await expect(drawer.getByText(after, { exact: true })).toBeVisible();
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await saveDescription(page, ownerKey, first);
});

/** Opens the second tab by keyboard. */
const openHistory = async (page: Page): Promise<void> => {
  const details = page.getByRole('tab', { name: 'Details', exact: true });
  await details.focus();
  await expect(details).toBeFocused();
  await page.keyboard.press('ArrowRight');
  const tab = page.getByRole('tab', { name: 'History', exact: true });
  await expect(tab).toBeFocused();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
};

test('a campaign, a user and a partner show their history', { tag: '@journey' }, async ({ page }) => {
  const ownerKey = await signInFor(page, AN_OWNER, '/s/account');
  const { data } = await callAsPage(page, `/ag/${ownerKey}/filters/get`);
  const { lineItems, partners } = data as FilterOptions;
  const history = page.getByRole('region', { name: 'History', exact: true });

  const code = freshName('E2E-LOG').replace('.', '-').toUpperCase();
  const campaign = await callAsPage(page, `/ag/${ownerKey}/campaign/save`, {
    name: `Told ${code}`,
    vendorKey: partners.find(({ active }) => active)?.key,
    clientGoalKey: lineItems.find(({ active, channel }) => active && channel === 'ppl')?.key,
    campaignCode: code,
    clientCampaignCode: 'CL-LOG',
    campaignReoccuring: true,
  });
  expect(campaign.status).toBe(200);
  await page.goto(`/#/s/cl/allocations/campaigns/ppl/newcampaign/${(campaign.data as Campaign).campaignKey}`);
  await expect(heading(page, `Told ${code}`)).toBeVisible();
  await openHistory(page);
  await expect(history.getByText('Campaign created', { exact: true })).toBeVisible();
  await expect(history.getByText(/^Avery Stone, .*, screen$/)).toBeVisible();
  await expectAccessible(page);
  await takeScreens(page, 'history-campaign');

  const userKey = await makeUser(page, { userName: freshName('e2e.told') });
  await page.goto(`/#/s/cl/admin/manageusers/newuser/agency/${userKey}`);
  await expect(heading(page, 'Robin Marsh')).toBeVisible();
  await openHistory(page);
  await expect(history.getByText('User created', { exact: true })).toBeVisible();
  await expectAccessible(page);

  const partner = {
    mediaPartnerKey: null,
    rowVersion: null,
    mediaPartnerName: `Told ${code}`,
    mediaPartnerCode: code.replaceAll('-', '_').slice(0, 20),
    affiliateKey: 'AF-1',
    activeFlag: true,
    productTypes: ['PPL'],
    paymentTerms: 'Net 30',
  };
  const added = await callAsPage(page, '/ag/mp/save', partner);
  expect(added.status).toBe(200);
  const { mediaPartnerKey, rowVersion } = added.data as Partner;
  const changed = { ...partner, mediaPartnerKey, rowVersion, paymentTerms: 'Net 45', activeFlag: false };
  expect((await callAsPage(page, '/ag/mp/save', changed)).status).toBe(200);
  await page.goto(`/#/s/cl/admin/partnermanagement/newpartner/${mediaPartnerKey}`);
  await expect(heading(page, `Told ${code}`)).toBeVisible();
  await openHistory(page);
  await expect(history.getByText('Partner added', { exact: true })).toBeVisible();
  const terms = history.getByRole('listitem').filter({ hasText: 'Payment terms' }).filter({ hasText: 'Net 45' });
  await expect(terms.first()).toContainText('Net 30');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await takeScreens(page, 'history-partner');
});

test('a buyer has no menu entry and is refused at the address and by the call', async ({ page }) => {
  const ownerKey = await signInFor(page, AN_OWNER, '/s/cl/admin/partnermanagement/contact', demoUser('agency.buyer'));
  await expect(heading(page, 'Contact Partners')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Manage Partners', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Audit Log', exact: true })).toHaveCount(0);
  await page.goto(`/#${LOG}`);
  await expect(page.getByRole('heading', { name: ERRORS.FORBIDDEN.message })).toBeVisible();
  await expect(linesOf(page)).toHaveCount(0);
  expect((await callAsPage(page, '/ag/audit/search', { ownerKey })).status).toBe(403);
});
