import { expectAccessible } from '../support/axe.ts';
import { takeScreens } from '../support/screens.ts';
import { signInAt } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { demoUser } from '../support/users.ts';

test(
  'a client’s morning: the executive overview, its filters in the address, and the campaigns behind a number',
  { tag: '@journey' },
  async ({ page }) => {
    await signInAt(page, '/s/cl/dashboard/executiveoverview', demoUser('client.admin'));
    await expect(page.getByRole('heading', { name: 'Executive Overview' })).toBeVisible();
    const states = page.getByRole('region', { name: 'Top Performing States' });
    await expect(states.getByRole('img', { name: /as a chart/ })).toBeVisible();
    await expect(states.getByRole('row').nth(1)).toBeVisible();
    await expectAccessible(page);
    await takeScreens(page, 'dashboard-executive');

    await page.getByRole('button', { name: 'Dates: Default ranges' }).click();
    await page.getByRole('button', { name: 'Last month' }).click();
    await expect(page).toHaveURL(/range=lastMonth/);
    const dates = page.getByRole('button', { name: /^Dates: Last month, / });
    const days = (await dates.getAttribute('aria-label'))?.replace('Dates: Last month, ', '') ?? '';
    const yearBefore = days.replace(/\d{4}$/, (year) => String(Number(year) - 1));
    await states.getByRole('row').nth(1).getByRole('button').first().click();
    const behind = page.getByRole('dialog');
    await expect(behind.getByText('Total')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(behind).toBeHidden();

    // The comparison appears in the key figures and as a column of every table, which can be sorted by it.
    await page.getByRole('button', { name: 'Compare to: Default comparison' }).click();
    await page.getByRole('menuitem', { name: /^Last year/ }).click();
    await expect(page.getByRole('button', { name: `Compare to: Last year, ${yearBefore}` })).toBeVisible();
    const figures = page.getByRole('region', { name: 'Key Figures' });
    await expect(figures.getByText(`${days}, compared with ${yearBefore}`)).toBeVisible();
    await expect(figures.getByText(/Ended at \$[\d.]+K, (on budget|\d+% (over|under))/)).toBeVisible();
    const campaigns = page.getByRole('region', { name: 'Top Performing Campaigns' });
    const change = campaigns.getByRole('columnheader', { name: 'Spend change' });
    await change.getByRole('button').press('Enter');
    await expect(change).toHaveAttribute('aria-sort', 'descending');
    await campaigns.getByRole('button', { name: 'Top Performing Campaigns: more' }).click();
    await page.getByRole('menuitem', { name: 'Full screen' }).click();
    const full = page.getByRole('dialog', { name: `Top Performing Campaigns, ${days}` });
    await expect(full.getByRole('row').nth(12)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(full).toBeHidden();

    // The dates are kept on the next dashboard.
    await page.getByRole('link', { name: 'Affiliate' }).click();
    await expect(page.getByRole('heading', { name: 'Affiliate', level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/affiliate.*range=lastMonth/);
    await expect(page.getByRole('button', { name: `Dates: Last month, ${days}` })).toBeVisible();
  },
);

test('a widget is rearranged, and the arrangement persists', async ({ page }) => {
  await signInAt(page, '/s/cl/dashboard/affiliate', demoUser('client.admin'));
  const titles = page.getByRole('heading', { level: 2 });
  await expect(titles.first()).toHaveText('Affiliate Performance');
  await page.getByRole('button', { name: 'Edit layout' }).click();
  await page.getByRole('button', { name: 'Move Affiliate Performance down' }).click();
  await page.getByRole('button', { name: 'Hide Degree Overview' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.reload();
  await expect(titles.first()).toHaveText('YoY Leads');
  await expect(page.getByRole('heading', { name: 'Degree Overview' })).toBeHidden();
});

test('a failed widget offers a retry, and the others stay', async ({ page }) => {
  const path = '**/affiliate/yoy-leads';
  await page.route(path, (route) =>
    route.fulfill({
      status: 500,
      json: { status: 'error', code: 'INTERNAL', message: 'Something went wrong', data: null, requestId: 'r' },
    }),
  );
  await signInAt(page, '/s/cl/dashboard/affiliate', demoUser('client.admin'));
  const failed = page.getByRole('region', { name: 'YoY Leads' });
  await expect(failed.getByText('Something went wrong')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Performance By Partner' }).getByRole('row').nth(1)).toBeVisible();
  // Refused again, it offers the retry again.
  const again = page.waitForRequest(path);
  await failed.getByRole('button', { name: 'Try again' }).click();
  await again;
  await expect(failed.getByText('Something went wrong')).toBeVisible();
  await page.unroute(path);
  // The page also retries by itself: the button may already be gone.
  await failed
    .getByRole('button', { name: 'Try again' })
    .evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()));
  const chart = failed.getByRole('img', { name: 'YoY Leads, as a chart' });
  await expect(chart).toBeVisible();
});

test('the other dashboards work in dark mode, are accessible and fit a phone', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await signInAt(page, '/s/account', demoUser('client.admin'));
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  for (const [path, title] of [
    ['pacingoverview', 'Pacing by Line Item'],
    ['affiliate', 'Campus Overview'],
    ['search', 'Campaign Overview'],
    ['WebsiteAnalytics', 'Top Sources'],
  ] as const) {
    await page.goto(`/#/s/cl/dashboard/${path}`);
    const region = page.getByRole('region', { name: title, exact: true });
    await expect(region.getByRole('row').nth(1)).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(overflow, { message: path }).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
  }
});

test('an owner without dashboards of its own has one item that opens one', async ({ page }) => {
  await signInAt(page, '/s/account', demoUser('client.coding'));
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('button', { name: 'Dashboard', exact: true })).toHaveCount(0);
  await menu.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Executive Overview', level: 1 })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Dashboard', exact: true })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('region', { name: 'Key Figures' })).toBeVisible();
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
  await takeScreens(page, 'single-dashboard');
});
