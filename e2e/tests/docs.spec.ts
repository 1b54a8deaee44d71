import { type Browser, type Page, type TestInfo } from '@playwright/test';
import { callAsPage, freshName } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { tabTo } from '../support/grid.ts';
import { takeScreens } from '../support/screens.ts';
import { signInAt, signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER, demoUser } from '../support/users.ts';

const DOCS = '/s/cl/resources/docs';
const PARTNER_DOCS = '/s/mp/resources/docs';
const PDF =
  '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n';

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Posting Instructions', exact: true });
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Chooses the last campaign of the list, which no test creates or uses first. Returns its key. */
const chooseLast = async (page: Page): Promise<number> => {
  const campaign = page.getByRole('combobox', { name: 'Campaign', exact: true });
  await campaign.click();
  const options = page.getByRole('option').filter({ hasNotText: 'E2E-' });
  await expect(options.first()).toBeVisible();
  await options.last().click();
  await expect(page).toHaveURL(/campaign=\d+/);
  await expect(part(page, 'Fields')).toBeVisible();
  return Number(/campaign=(\d+)/.exec(page.url())?.[1]);
};

const fitsWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

/** A page without a session. */
const asStranger = async (browser: Browser, { project }: TestInfo, work: (page: Page) => Promise<void>) => {
  const context = await browser.newContext({ baseURL: project.use.baseURL ?? '' });
  await work(await context.newPage());
  await context.close();
};

test('the agency reads a campaign’s instructions and what has changed in them', async ({ page }) => {
  await signInFor(page, AN_OWNER, DOCS);
  await expect(heading(page)).toBeVisible();
  const campaignKey = await chooseLast(page);
  await expect(part(page, 'Fields').getByRole('row', { name: /^firstName/ })).toContainText('Yes');
  await expect(part(page, 'Price')).toContainText('$');
  await expect(page.getByText(/^No changes since /)).toBeVisible();

  // Switches the language by keyboard.
  const curl = page.getByRole('tab', { name: 'curl', exact: true });
  await tabTo(page, curl);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'JavaScript', exact: true })).toBeFocused();
  await expect(page.getByRole('group', { name: 'Sample in JavaScript' })).toContainText('await fetch(');

  // A changed rule appears on the page and in the list of changes until it is read.
  const { data } = await callAsPage(page, `/ag/campaign/${campaignKey}/geo/list`);
  const { geo } = data as { geo: { exclude: { zips: string[] } } };
  const exclude = { ...geo.exclude, zips: [...geo.exclude.zips, '99950'] };
  await callAsPage(page, `/ag/campaign/${campaignKey}/geo/save`, { geo: { ...geo, exclude } });
  await page.reload();
  const changes = page.getByRole('region', { name: /changes? since / });
  await expect(changes.getByRole('row', { name: /Not taken from ZIP codes in Alaska/ })).toContainText('99950');
  await expectAccessible(page);
  await takeScreens(page, 'docs-changes');
  const read = changes.getByRole('button', { name: 'Mark as read', exact: true });
  await tabTo(page, read);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^No changes since /)).toBeVisible();
  await callAsPage(page, `/ag/campaign/${campaignKey}/geo/save`, { geo });

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PDF', exact: true }).click();
  expect((await downloading).suggestedFilename()).toMatch(/posting-instructions-.*\.pdf$/);
});

test('a public link opens the instructions until it is disabled', async ({ page, browser }, info) => {
  const name = freshName('For developers');
  await signInFor(page, AN_OWNER, DOCS);
  await expect(heading(page)).toBeVisible();
  await chooseLast(page);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Public links' });
  await dialog.getByRole('textbox', { name: 'Who it is for' }).fill(name);
  await dialog.getByRole('button', { name: 'Create link', exact: true }).click();
  const row = dialog.getByRole('row', { name: new RegExp(`^${name}`) });
  await expect(row).toContainText('Open until');
  await expectAccessible(page);
  const url = (await row.getByRole('link', { name: 'Open', exact: true }).getAttribute('href')) ?? '';
  await asStranger(browser, info, async (stranger) => {
    await stranger.setViewportSize({ width: 390, height: 800 });
    await stranger.goto(new URL(url).pathname);
    await expect(stranger.getByRole('heading', { name: 'Fields', exact: true })).toBeVisible();
    await expect(stranger.getByText(/\$\d/)).toHaveCount(0);
    expect(await fitsWidth(stranger)).toBeLessThanOrEqual(390);
    await expectAccessible(stranger);
  });
  await row.getByRole('button', { name: `Disable ${name}` }).click();
  await expect(row).toContainText('Disabled ');
  await asStranger(browser, info, async (stranger) => {
    await stranger.goto(new URL(url).pathname);
    await expect(stranger.getByRole('heading', { name: 'These instructions are not available' })).toBeVisible();
  });
});

test('a media partner reads its own instructions on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await signInAt(page, PARTNER_DOCS, demoUser('partner.admin'));
  await expect(heading(page)).toBeVisible();
  await chooseLast(page);
  await expect(part(page, 'Price')).toContainText('$');
  await expect(part(page, 'Sources')).toBeVisible();
  expect(await fitsWidth(page)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});

test('a client reads the requirements for its leads, without prices and sources', async ({ page }) => {
  await signInAt(page, DOCS, demoUser('client.admin'));
  await expect(heading(page)).toBeVisible();
  await chooseLast(page);
  await expect(part(page, 'Geography')).toBeVisible();
  await expect(part(page, 'Price')).toHaveCount(0);
  await expect(part(page, 'Sources')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toHaveCount(0);
  await expectAccessible(page);
});

test('a file has versions, and an invalid file is refused with the reason', { tag: '@journey' }, async ({ page }) => {
  const title = freshName('Guide');
  await signInFor(page, AN_OWNER, `${DOCS}?tab=files`);
  await expect(heading(page)).toBeVisible();
  await page.getByRole('button', { name: 'Upload file', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload a file' });
  await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
  await dialog.getByRole('combobox', { name: 'For', exact: true }).selectOption('Clients');
  const send = (name: string, content: string) =>
    page
      .locator('input[type="file"]')
      .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(content) });
  await send('guide.pdf', 'MZ this is no PDF');
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(dialog.getByText('The file is named .pdf but is none.')).toBeVisible();
  await expectAccessible(page);
  await send('guide.pdf', PDF);
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole('row', { name: new RegExp(`^${title}`) });
  await expect(row).toContainText('Version 1');

  await row.getByRole('button', { name: `New version of ${title}` }).click();
  await expect(page.getByRole('dialog', { name: 'Upload a newer version' })).toBeVisible();
  await send('guide-2.pdf', PDF);
  await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(row).toContainText('guide-2.pdf');
  await expectAccessible(page);
  await takeScreens(page, 'docs-files');
});

test('each group sees the files shared with it', async ({ page, browser }, info) => {
  const title = freshName('Rates');
  const ownerKey = await signInFor(page, AN_OWNER, `${DOCS}?tab=files`);
  await expect(heading(page)).toBeVisible();
  await page.evaluate(
    async ({ key, name, pdf }) => {
      const { accessToken } = JSON.parse(localStorage.getItem('paceline.session') ?? '') as { accessToken: string };
      const form = new FormData();
      form.set('file', new File([pdf], 'rates.pdf'));
      await fetch(`/api/ag/${key}/docs/files/import?title=${name}&audience=CLIENTS`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}` },
        body: form,
      });
    },
    { key: ownerKey, name: title, pdf: PDF },
  );
  await page.reload();
  await expect(page.getByRole('row', { name: new RegExp(`^${title}`) })).toContainText('Clients');
  for (const [user, path, sees] of [
    ['client.admin', DOCS, 1],
    ['partner.admin', PARTNER_DOCS, 0],
  ] as const)
    await asStranger(browser, info, async (other) => {
      await other.setViewportSize({ width: 390, height: 800 });
      await signInAt(other, `${path}?tab=files`, demoUser(user));
      await expect(heading(other)).toBeVisible();
      await expect(part(other, 'Files')).toBeVisible();
      await expect(other.getByText('Loading the list of files')).toHaveCount(0);
      await expect(other.getByRole('rowheader', { name: title })).toHaveCount(sees);
      expect(await fitsWidth(other)).toBeLessThanOrEqual(390);
      await expectAccessible(other);
    });
});
