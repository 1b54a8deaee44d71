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

export const submitSignIn = async (page: Page, user: DemoUser): Promise<void> => {
  await fillSignIn(page, user);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

/** Signs in and waits for the shell; for agency users the owner picker then stands open over it. */
export const signIn = async (page: Page, user: DemoUser = AGENCY_ADMIN): Promise<void> => {
  await openSignIn(page);
  await submitSignIn(page, user);
  await expect(page.getByRole('button', { name: /account menu$/ })).toBeVisible();
};

/** Signs in and opens a page, which closes the picker. */
export const signInAt = async (page: Page, path: string, user?: DemoUser): Promise<void> => {
  await signIn(page, user);
  await page.goto(`/#${path}`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

/** The owner that the address names. */
export const ownerInAddress = (page: Page): number => Number(/[?&]owner=(\d+)/.exec(page.url())?.[1]);

/** Signs in, chooses an owner and opens a page; tells the owner's key. */
export const signInFor = async (page: Page, owner: string, path: string, user?: DemoUser): Promise<number> => {
  await signIn(page, user);
  await page.getByRole('gridcell', { name: owner, exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // Its first page is there: the tab works on the owner from then on.
  await expect(page.getByRole('banner').getByText(owner)).toBeVisible();
  const ownerKey = ownerInAddress(page);
  await page.goto(`/#${path}`);
  return ownerKey;
};

export const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
};
