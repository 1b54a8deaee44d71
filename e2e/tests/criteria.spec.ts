import { type ClientCriteriaRecord } from '@paceline/contract';
import { type Locator, type Page } from '@playwright/test';
import { callAsPage } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { takeScreens } from '../support/screens.ts';
import { signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const PATH = '/s/cl/admin/manageclients/clientcriteria';
const OWNER = 'Lakeshore College of Health';

/** Moves the focus with the Tab key only. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
};

const openFirstClient = async (page: Page): Promise<ClientCriteriaRecord> => {
  const answered = page.waitForResponse((response) => response.url().endsWith('/criteria/list'));
  await signInFor(page, OWNER, PATH);
  await expect(page.getByRole('heading', { name: 'Client criteria' })).toBeVisible();
  const { data } = (await (await answered).json()) as { data: ClientCriteriaRecord };
  return data;
};

test('keyboard only: a rule is changed, tested on past leads, saved, and listed in the history', async ({ page }) => {
  const { keyboard } = page;
  const record = await openFirstClient(page);
  const saveButton = page.getByRole('button', { name: 'Save', exact: true });
  await expect(saveButton).toBeDisabled();

  await tabTo(page, page.getByRole('button', { name: 'Eligibility' }));
  await keyboard.press('Enter');
  const age = page.getByLabel('Minimum age');
  await tabTo(page, age);
  await keyboard.press('Control+A');
  await keyboard.type('1');
  await keyboard.press('Tab');
  await expect(page.getByText('Enter a whole number, 16 to 99.')).toBeVisible();
  await keyboard.press('Shift+Tab');
  await expect(age).toBeFocused();
  await keyboard.press('Control+A');
  await keyboard.type('60');
  const changes = page.getByRole('region', { name: 'Changes (1)' });
  await expect(changes).toContainText('Minimum age');
  await expect(changes).toContainText(`${record.criteria.eligibility.minAge} → 60`);

  await tabTo(page, page.getByRole('combobox', { name: 'Leads of the last' }));
  await keyboard.type('9');
  const run = page.getByRole('button', { name: 'Test on past leads' });
  await tabTo(page, run);
  await keyboard.press('Enter');
  await expect(page.getByText(/^–[\d,]+ leads?, –\$/)).toBeVisible();
  await expect(page.getByText(/No leads gained in 90 days|outcome unknown/).first()).toBeVisible();
  // Many leads of the last months have not enrolled yet.
  await expect(page.getByText(/^Enrollments so far: \d+% matured\./)).toBeVisible();
  await page.getByRole('tab', { name: /Lost leads/ }).click();
  await expect(page.getByText('Applicant is under the minimum age.').first()).toBeVisible();
  await expectAccessible(page);
  await takeScreens(page, 'criteria-test');

  // After leaving and returning the test result is still there, and the form asks before it is left.
  await keyboard.press('Control+S');
  await expect(page.getByText(`saved as version ${record.version + 1}`)).toBeVisible();
  await expect(page.getByText('These criteria have been saved since this test.')).toBeVisible();
  await page.getByRole('button', { name: /^History/ }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer).toContainText(`Version ${record.version + 1}`);
  await expect(drawer.getByText('current')).toBeVisible();
  await expectAccessible(page);
  await takeScreens(page, 'criteria-history');
  await drawer.getByRole('button', { name: `Restore version ${record.version}` }).click();
  await expect(page.getByRole('region', { name: 'Changes (1)' })).toContainText('60 →');
  await saveButton.click();
  await expect(page.getByText(`saved as version ${record.version + 2}`)).toBeVisible();
});

test('a conflicting save is asked about, with both values', { tag: '@journey' }, async ({ page }) => {
  const record = await openFirstClient(page);
  await page.getByRole('button', { name: 'Returns' }).click();
  await page.getByLabel('Return window in days').fill('11');
  const { status } = await callAsPage(page, `/ag/client/${record.clientKey}/criteria/save`, {
    version: record.version,
    criteria: { ...record.criteria, returns: { ...record.criteria.returns, windowDays: 12 } },
  });
  expect(status).toBe(200);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Return window');
  await expect(dialog).toContainText('12');
  await expect(dialog).toContainText('11');
  await expectAccessible(page);
});
