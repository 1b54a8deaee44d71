import { expectAccessible } from '../support/axe.ts';
import { ownerInAddress, signInAt, signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER, demoUser } from '../support/users.ts';

test(
  'a lead desk’s morning: a lead is found, read, stepped from and noted, and its person revealed with an audit entry',
  { tag: '@journey' },
  async ({ page }) => {
    await signInFor(page, AN_OWNER, '/s/cl/leadmanagement/leads');
    await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible();
    const leads = page.getByRole('link', { name: /^L-/ });
    await expect(leads.first()).toBeVisible();
    await expectAccessible(page);
    const id = (await leads.first().textContent()) ?? '';

    await page.getByRole('textbox', { name: 'Find a lead' }).fill(id);
    await expect(leads).toHaveCount(1);
    await page.getByRole('textbox', { name: 'Find a lead' }).fill('');
    await expect(leads.nth(1)).toBeVisible();

    await leads.first().click();
    await expect(page.getByRole('heading', { level: 1, name: id })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('j');
    await expect(page.getByText(/^2 of /)).toBeVisible();
    await page.keyboard.press('k');
    await expect(page.getByRole('heading', { level: 1, name: id })).toBeVisible();

    await page.getByRole('button', { name: 'Show person' }).click();
    await expect(page.getByText(/@[\w-]+\.example$/)).toBeVisible();
    await page.getByRole('textbox', { name: 'Note' }).fill('Called back, asks for the evening program.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'evening program' })).toBeVisible();

    // Downloads the lead's evidence, which is recorded on the lead.
    await page.getByRole('button', { name: 'Evidence', exact: true }).click();
    await expect(page.getByRole('button', { name: 'ZIP with data and checksums' })).toBeVisible();
    await expectAccessible(page);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'PDF', exact: true }).click();
    expect((await saved).suggestedFilename()).toMatch(new RegExp(`evidence-${id}\\.pdf$`));
    const timeline = page.getByRole('list', { name: 'Timeline' });
    await expect(timeline.getByText('Evidence exported')).toBeVisible();

    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);

    // One milestone for selected leads: previewed, not recorded.
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/#/s/cl/leadmanagement/leads?status=DLV');
    await expect(page.getByRole('heading', { level: 1, name: 'Leads', exact: true })).toBeVisible();
    await expect(leads.nth(1)).toBeVisible();
    const chosen = (await leads.first().textContent()) ?? '';
    const box = page.getByRole('checkbox', { name: `Select ${chosen}` });
    await box.click();
    await expect(box).toBeChecked();
    const bar = page.getByRole('region', { name: 'Selected leads' });
    await expect(bar.getByRole('button', { name: 'Request return' })).toBeVisible();
    await expect(bar.getByRole('button', { name: 'Export' })).toBeVisible();
    await bar.getByRole('button', { name: 'Record milestone' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record a milestone on 1 lead' });
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await expect(dialog.getByRole('button', { name: 'Back' })).toBeVisible();
    await expectAccessible(page);
  },
);

test('a client finds its leads from the menu and from the page of exports', async ({ page }) => {
  await signInAt(page, '/s/cl/leadmanagement/leadexport', demoUser('client.admin'));
  await expect(page.getByRole('heading', { level: 1, name: 'Data exports' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Leads', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Search leads' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Leads', exact: true })).toBeVisible();
  const ownerKey = ownerInAddress(page);
  await page.goto(`/#/s/cl/leadmanagement/leads?owner=${ownerKey}&status=DLV`);
  const leads = page.getByRole('link', { name: /^L-/ });
  await expect(leads.nth(1)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
});
