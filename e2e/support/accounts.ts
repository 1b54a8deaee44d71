import { expect, type Page } from '@playwright/test';
import { mailsWith } from './mail.ts';

interface NewUser {
  userName: string;
  permissions?: string[];
}

/** Makes a call like the page: with its token and the cookie the token is bound to. */
export const callAsPage = (page: Page, path: string, body?: object): Promise<{ status: number; data: unknown }> =>
  page.evaluate(
    async ({ url, payload }) => {
      const { accessToken } = JSON.parse(localStorage.getItem('paceline.session') ?? '') as { accessToken: string };
      const response = await fetch(url, {
        method: payload ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body: payload ? JSON.stringify(payload) : null,
      });
      const { data } = (await response.json()) as { data: unknown };
      return { status: response.status, data };
    },
    { url: `/api${path}`, payload: body ?? null },
  );

/** A name no earlier run has used: the server may not be fresh. */
export const freshName = (prefix: string): string => `${prefix}.${Date.now().toString(36)}`;

/** Creates an agency user, who receives an invitation email. The page must be an administrator's. */
export const makeUser = async (
  page: Page,
  { userName, permissions = ['campaigns:View'] }: NewUser,
): Promise<number> => {
  const { status, data } = await callAsPage(page, '/ag/account/user/save', {
    userKey: null,
    rowVersion: null,
    userType: 'agency',
    userName,
    firstName: 'Robin',
    lastName: 'Marsh',
    email: `${userName}@mail.example`,
    partnerKey: null,
    allOwners: true,
    ownerKeys: [],
    permissions,
  });
  expect(status).toBe(200);
  return (data as { userKey: number }).userKey;
};

/** The newest link mailed to a user, as a path on this server. */
export const mailedLink = async (page: Page, userName: string, not?: string): Promise<string> => {
  const find = async (): Promise<string> => {
    const mails = await mailsWith(page, userName);
    const links = mails.join('').match(/\/#\/resetpassword\?user=[\w.%-]+&amp;token=[\w-]+/g) ?? [];
    const mine = links.map((link) => link.replace('&amp;', '&')).filter((link) => link.includes(`user=${userName}&`));
    return mine.find((link) => link !== not) ?? '';
  };
  await expect.poll(find).not.toBe('');
  return find();
};

/** Enters a new password twice and saves it. */
export const choosePassword = async (page: Page, password: string, button: string): Promise<void> => {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('New password again').fill(password);
  await page.getByRole('button', { name: button }).click();
};
