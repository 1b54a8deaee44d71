import { expectAccessible } from '../support/axe.ts';
import { tabTo } from '../support/grid.ts';
import { takeScreens } from '../support/screens.ts';
import { signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { demoUser } from '../support/users.ts';

/** The demo's only owner with this page in the menu. */
const OWNER = 'Apex Coding Academy';
const PATH = '/s/cl/leadmanagement/leadtestsettings';

test(
  'keyboard only: an owner defines test leads, and a viewer sees the settings',
  { tag: '@journey' },
  async ({ page }) => {
    const { keyboard } = page;
    await signInFor(page, OWNER, PATH);
    await expect(page.getByRole('heading', { name: 'Lead Test Settings', level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Lead Test Settings' })).toHaveAttribute('aria-current', 'page');

    const domains = page.getByRole('textbox', { name: 'Email domains' });
    await tabTo(page, domains);
    await keyboard.press('ControlOrMeta+End');
    await keyboard.type('\ngmail.com');
    await keyboard.press('Tab');
    await expect(page.getByText('“gmail.com” cannot be a domain where people have their mail.')).toBeVisible();
    // Saving moves the focus to the error, and nothing is saved.
    await keyboard.press('ControlOrMeta+s');
    await expect(domains).toBeFocused();
    await keyboard.press('ControlOrMeta+End');
    for (const _ of 'gmail.com') await keyboard.press('Backspace');
    await keyboard.type('qa.example');
    await tabTo(page, page.getByRole('textbox', { name: 'Remove test leads after' }));
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type('14');
    await expectAccessible(page);
    await keyboard.press('ControlOrMeta+s');
    await expect(page.getByText('Lead test settings are saved.')).toBeVisible();
    await expect(page.getByText(/^Version \d+, saved by Avery Stone, /)).toBeVisible();

    const campaign = page.getByRole('combobox', { name: 'Campaign' });
    await tabTo(page, campaign);
    await keyboard.press('ArrowDown');
    await expect(page.getByRole('option').first()).toBeVisible();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Send test lead now' }));
    await keyboard.press('Enter');
    await expect(page.getByText(/^(Accepted|Held|Refused) \(as a test lead\): /)).toBeVisible();
    await expect(page.getByText(/, lead L-\w+\. It counts in no report, bill or cap\.$/)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Geo targeting' })).toBeVisible();
    await expectAccessible(page);
    await takeScreens(page, 'lead-test-settings');

    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByText(/It counts in no report/).scrollIntoViewIfNeeded();
    await takeScreens(page, 'lead-test-sent');
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    await page.reload();
    await expect(domains).toHaveValue(/qa\.example$/);
    await expect(page.getByRole('textbox', { name: 'Remove test leads after' })).toHaveValue('14');
  },
);

test('without the right to edit they cannot be changed', async ({ page }) => {
  await signInFor(page, OWNER, PATH, demoUser('agency.analyst'));
  await expect(page.getByText('You can view these settings but not change them.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email domains' })).toBeDisabled();
});
