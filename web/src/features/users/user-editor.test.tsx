import { ALL_PERMISSIONS, toPermissionMap, type User } from '@paceline/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PATHS } from '../../lib/address/paths.ts';
import { type Answers, refusal, serve, success } from '../../testing/fetch.ts';
import { showPage } from '../../testing/page.tsx';
import { signedIn, signedOut } from '../../testing/session.ts';
import { useToasts } from '../../ui/toast/toast-store.ts';
import { UserEditor } from './user-editor.tsx';

// It has its own tests, and its hundred checkboxes are slow to render.
vi.mock('./permission-matrix.tsx', () => ({ PermissionMatrix: () => null }));

const ALL = toPermissionMap(ALL_PERMISSIONS) as Record<string, string[]>;
const OWNERS = [
  { ownerKey: 1, name: 'Hartwell', variant: null },
  { ownerKey: 2, name: 'Crestview', variant: null },
];
const LOU: User = {
  userKey: 5,
  userName: 'lou',
  firstName: 'Lou',
  lastName: 'Vane',
  email: 'lou@mail.example',
  userType: 'agency',
  partnerKey: null,
  allOwners: false,
  ownerKeys: [1],
  permissions: ['campaigns:View'],
  active: true,
  hasPassword: true,
  mustChangePassword: false,
  lastLoginAt: '2026-11-09T15:00:00.000Z',
  rowVersion: 3,
  heldBeyond: { permissions: [], owners: false },
  emailChange: null,
};
const SELF: User = { ...LOU, userKey: 7, userName: 'agency.admin', allOwners: false };

const open = async (user: User | null, answers: Answers = {}, group: 'ag' | 'mp' | 'cl' = 'ag', worksOn?: number) => {
  const requests = serve(answers, {
    '/session/list': () => success([]),
    '/user/7/get': () => success(SELF),
    '/user/save': ({ body }) => success({ ...LOU, ...(body as object), userKey: 5, rowVersion: 4 }),
    '/status/save': ({ body }) => success({ ...LOU, ...(body as object) }),
    '/password/reset': () => success(null),
    '': () =>
      success([
        { mediaPartnerKey: 3, mediaPartnerName: 'BrightPath', activeFlag: true },
        { mediaPartnerKey: 4, mediaPartnerName: 'EduReach', activeFlag: false },
      ]),
  });
  const page = await showPage(() => <UserEditor group={group} user={user} worksOn={worksOn} />);
  return {
    ...page,
    requests,
    saved: () => requests.filter(({ url }) => url.includes('/user/save')).map(({ body }) => body),
  };
};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const fill = (values: Record<string, string>): void => {
  for (const [label, value] of Object.entries(values)) fireEvent.change(field(label), { target: { value } });
};
const toasts = () => useToasts.getState().toasts.map(({ message }) => message);

beforeEach(() => {
  useToasts.setState({ toasts: [] });
  signedIn({ permissions: ALL, owners: OWNERS });
});
afterEach(signedOut);

describe('a new user', () => {
  const PERSON = { 'First name': 'Lou', 'Last name': 'Vane', 'User name': 'lou', Email: 'lou@mail.example' };

  it('is invited with a role’s rights, on the chosen owners', async () => {
    const { user, saved, address } = await open(null);
    fill(PERSON);
    fill({ Role: 'agencyAdmin' });
    fireEvent.click(field('Crestview'));
    await user.click(screen.getByText('Create and invite'));
    await waitFor(() => expect(toasts()).toEqual(['Lou Vane is invited: a link is on its way to lou@mail.example.']));
    expect(saved()).toMatchObject([
      { userKey: null, rowVersion: null, userType: 'agency', partnerKey: null, allOwners: false, ownerKeys: [2] },
    ]);
    await waitFor(() => expect(address()).toBe(PATHS.searchUser));
  });

  it('starts with the owner in the address', async () => {
    const { user, saved } = await open(null, {}, 'cl', 2);
    fill(PERSON);
    await user.click(screen.getByText('Create and invite'));
    await waitFor(() => expect(saved()).toMatchObject([{ userType: 'client', ownerKeys: [2] }]));
  });

  it('is not sent with missing values, which are reported at their fields', async () => {
    const { user, saved } = await open(null);
    fill({ ...PERSON, Email: 'nobody' });
    await user.click(screen.getByText('Create and invite'));
    await waitFor(() => expect(field('Email').getAttribute('aria-invalid')).toBe('true'));
    expect(saved()).toEqual([]);
  });

  it('refused by the server keeps the input, with the error at its field', async () => {
    const errors = [{ field: 'userName', code: 'taken', message: 'This name is taken.' }];
    const { user } = await open(null, {
      '/user/save': () => refusal(409, 'DUPLICATE', 'This name is taken.', { errors }),
    });
    fill(PERSON);
    fireEvent.click(field('Hartwell'));
    await user.click(screen.getByText('Create and invite'));
    expect((await screen.findAllByText('This name is taken.')).length).toBeGreaterThan(0);
    expect(field('User name').value).toBe('lou');
    expect(toasts()).toEqual([]);
  });

  it('of a partner selects among active partners', async () => {
    const { user, saved } = await open(null, {}, 'mp');
    await screen.findByText('BrightPath');
    expect(screen.queryByText('EduReach')).toBeNull();
    fill({ ...PERSON, 'Media partner': '3' });
    fireEvent.click(field('Hartwell'));
    await user.click(screen.getByText('Create and invite'));
    await waitFor(() => expect(saved()).toMatchObject([{ userType: 'aggregator', partnerKey: 3 }]));
  });

  it('gets only owners of the grantor, and all owners only from a grantor with all', async () => {
    await open(null);
    expect(screen.getByLabelText<HTMLInputElement>('All owners, including future ones').disabled).toBe(true);
  });
});

describe('an existing user', () => {
  it('is saved with the version it was loaded with', async () => {
    const { user, saved } = await open(LOU);
    fill({ 'First name': 'Louise' });
    await user.click(screen.getByText('Save'));
    await waitFor(() => expect(saved()).toMatchObject([{ userKey: 5, rowVersion: 3, firstName: 'Louise' }]));
  });

  it.each([
    ['without the right', LOU, { users: ['View'] }, 'You can view users but not change them.'],
    ['oneself', { ...LOU, userKey: 7 }, ALL, 'You cannot change your own account here.'],
    [
      'somebody with more rights',
      { ...LOU, heldBeyond: { permissions: ['audit:View'], owners: false } },
      ALL,
      /^You cannot change this user, who has rights that you do not have/,
    ],
  ])('cannot be changed %s, which is explained', async (_, user, permissions, words) => {
    signedIn({ permissions, owners: OWNERS });
    await open(user);
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
    expect(screen.queryByText('Save')).toBeNull();
  });

  it('is sent a password link after confirmation', async () => {
    const { user, requests } = await open(LOU);
    await user.click(screen.getByText('Send reset link'));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Lou Vane gets a link at lou@mail.example.');
    await user.click(within(dialog).getByText('Send link'));
    await waitFor(() => expect(toasts()).toEqual(['A reset link is on its way to lou@mail.example.']));
    expect(requests.some(({ url }) => url.endsWith('/account/user/5/password/reset'))).toBe(true);
  });

  it('is disabled after confirmation, not after "no"', async () => {
    const { user, requests } = await open(LOU);
    const status = () => requests.filter(({ url }) => url.includes('/status/save'));
    await user.click(screen.getByText('Deactivate'));
    await user.click(within(await screen.findByRole('dialog')).getByText('Cancel'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(status()).toEqual([]);
    await user.click(screen.getByText('Deactivate'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Deactivate' }));
    await waitFor(() => expect(toasts()).toEqual(['Lou Vane is deactivated.']));
    expect(status()).toMatchObject([{ body: { active: false } }]);
  });

  it('is enabled again', async () => {
    const { user, requests } = await open({ ...LOU, active: false });
    expect(screen.queryByText('Send reset link')).toBeNull();
    await user.click(screen.getByText('Reactivate'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reactivate' }));
    await waitFor(() =>
      expect(requests.find(({ url }) => url.includes('/status/save'))?.body).toEqual({ active: true }),
    );
  });
});
