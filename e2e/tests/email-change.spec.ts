import { ALL_PERMISSIONS, ERRORS } from '@paceline/contract';
import { type Browser, type Page } from '@playwright/test';
import { callAsPage, choosePassword, freshName, mailedLink, makeUser } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { mailsWith } from '../support/mail.ts';
import { takeScreens } from '../support/screens.ts';
import { signInAt, signOut } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const PASSWORD = 'Quarry+Lantern58';
const EDITOR = '/s/cl/admin/manageusers/newuser/agency';

/** The newest email to an address whose subject contains these words, as stored on the server. */
const mailTo = async (page: Page, address: string, subject: string): Promise<string> => {
  const find = async (): Promise<string> => {
    const mails = await mailsWith(page, address);
    return mails.find((mail) => mail.includes(`To ${address} `) && mail.includes(subject)) ?? '';
  };
  await expect.poll(find).not.toBe('');
  return find();
};

const askForChange = async (page: Page, userKey: number, email: string): Promise<void> => {
  await page.goto(`/#${EDITOR}/${userKey}`);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`${email} must be confirmed`)).toBeVisible();
  await page.goto(`/#${EDITOR}/${userKey}`);
  await expect(page.getByRole('heading', { name: 'New email address' })).toBeVisible();
};

test('a new address takes effect once the old one has confirmed it', async ({ page }) => {
  const userName = freshName('e2e.address');
  const [oldEmail, newEmail] = [`${userName}@mail.example`, `${userName}.new@mail.example`];
  await signInAt(page, '/s/account');
  const userKey = await makeUser(page, { userName });
  await askForChange(page, userKey, newEmail);
  const approve = page.getByRole('button', { name: 'Approve' });
  await expect(approve).toBeDisabled();
  await expect(approve).toHaveAccessibleDescription(
    'You requested this change, so a second administrator must approve it.',
  );
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(oldEmail);
  await expectAccessible(page);
  await takeScreens(page, 'email-change-pending');
  expect(await mailTo(page, newEmail, 'An account at Paceline is to use')).not.toContain('token=');

  const mail = await mailTo(page, oldEmail, 'Confirm the new email address');
  const link = /\/#\/confirmemail\?token=[\w-]{43}/.exec(mail)?.[0] ?? '';
  await signOut(page);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Change the email address?' })).toBeVisible();
  // The save's message may still be visible, and names it too.
  await expect(page.getByText(newEmail, { exact: true })).toBeVisible();
  await expect(page).not.toHaveURL(/token/);
  await expectAccessible(page);
  await takeScreens(page, 'email-change-question');
  await page.getByRole('button', { name: 'Confirm the new address' }).click();
  await expect(page.getByRole('heading', { name: 'Email address changed' })).toBeVisible();
  await mailTo(page, oldEmail, 'was changed');
  await mailTo(page, newEmail, 'was changed');

  await page.goto('/#/');
  await page.goto(link);
  await expect(page.getByText(ERRORS.EMAIL_CHANGE_OVER.message)).toBeVisible();
});

/** A user who accepts an invitation and works in a separate browser context. */
const enterAs = async (
  browser: Browser,
  baseURL: string | undefined,
  userName: string,
  path: string,
): Promise<Page> => {
  const page = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await page.goto(await mailedLink(page, userName));
  await choosePassword(page, PASSWORD, 'Save password');
  await expect(page.getByText('Your password is saved. Sign in with it.')).toBeVisible();
  await signInAt(page, path, { username: userName, password: PASSWORD });
  return page;
};

test(
  'a second administrator can approve it, and the user can cancel it',
  { tag: '@journey' },
  async ({ page, browser, baseURL }) => {
    const [second, userName] = [freshName('e2e.second'), freshName('e2e.stops')];
    await signInAt(page, '/s/account');
    await makeUser(page, { userName: second, permissions: [...ALL_PERMISSIONS] });
    const userKey = await makeUser(page, { userName });
    await askForChange(page, userKey, `${userName}.one@mail.example`);

    const own = await enterAs(browser, baseURL, userName, '/s/account');
    await expect(own.getByRole('region', { name: 'New email address' })).toContainText(`${userName}.one@mail.example`);
    await expectAccessible(own);
    await takeScreens(own, 'account-email-change');
    await own.getByRole('button', { name: 'Stop this change' }).click();
    await expect(own.getByText(`The email address stays ${userName}@mail.example.`)).toBeVisible();
    await own.context().close();

    await askForChange(page, userKey, `${userName}.two@mail.example`);
    const other = await enterAs(browser, baseURL, second, `${EDITOR}/${userKey}`);
    await other.getByRole('button', { name: 'Approve' }).click();
    await expect(other.getByText(`The email address is now ${userName}.two@mail.example.`)).toBeVisible();
    await expect(other.getByRole('heading', { name: 'New email address' })).toHaveCount(0);
    await expect(other.getByRole('textbox', { name: 'Email' })).toHaveValue(`${userName}.two@mail.example`);
    await other.context().close();
  },
);

test('an administrator without one of the user’s rights sees why nothing can be changed', async ({
  page,
  browser,
  baseURL,
}) => {
  const userName = freshName('e2e.desk');
  await signInAt(page, '/s/account');
  const { data } = await callAsPage(page, '/userconfig/get');
  const { userKey: adminKey } = data as { userKey: number };
  const permissions = ALL_PERMISSIONS.filter((permission) => permission.startsWith('users:'));
  await makeUser(page, { userName, permissions });
  const desk = await enterAs(browser, baseURL, userName, `${EDITOR}/${adminKey}`);
  const reason = /^You cannot change this user, who has rights that you do not have \(Campaigns: View/;
  await expect(desk.getByText(reason).first()).toBeVisible();
  await expect(desk.getByRole('textbox', { name: 'Email' })).toBeDisabled();
  for (const name of ['Send reset link', 'Deactivate']) {
    await expect(desk.getByRole('button', { name })).toBeDisabled();
    await expect(desk.getByRole('button', { name })).toHaveAccessibleDescription(reason);
  }
  await expect(desk.getByRole('button', { name: /^End/ })).toHaveCount(0);
  await expectAccessible(desk);
  await takeScreens(desk, 'user-not-to-change');
  await desk.context().close();
});
