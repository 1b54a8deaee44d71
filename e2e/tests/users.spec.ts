import { ERRORS, type User, userFormSchema } from '@paceline/contract';
import { type Page } from '@playwright/test';
import { callAsPage, freshName, makeUser } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { takeScreens } from '../support/screens.ts';
import { openSignIn, signInAt, submitSignIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AGENCY_ADMIN, demoUser } from '../support/users.ts';

const LIST = '/s/cl/admin/manageusers/searchuser';
const NEW = '/s/cl/admin/manageusers/newuser';
const listedUsers = (page: Page) =>
  page
    .getByRole('grid', { name: 'Users' })
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') });

test('keyboard only, from sign-in to a created user', async ({ page }) => {
  const { keyboard } = page;
  const userName = freshName('e2e.keys');
  const tabTo = async (name: string | RegExp, role: 'textbox' | 'button' | 'link' | 'radio' | 'checkbox') => {
    const target = page.getByRole(role, { name }).first();
    for (let presses = 0; presses < 40; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await keyboard.press('Tab');
    }
    await expect(target).toBeFocused();
  };
  await openSignIn(page);
  await keyboard.type(AGENCY_ADMIN.username);
  await keyboard.press('Tab');
  await keyboard.type(AGENCY_ADMIN.password);
  await keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Search owners' })).toBeFocused();
  await keyboard.type('hartwell');
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await tabTo('Administration', 'button');
  await keyboard.press('Enter');
  await tabTo('New User', 'link');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'New agency user' })).toBeVisible();
  await tabTo('First name', 'textbox');
  await keyboard.type('Noor');
  await tabTo('Last name', 'textbox');
  await keyboard.type('Adeyemi');
  await tabTo('User name', 'textbox');
  await keyboard.type(userName);
  await tabTo('Email', 'textbox');
  await keyboard.type(`${userName}@mail.example`);
  await tabTo('Only these', 'radio');
  await keyboard.press('ArrowUp');
  await expect(page.getByRole('radio', { name: /^All owners/ })).toBeChecked();
  await tabTo('Clicks: Export', 'checkbox');
  await keyboard.press('Space');
  await expect(page.getByLabel('Role')).toHaveValue('own');
  await tabTo('Create and invite', 'button');
  await keyboard.press('Enter');
  await expect(
    page.getByText(`Noor Adeyemi is invited: a link is on its way to ${userName}@mail.example.`),
  ).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`#${LIST}$`));
});

test('filters and order are in the address and restore the view', { tag: '@journey' }, async ({ page }) => {
  await signInAt(page, LIST);
  const rows = listedUsers(page);
  await expect(rows.filter({ hasText: 'agency.admin' })).toHaveCount(1);
  await page.getByLabel('Kind').selectOption('Media partner');
  await expect(rows.filter({ hasText: 'agency.admin' })).toHaveCount(0);
  await expect(rows.filter({ hasText: 'partner.admin' })).toHaveCount(1);
  await page.getByLabel('Owner').selectOption('St. Brendan University');
  await expect(rows.filter({ hasText: 'partner.admin' })).toHaveCount(0);
  await page.getByLabel('Search the table').fill('partner.other');
  await expect(page).toHaveURL(/type=aggregator&owner=St\.\+Brendan\+University&q=partner\.other/);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Grant Mbeki');
  await page.getByLabel('Status').selectOption('Deactivated');
  await expect(page.getByText('No users match these filters')).toBeVisible();
  await takeScreens(page, 'users-none');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(rows.nth(10)).toBeVisible();
  await takeScreens(page, 'users');

  // Sorts all users by any column, not only the loaded ones; a link keeps the order.
  const header = page.getByRole('columnheader', { name: 'Email' });
  await header.click();
  await expect(page).toHaveURL(/sort=email/);
  await header.click();
  await expect(page).toHaveURL(/sort=-email/);
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  const emails = async () => (await rows.allInnerTexts()).map((text) => /\S+@\S+/.exec(text)?.[0] ?? '').slice(0, 8);
  // The old rows stay until the new ones arrive: compare rows from one read.
  const isDescending = async () => {
    const shown = await emails();
    return shown.join() === shown.toSorted().toReversed().join();
  };
  await expect.poll(isDescending).toBe(true);
  const [first] = await emails();
  await page.reload();
  await expect(rows.first()).toContainText(first ?? '');
  await expectAccessible(page);
});

test('disables a user and enables them again, after confirmation', async ({ page }) => {
  const userName = freshName('e2e.out');
  await signInAt(page, '/s/account');
  await makeUser(page, { userName });
  await page.goto(`/#${LIST}?q=${userName}`);
  const row = listedUsers(page);
  await expect(row).toHaveCount(1);
  for (const [item, button, status] of [
    ['Deactivate', 'Deactivate', 'Deactivated'],
    ['Reactivate', 'Reactivate', 'Invited'],
  ] as const) {
    await page.getByRole('button', { name: 'Actions for Robin Marsh' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await expect(page.getByRole('dialog')).toContainText('Robin Marsh');
    await page.getByRole('dialog').getByRole('button', { name: button }).click();
    await expect(row.getByText(status, { exact: true })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Actions for Robin Marsh' }).click();
  await page.getByRole('menuitem', { name: 'Send reset link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText(`A reset link is on its way to ${userName}@mail.example.`)).toBeVisible();
});

test('errors of the form or the server are shown at their fields', async ({ page }) => {
  await signInAt(page, `${NEW}/mp`);
  await page.getByRole('button', { name: 'Create and invite' }).click();
  await expect(page.getByText('Enter the first name.')).toBeVisible();
  await expect(page.getByText('Use 3 to 100 letters, digits, dots, dashes or underscores.')).toBeVisible();
  await page.getByLabel('First name').fill('A');
  await page.getByLabel('Last name').fill('B');
  await page.getByLabel('User name').fill('Agency.Admin');
  await page.getByLabel('Email').fill('a@mail.example');
  await page.getByRole('button', { name: 'Create and invite' }).click();
  for (const message of ['Choose the media partner.', 'Choose at least one owner.', 'This user name is taken.'])
    await expect(page.getByText(message)).toBeVisible();
  await takeScreens(page, 'user-refused');
});

test('another user’s save is merged, and conflicts are asked about', { tag: '@journey' }, async ({ page }) => {
  const userName = freshName('e2e.stale');
  await signInAt(page, '/s/account');
  const userKey = await makeUser(page, { userName });
  const { data } = await callAsPage(page, `/ag/account/user/${userKey}/get`);
  const theirs = userFormSchema.strip().parse(data);
  const saveTheirs = async (change: Partial<User>) => {
    const { data: now } = await callAsPage(page, `/ag/account/user/${userKey}/get`);
    const { rowVersion } = now as User;
    const { status } = await callAsPage(page, '/ag/account/user/save', { ...theirs, ...change, rowVersion });
    expect(status).toBe(200);
  };
  await page.goto(`/#${NEW}/agency/${userKey}`);
  await page.getByLabel('First name').fill('Robyn');
  await saveTheirs({ lastName: 'Marshall' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Robyn Marshall is saved.')).toBeVisible();

  await page.goto(`/#${NEW}/agency/${userKey}`);
  await page.getByLabel('First name').fill('Robert');
  await page.getByRole('checkbox', { name: 'Clicks: Export' }).check();
  await saveTheirs({ firstName: 'Roberta', permissions: [...theirs.permissions, 'audit:View'] });
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: /^Changed by / });
  await dialog.getByText('Theirs: Roberta').click();
  await dialog.getByText(/^Both: /).click();
  await takeScreens(page, 'user-conflict');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Roberta .* is saved\.$/)).toBeVisible();
  const { data: saved } = await callAsPage(page, `/ag/account/user/${userKey}/get`);
  expect((saved as User).permissions).toEqual(expect.arrayContaining(['clicks:Export', 'audit:View']));
});

test('leaving a half-filled form asks; after an expired session it is restored', async ({ page }) => {
  await signInAt(page, `${NEW}/agency`);
  await page.getByLabel('First name').fill('Half');
  await expect(page.getByLabel('Role')).toHaveValue('analyst');
  // Another kind has other roles; personal data stays.
  await page.getByLabel('Kind of user').selectOption('Client');
  await expect(page.getByLabel('Role')).toHaveValue('clientViewer');
  await expect(page.getByLabel('First name')).toHaveValue('Half');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toContainText('Leave without saving?');
  await page.getByRole('button', { name: 'Stay' }).click();
  // Also after typing another address: the form is still there, and its address is restored.
  await page.evaluate((path) => window.location.assign(`#${path}`), LIST);
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect(page).toHaveURL(new RegExp(`#${NEW}/cl$`));
  await expect(page.getByLabel('First name')).toHaveValue('Half');
  await page.getByLabel('Last name').fill('Filled');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('paceline.session') ?? '') as object;
    localStorage.setItem('paceline.session', JSON.stringify({ ...session, tokensExpiryDate: Date.now() - 1 }));
  });
  await page.reload();
  await submitSignIn(page, AGENCY_ADMIN);
  await expect(page.getByRole('heading', { name: 'New client user' })).toBeVisible();
  await takeScreens(page, 'draft-offered');
  await page.getByRole('button', { name: 'Restore draft' }).click();
  await expect(page.getByLabel('First name')).toHaveValue('Half');
  await expect(page.getByLabel('Last name')).toHaveValue('Filled');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  await page.goto(`/#${NEW}/cl`);
  await expect(page.getByLabel('First name')).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Restore draft' })).toHaveCount(0);
});

test('needs the right, and nobody can change their own account', async ({ page }) => {
  await signInAt(page, LIST, demoUser('agency.buyer'));
  await expect(page.getByRole('heading', { name: ERRORS.FORBIDDEN.message })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Search User' })).toHaveCount(0);
  await page.goto('/#/s/account');
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await signInAt(page, `${LIST}?q=agency.admin`);
  await page.getByRole('link', { name: 'Avery Stone' }).click();
  await expect(page.getByText('You cannot change your own account here.')).toBeVisible();
  await expect(page.getByLabel('First name')).toBeDisabled();
  await page.goto(`/#${NEW}/robot`);
  await expect(page.getByRole('heading', { name: ERRORS.INVALID_OWNER_OR_USER_TYPE.message })).toBeVisible();
});
