import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { callAsPage } from '../support/accounts.ts';
import { takeScreens } from '../support/screens.ts';
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

const LEADS = '/s/cl/leadmanagement/leads';
/** Its refused leads are nobody else’s test. */
const OTHER_LEADS = 'Crestview University Online';
const leadLinks = (page: Page) => page.getByRole('link', { name: /^L-/ });
const headsOf = (page: Page) => page.getByRole('grid', { name: 'Leads' }).getByRole('columnheader').allTextContents();
const mainText = (page: Page): Promise<string> => page.getByRole('main').innerText();
/** Such as CLIENT_NOT_QUALIFIED. */
const RAW_CODE = /\b[A-Z]{2,}(?:_[A-Z]+)+\b/;

test('leads are listed with masked people, reasons in words and the campaign’s code; on a phone the status comes first', async ({
  page,
}) => {
  await signInFor(page, AN_OWNER, `${LEADS}?status=SCR,REJ,DLV`);
  await expect(leadLinks(page).nth(5)).toBeVisible();
  // Columns out of view are not drawn.
  await page.setViewportSize({ width: 2400, height: 800 });
  await expect.poll(async () => (await headsOf(page)).join()).toContain('Campaign,Campaign code');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole('gridcell').filter({ hasText: /•••@/ }).first()).toBeVisible();
  expect(await mainText(page)).not.toMatch(RAW_CODE);
  // The two were one sentence once.
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByRole('button', { name: 'Reason', exact: true }).click();
  for (const reason of ['No consent certificate', 'No consent to be contacted'])
    await expect(page.getByRole('option', { name: reason, exact: true })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await takeScreens(page, 'leads-list');

  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => (await headsOf(page)).filter((head) => head !== '')[1]).toBe('Status');
  await expect(page.getByRole('columnheader', { name: 'Status', exact: true })).toBeInViewport();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(async () => (await headsOf(page)).filter((head) => head !== '')[1]).toMatch(/^Received/);
});

test('a media partner’s list of leads names each owner’s zone, and nobody’s data', async ({ page }) => {
  await signInAt(page, '/s/mp/leadmanagement/leads', demoUser('partner.admin'));
  await expect(leadLinks(page).nth(5)).toBeVisible();
  await expect(
    page
      .getByRole('gridcell')
      .filter({ hasText: /[AP]M (?:[CEMP][DS]T)$/ })
      .nth(3),
  ).toBeVisible();
  const text = await mainText(page);
  expect(text).not.toMatch(/\b(UTC|GMT)\b/);
  expect(text).not.toMatch(RAW_CODE);
  expect(text).not.toContain('@');
  await takeScreens(page, 'leads-partner');
});

test.describe('with a clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });
  const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

  test('a posted lead and a try to deliver it are copied as curl, which is on record', async ({ page }) => {
    // Requests of the demo's past are not stored: one more lead is delivered.
    await signInFor(page, OTHER_LEADS, `${LEADS}?status=DUP`);
    await leadLinks(page).first().click();
    await page.getByRole('button', { name: 'Override and deliver' }).click();
    const dialog = page.getByRole('dialog', { name: 'Override and deliver' });
    await dialog.getByRole('textbox', { name: 'Note' }).fill('The school asked for it');
    await dialog.getByRole('checkbox', { name: 'Ignore the caps' }).press('Space');
    await dialog.getByRole('button', { name: 'Override and deliver' }).click();
    const timeline = page.getByRole('list', { name: 'Timeline' });
    const attempt = timeline.getByRole('listitem').filter({ hasText: /^Try 1 / });
    await expect(attempt).toBeVisible();

    const inquiry = page.getByRole('region', { name: 'Inquiry' });
    const post = inquiry.getByRole('button', { name: 'Copy as curl' });
    await expect(post).toHaveAttribute('title', /recorded on the lead/);
    await post.click();
    await expect(inquiry.getByRole('button', { name: 'Copied' })).toBeVisible();
    const posted = await copied(page);
    expect(posted).toMatch(/^curl /);
    // Without credentials.
    expect(posted).not.toMatch(/Bearer [A-Za-z0-9]{8}/);

    await attempt.getByText('Request and answer').click();
    await attempt.getByRole('button', { name: 'Copy as curl' }).click();
    await expect(attempt.getByRole('button', { name: 'Copied' })).toBeVisible();
    const sent = await copied(page);
    expect(sent).toMatch(/^curl /);
    expect(sent).not.toBe(posted);
    await expect(timeline.getByText('Person viewed')).toHaveCount(2);
    await expectAccessible(page);
    await takeScreens(page, 'lead-curl');
  });
});

test('a client’s user sees the people of its delivered leads once the agency grants it, and each look is on record', async ({
  page,
}) => {
  const ownerKey = await signInFor(page, AN_OWNER, '/s/cl/admin/ownersettings?section=leads');
  const allow = page.getByRole('switch', { name: 'Client sees people', exact: true });
  await expect(allow).not.toBeChecked();
  await allow.click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The settings are saved.', { exact: true })).toBeVisible();
  await takeScreens(page, 'client-sees-people-setting');
  const { data } = await callAsPage(page, '/ag/account/user/search', { term: 'client.admin' });
  const [{ userKey } = { userKey: 0 }] = (data as { rows: { userKey: number }[] }).rows;
  await page.goto(`/#/s/cl/admin/manageusers/newuser/client/${userKey}`);
  const right = page.getByRole('checkbox', { name: 'Leads: View PII' });
  await expect(right).not.toBeChecked();
  await right.click();
  await takeScreens(page, 'client-sees-people-right');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/searchuser/);

  await signInAt(page, `${LEADS}?owner=${ownerKey}&status=DLV`, demoUser('client.admin'));
  await leadLinks(page).first().click();
  const person = page.getByRole('region', { name: 'Person' });
  await expect(person.getByText(/•••@/)).toBeVisible();
  await person.getByRole('button', { name: 'Show person' }).click();
  await expect(person.getByText(/^[^•]+@[\w-]+\.example$/)).toBeVisible();
  const looked = page.url();
  await expectAccessible(page);
  await takeScreens(page, 'client-sees-person');
  // One that was refused never went to the client.
  const refused = await callAsPage(page, '/cl/lead/search', { ownerKey, leadStatus: ['SCR'], limit: 1 });
  const [scrubbed] = (refused.data as { rows: { leadCaptureKey: number }[] }).rows;
  await page.goto(`/#/s/cl/leadmanagement/leaddetails/lead/${scrubbed?.leadCaptureKey}`);
  await expect(person.getByText(/•••@/)).toBeVisible();
  await expect(person.getByRole('button', { name: 'Show person' })).toHaveCount(0);

  await signInFor(page, AN_OWNER, '/s/cl/admin/ownersettings?section=leads');
  await page.getByRole('button', { name: 'Reset to default: Client sees people', exact: true }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The settings are saved.', { exact: true })).toBeVisible();
  // The agency sees who looked.
  await page.goto(looked);
  const looks = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem').filter({ hasText: 'Person viewed' });
  await expect(looks.filter({ hasText: 'Harper Lindqvist' }).first()).toBeVisible();
});
