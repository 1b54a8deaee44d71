import { ALL_PERMISSIONS, toPermissionMap } from '@paceline/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type ComponentProps, lazy } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PATHS } from '../../lib/address/paths.ts';
import { noteRecord, readRecent } from '../../lib/storage/recent-records.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { serve, success } from '../../testing/fetch.ts';
import { showPage } from '../../testing/page.tsx';
import { signedIn, signedOut } from '../../testing/session.ts';
import { PageHead } from '../../ui/pieces/page-head.tsx';
import { PaletteButton } from './palette-button.tsx';

type Palette = (typeof import('./palette.tsx'))['Palette'];
const late = vi.hoisted(() => ({ Palette: (() => null) as unknown as Palette, arrive: () => {} }));
vi.mock('./palette.tsx', () => ({ Palette: (props: ComponentProps<Palette>) => <late.Palette {...props} /> }));
/** Makes each test load the palette anew, when the test says so. */
const loadLater = (): void => {
  const arrival = Promise.withResolvers<void>();
  const Palette = lazy(async () => {
    await arrival.promise;
    return { default: (await vi.importActual<{ Palette: Palette }>('./palette.tsx')).Palette };
  });
  late.Palette = (props) => <Palette {...props} />;
  late.arrive = arrival.resolve;
};

const permissions = toPermissionMap(ALL_PERMISSIONS) as Record<string, string[]>;
const OWNERS = [
  { ownerKey: 1, name: 'Hartwell', variant: null },
  { ownerKey: 2, name: 'Crestview', variant: null },
];
const FOUND = {
  campaigns: [
    {
      campaignKey: 7,
      name: 'Nursing now',
      code: 'NUR-1',
      channel: 'ppl',
      ownerKey: 1,
      ownerName: 'Hartwell',
      goalKey: 9,
      subStatus: 'LIVE',
    },
    {
      campaignKey: 8,
      name: 'Nursing later',
      code: 'NUR-2',
      channel: 'ppc',
      ownerKey: 2,
      ownerName: 'Crestview',
      goalKey: 10,
      subStatus: 'PAUSED',
    },
  ],
  lineItems: [{ goalKey: 9, name: 'Nursing line', ownerKey: 1, ownerName: 'Hartwell' }],
  orders: [
    {
      ioKey: 3,
      name: 'IO-2026-12-NursingAds-1',
      partnerName: 'Nursing Ads',
      clientName: 'North',
      ownerKey: 1,
      ownerName: 'Hartwell',
    },
  ],
};
const answered = { search: Promise.withResolvers<void>() };
let pressed = 0;

const open = async (at: string = PATHS.allocationsOverview) => {
  const requests = serve({
    '/palette/search': async () => {
      await answered.search.promise;
      return success(FOUND);
    },
    '/status/save': () => success({ campaignKey: 7, subStatus: 'PAUSED' }),
    '/userconfig/get': () => success({ userType: 'agency', permisssions: permissions, owners: OWNERS, userKey: 7 }),
  });
  signedIn({ permissions, owners: OWNERS });
  useSession.getState().chooseOwner(OWNERS[0] ?? null);
  const page = await showPage(
    () => (
      <>
        <PageHead
          title="Overview"
          action={
            <button type="button" onClick={() => (pressed += 1)}>
              Add line item
            </button>
          }
        />
        <PaletteButton />
      </>
    ),
    { at },
  );
  fireEvent.keyDown(document, { key: 'k', ctrlKey: true });
  // Typed before the palette is loaded: must not be lost.
  fireEvent.keyDown(document, { key: 'n' });
  late.arrive();
  const box = await screen.findByRole<HTMLInputElement>('combobox');
  return { ...page, box, requests };
};
const options = () =>
  screen.queryAllByRole('group').map((group) => [
    group.getAttribute('aria-label'),
    ...within(group)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ]);

beforeEach(() => {
  answered.search = Promise.withResolvers();
  loadLater();
  pressed = 0;
});
afterEach(() => {
  signedOut();
  localStorage.clear();
});

it('finds pages, campaigns, line items, insertion orders and owners, and names the owner of other owners’ rows', async () => {
  answered.search.resolve();
  const { user, box, address, requests } = await open();
  expect(box.value).toBe('n');
  expect(requests.some(({ url }) => url.includes('palette'))).toBe(false);
  await user.type(box, 'ursing');
  await screen.findAllByText('Nursing now');
  expect(options()).toEqual([
    ['Campaigns', 'Nursing nowNUR-1', 'Nursing laterNUR-2 · Crestview'],
    ['Do', 'Pause NUR-1Nursing now', 'Change allocation of NUR-1Nursing now', 'Resume NUR-2Nursing later · Crestview'],
    ['Line items', 'Nursing line'],
    ['Insertion orders', 'IO-2026-12-NursingAds-1Nursing Ads · North'],
  ]);
  await user.type(box, '{ArrowDown}{Enter}');
  await waitFor(() => expect(address()).toBe('/s/cl/allocations/campaigns/summary/8?owner=2'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('Enter opens the match of the current text, and nothing before the server has answered', async () => {
  const { user, box, address } = await open();
  await user.clear(box);
  await user.type(box, 'nursing{Enter}');
  expect(screen.getByText('Searching…')).not.toBeNull();
  expect(address()).toBe(PATHS.allocationsOverview);
  await user.clear(box);
  await user.type(box, 'next mo{Enter}');
  await waitFor(() => expect(address()).toMatch(PATHS.allocationsNextMonth));
});

it('does what is asked to the campaign that is found', async () => {
  answered.search.resolve();
  const { user, box, requests } = await open();
  await user.clear(box);
  await user.type(box, 'pause nursing');
  await screen.findByText('Pause NUR-1');
  expect(requests.findLast(({ url }) => url.includes('palette'))?.url).toMatch(/term=nursing/);
  expect(options()[0]).toEqual(['Do', 'Pause NUR-1Nursing now']);
  await user.type(box, '{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Pause' }));
  await user.click(dialog.getByRole('button', { name: 'Pause' }));
  await waitFor(() =>
    expect(requests.find(({ url }) => url.includes('/campaign/7/status/save'))?.body).toMatchObject({ isPaused: true }),
  );
});

it('leads to the allocation of a campaign', async () => {
  answered.search.resolve();
  const { user, box, address } = await open();
  await user.clear(box);
  await user.type(box, 'allocation nursing');
  await screen.findByText('Change allocation of NUR-1');
  await user.type(box, '{Enter}');
  await waitFor(() => expect(address()).toMatch(/\/allocations\/currentmonth\?.*lineItem=9/));
});

it.each([
  ['invoice', 'Billable'],
  ['erase', 'Privacy Requests'],
  ['report builder', 'Media Analysis'],
  ['down funnel', 'Down Funnel Overview'],
])('finds by “%s” the page or report %s', async (typed, label) => {
  const { user, box } = await open();
  await user.clear(box);
  await user.type(box, typed);
  const labels = options().flatMap(([, ...entries]) => entries);
  expect(labels.some((entry) => entry?.startsWith(label))).toBe(true);
});

it('lists the keys of the page on a question mark, and not while one types', async () => {
  const { user, box } = await open();
  await user.type(box, '?');
  expect(screen.queryByRole('dialog', { name: 'Keys' })).toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.keyDown(document.body, { key: '?' });
  const dialog = within(await screen.findByRole('dialog', { name: 'Keys' }));
  expect(dialog.getByText('Ctrl+K')).not.toBeNull();
});

it('opens with the records of last time and what the page can do', async () => {
  noteRecord({ path: '/s/cl/allocations/newgoal/3?owner=2', name: 'Old line', ownerKey: 2, ownerName: 'Crestview' });
  const { user, box } = await open();
  await user.clear(box);
  const [recent, actions] = options();
  expect(recent).toEqual(['Recent', 'Old lineCrestview']);
  expect(actions?.slice(0, 3)).toEqual(['Actions', 'Add line itemThis page', 'Change the owner']);
  await user.click(screen.getByText('Add line item', { selector: '[role="option"] *' }));
  expect(pressed).toBe(1);
});

it('remembers opened records once each, and no list pages', () => {
  for (const path of ['/s/cl/a/1?owner=2', '/s/cl/a/2?owner=2', '/s/cl/a/1?owner=2&step=prices', '/s/cl/a?owner=2'])
    noteRecord({ path, name: path, ownerKey: 2, ownerName: 'Crestview' });
  expect(readRecent().map(({ path }) => path)).toEqual(['/s/cl/a/1?owner=2&step=prices', '/s/cl/a/2?owner=2']);
});
