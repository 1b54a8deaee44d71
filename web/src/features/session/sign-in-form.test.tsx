import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { isSignedIn, useSession } from '../../lib/session/session-store.ts';
import { json, sent, stubFetch, success } from '../../testing/fetch.ts';
import { signedOut } from '../../testing/session.ts';
import { firstPassword } from './first-password.ts';
import { SignInForm } from './sign-in-form.tsx';

afterEach(signedOut);

const show = () => {
  const requests = stubFetch();
  render(
    <MantineProvider>
      <SignInForm username="" onForgotten={() => undefined} />
    </MantineProvider>,
  );
  return { requests, user: userEvent.setup() };
};
const login = {
  access_token: 'a',
  refresh_token: 'r',
  expires_in: 1800,
  userName: 'u',
  firstName: 'A',
  lastName: 'S',
  taclUserKey: 1,
};
const config = { userType: 'agency', permisssions: {}, owners: [], userKey: 1 };

it('reports an empty field and sends nothing', async () => {
  const { user, requests } = show();
  await user.type(screen.getByLabelText('Username'), 'agency.admin{Enter}');
  expect(screen.getByRole('alert').textContent).toBe('Username or password is empty');
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  expect(requests).toHaveLength(0);
});

it('cannot be sent twice, and signs in with the server’s user', async () => {
  const { user, requests } = show();
  await user.type(screen.getByLabelText('Username'), ' agency.admin ');
  await user.type(screen.getByLabelText('Password'), ' secret {Enter}');
  expect(screen.getByRole<HTMLFieldSetElement>('group').disabled).toBe(true);
  await user.keyboard('{Enter}');
  expect(requests).toHaveLength(1);
  expect((sent(requests).init.body as URLSearchParams).toString()).toBe(
    'grant_type=password&username=agency.admin&password=+secret+',
  );
  sent(requests).answer(success({ ...login, mustChangePasswordFlag: 'n' }));
  await expect.poll(() => requests).toHaveLength(2);
  expect((sent(requests, 1).init.headers as Headers).get('authorization')).toBe('Bearer a');
  sent(requests, 1).answer(success(config));
  await expect.poll(() => isSignedIn()).toBe(true);
  await expect.poll(() => sent(requests, 2).url).toBe('/api/ag/account/user/1/get');
  sent(requests, 2).answer(success({ lastLoginAt: '2026-03-09T10:00:00Z' }));
  await expect.poll(() => sent(requests, 3).url).toBe('/api/ag/userLogin/save');
  expect(useSession.getState().sessionDataTemplate?.previousLoginAt).toBe('2026-03-09T10:00:00Z');
});

it('shows the server’s message and allows another attempt', async () => {
  const { user, requests } = show();
  await user.type(screen.getByLabelText('Username'), 'agency.admin');
  await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
  sent(requests).answer(
    json(401, { status: 'error', code: 'CREDENTIALS', message: 'Username or password is incorrect.', data: null }),
  );
  await screen.findByText('Username or password is incorrect.');
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Password'));
  expect(screen.getByRole<HTMLFieldSetElement>('group').disabled).toBe(false);
});

it('revokes the token for an unsupported type of user', async () => {
  const { user, requests } = show();
  await user.type(screen.getByLabelText('Username'), 'robot');
  await user.type(screen.getByLabelText('Password'), 'x{Enter}');
  sent(requests).answer(success({ ...login, mustChangePasswordFlag: 'n' }));
  await expect.poll(() => requests).toHaveLength(2);
  sent(requests, 1).answer(success({ ...config, userType: 'robot' }));
  await expect.poll(() => sent(requests, 2).url).toBe('/api/signout');
  sent(requests, 2).answer(success(null));
  await screen.findByText('User type is not supported');
  expect(isSignedIn()).toBe(false);
});

it('marks a session that must change the password, and stores the password nowhere', async () => {
  const { user, requests } = show();
  await user.type(screen.getByLabelText('Username'), 'new.user');
  await user.type(screen.getByLabelText('Password'), 'first-secret{Enter}');
  sent(requests).answer(success({ ...login, mustChangePasswordFlag: 'y' }));
  await expect.poll(() => requests).toHaveLength(2);
  sent(requests, 1).answer(success(config));
  await expect.poll(() => useSession.getState().firstTimeLogin).toBe(true);
  expect(firstPassword.read()).toBe('first-secret');
  expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('first-secret');
  expect(requests).toHaveLength(2);
});
