import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { takeScreens } from '../support/screens.ts';
import { signInAt, signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER, demoUser } from '../support/users.ts';

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Opens the first campaign of a media partner that Ctrl-K finds. */
const find = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+k');
  await page.keyboard.type('ppl-00');
  await page.getByRole('group', { name: 'Campaigns', exact: true }).getByRole('option').first().click();
};

test(
  'all about a campaign on one page: what needs attention leads there, and the editor is one button away',
  { tag: '@journey' },
  async ({ page }) => {
    await signInFor(page, AN_OWNER, '/s/cl/dashboard/pacingoverview');
    const needs = page.getByRole('region', { name: /^Needs attention/ });
    const row = needs.locator('a[href*="/campaigns/summary/"]').first();
    await expect(row).toBeVisible();
    await row.click();
    await expect(region(page, 'Status').getByText(/Next change|No scheduled change/)).toBeVisible();

    // A campaign of a media partner, found by its code, has all parts.
    await find(page);
    await expect(page).toHaveURL(/campaigns\/summary\/\d+\?owner=\d+/);
    await expect(region(page, 'Status').getByText(/Next change|No scheduled change/)).toBeVisible();
    await expect(region(page, 'Prices').getByText('Media price, desktop')).toBeVisible();
    const month = region(page, 'This month');
    await expect(month.getByText('MTD Inquiries')).toBeVisible();
    await expect(month.getByRole('link', { name: 'Open in the sheet' })).toBeVisible();
    const months = region(page, 'Months').getByRole('table');
    await expect(months.getByRole('columnheader', { name: 'Margin', exact: true })).toBeVisible();
    await expect(months.getByRole('row').nth(2)).toBeVisible();
    await expect(region(page, 'Leads').getByRole('link', { name: /^L-/ }).first()).toBeVisible();
    await expect(region(page, 'Sources').getByRole('row').nth(1)).toBeVisible();
    await expect(region(page, 'Returns')).toBeVisible();
    await expect(region(page, 'Status history')).toBeVisible();
    await expect(region(page, 'History')).toBeVisible();
    await expectAccessible(page);
    await takeScreens(page, 'campaign-page');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await expect(page).toHaveURL(/newcampaign\/\d+/);
    await page.getByRole('link', { name: 'Performance', exact: true }).click();
    await region(page, 'Leads').getByRole('link', { name: 'All leads' }).click();
    await expect(page).toHaveURL(/leadmanagement\/leads\?.*campaign=\d+/);
    await page.goBack();
    await region(page, 'Returns').getByRole('link', { name: 'All returns' }).click();
    await expect(page).toHaveURL(/leadmanagement\/returns\?.*campaign=\d+/);
  },
);

test('a client sees its price and no media cost, a media partner its own price and no client’s', async ({ page }) => {
  await signInAt(page, '/s/account', demoUser('client.admin'));
  await find(page);
  await expect(region(page, 'Months').getByRole('row').nth(1)).toBeVisible();
  await expect(region(page, 'Prices').getByText('Client price, desktop')).toBeVisible();
  await expect(page.getByText(/Media (price|cost)|Margin/i)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Settings', exact: true })).toBeVisible();
  await expectAccessible(page);

  await signInAt(page, '/s/account', demoUser('partner.admin'));
  await find(page);
  await expect(region(page, 'Months').getByRole('row').nth(1)).toBeVisible();
  await expect(page).toHaveURL(/\/s\/mp\/allocations\/campaigns\/summary\//);
  await expect(region(page, 'Prices').getByText('Media price, desktop')).toBeVisible();
  await expect(page.getByText(/Client price|Margin|Budget/)).toHaveCount(0);
  await expect(region(page, 'Changes of the month')).toBeVisible();
  await expectAccessible(page);
  await takeScreens(page, 'campaign-page-partner');
});
