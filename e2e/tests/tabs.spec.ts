import type { Page, Route } from '@playwright/test';
import { signInAt, signOut } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const TABS = 5;
const CYCLES = 3;
/** On the pages' clock: tokens last half an hour minus a margin of ten minutes, and are renewed a minute before that. */
const UNTIL_RENEWAL = '19:30';

const tokenOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(
    () => (JSON.parse(localStorage.getItem('paceline.session') ?? '{}') as { accessToken?: string }).accessToken,
  );

test('five tabs share each of three renewals, and one sign-out ends all', async ({ page, context }) => {
  const used: { token: string; successor: string | undefined }[] = [];
  const record = async (route: Route): Promise<void> => {
    const token = new URLSearchParams(route.request().postData() ?? '').get('refresh_token');
    const response = await route.fetch();
    const answer = (await response.json()) as { data?: { refresh_token: string } };
    if (token !== null) used.push({ token, successor: answer.data?.refresh_token });
    await route.fulfill({ response, json: answer });
  };
  await context.clock.install();
  await context.route('**/oauth/generatetoken', record);
  await signInAt(page, '/s/account');
  const tabs = [page];
  while (tabs.length < TABS) {
    const tab = await context.newPage();
    await tab.goto('/#/s/account');
    await expect(tab.getByRole('heading', { name: 'My account' })).toBeVisible();
    tabs.push(tab);
  }

  const tokens = new Set([await tokenOf(page)]);
  while (tokens.size <= CYCLES) {
    const before = await tokenOf(page);
    await context.clock.fastForward(UNTIL_RENEWAL);
    await expect.poll(() => tokenOf(page), { intervals: [100] }).not.toBe(before);
    tokens.add(await tokenOf(page));
    for (const tab of tabs) await expect(tab.getByRole('heading', { name: 'My account' })).toBeVisible();
  }
  // One of the five tabs renewed for all. Writes reach another tab's process with a delay, so a token may be sent twice; it then gets the
  // same successor.
  const successors = new Map(used.map(({ token, successor }) => [token, successor]));
  expect(successors.size).toBeGreaterThanOrEqual(CYCLES);
  expect(used.length).toBeLessThan(successors.size * 2);
  for (const { token, successor } of used) expect(successor).toBe(successors.get(token));

  // Every tab has the newest tokens: none asks to sign in.
  for (const tab of tabs) {
    await tab.goto('/#/s/cl/admin/manageusers/searchuser?q=agency.admin');
    await expect(tab.getByRole('link', { name: 'Avery Stone' })).toBeVisible();
  }
  await signOut(tabs[2] ?? page);
  for (const tab of tabs) await expect(tab.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('a failed renewal is reported, and the session remains', { tag: '@journey' }, async ({ page, context }) => {
  let isDown = false;
  await context.clock.install();
  await context.route('**/oauth/generatetoken', (route) =>
    isDown ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  );
  await signInAt(page, '/s/account');
  // Wait until the page is complete before moving its clock: pending requests would time out.
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible();
  isDown = true;
  await context.clock.fastForward(UNTIL_RENEWAL);
  await expect(page.getByText('Something went wrong. Please try again.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible();
});
