import { type Page } from '@playwright/test';
import { callAsPage, freshName } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { takeScreens } from '../support/screens.ts';
import { signInAt, signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER, demoUser } from '../support/users.ts';

const LIST = '/s/cl/resources/publishersources';
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true });
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('gridcell') });

interface Partner {
  mediaPartnerKey: number;
  mediaPartnerName: string;
}
interface Saved {
  publisherKey: number;
  publisherSourceKey: number;
  rowVersion: number;
}

const partnerOf = async (page: Page): Promise<Partner> => {
  const { data } = await callAsPage(page, '/ag/mp/all/list');
  return (data as Partner[])[0]!;
};
/** A source and publisher of its own for a test. */
const makeSource = async (page: Page, { mediaPartnerKey }: Partner, sourceTag: string): Promise<Saved> => {
  const publisher = await callAsPage(page, '/ag/publisher', {
    publisherKey: null,
    rowVersion: null,
    aggregatorKey: mediaPartnerKey,
    publisherName: `Publisher of ${sourceTag}`,
    domain: 'made.example',
    trafficTypes: ['Email'],
    status: 'APPROVED',
    reason: '',
  });
  return saveSource(page, mediaPartnerKey, (publisher.data as Saved).publisherKey, { sourceTag });
};
const saveSource = async (page: Page, aggregatorKey: number, publisherKey: number, over: object): Promise<Saved> => {
  const source = {
    publisherSourceKey: null,
    rowVersion: null,
    displayName: 'Made by a test',
    landingUrls: [],
    disclosureTextKey: null,
    notes: '',
    ...over,
  };
  const { status, data } = await callAsPage(page, '/ag/publisher/sources', {
    aggregatorKey,
    publisherKey,
    sources: [source],
  });
  expect(status).toBe(200);
  return (data as Saved[])[0]!;
};

test(
  'a source is added with a new publisher, blocked with a reason and unblocked, by mouse and keyboard',
  { tag: '@journey' },
  async ({ page }) => {
    const tag = freshName('src');
    await signInFor(page, AN_OWNER, LIST);
    await expect(heading(page, 'Publisher sources')).toBeVisible();
    await expect(rows(page).first()).toBeVisible();
    await expectAccessible(page);
    await takeScreens(page, 'publisher-sources');

    const { mediaPartnerName } = await partnerOf(page);
    await page.getByRole('link', { name: 'New source', exact: true }).click();
    await expect(heading(page, 'New source')).toBeVisible();
    await page.getByRole('combobox', { name: 'Media partner', exact: true }).selectOption({ label: mediaPartnerName });
    await page.getByRole('button', { name: 'New publisher', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'New publisher', exact: true });
    await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Enter a name.', { exact: true })).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(`Publisher ${tag}`);
    await dialog.getByRole('textbox', { name: 'Domain', exact: true }).fill('new.example');
    await dialog.getByRole('checkbox', { name: 'Email', exact: true }).click();
    await expect(dialog.getByRole('checkbox', { name: 'Email', exact: true })).toBeChecked();
    await expectAccessible(page);
    await takeScreens(page, 'publisher-dialog');
    await dialog.getByRole('button', { name: 'Add publisher', exact: true }).click();
    await expect(dialog).toHaveCount(0);

    await page.getByRole('textbox', { name: 'Landing pages', exact: true }).fill('http://plain.example/');
    await page.getByRole('textbox', { name: 'Source tag', exact: true }).fill(tag);
    await page.keyboard.press('Control+s');
    await expect(page.getByText('“http://plain.example/” must begin with https://.', { exact: true })).toBeVisible();
    await page.getByRole('textbox', { name: 'Landing pages', exact: true }).fill('https://new.example/start');
    await page.keyboard.press('Control+s');
    await expect(heading(page, tag)).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Block', exact: true }).click();
    const block = page.getByRole('dialog', { name: `Block ${tag}`, exact: true });
    await expect(block.getByRole('textbox', { name: 'Reason', exact: true })).toBeFocused();
    await expectAccessible(page);
    await takeScreens(page, 'block-source-everywhere');
    await block.getByRole('textbox', { name: 'Reason', exact: true }).fill('Invented names');
    await block.getByRole('button', { name: 'Block', exact: true }).click();
    await expect(block).toHaveCount(0);
    const history = page.getByRole('region', { name: 'History', exact: true });
    await expect(history.getByText('Invented names', { exact: true })).toBeVisible();
    await takeScreens(page, 'publisher-source');
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Block', exact: true })).toBeVisible();

    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expectAccessible(page);
  },
);

test('a source saved by another user meanwhile shows both values', async ({ page }) => {
  const tag = freshName('two');
  await signInFor(page, AN_OWNER, LIST);
  await expect(heading(page, 'Publisher sources')).toBeVisible();
  const partner = await partnerOf(page);
  const { publisherKey, publisherSourceKey, rowVersion } = await makeSource(page, partner, tag);
  await page.goto(`/#${LIST}/newpublisher/${publisherSourceKey}`);
  await expect(heading(page, tag)).toBeVisible();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('My name for it');
  await saveSource(page, partner.mediaPartnerKey, publisherKey, {
    publisherSourceKey,
    rowVersion,
    sourceTag: tag,
    displayName: 'Their name for it',
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const conflict = page.getByRole('dialog', { name: /^Changed by / });
  await expect(conflict.getByText('Theirs: Their name for it', { exact: true })).toBeVisible();
  await expect(conflict.getByText('Mine: My name for it', { exact: true })).toBeVisible();
  await conflict.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(conflict).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'History', exact: true }).getByText('My name for it')).toBeVisible();
});

test('a file of sources lists its bad rows and applies the good ones; the export has them', async ({ page }) => {
  const tag = freshName('file');
  await signInFor(page, AN_OWNER, LIST);
  await expect(heading(page, 'Publisher sources')).toBeVisible();
  const { mediaPartnerName } = await partnerOf(page);
  await page.getByRole('button', { name: 'Files', exact: true }).click();
  const files = page.getByRole('dialog', { name: 'Sources of a media partner as a file', exact: true });
  await files.getByRole('combobox', { name: 'Media partner', exact: true }).selectOption({ label: mediaPartnerName });
  await expectAccessible(page);
  const saving = page.waitForEvent('download');
  await files.getByRole('button', { name: 'Export sources', exact: true }).click();
  expect((await saving).suggestedFilename()).toBe('publisherSource.xlsx');
  await files.getByRole('button', { name: 'Import sources', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Import sources of ${mediaPartnerName}`, exact: true });
  const file = [
    'Publisher Name,Source Tag,Traffic Type,Landing URL',
    `Publisher ${tag},${tag},Email,https://file.example/`,
    `Publisher ${tag},${tag}-bad,Pigeon,https://file.example/`,
  ].join('\n');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'sources.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await expect(dialog.getByText(/Traffic Type “Pigeon” is not one of/)).toBeVisible();
  await expectAccessible(page);
  await takeScreens(page, 'publisher-import');
  await dialog.getByRole('button', { name: 'Import 1 row', exact: true }).click();
  await dialog.getByRole('button', { name: 'Done', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto(`/#${LIST}?q=${tag}`);
  await expect(page.getByRole('link', { name: tag, exact: true })).toBeVisible();
});

test('a media partner sees its own sources with figures and exports them, also on a phone', async ({ page }) => {
  await signInAt(page, '/s/mp/resources/publishersources', demoUser('partner.admin'));
  await expect(heading(page, 'Publisher sources')).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Valid leads' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Media partner' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'New source' })).toHaveCount(0);
  await expectAccessible(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export my sources', exact: true }).click();
  expect((await saving).suggestedFilename()).toBe('publisherSource.xlsx');
  await page.setViewportSize({ width: 390, height: 844 });
  await takeScreens(page, 'partner-sources');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});
