import { type Page } from '@playwright/test';
import { callAsPage } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { mailsWith } from '../support/mail.ts';
import { planNextMonth } from '../support/orders.ts';
import { takeScreens } from '../support/screens.ts';
import { signInAt, signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER, demoUser, OTHER_OWNER } from '../support/users.ts';

const PATH = '/s/cl/allocations/insertionorders';
const PARTNER_PATH = '/s/mp/allocations/insertionorders';
const heading = (page: Page) => page.getByRole('heading', { name: 'Insertion Orders', level: 1, exact: true });
const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

interface Contact {
  name: string;
  email: string;
  partnerName: string;
  wantsOrders: boolean;
  clientKeys: number[];
}

/** The newest link mailed to an address, as a path on this server. */
const orderLink = async (page: Page, email: string): Promise<string> => {
  const find = async (): Promise<string> => {
    const mine = (await mailsWith(page, email)).find((mail) => mail.includes(`To ${email} `));
    return /\/#\/order\?token=[\w-]{43}/.exec(mine ?? '')?.[0] ?? '';
  };
  await expect.poll(find).not.toBe('');
  return find();
};

test(
  'the agency sends an order, a contact without an account accepts it by keyboard, and the board shows it',
  { tag: '@journey' },
  async ({ page, browser }) => {
    const ownerKey = await signInFor(page, AN_OWNER, PATH);
    await planNextMonth(page, ownerKey);
    await page.reload();
    await expect(heading(page)).toBeVisible();
    await expect(column(page, 'To send').getByRole('listitem').first()).toBeVisible();
    const { data } = await callAsPage(page, `/ag/io/${ownerKey}/nextmonth/recipients`);
    const { contacts } = data as { contacts: Contact[] };
    const contact = contacts.find(({ wantsOrders, clientKeys }) => wantsOrders && clientKeys.length > 0)!;

    await page.getByRole('button', { name: 'Send orders', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Send orders for/ });
    await dialog.getByRole('button', { name: 'Choose no contact', exact: true }).click();
    const box = dialog.getByRole('checkbox', { name: `${contact.name}, ${contact.email}`, exact: true });
    await expect(box).not.toBeChecked();
    await box.focus();
    await expect(box).toBeFocused();
    await page.keyboard.press('Space');
    await expect(box).toBeChecked();
    await expectAccessible(page);
    await takeScreens(page, 'orders-send');
    await dialog.getByRole('button', { name: 'Preview', exact: true }).click();
    await expect(dialog.getByRole('list', { name: 'Orders to send', exact: true })).toContainText(contact.email);
    await dialog.getByRole('button', { name: /^Send \d+ mails?$/ }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(
      column(page, 'Sent').getByRole('link', { name: contact.partnerName, exact: true }).first(),
    ).toBeVisible();
    await expectAccessible(page);

    const link = await orderLink(page, contact.email);
    const visitor = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const phone = await visitor.newPage();
    await phone.goto(link);
    await expect(phone.getByRole('heading', { name: /^Insertion order, / })).toBeVisible();
    expect(phone.url()).not.toContain('token');
    const number = /IO-\d{4}-\d\d-\w+-\d+/.exec((await phone.getByRole('main').textContent()) ?? '')?.[0] ?? '';
    expect(number).not.toBe('');
    await expectAccessible(phone);
    await takeScreens(phone, 'orders-signed');
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const accept = phone.getByRole('button', { name: 'Accept the order', exact: true });
    // The name is the contact's; the title is asked for.
    await expect(phone.getByRole('textbox', { name: 'Your name' })).toHaveValue(contact.name);
    await phone.getByRole('textbox', { name: 'Your title' }).fill('Media Director');
    await accept.focus();
    await expect(accept).toBeFocused();
    await phone.keyboard.press('Enter');
    await expect(phone.getByText(`It was accepted by ${contact.name}.`)).toBeVisible();
    await expect(accept).toHaveCount(0);
    await expect(phone.getByText('This document matches the signed version.')).toBeVisible();

    // Opened again, the used link shows the answer and does not ask for one.
    await phone.goto('about:blank');
    await phone.goto(link);
    await expect(phone.getByText(`It was accepted by ${contact.name}.`)).toBeVisible();
    await expect(phone.getByRole('button', { name: 'Accept the order', exact: true })).toHaveCount(0);
    await visitor.close();

    await page.reload();
    await expect(heading(page)).toBeVisible();
    const card = column(page, 'Accepted').getByRole('listitem').filter({ hasText: number });
    await expect(card).toBeVisible();
    await takeScreens(page, 'orders-board');
    await card.getByRole('link', { name: contact.partnerName, exact: true }).click();
    await expect(page.getByRole('heading', { name: number, level: 1, exact: true })).toBeVisible();
    await expect(page.getByText(`It was accepted by ${contact.name}.`)).toBeVisible();
    await expectAccessible(page);
    await takeScreens(page, 'orders-order');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'PDF', exact: true }).click();
    expect((await download).suggestedFilename()).toContain(`${number}.pdf`);
  },
);

test('a partner sees its orders in its own area, and a forged link opens nothing', async ({ page }) => {
  await page.goto(`/#/order?token=${'x'.repeat(43)}`);
  await expect(page.getByRole('heading', { name: 'This link cannot be used', exact: true })).toBeVisible();
  await expectAccessible(page);
  await signInAt(page, PARTNER_PATH, demoUser('partner.admin'));
  await expect(heading(page)).toBeVisible();
  await page.getByRole('combobox', { name: 'School group' }).selectOption({ label: OTHER_OWNER });
  await expect(page.getByRole('combobox', { name: 'School group' })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await takeScreens(page, 'orders-partner');
});
