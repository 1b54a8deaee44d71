import { ALL_PERMISSIONS, toPermissionMap } from '@paceline/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { usePicker } from '../../features/owners/picker-store.ts';
import { PATHS, pathTo } from '../../lib/address/paths.ts';
import { usePreferences } from '../../lib/storage/preferences.ts';
import { isSignedIn, useSession } from '../../lib/session/session-store.ts';
import { serve, success } from '../../testing/fetch.ts';
import { showPage } from '../../testing/page.tsx';
import { signedIn, signedOut } from '../../testing/session.ts';
import { ShellFrame } from './shell-frame.tsx';

const permissions = toPermissionMap(ALL_PERMISSIONS) as Record<string, string[]>;
const OWNERS = [
  { ownerKey: 1, name: 'Hartwell', variant: null },
  { ownerKey: 2, name: 'Crestview', variant: null },
  { ownerKey: 3, name: 'Apex', variant: 'APEX CODING ACADEMY' },
];
const open = async (at: string, owner = OWNERS[0] ?? null, userType = 'agency', owners = OWNERS, fresh = owners) => {
  serve({
    '/userconfig/get': () => success({ userType, permisssions: permissions, owners: fresh, userKey: 7 }),
    '/owner/get': () => success({ ownerKey: 2 }),
    '': () => success(null),
  });
  signedIn({ userType, permissions, owners });
  useSession.getState().chooseOwner(owner);
  return showPage(() => <ShellFrame>The page</ShellFrame>, { at });
};
const section = (name: string) => screen.getByRole('button', { name });

beforeEach(() => {
  usePreferences.setState({ railOpen: true, owners: {} });
  usePicker.setState({ isOpen: false });
});
afterEach(signedOut);

describe('the rail', () => {
  it('has the current page’s section open, also on its subpages, and no other', async () => {
    await open(`${PATHS.campaignsPpl}/newcampaign/7`);
    const isOpen = (name: string) => section(name).getAttribute('aria-expanded');
    expect(['Dashboard', 'Campaigns', 'Administration'].map(isOpen)).toEqual(['false', 'true', 'false']);
  });

  it.each([
    [PATHS.allocationsOverview, PATHS.allocationsOverview],
    [pathTo('goalEditor'), PATHS.allocationsOverview],
    [pathTo('goalEditor', { goalKey: 7 }), PATHS.allocationsOverview],
    [`${PATHS.campaignsPpl}/newcampaign/7`, PATHS.campaignsPpl],
    [pathTo('newUser', { uType: 'cl' }), pathTo('newUser', { uType: 'agency' })],
    [pathTo('newUser', { uType: 'cl', qmpUserKey: 5 }), PATHS.searchUser],
  ])('on %s marks the link to %s', async (at, marked) => {
    await open(at);
    const here = document.querySelectorAll('nav [aria-current="page"]');
    expect([...here].map((link) => link.getAttribute('href'))).toEqual([marked]);
  });

  it('opens and closes a section by its button', async () => {
    const { user } = await open(PATHS.owners);
    for (const isOpen of ['true', 'false']) {
      await user.click(section('Campaigns'));
      expect(section('Campaigns').getAttribute('aria-expanded')).toBe(isOpen);
    }
  });

  it('collapses to icons that open their section beside it, and stays collapsed', async () => {
    const { user, address } = await open(PATHS.owners);
    await user.click(screen.getByRole('button', { name: 'Collapse menu' }));
    expect(usePreferences.getState().railOpen).toBe(false);
    await user.click(section('Dashboard'));
    await user.click(await screen.findByRole('menuitem', { name: /Executive/ }));
    await waitFor(() => expect(address()).toBe(PATHS.executiveOverview));
  });

  it('is missing if nothing can be opened', async () => {
    await open(PATHS.clients, null, 'client');
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull();
  });

  it('is a drawer on a narrow window and closes when a link is followed', async () => {
    const { user } = await open(PATHS.allocationsOverview);
    fireEvent.click(screen.getByLabelText('Menu'));
    const drawer = await screen.findByRole('dialog');
    const [link] = within(drawer).getAllByRole('link');
    await user.click(link as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

it('has a link that skips to the content without changing the address', async () => {
  const { user, address } = await open(PATHS.owners);
  await user.click(screen.getByText('Skip to content'));
  expect(document.activeElement).toBe(screen.getByRole('main'));
  expect(address()).toBe(PATHS.owners);
});

describe('the current owner', () => {
  const choose = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) => {
    act(() => usePicker.getState().open());
    await user.click(await screen.findByText(name, { selector: '[role="gridcell"]' }));
  };

  it('can be changed on a page that the other owner has too, and the page stays', async () => {
    const { user, address } = await open(PATHS.allocationsOverview);
    await choose(user, 'Crestview');
    await waitFor(() => expect(address()).toBe(`${PATHS.allocationsOverview}?owner=2`));
  });

  it('opens the other owner’s first page if it lacks this one', async () => {
    const { user, address } = await open(PATHS.pacingOverview);
    await choose(user, 'Apex');
    await waitFor(() => expect(address()).toBe(`${PATHS.allocationsOverview}?owner=3`));
  });

  it('leaves a record for its list', async () => {
    const { user, address } = await open(`${PATHS.campaignsPpl}/newcampaign/7`);
    await choose(user, 'Crestview');
    await waitFor(() => expect(address()).toBe(`${PATHS.campaignsPpl}?owner=2`));
  });

  it('follows what an administrator changed since sign-in', async () => {
    const renamed = OWNERS.map((owner) => ({ ...owner, name: `${owner.name} Group` }));
    await open(PATHS.allocationsOverview, OWNERS[0], 'agency', OWNERS, renamed);
    await screen.findByText('Hartwell Group');
    expect(useSession.getState().owners).toEqual(renamed);
  });

  it('changes at once on a page without an owner', async () => {
    const { user, address } = await open(PATHS.account);
    await choose(user, 'Crestview');
    expect([useSession.getState().activeOwner, address()]).toEqual([OWNERS[1], PATHS.account]);
    await waitFor(() => expect(useSession.getState().ownerData).toEqual({ ownerKey: 2 }));
  });

  it('is shown, and cannot be changed, for a client with one owner', async () => {
    await open(PATHS.account, OWNERS[0], 'client', OWNERS.slice(0, 1));
    expect(screen.getByText('Hartwell').closest('button')).toBeNull();
  });

  it('is not shown for a media partner', async () => {
    await open(PATHS.account, null, 'aggregator');
    expect(screen.queryByText(/Choose/)).toBeNull();
  });
});

describe('the account menu', () => {
  it('shows the user and the time of sign-in, and signs out', async () => {
    const { user } = await open(PATHS.owners);
    act(() => useSession.getState().describe({ previousLoginAt: '2026-11-09T15:00:00Z' }));
    await user.click(screen.getByRole('button', { name: /Avery Stone/ }));
    expect((await screen.findByRole('menu')).textContent).toMatch(/agency\.admin.*Last sign-in .*Nov 9/);
    await user.click(screen.getByRole('menuitem', { name: 'Sign out' }));
    await waitFor(() => expect(isSignedIn()).toBe(false));
  });

  it('links to sessions and password', async () => {
    const { user, address } = await open(PATHS.owners);
    for (const [item, path] of [
      ['My sessions', PATHS.account],
      ['Change password', PATHS.changePassword],
    ] as const) {
      await user.click(screen.getByRole('button', { name: /Avery Stone/ }));
      await user.click(await screen.findByRole('menuitem', { name: item }));
      await waitFor(() => expect(address()).toBe(path));
    }
  });
});
