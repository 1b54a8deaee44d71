import { callAsPage, freshName } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER } from '../support/users.ts';

test(
  'a person is found by address, shown with stored data, suppressed and then erased',
  { tag: '@journey' },
  async ({ page }) => {
    const ownerKey = await signInFor(page, AN_OWNER, '/s/cl/leadmanagement/privacyrequests');
    await expect(page.getByRole('heading', { name: 'Privacy requests', level: 1 })).toBeVisible();
    const find = page.getByRole('button', { name: 'Find', exact: true });
    await find.click();
    await expect(page.getByText('Give an e-mail address or a phone number.')).toBeVisible();

    // A demo person, unmasked for users with the right; not of the newest lead, which other tests open.
    const { data: leadRows } = await callAsPage(page, '/ag/lead/search', { ownerKey, leadStatus: ['DLV'] });
    const lead = (leadRows as { rows: { leadCaptureKey: number; leadId: string }[] }).rows.at(-1);
    const { data: whole } = await callAsPage(page, '/ag/lead/person/view', {
      ownerKey,
      leadCaptureKey: lead?.leadCaptureKey,
    });
    const { email } = whole as { email: string };
    await page.getByLabel('E-mail address').fill(email);
    await page.keyboard.press('Enter');
    const leads = page.getByRole('table', { name: 'Leads of this person' });
    await expect(leads).toBeVisible();
    await expectAccessible(page);

    const reference = freshName('Letter');
    await page.getByRole('button', { name: 'Save data file' }).click();
    await expect(page.getByText('Enter the letter or ticket number.')).toBeVisible();
    await page.getByLabel('Reference').fill(reference);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save data file' }).click();
    expect((await saving).suggestedFilename()).toMatch(/person-data\.json$/);

    await page.getByRole('button', { name: 'Do not contact' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop contact' }).click();
    await expect(page.getByText('Not to be contacted')).toBeVisible();

    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Erase person' }).click();
    const dialog = page.getByRole('dialog');
    await expectAccessible(page);
    await expect(dialog.getByRole('button', { name: 'Erase', exact: true })).toBeDisabled();
    await dialog.getByRole('textbox', { name: 'Lead ID' }).fill(lead?.leadId ?? '');
    await dialog.getByRole('button', { name: 'Erase', exact: true }).click();
    await expect(page.getByText('No lead of this person found for this owner.')).toBeVisible();
    const requests = page.getByRole('table', { name: 'Requests' }).getByRole('row').filter({ hasText: reference });
    await expect(requests).toHaveCount(3);
    await expectAccessible(page);

    await page.goto(`/#/s/cl/leadmanagement/leaddetails/lead/${lead?.leadCaptureKey}`);
    await expect(page.getByText('Personal data erased.')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Timeline' }).getByText('Person erased')).toBeVisible();
  },
);
