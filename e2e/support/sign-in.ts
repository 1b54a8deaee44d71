import { expect, type Page } from '@playwright/test';
import { AGENCY_ADMIN, type DemoUser } from './users.ts';

export const openSignIn = async (page: Page): Promise<void> => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
};

export const fillSignIn = async (page: Page, { username, password }: DemoUser): Promise<void> => {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
};

export const signIn = async (page: Page, user: DemoUser = AGENCY_ADMIN): Promise<void> => {
  await openSignIn(page);
  await fillSignIn(page, user);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Owners' })).toBeVisible();
};
