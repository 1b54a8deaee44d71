import { readFile } from 'node:fs/promises';
import { type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { mailsWith } from '../support/mail.ts';
import { takeScreens } from '../support/screens.ts';
import { signInAt, signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER, demoUser } from '../support/users.ts';

const PATH = '/s/cl/leadmanagement/leadexport';
const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Data exports' });

const saved = async (page: Page, button: string): Promise<{ name: string; text: string }> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).first().click(),
  ]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
};

test(
  'leads are counted, downloaded, and exported in the background with a mail',
  { tag: '@journey' },
  async ({ page }) => {
    await signInFor(page, AN_OWNER, PATH);
    await expect(heading(page)).toBeVisible();
    await expect(page.getByText(/^About [\d,]+ leads\.$/)).toBeVisible();
    await expectAccessible(page);
    await takeScreens(page, 'lead-export');

    // Errors are shown at their fields, and nothing is sent.
    const to = page.getByLabel('To', { exact: true });
    const lastDay = await to.inputValue();
    await to.fill('2020-01-01');
    await expect(page.getByText('The last day is before the first.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeDisabled();
    await to.fill(lastDay);

    // By keyboard: one status, as a text file.
    await page.getByRole('combobox', { name: 'Status' }).focus();
    await page.keyboard.type('Delivered');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByLabel('Format').selectOption('csv');
    await expect(page.getByText(/^About [\d,]+ leads\.$/)).toBeVisible();
    const file = await saved(page, 'Download');
    expect(file.name).toMatch(/leads-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
    const [head = '', first = ''] = file.text.split('\r\n');
    expect(head).toContain('Client Price,Media Price');
    expect(first).toMatch(/^L-[^,]+,[\d: -]+,Delivered,/);
    expect(first).toContain('•••');

    await page.getByRole('button', { name: 'Prepare in the background' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'My exports' })).toBeVisible();
    const row = page.getByRole('row').filter({ hasText: AN_OWNER }).first();
    await expect(row.getByText('Ready', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await takeScreens(page, 'my-exports');
    const exportFile = await saved(page, `Download ${AN_OWNER}`);
    expect(exportFile.text.split('\r\n').length).toBe(file.text.split('\r\n').length);

    expect(await mailsWith(page, 'Your export of leads is ready')).not.toEqual([]);

    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    await row.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No exports yet')).toBeVisible();
    await page.getByRole('link', { name: 'New export' }).click();
    await expect(heading(page)).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  },
);

test('a media partner exports its leads without client price and personal data', async ({ page }) => {
  await signInAt(page, '/s/mp/leadmanagement/leadexport', demoUser('partner.admin'));
  await expect(heading(page)).toBeVisible();
  await page.getByLabel('School group').selectOption({ label: AN_OWNER });
  await page.getByLabel('Format').selectOption('csv');
  await expect(page.getByText(/^About [\d,]+ leads?\.$/)).toBeVisible();
  await expectAccessible(page);
  const { text } = await saved(page, 'Download');
  const [head = ''] = text.split('\r\n');
  expect(head).toContain('Media Price');
  for (const hidden of ['Client Price', 'Email', 'Phone', 'Client Reference']) expect(head).not.toContain(hidden);
  expect(text).not.toContain('•••');
});

test('events of leads are found by kind and by id, and each opens', async ({ page }) => {
  await signInFor(page, AN_OWNER, '/s/cl/leadmanagement/trackinginfo');
  await expect(page.getByRole('heading', { level: 1, name: 'Tracking info' })).toBeVisible();
  const events = page.getByRole('gridcell').getByRole('button');
  await expect(events.first()).toBeVisible();
  await expectAccessible(page);
  await takeScreens(page, 'tracking');

  await page.goto(`${page.url()}&transaction=POST`);
  await expect(page.getByRole('button', { name: /^Lead post received/ }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Status change/ })).toHaveCount(0);
  await page
    .getByRole('button', { name: /^Lead post received/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Lead post received' });
  const lead = drawer.getByRole('link', { name: /^Open lead L-/ });
  await expect(lead).toBeVisible();
  await expectAccessible(page);
  await takeScreens(page, 'tracking-event');
  const id = ((await lead.textContent()) ?? '').replace('Open lead ', '');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('textbox', { name: 'Lead or click ID' }).fill(id);
  await expect(page.getByRole('button', { name: /^Lead post received/ })).toHaveCount(1);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
});
