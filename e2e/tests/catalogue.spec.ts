import { expectAccessible } from '../support/axe.ts';
import { takeScreens } from '../support/screens.ts';
import { signInAt, signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER, demoUser } from '../support/users.ts';

test('the agency opens reports from their cards, also by keyboard, and downloads one', async ({ page }) => {
  await signInFor(page, AN_OWNER, '/s/cl/insights/reports/media_dashboard');
  await expect(page.getByRole('heading', { name: 'Media Dashboard', level: 1 })).toBeVisible();
  const figures = page.getByRole('region', { name: 'Key Figures' });
  await expect(figures.getByText('Spend', { exact: true })).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Top Campaigns by Enroll Rate' }).getByRole('row').nth(1),
  ).toBeVisible();
  await expectAccessible(page);
  await takeScreens(page, 'media-dashboard');

  // A figure keeps the days and filters in its link.
  await figures.getByRole('button').filter({ hasText: '$' }).first().click();
  const behind = page.getByRole('dialog', { name: 'Key Figures: Total' });
  await behind.getByRole('link', { name: 'Open in Media Analysis' }).click();
  await expect(page.getByRole('heading', { name: 'Media Analysis', level: 1, exact: true })).toBeVisible();
  await expect(page).toHaveURL(/media_analysis\?.*question=.*period/);
  await expect(page.getByRole('columnheader', { name: 'Spend', exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Media Dashboard', level: 1, exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'All reports' }).click();
  await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible();
  await expectAccessible(page);
  const card = page.getByRole('link', { name: 'Down Funnel Overview', exact: true });
  await card.focus();
  await expect(card).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Down Funnel Overview', level: 1 })).toBeVisible();
  const cohorts = page.getByRole('region', { name: 'Outcomes by Age of the Inquiries' });
  await expect(cohorts.locator('td[data-heat="open"]').first()).toBeVisible();
  await expect(cohorts.getByText(/% matured/).first()).toBeAttached();
  await page.getByLabel('Outcome', { exact: true }).selectOption('start');
  await expect(page).toHaveURL(/outcome=start/);
  await expect(cohorts.getByRole('columnheader', { name: 'Start Rate' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'All reports' }).click();
  await page.getByRole('link', { name: 'Performance by State', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Performance by State', level: 1 })).toBeVisible();
  const states = page.getByRole('region', { name: 'Performance by State' });
  await expect(states.getByRole('img', { name: /as a chart/ })).toBeVisible();
  await expect(states.getByRole('row').nth(1)).toBeVisible();
  await states.getByRole('button', { name: 'Download Performance by State' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV (.csv)' }).click();
  expect((await saved).suggestedFilename()).toMatch(/performance-by-state-table\.csv$/);

  await page.getByRole('link', { name: 'All reports' }).click();
  await page.getByRole('link', { name: 'Attribute Pivot', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Attribute Pivot', level: 1 })).toBeVisible();
  await page.getByLabel('Second attribute', { exact: true }).selectOption('MILITARY_STATUS');
  await expect(page).toHaveURL(/attributes=STATE,MILITARY_STATUS/);
  await expect(page.getByRole('columnheader', { name: 'State by Military Status' })).toBeVisible();
});

test('a client has its own reports only, also on a narrow screen', { tag: '@journey' }, async ({ page }) => {
  await signInAt(page, '/s/cl/insights/reports/delivery', demoUser('client.admin'));
  await expect(page.getByRole('heading', { name: 'Delivery', level: 1 })).toBeVisible();
  const days = page.getByRole('region', { name: 'Leads by Day against Allocation' });
  await expect(days.locator('td[data-heat]').first()).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/#/s/cl/insights/reports/analysis');
  await expect(page.getByText('Report not available')).toBeVisible();
});

test('a partner sees its own campaigns', async ({ page }) => {
  await signInAt(page, '/s/mp/insights', demoUser('partner.admin'));
  await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Campaign Performance', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Campaign Performance', level: 1 })).toBeVisible();
  const campaigns = page.getByRole('region', { name: 'Campaign Performance' });
  await expect(campaigns.getByRole('row').nth(1)).toBeVisible();
  await expect(campaigns.getByText('Total', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/#/s/mp/insights/reports/media_dashboard');
  await expect(page.getByRole('heading', { name: 'Media Dashboard', level: 1 })).toBeVisible();
  // All school groups come first; campaigns are those of one.
  await page.getByRole('combobox', { name: 'School group', exact: true }).selectOption({ label: AN_OWNER });
  await expect(page.getByRole('region', { name: 'Earnings and Enroll Rate by Campaign' })).toBeVisible();
});
