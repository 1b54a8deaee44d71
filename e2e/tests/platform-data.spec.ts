import { type PlatformSource } from '@paceline/contract';
import { expectAccessible } from '../support/axe.ts';
import { signInFor } from '../support/sign-in.ts';
import { takeScreens } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER } from '../support/users.ts';
import { callAsPage } from '../support/accounts.ts';

/** Two days long before the demo's data, for a campaign no other test uses. */
const report = (cost: string): string =>
  [
    'Day,Campaign,Campaign ID,Ad group,Ad group ID,Device,Impr.,Clicks,Cost,Conversions',
    `2022-05-02,Browser test,98765001,Group,98765002,Computers,"1,200",30,${cost},2`,
    '2022-05-03,Browser test,98765001,Group,98765002,Mobile phones,800,20,61.25,1',
  ].join('\n');

test(
  'a report is uploaded, corrected and refused, and the calendar shows its days beside the file’s totals',
  { tag: '@journey' },
  async ({ page }) => {
    const ownerKey = await signInFor(page, AN_OWNER, '/s/cl/admin/manageclients/tradingplatform/data');
    await expect(page.getByRole('heading', { name: 'Platform data', level: 1 })).toBeVisible();
    const { data } = await callAsPage(page, `/ag/${ownerKey}/platformdata/sources`);
    const google = (data as PlatformSource[]).find(({ platformName }) => platformName === 'Google Ads');
    expect(google).toBeDefined();
    await page.getByLabel('Account', { exact: true }).selectOption(String(google?.accountKey));
    await expect(page).toHaveURL(new RegExp(`/data/${google?.accountKey}`));
    await expect(page.getByRole('button', { name: 'Choose a report', exact: true })).toBeEnabled();
    await expectAccessible(page);

    const file = page.getByLabel('Report file');
    const send = (name: string, text: string) =>
      file.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    const preview = page.getByRole('region', { name: 'Preview' });
    const load = () => preview.getByRole('button', { name: 'Load report' }).click();
    await send('first.csv', report('100.00'));
    // A second try finds the rows of the first.
    await expect(preview).toContainText(/first\.csv: May 2 to May 3: \d rows, \$[\d.]+ → 2 rows, \$161\.25/);
    await load();
    await expect(page.getByRole('status').filter({ hasText: 'May 2 to May 3' })).toBeVisible();
    await send('corrected.csv', report('110.00'));
    await load();
    await expect(page.getByRole('status').filter({ hasText: '1 day corrected, 1 row changed' })).toBeVisible();
    await send('other.csv', report('110.00').replace('Campaign,', 'Kampagne,').replace('Clicks', 'Klicks'));
    await expect(page.getByRole('alert').filter({ hasText: 'another language (German)' })).toBeVisible();
    const files = page.getByRole('table', { name: 'Files' });

    // A day that would lose cost is loaded with a tick only, and undone from the list.
    await send('less.csv', report('10.00'));
    const days = preview.getByRole('table', { name: 'Changes by day' });
    await expect(days.getByRole('row').filter({ hasText: '$110.00' })).toContainText('Loses data');
    await expect(preview.getByRole('table', { name: 'Changes by campaign' })).toContainText('Browser test (98765001)');
    await expect(preview.getByRole('button', { name: 'Load report' })).toBeDisabled();
    await expectAccessible(page);
    await takeScreens(page, 'platform-upload-preview');
    await preview.getByRole('checkbox').check();
    await load();
    await expect(page.getByRole('status').filter({ hasText: '1 day corrected' })).toBeVisible();
    await files.getByRole('button', { name: 'Undo less.csv' }).first().click();
    const question = page.getByRole('dialog', { name: 'Undo less.csv?' });
    await expect(question).toContainText('May 2 gets back what it held before: 1 row, $10.00 → 1 row, $110.00.');
    await expectAccessible(page);
    await takeScreens(page, 'platform-undo');
    await question.getByRole('button', { name: 'Undo file' }).click();
    await expect(files.getByRole('row').filter({ hasText: 'less.csv' }).first()).toContainText('Undone');
    // It was only looked at.
    await expect(files.getByRole('row').filter({ hasText: 'other.csv' })).toHaveCount(0);

    await page.setViewportSize({ width: 390, height: 844 });
    await page
      .getByRole('button', { name: 'Create push key', exact: true })
      .or(page.getByRole('button', { name: 'Replace push key', exact: true }))
      .focus();
    await expectAccessible(page);
  },
);
