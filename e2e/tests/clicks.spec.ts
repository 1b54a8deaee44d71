import { type Page } from '@playwright/test';
import { callAsPage, freshName } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER } from '../support/users.ts';

const PERSON = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/138.0 Safari/537.36';

/**
 * Opens a link of a campaign that accepts clicks, as a visitor, and returns the click's ids. Other campaigns redirect to the line item's
 * fallback page without an id: the next one is tried.
 */
const openLink = async (page: Page, owner: number): Promise<{ cid: string; txn: string }> => {
  const { data } = await callAsPage(page, `/ag/${owner}/campaign/search`, {
    channel: ['ppl'],
    status: 'LIVE',
    limit: 200,
  });
  const { rows } = data as { rows: { campaignKey: number }[] };
  for (const { campaignKey } of rows) {
    const txn = freshName(`click${campaignKey}`);
    const answer = await page.request.get(`/c/${campaignKey}?txn=${txn}&s1=banner-7`, {
      maxRedirects: 0,
      headers: { 'user-agent': PERSON },
    });
    const cid = answer.status() === 302 && new URL(answer.headers()['location'] ?? '').searchParams.get('cid');
    if (cid) return { cid, txn };
  }
  throw new Error('No campaign takes clicks');
};

test(
  'a link creates a click, which is found by its transaction id and opened; its lead’s page links back to it',
  { tag: '@journey' },
  async ({ page }) => {
    const owner = await signInFor(page, AN_OWNER, '/s/cl/clickmanagement/clicks');
    await expect(page.getByRole('heading', { level: 1, name: 'Clicks' })).toBeVisible();
    const clicks = page.getByRole('link', { name: /^[\da-f]{8}-[\da-f-]{27}$/ });
    await expect(clicks.nth(1)).toBeVisible();
    await expectAccessible(page);

    const { cid, txn } = await openLink(page, owner);
    const box = page.getByRole('textbox', { name: 'Click or transaction ID' });
    await box.focus();
    await page.keyboard.type(txn);
    await expect(page).toHaveURL(new RegExp(`q=${txn}`));
    await expect(clicks).toHaveCount(1);
    await expect(clicks).toHaveText(cid);
    await clicks.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: `Click ${cid}` })).toBeVisible();
    await expect(page.getByText('Sent on to the landing page. No lead yet.')).toBeVisible();
    await expect(page.getByText('banner-7', { exact: true })).toBeVisible();
    await expect(page.getByText(new RegExp(`^https://.*cid=${cid}`))).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Clicks', exact: true }).click();
    await page.getByRole('combobox', { name: 'With a lead' }).selectOption('With a lead');
    await expect(page).toHaveURL(/lead=yes/);
    const first = page.getByRole('row').filter({ has: clicks }).first();
    await expect(first).toContainText(/L-[\dA-Z]{26}/);
    await first.getByRole('link').first().click();
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText(/^Click /);
    const click = (await title.textContent()) ?? '';
    await page.getByRole('link', { name: /^L-/ }).click();
    await expect(title).toHaveText(/^L-/);
    await page.getByRole('link', { name: click.replace('Click ', '') }).click();
    await expect(title).toHaveText(click);

    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    await page.goto('/#/s/cl/clickmanagement/clickdetails/phone/1');
    await expect(page.getByText('Search type is not supported.')).toBeVisible();
  },
);

test('an unknown link shows a plain page', async ({ page }) => {
  const answer = await page.goto('/c/nobody-knows-this');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'This offer is not available' })).toBeVisible();
  await expectAccessible(page);
});
