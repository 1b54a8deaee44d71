import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { isSignedIn } from '../../lib/session-store.ts';
import { json, sent, stubFetch, success } from '../../testing/fetch.ts';
import { signedOut } from '../../testing/session.ts';
import { SignInForm } from './sign-in-form.tsx';

afterEach(signedOut);

const show = () => {
  const onSignedIn = vi.fn();
  const requests = stubFetch();
  render(
    <MantineProvider>
      <SignInForm onSignedIn={onSignedIn} />
    </MantineProvider>,
  );
  return { onSignedIn, requests, user: userEvent.setup() };
};
const login = {
  access_token: 'a',
  refresh_token: 'r',
  expires_in: 3600,
  userName: 'u',
  firstName: 'A',
  lastName: 'S',
  taclUserKey: 1,
};

it('says that a field is empty and sends nothing', async () => {
  const { user, requests } = show();
  await user.type(screen.getByLabelText('Username'), 'agency.admin{Enter}');
  expect(screen.getByRole('alert').textContent).toBe('Username or password is empty');
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  expect(requests).toHaveLength(0);
});

it('cannot be sent twice, and signs in with what the server says of the user', async () => {
  const { user, requests, onSignedIn } = show();
  await user.type(screen.getByLabelText('Username'), ' agency.admin ');
  await user.type(screen.getByLabelText('Password'), ' secret {Enter}');
  expect(screen.getByRole<HTMLFieldSetElement>('group').disabled).toBe(true);
  await user.keyboard('{Enter}');
  expect(requests).toHaveLength(1);
  expect((sent(requests).init.body as URLSearchParams).toString()).toBe(
    'grant_type=password&username=agency.admin&password=+secret+',
  );
  sent(requests).answer(success({ ...login, mustChangePasswordFlag: 'n' }));
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  expect((sent(requests, 1).init.headers as Headers).get('authorization')).toBe('Bearer a');
  sent(requests, 1).answer(success({ userType: 'agency', permisssions: {}, owners: [], userKey: 1 }));
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalled());
  expect(isSignedIn()).toBe(true);
});

it('shows the message of the server and lets one try again', async () => {
  const { user, requests } = show();
  await user.type(screen.getByLabelText('Username'), 'agency.admin');
  await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
  sent(requests).answer(
    json(401, { status: 'error', code: 'CREDENTIALS', message: 'Username or password is incorrect.', data: null }),
  );
  await screen.findByText('Username or password is incorrect.');
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
  expect(screen.getByRole<HTMLFieldSetElement>('group').disabled).toBe(false);
});

it('does not let in someone who must change the password', async () => {
  const { user, requests, onSignedIn } = show();
  await user.type(screen.getByLabelText('Username'), 'new.user');
  await user.type(screen.getByLabelText('Password'), 'first{Enter}');
  sent(requests).answer(success({ ...login, mustChangePasswordFlag: 'y' }));
  await vi.waitFor(() => expect(sent(requests, 1).url).toBe('/api/signout'));
  sent(requests, 1).answer(success(null));
  await screen.findByText(/^Your password must be changed before you can go on\./);
  expect(onSignedIn).not.toHaveBeenCalled();
  expect(isSignedIn()).toBe(false);
});
