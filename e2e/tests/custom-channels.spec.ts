import { freshName } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { takeScreens } from '../support/screens.ts';
import { signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER, demoUser } from '../support/users.ts';

const PAGE = '/s/cl/admin/customchannels';

test(
  'a custom channel is created by keyboard, renamed, deactivated and deleted; one in use links to its campaigns',
  { tag: '@journey' },
  async ({ page }) => {
    await signInFor(page, AN_OWNER, PAGE);
    await expect(page.getByRole('heading', { name: 'Custom Channels', level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Campaigns of Brand Search: \d+ campaign/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Delete Brand Search' })).toHaveCount(0);
    await expectAccessible(page);
    await takeScreens(page, 'custom-channels');

    const name = freshName('Channel').slice(0, 36);
    const start = page.getByRole('button', { name: 'New custom channel' });
    await start.focus();
    await expect(start).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New custom channel' });
    const field = dialog.getByRole('textbox', { name: 'Name' });
    await expect(field).toBeFocused();
    await page.keyboard.type('x');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('must have at least 2 characters')).toBeVisible();
    await expectAccessible(page);
    await field.fill('brand search');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('There is a custom channel brand search already.')).toBeVisible();
    await field.fill(name);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(`${name} is saved.`)).toBeVisible();

    await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
    const edit = page.getByRole('dialog', { name: `Edit ${name}` });
    await edit.getByRole('textbox', { name: 'Name' }).fill(`${name} 2`);
    await edit.getByRole('button', { name: 'Save', exact: true }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: `Deactivate ${name} 2`, exact: true }).click();
    const row = page.getByRole('listitem').filter({ hasText: `${name} 2` });
    await expect(row.getByText('Inactive', { exact: true })).toBeVisible();
    await expectAccessible(page);
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(wider).toBe(false);
    await page.getByRole('button', { name: `Delete ${name} 2`, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(row).toHaveCount(0);

    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('link', { name: /^Campaigns of Brand Search: / }).click();
    await expect(page).toHaveURL(/ppc.*customChannel=\d+/);
    await expect(page.getByRole('grid', { name: 'Campaigns' })).toBeVisible();
  },
);

test('without the right to edit there are no buttons', async ({ page }) => {
  await signInFor(page, AN_OWNER, PAGE, demoUser('agency.analyst'));
  await expect(page.getByRole('heading', { name: 'Custom Channels', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Campaigns of Brand Search: / })).toBeVisible();
  await expect(page.getByRole('button', { name: /custom channel|^Edit |^Deactivate / })).toHaveCount(0);
});
