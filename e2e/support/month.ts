import { type Browser, expect, type Page } from '@playwright/test';
import { streamAsPage } from './grid.ts';
import { signIn } from './sign-in.ts';
import type { DemoUser } from './users.ts';

/** The campaigns of the current month, with the page user's rights. */
export const campaignsOfMonth = (page: Page, group: string, query: string) =>
  streamAsPage(page, `/${group}/brand/all/currentmonth/campaignsummary/list${query}`);

/** Signs in for Crestview and opens a month's page. */
export const openMonth = async (page: Page, path: string, user: DemoUser): Promise<void> => {
  await signIn(page, user);
  await page.getByRole('combobox', { name: 'Search owners' }).fill('Crestview');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto(`/#${path}`);
  await expect(page.getByRole('grid', { name: 'Campaigns' })).toHaveAttribute('aria-busy', 'false');
};

/** Another user in another browser context. */
export const atOtherDesk = async <Result>(browser: Browser, user: DemoUser, work: (page: Page) => Promise<Result>) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, user);
  const result = await work(page);
  await context.close();
  return result;
};

/** A number different from the last run's. */
export const freshNumber = (): number => 300 + (Math.floor(Date.now() / 1000) % 500);
