import { expectAccessible } from '../support/axe.ts';
import { takeScreens } from '../support/screens.ts';
import { signInAt } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { demoUser } from '../support/users.ts';

test('a client’s morning: the executive overview, its filters in the address, and the campaigns behind a number', async ({
  page,
}) => {
  await signInAt(page, '/s/cl/dashboard/executiveoverview', demoUser('client.admin'));
  await expect(page.getByRole('heading', { name: 'Executive overview' })).toBeVisible();
  const states = page.getByRole('region', { name: 'Top Performing States' });
  await expect(states.getByRole('img', { name: /as a chart/ })).toBeVisible();
  await expect(states.getByRole('row').nth(1)).toBeVisible();
  await expectAccessible(page);
  await takeScreens(page, 'dashboard-executive');

  await page.getByRole('combobox', { name: 'Dates' }).click();
  await page.getByRole('option', { name: 'Last month' }).click();
  await expect(page).toHaveURL(/range=lastMonth/);
  await states.getByRole('row').nth(1).getByRole('button').click();
  const behind = page.getByRole('dialog');
  await expect(behind.getByText('Total')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(behind).toBeHidden();
});

test('a widget is rearranged and stays so', async ({ page }) => {
  await signInAt(page, '/s/cl/dashboard/affiliate', demoUser('client.admin'));
  const titles = page.getByRole('heading', { level: 2 });
  await expect(titles.first()).toHaveText('Affiliate Performance');
  await page.getByRole('button', { name: 'Arrange' }).click();
  await page.getByRole('button', { name: 'Move Affiliate Performance down' }).click();
  await page.getByRole('button', { name: 'Hide Degree Overview' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.reload();
  await expect(titles.first()).toHaveText('YoY Leads');
  await expect(page.getByRole('heading', { name: 'Degree Overview' })).toBeHidden();
});

test('a failed widget offers to try again, and the others stand', async ({ page }) => {
  let refused = 0;
  await page.route('**/affiliate/yoy-leads', (route) => {
    refused += 1;
    return refused > 1
      ? route.continue()
      : route.fulfill({
          status: 500,
          json: { status: 'error', code: 'INTERNAL', message: 'Something went wrong', data: null, requestId: 'r' },
        });
  });
  await signInAt(page, '/s/cl/dashboard/affiliate', demoUser('client.admin'));
  const failed = page.getByRole('region', { name: 'YoY Leads' });
  await expect(failed.getByText('Something went wrong')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Performance By Partner' }).getByRole('row').nth(1)).toBeVisible();
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(failed.getByRole('img', { name: 'YoY Leads, as a chart' })).toBeVisible();
});

test('the other dashboards stand in the dark too, accessible and no wider than a telephone', async ({ page }) => {
  test.slow();
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
