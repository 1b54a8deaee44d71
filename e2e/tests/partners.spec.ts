import { type Page } from '@playwright/test';
import { callAsPage, freshName } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { takeScreens } from '../support/screens.ts';
import { signInAt, signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER, demoUser } from '../support/users.ts';

const LIST = '/s/cl/admin/partnermanagement/availablepartners';
const CONTACT = '/s/cl/admin/partnermanagement/contact';
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Nothing overflows a narrow window. */
const expectNarrow = async (page: Page) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(wider).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
};

test(
  'a partner is added by keyboard, mapped to a client, mailed once, and ended',
  { tag: '@journey' },
  async ({ page }) => {
    const tag = freshName('zephyr').replace('.', '-');
    const name = `Zephyr ${tag}`;
    const email = `${tag}@mail.example`;
    await signInFor(page, AN_OWNER, LIST);
    await expect(heading(page, 'Available Partners')).toBeVisible();
    const partners = region(page, 'Media partners');
    await expect(partners.getByRole('columnheader', { name: 'Valid Rate', exact: true })).toBeVisible();
    await takeScreens(page, 'partners');
    await expectNarrow(page);

    await page.getByRole('link', { name: 'New partner', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(heading(page, 'New partner')).toBeVisible();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await page.getByRole('textbox', { name: 'Code', exact: true }).fill('no code');
    await page.getByRole('textbox', { name: 'Affiliate key', exact: true }).fill('AF-1');
    await page.keyboard.press('Enter');
    await expect(page.getByText('must have 2 to 20 characters: A to Z, 0 to 9 and _')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Code', exact: true })).toBeFocused();
    await page
      .getByRole('textbox', { name: 'Code', exact: true })
      .fill(tag.replaceAll('-', '_').toUpperCase().slice(0, 20));
    await page.keyboard.press('Enter');
    await expect(heading(page, name)).toBeVisible();

    await region(page, 'Contacts').getByRole('button', { name: 'Add contact', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'New contact', exact: true });
    await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
    await page.keyboard.type('Account team');
    await dialog.getByLabel('Email', { exact: true }).fill(email);
    await dialog.getByRole('checkbox', { name: 'Pauses and resumes', exact: true }).click();
    await expect(dialog.getByRole('checkbox', { name: 'Pauses and resumes', exact: true })).toBeChecked();
    await dialog.getByRole('button', { name: 'Add contact', exact: true }).click();
    await expect(region(page, 'Contacts').getByText(email, { exact: true })).toBeVisible();

    const clients = region(page, 'Clients');
    const first = clients.getByRole('checkbox', { name: /^Choose (?!all)/ }).first();
    await first.focus();
    await expect(first).toBeFocused();
    await page.keyboard.press('Space');
    await expect(first).toBeChecked();
    await clients.getByRole('button', { name: 'Set 1 client', exact: true }).click();
    await expect(page.getByText('1 client set to Active.', { exact: true })).toBeVisible();

    const values = region(page, 'Value maps').getByLabel('Values', { exact: true });
    await values.fill('city\tNYC\tNew York\nnothing\ta\tb');
    await expect(page.getByText('Line 2: “nothing” is not a field of a posted lead', { exact: true })).toBeVisible();
    await values.fill('city\tNYC\tNew York');
    await page.getByRole('button', { name: 'Save values', exact: true }).click();
    await expect(page.getByText('The value map is saved.', { exact: true })).toBeVisible();
    await page.getByRole('tab', { name: 'History', exact: true }).click();
    await expect(region(page, 'History').getByText('Value map changed', { exact: true })).toBeVisible();
    await page.getByRole('tab', { name: 'Details', exact: true }).click();
    await takeScreens(page, 'partner-form');
    await expectNarrow(page);

    const formPath = new URL(page.url()).hash.slice(1);
    await page.goto(`/#${CONTACT}`);
    await expect(heading(page, 'Contact Partners')).toBeVisible();
    const contact = page.getByRole('checkbox', { name: `Account team, ${email}`, exact: true });
    await contact.click();
    await expect(contact).toBeChecked();
    await page.getByLabel('Subject', { exact: true }).fill(`Disclosure ${tag}`);
    await page.getByLabel('Message', { exact: true }).fill('Please use <b>the new text</b>.');
    await page.getByRole('button', { name: 'Preview 1 mail', exact: true }).click();
    const preview = page.getByRole('dialog', { name: 'Preview', exact: true });
    await expect(preview.getByText('Please use <b>the new text</b>.')).toBeVisible();
    await takeScreens(page, 'partner-preview');
    await expectAccessible(page);
    await preview.getByRole('button', { name: 'Send 1 mail', exact: true }).click();
    const sent = region(page, 'Sent mails');
    // There is no mail server here.
    await expect(sent.getByText('Kept here: there is no mail server', { exact: true })).toBeVisible();
    await expect(contact).toBeDisabled();
    await takeScreens(page, 'partner-contact');
    await expectNarrow(page);
    await sent.getByRole('button', { name: `Resend to Account team of ${name}`, exact: true }).click();
    await expect(page.getByText('Was written to less than 10 minutes ago.', { exact: true })).toBeVisible();

    await page.goto(`/#${formPath}`);
    await expect(heading(page, name)).toBeVisible();
    await region(page, 'Clients')
      .getByRole('checkbox', { name: /^Choose (?!all)/ })
      .first()
      .click();
    await region(page, 'Clients').getByLabel('New status', { exact: true }).selectOption({ label: 'Terminated' });
    await region(page, 'Clients').getByRole('button', { name: 'Set 1 client', exact: true }).click();
    const end = page.getByRole('dialog', { name: 'Terminate for 1 client?', exact: true });
    await expect(
      end.getByText('No campaigns of this partner run for them, so none is paused.', { exact: true }),
    ).toBeVisible();
    await end.getByRole('button', { name: 'Terminate', exact: true }).click();
    await expect(page.getByText('1 client set to Terminated.', { exact: true })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Active', exact: true }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText(`${name} is saved.`, { exact: true })).toBeVisible();
  },
);

test('ending a partner for a client lists the campaigns to be paused, and can be cancelled', async ({ page }) => {
  const ownerKey = await signInFor(page, AN_OWNER, LIST);
  await expect(heading(page, 'Available Partners')).toBeVisible();
  const { data } = await callAsPage(page, `/ag/mp/${ownerKey}/list`);
  const { rows } = data as { rows: { mediaPartnerKey: number; mediaPartnerName: string; liveCampaigns: number }[] };
  const busy = rows.find(({ liveCampaigns }) => liveCampaigns > 0)!;
  await page.getByLabel('Search partners', { exact: true }).fill(busy.mediaPartnerName);
  await page.getByRole('link', { name: busy.mediaPartnerName, exact: true }).click();
  await expect(heading(page, busy.mediaPartnerName)).toBeVisible();
  const clients = region(page, 'Clients');
  await clients.getByRole('checkbox', { name: 'Choose all clients', exact: true }).click();
  await clients.getByLabel('New status', { exact: true }).selectOption({ label: 'Terminated' });
  await clients.getByRole('button', { name: /^Set \d+ clients?$/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Terminate for/ });
  await expect(dialog.getByRole('listitem').first()).toBeVisible();
  await takeScreens(page, 'partner-terminate');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(clients.getByText('Terminated', { exact: true })).toHaveCount(1);
});

test('clients and media partners do not have this page', async ({ page }) => {
  await signInAt(page, LIST, demoUser('partner.admin'));
  await expect(heading(page, 'Available Partners')).toHaveCount(0);
  const { status } = await callAsPage(page, '/ag/mp/all/list');
  expect(status).toBe(403);
});
