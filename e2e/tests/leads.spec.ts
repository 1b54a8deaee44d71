import { callAsPage } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { ownerInAddress, signInAt, signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER, demoUser } from '../support/users.ts';

test('a lead desk’s morning: a lead is found, read, stepped from and noted, and its person shown on record', async ({
  page,
}) => {
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

  // The lead's evidence as a document, which stands on the lead.
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

  // One milestone for chosen leads: looked at, not recorded.
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
});

test('a client finds its leads from the page of exports, sees its own side, and does what it may to chosen ones', async ({
  page,
}) => {
  await signInAt(page, '/s/cl/leadmanagement/leadexport', demoUser('client.admin'));
  await expect(page.getByRole('heading', { level: 1, name: 'Data exports' })).toBeVisible();
  // Its menu has no entry of the search.
  await expect(page.getByRole('link', { name: 'Lead Details', exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'Search leads' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Leads', exact: true })).toBeVisible();
  const ownerKey = ownerInAddress(page);
  await page.goto(`/#/s/cl/leadmanagement/leads?owner=${ownerKey}&status=DLV`);
  const leads = page.getByRole('link', { name: /^L-/ });
  await expect(leads.nth(1)).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Client price' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Media price' })).toHaveCount(0);
  await page.getByRole('button', { name: 'More filters' }).press('Enter');
  await expect(page.getByRole('button', { name: /^Media partner/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Source/ })).toHaveCount(0);
  await expectAccessible(page);

  const chosen = (await leads.first().textContent()) ?? '';
  const box = page.getByRole('checkbox', { name: `Select ${chosen}` });
  await box.click();
  await expect(box).toBeChecked();
  const bar = page.getByRole('region', { name: 'Selected leads' });
  await expect(bar.getByRole('button', { name: 'Change status' })).toHaveCount(0);
  await bar.getByRole('button', { name: 'Request return' }).click();
  await expect(page.getByRole('dialog').getByText(chosen).first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await box.click();
  await expect(box).toBeChecked();
  await bar.getByRole('button', { name: 'Record milestone' }).click();
  const recording = page.getByRole('dialog', { name: 'Record a milestone on 1 lead' });
  await recording.getByRole('button', { name: 'Preview' }).click();
  await expect(recording.getByRole('button', { name: 'Back' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  await page.getByRole('link', { name: chosen }).click();
  await expect(page.getByRole('heading', { level: 1, name: chosen })).toBeVisible();
  await expect(page.getByText('Media price', { exact: true })).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Leads' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Leads', exact: true })).toBeVisible();
});

test('two desks on one lead: the second is told both values, and its page shows what stands now', async ({ page }) => {
  const ownerKey = await signInFor(page, AN_OWNER, '/s/cl/leadmanagement/leads?status=INV');
  const leads = page.getByRole('link', { name: /^L-/ });
  await expect(leads.nth(9)).toBeVisible();
  // Far from those that other tests take from the top.
  const leadId = (await leads.nth(9).textContent()) ?? '';
  await leads.nth(9).click();
  await expect(page.getByRole('heading', { level: 1, name: leadId })).toBeVisible();
  await page.getByRole('button', { name: 'Mark as test' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark as test' });
  await expect(dialog).toBeVisible();
  // Meanwhile a colleague overrides the check.
  const { data } = await callAsPage(page, `/ag/lead/leadid/${leadId}/get`);
  const { leadCaptureKey, version } = (data as { leads: { leadCaptureKey: number; version: number }[] }).leads[0]!;
  const colleague = await callAsPage(page, '/ag/lead/status/override', {
    ownerKey,
    leads: [{ leadCaptureKey, version }],
    note: 'The school asked for it',
    ignoreCap: true,
  });
  expect(colleague.data).toMatchObject([{ isTaken: true }]);
  await dialog.getByRole('button', { name: 'Mark as test' }).click();
  await expect(page.getByText(/^This lead is .* now\. You chose Test\.$/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Timeline' }).getByText('The school asked for it')).toBeVisible();
});
