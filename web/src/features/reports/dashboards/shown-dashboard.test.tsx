import { type DashboardCard, type QuestionAnswer, type SavedDashboard } from '@paceline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serve, success } from '../../../testing/fetch.ts';
import { showPage } from '../../../testing/page.tsx';
import { signedIn, signedOut } from '../../../testing/session.ts';
import { readSavedDashboardSearch } from './dashboard-search.ts';
import { clearToasts } from '../../../ui/toast/toast-store.ts';
import { ShownDashboard } from './shown-dashboard.tsx';

beforeEach(() => signedIn({ permissions: { reports: ['Build'] } }));
afterEach(() => {
  signedOut();
  clearToasts();
  vi.unstubAllGlobals();
});

const figure = (id: string, measure: string, goal: number | null = null): DashboardCard => ({
  id,
  kind: 'figure',
  width: 3,
  height: 2,
  title: '',
  measure,
  period: { range: 'lastMonth' },
  filters: [],
  goal: goal === null ? null : { side: 'above', amount: goal },
});
const CARDS: DashboardCard[] = [
  { id: 't', kind: 'text', width: 12, height: 1, text: 'Goals of the term' },
  figure('leads', 'validLeads', 400),
  figure('seen', 'impressions'),
];
const dashboard: SavedDashboard = {
  dashboardKey: 4,
  rowVersion: 1,
  name: 'Term',
  description: '',
  sharing: 'private',
  cards: CARDS,
  by: 'Pat Lee',
  isMine: true,
  mayChange: true,
  updatedAt: '2026-11-01T08:00:00Z',
};

const answerOf = (measure: string): QuestionAnswer => ({
  columns: [{ key: measure, label: measure, role: 'measure', kind: 'count', measure }],
  rows: [{ [measure]: 412, rowKey: 'all' }],
  total: { [measure]: 412, [`${measure}Change`]: 12.5 },
  rowCount: 1,
  pivot: [],
  days: { from: '2026-10-01', to: '2026-10-31' },
  compared: { from: '2026-09-01', to: '2026-09-30' },
  maturity: [],
  notes: [],
  attributedToLeads: [],
});

interface Asked {
  question: { measures: string[]; period: object; filters: object[] };
}
const questions = (requests: readonly { url: string; body: unknown }[], measure: string) =>
  requests
    .filter(({ url }) => url.includes('/reporting/question'))
    .map(({ body }) => (body as Asked).question)
    .filter(({ measures }) => measures[0] === measure);

const show = async (at = '/', over: Partial<SavedDashboard> = {}) => {
  const member = (key: string, label: string) => ({ key, label, kind: 'lead', hidden: false });
  const requests = serve({
    '/reporting/question': ({ body }) => success(answerOf((body as Asked).question.measures[0] ?? '')),
    '/dimensions': () => success([member('state', 'State'), member('channel', 'Channel')]),
    '/measures': () => success([member('validLeads', 'Valid Leads'), member('impressions', 'Impressions')]),
    '/reportschedule/readers': () => success([{ userKey: 7, name: 'Pat Lee', company: 'Agency' }]),
    '/reportschedule/save': () => success(null),
    '/saveddashboard/save': ({ body }) => success({ ...dashboard, ...(body as object), rowVersion: 2 }),
  });
  const shown = { ...dashboard, ...over };
  const page = await showPage(
    () => <ShownDashboard ownerKey={1} group="ag" dashboard={shown} views={[]} choice={null} />,
    { at, readSearch: readSavedDashboardSearch },
  );
  return { ...page, requests };
};

const inTexas = encodeURIComponent('[{"member":"state","operator":"equals","values":["TX"]}]');

it('shows texts, and figures beside their goals', async () => {
  await show();
  screen.getByText('Goals of the term');
  const card = within(await screen.findByRole('region', { name: 'Valid Leads' }));
  await card.findByRole('button', { name: '412' });
  card.getByText('+12.5% vs previous');
  card.getByText('Goal met');
  card.getByText('Oct 1 – 31, 2026');
  expect(within(screen.getByRole('region', { name: 'Impressions' })).queryByText(/goal/i)).toBeNull();
});

it('asks all cards for the dates and filters of the address, and says which card cannot take one', async () => {
  const { requests, user, address, router } = await show(`/?range=last7&filters=${inTexas}`);
  const card = within(await screen.findByRole('region', { name: 'Valid Leads' }));
  await card.findByRole('button', { name: '412' });
  expect(questions(requests, 'validLeads')).toMatchObject([
    { period: { range: 'last7' }, filters: [{ member: 'state', values: ['TX'] }] },
  ]);
  card.getByText('Goal of the card’s own dates and data: at least 400');
  const other = within(screen.getByRole('region', { name: 'Impressions' }));
  other.getByText(/^Not filtered \(State is TX\): /);
  await waitFor(() =>
    expect(questions(requests, 'impressions')).toMatchObject([{ period: { range: 'last7' }, filters: [] }]),
  );

  await user.selectOptions(screen.getByRole('combobox', { name: 'Dates of all cards' }), 'Last month');
  expect(address()).toContain('range=lastMonth');
  await user.click(screen.getByRole('button', { name: 'Back to the cards’ own' }));
  expect(address()).toBe('/');
  await card.findByText('Goal met');
  // Back returns to the dates before.
  router.history.back();
  await waitFor(() => expect(address()).toContain('range=lastMonth'));
});

it('is moved and sized by keyboard, undone, and saved with an undo', async () => {
  const { requests, user } = await show();
  await user.click(screen.getByRole('button', { name: 'Edit dashboard' }));
  const order = () =>
    within(screen.getByRole('list', { name: 'Cards' }))
      .getAllByRole('region')
      .map((one) => one.getAttribute('aria-label'));
  const handle = await screen.findByRole('button', { name: 'Move Impressions' });
  handle.focus();
  await user.keyboard('{ArrowUp}');
  expect(order()).toEqual(['Goals of the term', 'Impressions', 'Valid Leads']);
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Impressions: position 2 of 3');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Impressions' }));
  screen.getByRole('button', { name: /^Size of Impressions: 3 of 12 columns wide/ }).focus();
  await user.keyboard('{ArrowRight}{ArrowDown}');
  screen.getByRole('button', { name: 'Size of Impressions: 4 of 12 columns wide, 3 rows high' });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await user.keyboard('{Control>}z{/Control}');
  screen.getByRole('button', { name: 'Size of Impressions: 3 of 12 columns wide, 2 rows high' });
  await user.click(screen.getByRole('button', { name: 'Remove Goals of the term' }));
  await user.click(screen.getByRole('button', { name: 'Save dashboard' }));
  const saved = () => requests.filter(({ url }) => url.includes('/save')).map(({ body }) => body as SavedDashboard);
  await waitFor(() => expect(saved()).toHaveLength(1));
  expect(saved()[0]).toMatchObject({ rowVersion: 1, cards: [{ id: 'seen' }, { id: 'leads' }] });
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(saved()[1]).toMatchObject({ rowVersion: 2, cards: CARDS }));
});

it('adds a text and a figure with a goal', async () => {
  const { requests, user } = await show('/', { cards: [] });
  await user.click(await screen.findByRole('button', { name: 'Add text' }));
  const text = within(await screen.findByRole('dialog'));
  await user.click(text.getByRole('button', { name: 'Add text' }));
  text.getByText('Enter a text.');
  await user.type(text.getByRole('textbox', { name: 'Text' }), 'For Monday');
  await user.click(text.getByRole('button', { name: 'Add text' }));
  await user.click(screen.getByRole('button', { name: 'Add figure' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Goal' }), 'At most');
  await user.click(dialog.getByRole('button', { name: 'Add figure' }));
  dialog.getByText('Enter the goal.');
  await user.type(dialog.getByRole('textbox', { name: 'Amount' }), '1500');
  await user.click(dialog.getByRole('button', { name: 'Add figure' }));
  await user.click(screen.getByRole('button', { name: 'Save dashboard' }));
  await waitFor(() =>
    expect(requests.find(({ url }) => url.includes('/save'))?.body).toMatchObject({
      cards: [
        { id: 'c1', kind: 'text', text: 'For Monday' },
        { id: 'c2', kind: 'figure', measure: 'validLeads', goal: { side: 'below', amount: 1500 } },
      ],
    }),
  );
});

it('fills the screen by its address, asks again by itself, and Escape leaves', async () => {
  const { user, address } = await show('/?full=on');
  const screenful = within(await screen.findByRole('dialog', { name: 'Term' }));
  expect(await screenful.findAllByRole('button', { name: '412' })).toHaveLength(2);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe('/');
});

it('offers nothing to edit to those who may not, and shows no hidden figure', async () => {
  const hidden: DashboardCard = { id: 'h', kind: 'hidden', width: 3, height: 2 };
  await show('/', { mayChange: false, cards: [hidden] });
  within(await screen.findByRole('region', { name: 'Hidden figure' })).getByText('You may not see this figure.');
  expect(screen.queryByRole('button', { name: 'Edit dashboard' })).toBeNull();
});

it('is mailed as PDF by those who may schedule', async () => {
  const { unmount } = await show();
  expect(screen.queryByRole('button', { name: 'Schedule' })).toBeNull();
  unmount();
  signedIn({ permissions: { reports: ['Build', 'Schedule'] }, taclUserKey: 7 });
  const { requests, user } = await show();
  await user.click(await screen.findByRole('button', { name: 'Schedule' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Schedule Term' }));
  expect(dialog.getByRole('combobox', { name: 'File' }).textContent).toBe('PDF with charts');
  await user.click(dialog.getByRole('button', { name: 'Save schedule' }));
  await waitFor(() =>
    expect(requests.find(({ url }) => url.includes('/reportschedule/save'))?.body).toMatchObject({
      viewKey: null,
      dashboardKey: 4,
      fileKind: 'pdf',
      every: 'week',
      readerKeys: [7],
    }),
  );
});
