import { type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { takeScreens } from '../support/screens.ts';
import { signInAt, signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER, demoUser, OTHER_OWNER } from '../support/users.ts';

const PATH = '/s/cl/resources/programdata';
const heading = (page: Page) => page.getByRole('heading', { name: 'Programs', level: 1 });
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('gridcell') });

test('the agency finds a program, its campaigns and its client’s file', { tag: '@journey' }, async ({ page }) => {
  await signInFor(page, AN_OWNER, PATH);
  await expect(heading(page)).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  await expectAccessible(page);
  await takeScreens(page, 'programs');

  // By keyboard: from the first cell to the count, which opens the names.
  await page.getByRole('grid').focus();
  for (let column = 0; column < 5; column += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const names = page.getByRole('dialog', { name: /: campaigns that take / });
  await expect(names.getByRole('link').first()).toBeVisible();
  await expectAccessible(page);
  // The focus moves into it shortly after it appears.
  await expect(names.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(names).toHaveCount(0);

  await page.getByRole('button', { name: 'Education data' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('menuitem').first().click();
  expect((await saving).suggestedFilename()).toMatch(/eduData-.+\.xlsx$/);
});

test('a media partner sees its clients’ programs and copies the posting codes', async ({ page }) => {
  await signInAt(page, '/s/mp/resources/programdata', demoUser('partner.admin'));
  await expect(heading(page)).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'School group' })).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Codes for posting' }).click();
  expect((await saving).suggestedFilename()).toMatch(/aggregator-codes-.+\.xlsx$/);
});

test('a client sees its own programs, also on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await signInAt(page, PATH, demoUser('client.admin'));
  await expect(heading(page)).toBeVisible();
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByText(OTHER_OWNER)).toHaveCount(0);
  await expect(page.getByRole('link', { name: /campaign/i })).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});
