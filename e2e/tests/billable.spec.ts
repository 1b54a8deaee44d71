import { type Page } from '@playwright/test';
import { callAsPage } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { takeScreens } from '../support/screens.ts';
import { signInAt, signInFor, signOut } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER, demoUser } from '../support/users.ts';

const PATH = '/s/cl/insights/reports/billable';
const PARTNER_PATH = '/s/mp/insights/reports/billable';
/** Months no other test uses. */
const CLOSED_AGAIN = { address: '2025-03', name: 'March 2025' };
const DISPUTED = { address: '2025-04', month: '2025-04-01' };

const heading = (page: Page) => page.getByRole('heading', { name: 'Billable', level: 1 });
const line = (page: Page, campaign: string) =>
  page.getByRole('grid', { name: 'Billable' }).getByRole('button', { name: campaign, exact: true });

test('the agency reopens a closed month and closes it with its checklist', { tag: '@journey' }, async ({ page }) => {
  await signInFor(page, AN_OWNER, `${PATH}?month=${CLOSED_AGAIN.address}`);
  await expect(heading(page)).toBeVisible();
  await expect(page.getByText('Closed', { exact: true })).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Billable' })).toBeVisible();
  await expectAccessible(page);
  await takeScreens(page, 'billable-agency');

  const reopen = page.getByRole('button', { name: 'Reopen month', exact: true });
  await reopen.focus();
  await expect(reopen).toBeFocused();
  await page.keyboard.press('Enter');
  const opening = page.getByRole('dialog', { name: `Reopen ${CLOSED_AGAIN.name}` });
  await opening.getByRole('button', { name: 'Reopen month', exact: true }).click();
  await expect(opening.getByText('Write why the month is opened again.')).toBeVisible();
  await opening.getByRole('textbox', { name: 'Reason' }).fill('A price was wrong');
  await opening.getByRole('button', { name: 'Reopen month', exact: true }).click();
  await expect(page.getByText('Reopened', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: `Close ${CLOSED_AGAIN.name}`, exact: true }).click();
  const closing = page.getByRole('dialog', { name: `Close ${CLOSED_AGAIN.name}` });
  await expect(closing.getByRole('list', { name: 'Checklist' }).getByRole('listitem')).toHaveCount(5);
  await expect(
    closing.getByRole('list', { name: 'History of the month' }).getByText(/A price was wrong/),
  ).toBeVisible();
  await expect(closing.getByText('Total due', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await takeScreens(page, 'billable-close');
  await closing.getByRole('button', { name: `Close ${CLOSED_AGAIN.name}`, exact: true }).click();
  await expect(page.getByText(`${CLOSED_AGAIN.name} is closed.`)).toBeVisible();
  await expect(page.getByText('Closed', { exact: true })).toBeVisible();
});

test('a media partner disputes a line with a file, and the agency answers', { tag: '@journey' }, async ({ page }) => {
  await signInAt(page, PARTNER_PATH, demoUser('partner.admin'));
  await expect(heading(page)).toBeVisible();
  const { data: owners } = await callAsPage(page, '/mp/lead/search', { leadStatus: ['DLV'], limit: 500 });
  const ownerKey = (owners as { rows: { ownerKey: number; ownerName: string }[] }).rows.find(
    ({ ownerName }) => ownerName === AN_OWNER,
  )?.ownerKey;
  const { status, data } = await callAsPage(page, '/mp/billable/report', { ownerKey, month: DISPUTED.month });
  expect(status).toBe(200);
  const [campaign] = (data as { rows: { campaignName: string }[] }).rows.map(({ campaignName }) => campaignName);
  await page.goto(`/#${PARTNER_PATH}?owner=${ownerKey}&month=${DISPUTED.address}`);
  await expect(page.getByText(/^April 2025: /)).toBeVisible();
  await expect(page.getByRole('columnheader', { name: /Margin/ })).toHaveCount(0);
  await takeScreens(page, 'billable-partner');

  // On a phone: the name, two figures, and the line opens.
  await page.setViewportSize({ width: 390, height: 844 });
  await line(page, campaign!).click();
  const mine = page.getByRole('dialog', { name: campaign! });
  await expect(mine.getByRole('heading', { name: 'Agreement' })).toBeVisible();
  await mine.getByRole('button', { name: 'Dispute', exact: true }).click();
  await expect(mine.getByText('Write what it is about.')).toBeVisible();
  const words = `We count two more (${Date.now()})`;
  await mine.getByRole('textbox', { name: 'Comment' }).fill(words);
  await mine.locator('input[type="file"]').setInputFiles({
    name: 'our-leads.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Lead,Price\nA-1,40.00\n'),
  });
  await expect(mine.getByText('our-leads.csv', { exact: true })).toBeVisible();
  await mine.getByRole('button', { name: 'Dispute', exact: true }).click();
  await expect(mine.getByRole('list', { name: 'Comments' }).getByText(words)).toBeVisible();
  await expectAccessible(page);
  await takeScreens(page, 'billable-dispute');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await signOut(page);

  await signInFor(page, AN_OWNER, `${PATH}?month=${DISPUTED.address}&state=DISPUTED`);
  await expect(heading(page)).toBeVisible();
  await line(page, campaign!).click();
  const theirs = page.getByRole('dialog', { name: campaign! });
  const remarks = theirs.getByRole('list', { name: 'Comments' });
  await expect(remarks.getByText(words)).toBeVisible();
  const download = page.waitForEvent('download');
  await remarks.getByRole('button', { name: 'Download our-leads.csv' }).last().click();
  expect((await download).suggestedFilename()).toContain('our-leads.csv');
  await theirs.getByRole('textbox', { name: 'Comment' }).fill('Counted again: both are there now');
  await theirs.getByRole('button', { name: 'Settle', exact: true }).click();
  await expect(remarks.getByText('Settled', { exact: true }).last()).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Answer', exact: true })).toHaveCount(0);
});
