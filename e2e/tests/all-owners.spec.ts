import { expectAccessible } from '../support/axe.ts';
import { takeScreens } from '../support/screens.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

test(
  'an executive finds the owner with the most at stake, and the same figures on its own page',
  { tag: '@journey' },
  async ({ page }) => {
    await signIn(page);
    // The owner picker is open over the page after a sign-in.
    await page.keyboard.press('Escape');
    await page.getByRole('navigation').getByRole('link', { name: 'All Owners', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'All Owners', level: 1 })).toBeVisible();
    const table = page.getByRole('grid', { name: 'Owners' });
    await expect(table.getByRole('link').first()).toBeVisible();
    await expect(page.getByText('Updating…')).toHaveCount(0);
    await expect(page.getByRole('img', { name: /^Spend against budget by owner, largest first: / })).toBeVisible();
    await expectAccessible(page);
    await takeScreens(page, 'all-owners');

    await table.getByRole('columnheader', { name: /^Owner/ }).click();
    await expect(page).toHaveURL(/sort=name/);
    const stake = table.getByRole('columnheader', { name: /^At stake/ });
    await stake.click();
    await expect(page).toHaveURL(/sort=atStake/);
    await stake.click();
    await expect(stake).toHaveAttribute('aria-sort', 'descending');

    const row = table
      .getByRole('row')
      .filter({ has: page.getByRole('link') })
      .first();
    const name = await row.getByRole('link').textContent();
    const cell = async (label: string): Promise<string> => {
      const index = await table
        .getByRole('columnheader', { name: new RegExp(`^${label}`) })
        .getAttribute('aria-colindex');
      return (await row.locator(`[aria-colindex="${index}"]`).textContent()) ?? '';
    };
    const [verdict, spent, budget, atStake] = [
      await cell('Pacing'),
      await cell('Spent'),
      await cell('Budget'),
      await cell('At stake'),
    ];
    await row.getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'Pacing Overview', level: 1 })).toBeVisible();
    await expect(page.getByRole('banner').getByText(name ?? '')).toBeVisible();
    const month = page.getByRole('region', { name: / against plan$/ });
    await expect(month.getByText(verdict, { exact: true })).toBeVisible();
    for (const figure of [spent, budget])
      await expect(month.getByRole('button', { name: figure, exact: true }).first()).toBeVisible();
    // On the first two days of a month nothing may need attention.
    if (atStake !== '$0')
      await expect(page.getByRole('region', { name: /^Needs attention/ })).toContainText(`${atStake} at stake`);

    await page.goBack();
    await expect(page.getByRole('heading', { name: 'All Owners', level: 1 })).toBeVisible();
    await page.getByRole('combobox', { name: 'Vertical' }).selectOption('Education');
    await expect(page).toHaveURL(/vertical=Education/);
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download owners' }).click();
    await page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click();
    expect((await file).suggestedFilename()).toMatch(/^all-owners-\d{4}-\d{2}-\d{2}\.xlsx$/);

    await page.setViewportSize({ width: 390, height: 844 });
    await expect(table.getByRole('columnheader', { name: /^At stake/ })).toBeVisible();
    await expectAccessible(page);
  },
);
