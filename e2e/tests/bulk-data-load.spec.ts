import { type Page } from '@playwright/test';
import { callAsPage, freshName } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { takeScreens } from '../support/screens.ts';
import { signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER } from '../support/users.ts';

const PAGE = '/s/cl/admin/manageclients/bulkdataload';
const HEADING =
  'Client Code,Client Model,Campus Code,Campus Name,ZIP,Program Code,Program Name,Degree Level,Modality,Subject Area,Active';

const choose = (page: Page, name: string, lines: readonly string[]) =>
  page
    .getByLabel('Spreadsheet', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from([HEADING, ...lines].join('\n')) });

test('education data is downloaded, uploaded after a preview, and undone', { tag: '@journey' }, async ({ page }) => {
  const ownerKey = await signInFor(page, AN_OWNER, PAGE);
  await expect(page.getByRole('heading', { name: 'Bulk data load', level: 1, exact: true })).toBeVisible();
  const download = page.getByRole('button', { name: 'Download', exact: true });
  await expect(download).toBeVisible();
  await expectAccessible(page);
  await takeScreens(page, 'bulk-data-load');
  const saved = page.waitForEvent('download');
  await download.focus();
  await expect(download).toBeFocused();
  await page.keyboard.press('Enter');
  expect((await saved).suggestedFilename()).toMatch(/-bulkDataExport_\d{4}-\d{2}-\d{2}\.xlsx$/);
  const template = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Empty template', exact: true }).click();
  expect((await template).suggestedFilename()).toMatch(/-bulkDataImport_\d{4}-\d{2}-\d{2}\.xlsx$/);

  const { data } = await callAsPage(page, `/ag/${ownerKey}/cl/list`);
  const [client] = data as { clientCode: string }[];
  const code = freshName('E').toUpperCase();
  const row = (program: string, degree: string, active = '') =>
    `${client!.clientCode},Files,${code},Campus ${code},78701,${program},Program ${program},${degree},Campus,Nursing,${active}`;
  const name = `${code}.csv`;
  await choose(page, name, [row('A1', 'Bachelor'), row('A2', 'Wizard'), row('A3', 'Master')]);
  await expect(page.getByText('2 rows can be imported, 1 row cannot.', { exact: true })).toBeVisible();
  await expect(page.getByText(`1 new campus: Campus ${code}.`, { exact: true })).toBeVisible();
  await expect(page.getByText(/^Degree Level must be one of/)).toBeVisible();
  await expectAccessible(page);
  await takeScreens(page, 'bulk-data-preview');
  await page.getByRole('button', { name: 'Import 2 rows', exact: true }).click();
  await expect(page.getByText('2 rows imported, 1 row not.', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await expect(page.getByText('Drop a file here', { exact: true })).toBeVisible();

  // Closed with its last program, on a phone.
  await page.setViewportSize({ width: 390, height: 844 });
  await choose(page, `close-${name}`, [row('A1', 'Bachelor', 'N'), row('A3', 'Master', 'N')]);
  const closes = `Closes the campus Campus ${code}: none of its programs stays open.`;
  await expect(page.getByRole('list', { name: 'Warnings', exact: true }).getByText(closes)).toBeVisible();
  await expectAccessible(page);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  expect(wider).toBe(false);
  await page.getByRole('button', { name: 'Choose another file', exact: true }).click();

  const item = page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
  await expect(item.getByText(/^2 rows imported, 1 row not/)).toBeVisible();
  await item.getByRole('button', { name: /^Undo/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(item.getByText(/^Undone/)).toBeVisible();
});
