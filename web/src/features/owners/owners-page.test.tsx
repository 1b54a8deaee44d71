import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { usePreferences } from '../../lib/storage/preferences.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { refusal, serve, success } from '../../testing/fetch.ts';
import { showPage } from '../../testing/page.tsx';
import { signedIn, signedOut } from '../../testing/session.ts';
import { OwnerPicker } from './owner-picker.tsx';
import { OwnersPage } from './owners-page.tsx';
import { usePicker } from './picker-store.ts';
import { WORDS } from './words.ts';

const OWNERS = [
  { ownerKey: 1, name: 'Oakhaven State', variant: null },
  { ownerKey: 2, name: 'Brightwater', variant: null },
  { ownerKey: 3, name: 'Cascadia Online', variant: null },
];
const DETAILS = {
  ownerKey: 2,
  ownerName: 'Brightwater',
  description: 'Nursing, mostly.',
  verticalName: 'Education',
  timeZone: 'America/Chicago',
  dedupPeriodInDays: 90,
};
const config = (owners = OWNERS, userType = 'agency') => success({ userType, permisssions: {}, owners, userKey: 7 });

beforeEach(() => {
  usePicker.setState({ isOpen: false });
  usePreferences.setState({ owners: {} });
});
afterEach(signedOut);

describe('the picker', () => {
  const open = async (owners = OWNERS) => {
    signedIn({ owners });
    serve({ '/userconfig/get': () => config(owners) });
    usePicker.setState({ isOpen: true });
    const onChoose = vi.fn();
    const page = await showPage(() => <OwnerPicker words={WORDS.ag} onChoose={onChoose} />);
    const box = await screen.findByRole<HTMLInputElement>('combobox');
    return { ...page, onChoose, box };
  };
  const marked = (box: HTMLElement) =>
    document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent;
  const groups = () => screen.getAllByRole('rowgroup').map((group) => group.getAttribute('aria-label'));

  it('is navigated by keys while typing, wrapping at both ends', async () => {
    const { user, box, onChoose } = await open();
    expect(box).toBe(document.activeElement);
    await user.type(box, '{ArrowUp}');
    expect(marked(box)).toBe('Oakhaven State');
    await user.type(box, '{ArrowDown}{ArrowDown}');
    expect(marked(box)).toBe('Cascadia Online');
    await user.type(box, '{Enter}');
    expect(onChoose.mock.calls).toEqual([[OWNERS[2]]]);
    expect(usePicker.getState().isOpen).toBe(false);
  });

  it('chooses nothing by Enter before typing or moving', async () => {
    const { user, box, onChoose } = await open();
    expect(marked(box)).toBeUndefined();
    await user.type(box, '{Enter}');
    expect([onChoose.mock.calls, usePicker.getState().isOpen]).toEqual([[], true]);
  });

  it('chooses the best match of the current text on Enter, drawn or not', async () => {
    const { box, onChoose } = await open();
    // Set outside React, as if typed after the last render.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, 'oak');
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(onChoose.mock.calls).toEqual([[OWNERS[0]]]);
  });

  it('keeps the selected owner when a newer list arrives', async () => {
    const answer = Promise.withResolvers<void>();
    signedIn({ owners: OWNERS });
    serve({
      '/userconfig/get': async () => {
        await answer.promise;
        return config([{ ownerKey: 4, name: 'Apex', variant: null }, ...OWNERS]);
      },
    });
    usePicker.setState({ isOpen: true });
    const onChoose = vi.fn();
    const { user } = await showPage(() => <OwnerPicker words={WORDS.ag} onChoose={onChoose} />);
    const box = await screen.findByRole<HTMLInputElement>('combobox');
    await user.type(box, '{ArrowDown}');
    expect(marked(box)).toBe('Brightwater');
    answer.resolve();
    await screen.findByText('Apex');
    expect(marked(box)).toBe('Brightwater');
    await user.type(box, '{Enter}');
    expect(onChoose.mock.calls).toEqual([[OWNERS[1]]]);
  });

  it('filters while typing; Escape clears first and then closes', async () => {
    const { user, box, onChoose } = await open();
    await user.type(box, '{ArrowDown}oak');
    expect(groups()).toEqual(['Found']);
    expect(marked(box)).toBe('Oakhaven State');
    await user.type(box, 'x');
    expect(screen.getByText('No owner matches “oakx”.').getAttribute('role')).toBe('status');
    await user.type(box, '{Enter}{ArrowDown}');
    expect(onChoose).not.toHaveBeenCalled();
    await user.type(box, '{Escape}');
    expect([box.value, usePicker.getState().isOpen]).toEqual(['', true]);
    await user.type(box, '{Escape}');
    expect(usePicker.getState().isOpen).toBe(false);
  });

  it('remembers favourites and recent owners by user', async () => {
    const { user, box } = await open();
    await user.type(box, 'bright{Control>}{Enter}{/Control}{Escape}');
    expect(groups()).toEqual(['Favorites', 'Others']);
    expect(screen.getByRole('button', { name: 'Favorite: Brightwater' }).getAttribute('aria-pressed')).toBe('true');
    await user.click(screen.getByText('Oakhaven State'));
    expect(usePreferences.getState().owners).toEqual({ 'agency.admin': { favourite: [2], recent: [1] } });
  });

  it('says so if no owner is assigned', async () => {
    await open([]);
    await screen.findByText(/^No owner is assigned to your account yet/);
    expect(screen.queryByRole('grid')).toBeNull();
  });
});

describe('the page of owners', () => {
  const open = async (at = '/', { userType = 'agency', owners = OWNERS, owner = () => success(DETAILS) } = {}) => {
    signedIn({ userType, owners });
    const requests = serve({ '/owner/get': owner, '/userconfig/get': () => config(owners, userType) });
    const readSearch = (search: Record<string, unknown>) =>
      search['owner'] === undefined ? {} : { owner: Number(search['owner']) };
    return { ...(await showPage(OwnersPage, { at, readSearch })), requests };
  };

  it('opens with the picker until one is chosen', async () => {
    await open();
    expect(usePicker.getState().isOpen).toBe(true);
    expect(screen.getByText('No owner selected').tagName).toBe('H2');
    expect(screen.getByText('3 owners you work with')).not.toBeNull();
  });

  it('selects the owner in the address, which the tab keeps', async () => {
    const { requests } = await open('/?owner=2');
    const details = screen.getByRole('region', { name: 'Details' });
    await within(details).findByText('Nursing, mostly.');
    expect(details.textContent).toMatch(/Education.*Central.*America\/Chicago.*90 days/);
    expect(requests.some(({ url }) => url === '/api/ag/2/owner/get')).toBe(true);
    expect(useSession.getState()).toMatchObject({ activeOwner: OWNERS[1], ownerData: DETAILS });
    expect(usePicker.getState().isOpen).toBe(false);
  });

  it('refuses an owner that is not the user’s', async () => {
    await open('/?owner=9', { owner: () => refusal(404, 'NOT_FOUND', 'There is no such owner.') });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('There is no such owner.');
    expect(useSession.getState().activeOwner).toBeNull();
  });

  it('shows clients to a client', async () => {
    await open('/', { userType: 'client', owners: OWNERS.slice(0, 2) });
    expect(screen.getByText('No client selected')).not.toBeNull();
  });

  it('closes the picker when it is left', async () => {
    const { unmount } = await open();
    unmount();
    expect(usePicker.getState().isOpen).toBe(false);
  });
});
