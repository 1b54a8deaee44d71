import { expectAccessible } from '../support/axe.ts';
import { signInAt } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

test(
  'the bell leads to what is stuck, is worked through by keyboard, and follows the choices of the account page',
  { tag: '@journey' },
  async ({ page }) => {
    await signInAt(page, '/s/account');
    const bell = page.getByRole('banner').getByRole('button', { name: /^Alerts/ });
    await expect(bell).toHaveAccessibleName(/^Alerts, \d+ unread$/);
    await bell.click();
    const panel = page.getByRole('dialog', { name: 'Alerts' });
    const delivery = panel.getByRole('region', { name: 'Delivery' });
    await expect(delivery.getByRole('link', { name: /stuck since/ }).first()).toBeVisible();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);

    // Marked as done by its key: it disappears, and the focus moves to the next one.
    const links = panel.locator('[data-alert]');
    const first = await links.first().getAttribute('data-alert');
    await links.first().focus();
    await page.keyboard.press('e');
    await expect(panel.locator(`[data-alert="${first}"]`)).toHaveCount(0);
    await expect(panel.locator('[data-alert]:focus')).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await expect(panel.locator('[data-alert]:focus')).toHaveCount(1);

    const stuck = delivery.getByRole('link', { name: /stuck since/ }).first();
    const endpoint = /endpoint=(\d+)/.exec((await stuck.getAttribute('href')) ?? '')?.[1];
    await stuck.click();
    await expect(page.getByRole('heading', { name: 'Stuck leads' })).toBeVisible();
    expect(page.url()).toContain(`endpoint=${endpoint}`);
    await expect(panel).toHaveCount(0);

    await bell.click();
    await panel.getByRole('button', { name: 'Mark all read' }).click();
    await expect(bell).toHaveAccessibleName('Alerts');
    await panel.getByRole('link', { name: 'See all alerts' }).click();
    await expect(page.getByRole('heading', { name: 'Alerts', level: 1 })).toBeVisible();
    await expect(
      page
        .getByRole('grid')
        .getByRole('link', { name: /stuck since/ })
        .first(),
    ).toBeVisible();
    await expectAccessible(page);

    await page.goto('/#/s/account');
    const choice = page.getByRole('checkbox', { name: 'Leads stuck for an hour: by email' });
    await expect(choice).not.toBeChecked();
    await choice.click();
    await expect(choice).toBeChecked();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.reload();
    await expect(choice).toBeChecked();
    await expectAccessible(page);
    await choice.click();
    await expect(choice).not.toBeChecked();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  },
);
