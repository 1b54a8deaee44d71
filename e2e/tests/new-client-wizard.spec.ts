import type { Page } from '@playwright/test';
import { callAsPage, choosePassword, freshName, mailedLink, makeUser } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { takeScreens } from '../support/screens.ts';
import { signIn, signInAt, submitSignIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const PAGE = '/s/new-client-wizard';
const PASSWORD = 'Quarry+Lantern58';
const MAKER = [
  'clients:View',
  'clients:Create',
  'partners:View',
  'partners:Update',
  'campaigns:View',
  'goals:View',
  'goals:Update',
];

const saved = (page: Page) => expect(page.getByRole('status').getByText(/^Saved by /)).toBeVisible();
const begin = async (page: Page): Promise<string> => {
  await expect(page.getByRole('heading', { name: 'New Client', level: 1, exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Start a new client' }).click();
  await expect(page).toHaveURL(/draft=\d+&step=owner/);
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible();
  return /draft=(\d+)/.exec(page.url())![1]!;
};
interface Draft {
  rowVersion: number;
  body: { owner: { ownerName: string } };
}

const isWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test('a client is set up step by step, continued by another user, and becomes a complete owner', async ({
  page,
  browser,
  baseURL,
}) => {
  const name = freshName('Juniper College');
  await signInAt(page, PAGE);
  const draft = await begin(page);

  // Input is validated at once with the specification's messages, and saved automatically.
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'Description' }).fill('Career programs in two states');
  await page.getByLabel('Vertical').selectOption({ label: 'Education' });
  const dedup = page.getByRole('textbox', { name: 'Dedup period (days)' });
  await dedup.fill('731');
  await expect(page.getByText('Dedup period must be a whole number of days from 0 to 730.')).toBeVisible();
  await expectAccessible(page);
  await dedup.fill('90');
  await expect(page.getByText('Dedup period must be a whole number of days from 0 to 730.')).toHaveCount(0);
  await saved(page);
  await takeScreens(page, 'wizard-owner');

  // By keyboard from here: Next, a brand, back; all input is still there.
  const next = page.getByRole('button', { name: 'Next', exact: true });
  await next.focus();
  await expect(next).toBeFocused();
  await page.keyboard.press('Enter');
  const add = page.getByRole('button', { name: 'Add a brand' });
  await expect(add).toBeVisible();
  await add.focus();
  await expect(add).toBeFocused();
  await page.keyboard.press('Enter');
  const brand = page.getByRole('textbox', { name: 'Brand 1' });
  await brand.focus();
  await expect(brand).toBeFocused();
  await page.keyboard.type('Juniper');
  await saved(page);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(name);
  await page.getByRole('button', { name: 'Continue later' }).click();

  // Another user with the right continues the draft.
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  const username = freshName('e2e.maker');
  await makeUser(page, { userName: username, permissions: MAKER });
  const invitation = await mailedLink(page, username);
  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(`${baseURL}${invitation}`);
  await choosePassword(other, PASSWORD, 'Save password');
  await expect(other.getByText('Your password is saved. Sign in with it.')).toBeVisible();
  await submitSignIn(other, { username, password: PASSWORD });
  await expect(other).toHaveURL(/#\/s\/owners$/);
  await other.goto(`${baseURL}/#${PAGE}`);
  await other.getByRole('link', { name, exact: true }).click();
  await expect(other.getByText(/^Started by Avery Stone, /)).toBeVisible();
  const steps = other.getByRole('navigation', { name: 'Steps' });
  await steps.getByRole('button', { name: /^Clients/ }).click();
  await other.getByRole('button', { name: 'Add a client' }).click();
  await other.getByRole('textbox', { name: 'Client name' }).fill('Juniper Denver');
  await other.getByRole('textbox', { name: 'Client code' }).fill('JUN-D');
  await saved(other);
  await expectAccessible(other);
  await takeScreens(other, 'wizard-clients');
  await steps.getByRole('button', { name: /^Campuses and programs/ }).click();
  await other.getByRole('radio', { name: 'Add them here' }).click();
  await other.getByRole('button', { name: 'Add a campus' }).click();
  await other.getByRole('textbox', { name: 'Campus name' }).fill('Denver');
  await other.getByRole('textbox', { name: 'Campus code' }).fill('DEN');
  await other.getByRole('textbox', { name: 'ZIP code' }).fill('00000');
  await expect(other.getByText('There is no such ZIP code.')).toBeVisible();
  await other.getByRole('textbox', { name: 'ZIP code' }).fill('80202');
  await other.getByRole('button', { name: 'Add a program to campus 1' }).click();
  await other.getByRole('textbox', { name: 'Program 1' }).fill('Practical Nursing');
  await other.getByRole('textbox', { name: 'Program code' }).fill('PN');
  await other.getByLabel('Degree level').selectOption('Associate');
  await other.getByLabel('Subject area').selectOption('Nursing');
  await saved(other);
  await takeScreens(other, 'wizard-campuses');

  // On a phone: the partners and the review, without horizontal overflow.
  await other.setViewportSize({ width: 390, height: 844 });
  await steps.getByRole('button', { name: /^Partners and PPC vendors/ }).click();
  const choose = other.getByLabel('Add a partner');
  await expect(choose).toBeVisible();
  await choose.selectOption({ index: 1 });
  await expect(other.getByRole('list', { name: 'Media partners' }).getByRole('listitem')).toHaveCount(1);
  await expectAccessible(other);
  expect(await isWide(other)).toBe(false);
  await other.getByRole('button', { name: 'Next', exact: true }).click();
  const create = other.getByRole('button', { name: 'Create client' });
  await expect(create).toBeEnabled();
  await saved(other);
  await expectAccessible(other);
  expect(await isWide(other)).toBe(false);
  await create.click();

  // The closing page lists what is missing, each with a link.
  await expect(other.getByRole('heading', { name: 'Going Live', level: 1 })).toBeVisible();
  await expect(other.getByText(`What ${name} needs before its first campaign runs.`)).toBeVisible();
  const now = other.getByRole('list', { name: 'Needed now' });
  await expect(now.getByRole('link', { name: 'Invite a user' })).toBeVisible();
  await expect(now.getByRole('link', { name: 'Upload campuses' })).toHaveCount(0);
  const live = other.getByRole('list', { name: 'Needed before going live' });
  await expect(live.getByText('Missing for Juniper Denver').first()).toBeVisible();
  await expectAccessible(other);
  expect(await isWide(other)).toBe(false);
  await other.setViewportSize({ width: 1280, height: 800 });
  await takeScreens(other, 'going-live');
  await live.getByRole('link', { name: 'Create a line item' }).click();
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(other.getByRole('banner').getByText(name)).toBeVisible();
  await context.close();

  // The draft is gone from the list, and the owner is visible to users who work on all owners.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'New Client', level: 1, exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
  expect((await callAsPage(page, `/owner/draft/${draft}/get`)).status).toBe(404);
  await page.goto('/#/s/owners');
  await expect(page.getByRole('combobox', { name: 'Search owners' })).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner').getByText(name)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Executive Overview' })).toBeVisible();
});

test(
  'a file of campuses is chosen in the wizard and ready for review once the client exists',
  { tag: '@journey' },
  async ({ page }) => {
    const name = freshName('Alder Institute');
    const code = freshName('ALD').toUpperCase();
    await signInAt(page, PAGE);
    await begin(page);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await page.getByRole('textbox', { name: 'Description' }).fill('Health programs in one state');
    await page.getByLabel('Vertical').selectOption({ label: 'Education' });
    await page.getByRole('textbox', { name: 'Dedup period (days)' }).fill('90');
    const steps = page.getByRole('navigation', { name: 'Steps' });
    await steps.getByRole('button', { name: /^Brands/ }).click();
    await page.getByRole('button', { name: 'Add a brand' }).click();
    await page.getByRole('textbox', { name: 'Brand 1' }).fill('Alder');
    await steps.getByRole('button', { name: /^Clients/ }).click();
    await page.getByRole('button', { name: 'Add a client' }).click();
    await page.getByRole('textbox', { name: 'Client name' }).fill('Alder Austin');
    await page.getByRole('textbox', { name: 'Client code' }).fill(code);
    await steps.getByRole('button', { name: /^Campuses and programs/ }).click();
    await page.getByRole('radio', { name: 'Upload a file' }).click();
    const lines = [
      'Client Code,Campus Code,Campus Name,ZIP,Program Code,Program Name,Degree Level,Modality,Subject Area',
      `${code},${code}-A,Austin,78701,PN,Practical Nursing,Associate,Campus,Nursing`,
      `${code},${code}-A,Austin,78701,MA,Medical Assisting,Certificate/Diploma,Campus,Health`,
    ];
    await page
      .getByLabel('Spreadsheet', { exact: true })
      .setInputFiles({ name: 'campuses.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
    await expect(page.getByRole('status').getByText('campuses.csv', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await takeScreens(page, 'wizard-education-file');
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await isWide(page)).toBe(false);
    await steps.getByRole('button', { name: /^Review/ }).click();
    const create = page.getByRole('button', { name: 'Create client' });
    await expect(create).toBeEnabled();
    await saved(page);
    await create.click();

    await expect(page.getByRole('heading', { name: 'Bulk data load', level: 1, exact: true })).toBeVisible();
    await expect(page.getByText('1 new campus: Austin.', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Import 2 rows', exact: true }).click();
    await expect(page.getByText('2 rows imported.', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'What the new client still needs', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Going Live', level: 1 })).toBeVisible();
    const now = page.getByRole('list', { name: 'Needed now' });
    await expect(now.getByRole('link', { name: 'Invite a user' })).toBeVisible();
    await expect(now.getByRole('link', { name: 'Upload campuses' })).toHaveCount(0);

    // A user invited from here works on the new client by default.
    await now.getByRole('link', { name: 'Invite a user' }).click();
    await expect(page.getByRole('heading', { name: 'New client user', level: 1, exact: true })).toBeVisible();
    await expect(page.getByRole('main').getByText(name, { exact: true })).toBeVisible();
  },
);

test('two concurrent editors both see the other’s changes; a discarded draft leaves nothing', async ({ page }) => {
  await signInAt(page, PAGE);
  const draft = await begin(page);
  const box = page.getByRole('textbox', { name: 'Name', exact: true });
  const mine = freshName('Mine');
  await box.fill(mine);
  // Wait until it is stored: only then can somebody else change it.
  await expect
    .poll(async () => ((await callAsPage(page, `/owner/draft/${draft}/get`)).data as Draft).body.owner.ownerName)
    .toBe(mine);
  const read = (await callAsPage(page, `/owner/draft/${draft}/get`)).data as Draft;
  const theirs = freshName('Theirs');
  const body = { ...read.body, owner: { ...read.body.owner, ownerName: theirs } };
  const change = { draftKey: Number(draft), rowVersion: read.rowVersion, step: 'owner', body };
  expect((await callAsPage(page, '/owner/draft/save', change)).status).toBe(200);
  await box.fill(freshName('Newer'));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(`Theirs: ${theirs}`)).toBeVisible();
  await dialog.getByText(`Theirs: ${theirs}`).click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(box).toHaveValue(theirs);
  await saved(page);
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'New Client', level: 1, exact: true })).toBeVisible();
  expect((await callAsPage(page, `/owner/draft/${draft}/get`)).status).toBe(404);
});

test('an agency without an owner is led to its first client', async ({ page }) => {
  // As in a new installation: there is no owner to choose.
  await page.route('**/api/userconfig/get', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: object };
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, owners: [] } } });
  });
  await signIn(page);
  await expect(page.getByRole('heading', { name: 'No owner yet' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAccessible(page);
  await takeScreens(page, 'no-owner-yet');
  await page.getByRole('link', { name: 'Start with a new client' }).click();
  // At once to its first step, or to the list of those that others have begun.
  await expect(page).toHaveURL(/new-client-wizard/);
  await expect(page.getByRole('heading', { name: /^New client$/i, level: 1 })).toBeVisible();
});
