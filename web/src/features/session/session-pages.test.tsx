import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PATHS } from '../../lib/address/paths.ts';
import { isSignedIn } from '../../lib/session/session-store.ts';
import { type Answers, refusal, serve, success } from '../../testing/fetch.ts';
import { showPage } from '../../testing/page.tsx';
import { signedIn, signedOut } from '../../testing/session.ts';
import { useToasts } from '../../ui/toast/toast-store.ts';
import { ChangePasswordPage } from './change-password-page.tsx';
import { firstPassword } from './first-password.ts';
import { resetLink } from './reset-link.ts';
import { ResetPasswordPage } from './reset-password-page.tsx';
import { SignInPage } from './sign-in-page.tsx';

const GOOD = 'Correct=horse-7-battery';
const LOGIN = {
  access_token: 'access-2',
  refresh_token: 'refresh-2',
  expires_in: 1800,
  userName: 'agency.admin',
  firstName: 'Avery',
  lastName: 'Stone',
  taclUserKey: 7,
  mustChangePasswordFlag: 'n',
};
const open = async (page: () => React.ReactNode, answers: Answers = {}) => {
  const requests = serve(answers, {
    '/generatetoken': () => success(LOGIN),
    '/userconfig/get': () => success({ userType: 'agency', permisssions: {}, owners: [], userKey: 7 }),
    '': () => success(null),
  });
  const shown = await showPage(page);
  // The layout's own question, whose brand the page is; tests count what the forms send.
  const brand = requests.findIndex(({ url }) => url.includes('/branding/'));
  if (brand >= 0) requests.splice(brand, 1);
  return { ...shown, requests };
};
type User = Awaited<ReturnType<typeof open>>['user'];
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const fill = (values: Record<string, string>): void => {
  for (const [label, value] of Object.entries(values)) fireEvent.change(field(label), { target: { value } });
};
const toasts = () => useToasts.getState().toasts.map(({ message }) => message);

beforeEach(() => {
  useToasts.setState({ toasts: [] });
  resetLink.keep(null);
  firstPassword.keep(null);
});
afterEach(signedOut);

describe('a new password', () => {
  const press = (user: User) => user.click(screen.getByRole('button', { name: 'Change password' }));

  it('is sent when all three fields are valid, and the home page opens', async () => {
    signedIn();
    const { user, requests, address } = await open(ChangePasswordPage);
    fill({ 'Old password': 'old', 'New password': GOOD, 'New password again': GOOD });
    await press(user);
    await waitFor(() => expect(toasts()).toEqual(['Your password is changed.']));
    const { body } = requests.find(({ url }) => url.includes('changepassword')) ?? {};
    expect(body).toEqual({ oldPassword: 'old', newPassword: GOOD, newPasswordConfirmation: GOOD });
    await waitFor(() => expect(address()).toBe(PATHS.owners));
  });

  it('is not sent with an empty field, which is reported', async () => {
    signedIn();
    const { user, requests } = await open(ChangePasswordPage);
    fill({ 'New password': GOOD, 'New password again': GOOD });
    await press(user);
    expect((await screen.findByRole('alert')).textContent).toBe('Please enter all required fields');
    expect(requests).toEqual([]);
  });

  it('is not sent if both entries differ, or a rule is broken', async () => {
    signedIn();
    const { user, requests } = await open(ChangePasswordPage);
    fill({ 'Old password': 'old', 'New password': GOOD, 'New password again': `${GOOD}x` });
    await press(user);
    await screen.findByText('The two passwords are not the same.');
    // Correcting the other field clears the error too.
    fill({ 'New password': `${GOOD}x` });
    await waitFor(() => expect(screen.queryByText('The two passwords are not the same.')).toBeNull());
    fill({ 'New password': 'short', 'New password again': 'short' });
    await press(user);
    expect(document.querySelectorAll('li[data-state="broken"]')).toHaveLength(4);
    expect(requests).toEqual([]);
  });

  it('refused by the server shows the error at its field', async () => {
    signedIn();
    const errors = [{ field: 'oldPassword', code: 'value', message: 'This is not your password.' }];
    const { user } = await open(ChangePasswordPage, {
      '/changepassword': () => refusal(422, 'VALIDATION', 'Please correct the marked fields.', { errors }),
    });
    fill({ 'Old password': 'odd', 'New password': GOOD, 'New password again': GOOD });
    await press(user);
    await screen.findByText('This is not your password.');
    await waitFor(() => expect(document.activeElement).toBe(field('Old password')));
    expect(screen.queryByText('Please correct the marked fields.')).toBeNull();
  });

  it('failed for another reason shows a message, with the request id for internal errors', async () => {
    signedIn();
    const { user } = await open(ChangePasswordPage, { '/changepassword': () => refusal(500, 'INTERNAL', 'It broke.') });
    fill({ 'Old password': 'old', 'New password': GOOD, 'New password again': GOOD });
    await press(user);
    expect((await screen.findByText(/It broke\./)).closest('[role="alert"]')?.textContent).toContain('r-no');
  });
});

describe('a mailed link', () => {
  it('asks for the new password only, and leads to sign-in', async () => {
    resetLink.keep({ userName: 'lou', token: 'secret' });
    const { user, requests, address } = await open(ResetPasswordPage);
    expect(screen.getByText('lou').tagName).toBe('STRONG');
    fill({ 'New password': GOOD, 'New password again': GOOD });
    await user.click(screen.getByRole('button', { name: 'Save password' }));
    await waitFor(() => expect(toasts()).toEqual(['Your password is saved. Sign in with it.']));
    expect(requests[0]?.body).toEqual({ userName: 'lou', oldPassword: 'secret', password: GOOD });
    await waitFor(() => expect(address()).toBe(PATHS.login));
  });
});

describe('the first sign-in', () => {
  it('does not ask again for the password just typed', async () => {
    signedIn({ firstTimeLogin: true });
    firstPassword.keep('first');
    const { user, requests } = await open(ResetPasswordPage);
    expect(screen.queryByLabelText('Password you signed in with')).toBeNull();
    fill({ 'New password': GOOD, 'New password again': GOOD });
    await user.click(screen.getByRole('button', { name: 'Save and continue' }));
    await waitFor(() => expect(toasts()).toEqual(['Your password is saved.']));
    expect(requests[0]?.body).toEqual({ userName: 'agency.admin', oldPassword: 'first', password: GOOD });
  });

  it('asks for it after a reload, and can be left by signing out', async () => {
    signedIn({ firstTimeLogin: true });
    const { user } = await open(ResetPasswordPage);
    expect(field('Password you signed in with').type).toBe('password');
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(isSignedIn()).toBe(false));
  });
});

describe('a forgotten password', () => {
  const forget = async (answers: Answers = {}) => {
    const page = await open(SignInPage, answers);
    fill({ Username: 'lou ' });
    await page.user.click(screen.getByRole('button', { name: 'Forgot password?' }));
    return page;
  };

  it('keeps the typed name and gives the same answer for unknown users', async () => {
    const { user, requests } = await forget();
    expect(field('Username').value).toBe('lou');
    await user.click(screen.getByRole('button', { name: 'Send link' }));
    await screen.findByText('If the user exists, an email has been sent.');
    expect(requests[0]?.body).toMatchObject({ username: 'lou' });
    await user.click(screen.getByRole('button', { name: 'Back to sign-in' }));
    expect(field('Username').value).toBe('lou');
  });

  it('needs a name, and shows the server’s error', async () => {
    const { user, requests } = await forget({ resetAndEmail: () => refusal(429, 'RATE_LIMITED', 'Wait a minute.') });
    fill({ Username: ' ' });
    await user.click(screen.getByRole('button', { name: 'Send link' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/empty/i);
    expect(requests).toEqual([]);
    fill({ Username: 'lou' });
    await user.click(screen.getByRole('button', { name: 'Send link' }));
    await screen.findByText('Wait a minute.');
    await user.click(screen.getByRole('button', { name: 'Back to sign-in' }));
    expect(document.title).toBe('Sign in · Paceline');
  });
});
