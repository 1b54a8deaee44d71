import { expectAccessible } from '../support/axe.ts';
import { takeScreens } from '../support/screens.ts';
import { signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER } from '../support/users.ts';

test(
  'a buyer’s morning: whether the month is on plan, what needs attention and where to change it, and last month',
  { tag: '@journey' },
  async ({ page }) => {
    await signInFor(page, AN_OWNER, '/s/cl/dashboard/pacingoverview');
    const month = page.getByRole('region', { name: / against plan$/ });
    await expect(month.getByText(/^(On pace|Over by|Under by)/).first()).toBeVisible();
    await expect(
      month.getByRole('img', { name: /^Spend by day: \$.* by \w{3} .*; projected \$.*; budget \$/ }),
    ).toBeVisible();
    const table = page.getByRole('region', { name: 'Pacing by Line Item' });
    await expect(table.getByRole('row').nth(1)).toBeVisible();
    await expectAccessible(page);

    // The chart's last day of spend equals the figure, also by keyboard.
    await month.getByRole('button', { name: 'View as table' }).focus();
    await page.keyboard.press('t');
    const days = month.getByRole('group', { name: 'Spend against plan, by day' });
    const spent = await month.getByRole('definition').first().getByRole('button').textContent();
    // The demo's data grows daily: the frame names its last day.
    const through = (
      await page
        .getByText(/^Data through/)
        .first()
        .textContent()
    )?.match(/[A-Z][a-z]{2} \d+/)?.[0];
    const dayRow = days.getByRole('row').filter({ hasText: `${through}, ` });
    await expect(days.getByRole('row').nth(1)).toBeVisible();
    // On the first of a month that day belongs to the previous month. In the first hours of a day an account can be late, which the cell says.
    if ((await dayRow.count()) === 0) expect(spent).toBe('$0');
    else await expect(dayRow.getByRole('cell').nth(1)).toContainText(spent ?? '');

    // A figure opens the line items behind it.
    await month
      .getByRole('button', { name: spent ?? '', exact: true })
      .first()
      .click();
    const behind = page.getByRole('dialog');
    await expect(behind.getByText('Total', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(behind).toBeHidden();

    // The expensive campaigns show the rule, and each its reason.
    const dear = page.getByRole('region', { name: /^Campaigns that cost more than their goal/ });
    await expect(dear.getByText(/live for at least 14 days, with at least 20 inquiries/)).toBeVisible();
    await expect(
      dear
        .getByText(
          /^(Cost per matured enrollment|Cost per inquiry, last 30 days): \$[\d,.]+, goal \$|^None\. Every campaign/,
        )
        .first(),
    ).toBeVisible();
    await dear.scrollIntoViewIfNeeded();
    await takeScreens(page, 'pacing-costs-above-goal');

    // Each row that needs attention links to where it is changed.
    const needs = page.getByRole('region', { name: /^Needs attention/ });
    // The first rows may all be on platforms, which have no allocations; a short list is shown in full.
    await expect(needs.getByRole('link').first()).toBeVisible();
    const all = needs.getByRole('button', { name: /^Show all/ });
    if ((await all.count()) > 0) await all.click();
    await needs
      .getByRole('link', { name: /^Change allocation/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: 'Current month', level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/currentmonth.*lineItem=\d+/);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Pacing Overview', level: 1 })).toBeVisible();

    // Last month is final.
    const picker = page.getByRole('button', { name: /^Month: / });
    const running = new Date(`1 ${(await picker.getAttribute('aria-label'))?.replace('Month: ', '')} UTC`);
    const before = new Date(Date.UTC(running.getUTCFullYear(), running.getUTCMonth() - 1));
    const name = before.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
    await picker.click();
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`range=${before.toISOString().slice(0, 7)}`));
    const last = page.getByRole('region', { name: `${name} against plan` });
    await expect(last.getByText(/^Ended at \$/)).toBeVisible();
    await page.getByRole('tab', { name: 'Channel', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Pacing by Channel' }).getByRole('row').nth(1)).toBeVisible();

    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    await page.getByRole('combobox', { name: 'Table' }).selectOption('Yesterday Snapshot');
    await expect(page.getByRole('region', { name: 'Yesterday Snapshot' }).getByRole('row').nth(1)).toBeVisible();
    await expectAccessible(page);
  },
);
