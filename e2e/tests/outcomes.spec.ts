import { ERRORS } from '@paceline/contract';
import { openSignIn, signInByForm, submitSignIn } from '../support/sign-in.ts';
import { takeScreens } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { AGENCY_ADMIN, demoUser } from '../support/users.ts';

const stored = <T>(page: { evaluate: <R>(read: () => R) => Promise<R> }): Promise<T> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('paceline.session') ?? '{}') as T);
const tab = (page: { evaluate: <R>(read: () => R) => Promise<R> }): Promise<{ activeOwner: { name: string } | null }> =>
  page.evaluate(
    () => JSON.parse(sessionStorage.getItem('paceline.tab') ?? '{}') as { activeOwner: { name: string } | null },
  );

for (const name of ['agency.admin', 'agency.leads']) {
  test(`${name} starts at the owners, with none chosen`, async ({ page }) => {
    await signInByForm(page, demoUser(name));
    await expect(page).toHaveURL(/#\/s\/owners$/);
    await expect(page.getByRole('dialog', { name: 'Choose an owner' })).toBeVisible();
    expect((await tab(page)).activeOwner).toBeNull();
  });
}

for (const name of ['partner.admin', 'partner.viewer']) {
  test(`${name} starts at the home of the partner's area, with the map of its applications`, async ({ page }) => {
    await signInByForm(page, demoUser(name));
    await expect(page).toHaveURL(/#\/s\/mp\/home$/);
    const { sessionDataTemplate } = await stored<{ sessionDataTemplate: { applications: Record<string, boolean> } }>(
      page,
    );
    expect(sessionDataTemplate.applications).toMatchObject({
      campaignModule: true,
      leadAnalyzerModule: name !== 'partner.viewer',
    });
  });
}

for (const [name, owner, path] of [
  ['client.admin', 'Hartwell Technical Institute', 'dashboard/executiveoverview'],
  ['client.coding', 'Apex Coding Academy', 'allocations/overview'],
] as const) {
  test(`${name} starts at the first screen of its one owner`, async ({ page }) => {
    await signInByForm(page, demoUser(name));
    await expect(page).toHaveURL(new RegExp(`#/s/cl/${path}\\?owner=\\d+$`));
    await expect(page.getByRole('banner').getByText(owner)).toBeVisible();
    expect((await tab(page)).activeOwner?.name).toBe(owner);
  });
}

test('client.multi has to choose, and the choice survives a reload', { tag: '@journey' }, async ({ page }) => {
  await signInByForm(page, demoUser('client.multi'));
  await expect(page).toHaveURL(/#\/s\/clients$/);
  expect((await tab(page)).activeOwner).toBeNull();
  await expect(page.getByRole('dialog', { name: 'Choose a client' }).getByRole('row')).toHaveCount(2);
  await takeScreens(page, 'clients');
  await page.keyboard.type('lake');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner').getByText('Lakeshore College of Health')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('banner').getByText('Lakeshore College of Health')).toBeVisible();
});

test('a user of an unknown type, or of one without owners, is refused with the reason', async ({ page }) => {
  for (const [userType, message] of [
    [null, ERRORS.SIGN_IN_TYPE_NULL.message],
    ['robot', ERRORS.SIGN_IN_TYPE.message],
    ['client', ERRORS.OWNERS_FORMAT.message],
  ] as const) {
    await page.route('**/api/userconfig/get', (route) =>
      route.fulfill({
        json: { status: 'success', data: { userType, permisssions: {}, owners: [], userKey: 1 }, requestId: 'r' },
      }),
    );
    await openSignIn(page);
    await submitSignIn(page, AGENCY_ADMIN);
    await expect(page.getByRole('alert')).toHaveText(message);
    expect(await stored(page)).toEqual({});
  }
});
