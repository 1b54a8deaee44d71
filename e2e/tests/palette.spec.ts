import { expectAccessible } from '../support/axe.ts';
import { takeScreens } from '../support/screens.ts';
import { signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER, OTHER_OWNER } from '../support/users.ts';

test(
  'Ctrl-K finds another owner’s campaign by its code, opens it there, and lists it first the next time',
  { tag: '@journey' },
  async ({ page }) => {
    await signInFor(page, AN_OWNER, '/s/account');
    await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible();
    await expect(page.getByRole('banner').getByText(/^Data through \w{3} \d+/)).toBeVisible();
    await expect(page.getByRole('banner').getByText(/^Times in \w+ Time$/)).toBeVisible();

    await page.keyboard.press('Control+k');
    // Without waiting for the palette to load.
    await page.keyboard.type('lch-ga-ppc-001');
    const results = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
    await expect(results).toHaveText([/LCH-GA-PPC-001 · Lakeshore/, /^Pause LCH-GA-PPC-001/]);
    await expectAccessible(page);
    await takeScreens(page, 'palette');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('banner').getByText(OTHER_OWNER)).toBeVisible();
    const heading = page.getByRole('main').getByRole('heading', { level: 1 });
    await expect(heading).not.toHaveText('My account');
    const name = await heading.textContent();
    await expect(page).toHaveTitle(new RegExp(`^${name}`));

    await page.keyboard.press('Control+k');
    const recent = page.getByRole('group', { name: 'Recent', exact: true }).getByRole('option');
    await expect(recent.first()).toContainText(name ?? '');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);
