import {
  generateToken,
  groupOfUserType,
  LIMITS,
  type LoginResult,
  type UserConfig,
  userConfig,
  WEB_CLIENT,
} from '@paceline/contract';
import { type APIResponse, expect, type Page } from '@playwright/test';
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

/** The stored session, with the names of the specification. */
const storedSession = (login: LoginResult, config: UserConfig) => ({
  firstName: login.firstName,
  lastName: login.lastName,
  userId: login.userName,
  taclUserKey: login.taclUserKey,
  userType: config.userType,
  permissions: config.permisssions,
  owners: config.owners,
  accessToken: login.access_token,
  refreshToken: login.refresh_token,
  tokensExpiryDate: Date.now() + (login.expires_in - LIMITS.tokenMarginSeconds) * 1000,
  sessionDataTemplate: null,
  firstTimeLogin: login.mustChangePasswordFlag === 'y',
});

const dataOf = async <T>(answer: APIResponse): Promise<T> => {
  expect(answer.status(), answer.url()).toBe(200);
  return ((await answer.json()) as { data: T }).data;
};

const shown = (page: Page): Promise<void> => expect(page.getByRole('button', { name: /account menu$/ })).toBeVisible();

const EMPTY_PAGE = 'about:blank';

/**
 * Signs in by API instead of the form, which has its own tests, opens a page and waits for the shell. The tab works on the named owner, or
 * still has to choose one.
 */
const openSignedIn = async (
  page: Page,
  path: string,
  { username, password }: DemoUser,
  ownerName?: string,
): Promise<UserConfig> => {
  const { request } = page.context();
  const basic = Buffer.from(`${WEB_CLIENT.id}:${WEB_CLIENT.secret}`).toString('base64');
  const login = await dataOf<LoginResult>(
    await request.post(`/auth${generateToken.path}`, {
      // As a browser's request, which binds the session to a cookie.
      headers: { authorization: `Basic ${basic}`, 'sec-fetch-site': 'same-origin' },
      form: { grant_type: 'password', username, password },
    }),
  );
  const headers = { authorization: `Bearer ${login.access_token}` };
  const config = await dataOf<UserConfig>(await request.get(`/api${userConfig.path}`, { headers }));
  const only = groupOfUserType(config.userType) === 'cl' && config.owners.length === 1 ? config.owners[0] : null;
  const activeOwner = config.owners.find(({ name }) => name === ownerName) ?? only ?? null;
  expect(activeOwner?.name ?? ownerName, `an owner of ${username}`).toBe(activeOwner?.name);
  // The page's own document stores the session: what another document stored can reach it too late.
  const storing = await page.addInitScript(
    ({ session, tab }) => {
      if (location.origin === 'null' || window !== window.top) return;
      localStorage.setItem('paceline.session', JSON.stringify(session));
      sessionStorage.setItem('paceline.tab', JSON.stringify(tab));
    },
    { session: storedSession(login, config), tab: { activeOwner, ownerData: null } },
  );
  // From a page of the product only the hash would change.
  if (page.url() !== EMPTY_PAGE) await page.goto(EMPTY_PAGE);
  await page.goto(path);
  await storing.dispose();
  await shown(page);
  return config;
};

/** Signs in by the form and waits for the shell, for tests of the sign-in itself. */
export const signInByForm = async (page: Page, user: DemoUser): Promise<void> => {
  await openSignIn(page);
  await submitSignIn(page, user);
  await shown(page);
};

/** Signs in and waits for the shell; for agency users the owner picker is then open. */
export const signIn = async (page: Page, user: DemoUser = AGENCY_ADMIN): Promise<void> => {
  await openSignedIn(page, '/', user);
};

/** Signs in and opens a page, without choosing an owner. */
export const signInAt = async (page: Page, path: string, user: DemoUser = AGENCY_ADMIN): Promise<void> => {
  await openSignedIn(page, `/#${path}`, user);
};

export const ownerInAddress = (page: Page): number => Number(/[?&]owner=(\d+)/.exec(page.url())?.[1]);

/** Signs in and opens a page for this owner; returns the owner's key. */
export const signInFor = async (
  page: Page,
  owner: string,
  path: string,
  user: DemoUser = AGENCY_ADMIN,
): Promise<number> => {
  const { owners } = await openSignedIn(page, `/#${path}`, user, owner);
  return owners.find(({ name }) => name === owner)!.ownerKey;
};

export const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
};
