import { MantineProvider } from '@mantine/core';
import { type Goal, NO_TARGETS } from '@paceline/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../lib/api/query-client.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { json, success } from '../../testing/fetch.ts';
import { aSession, signedOut } from '../../testing/session.ts';
import { GoalEditor } from './goal-editor.tsx';

const goal: Goal = {
  goalKey: 5,
  ownerKey: 1,
  clientKey: 10,
  clientName: 'North College',
  clientModelKey: null,
  goalName: 'Search',
  channel: 'ppc',
  startMonth: '2025-01-01',
  endMonth: null,
  kpi: 'inquiries',
  cpeGoal: null,
  hardCap: false,
  fallbackUrl: null,
  pacingCurve: 'EVEN',
  criteria: [],
  campusKeys: [],
  programKeys: [],
  active: true,
  rowVersion: 3,
  updatedBy: 'Avery Stone',
  updatedAt: '2026-03-10T15:00:00.000Z',
  currentMonth: '2026-03-01',
  months: [
    {
      ...NO_TARGETS,
      month: '2026-03-01',
      monthlyDollarCap: 10_000,
      inquiryGoal: 200,
      rowVersion: 1,
      updatedBy: null,
      updatedAt: '2026-03-10T15:00:00.000Z',
    },
  ],
};
const options = {
  brands: [],
  clients: [{ key: 10, name: 'North College', active: true, brandKey: 1 }],
  models: [],
  campuses: [],
  channels: [{ key: 'ppc', name: 'Pay per click' }],
  customChannels: [],
  partners: [],
  lineItems: [],
};
const campus = { campusKey: 21, campusName: 'Austin', campusCode: 'A', clientModelKey: 1, clientModelName: 'Ground' };
const program = { programKey: 31, programName: 'Welding', programCode: 'W', campusKey: 21, campusName: 'Austin' };

type Answer = (body: unknown) => Response;
let saves: unknown[] = [];
/** Answers calls by the end of their path. */
const serve = (own: Record<string, Answer> = {}) => {
  const answers: Record<string, Answer> = {
    'filters/get': () => success(options),
    'campuses/get': () => success([{ ...campus, state: 'TX', virtual: false, active: true }]),
    'program/list': () =>
      success([{ ...program, degreeLevel: 'Associate', modality: 'Campus', subjectArea: 'Trades', active: true }]),
    'history/list': () => success([]),
    'goal/save': () => success(goal),
    ...own,
  };
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const path = url.split('?')[0]!;
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    if (path.endsWith('goal/save')) saves.push(body);
    const name = Object.keys(answers).find((end) => path.endsWith(end));
    return Promise.resolve(name === undefined ? json(404, {}) : answers[name]!(body));
  });
};

const show = async (
  opened: Goal | null,
  { variant = null as string | null, rights = ['View', 'Update', 'Import'] } = {},
) => {
  useSession
    .getState()
    .begin(aSession({ permissions: { goals: rights }, owners: [{ ownerKey: 1, name: 'An owner', variant }] }));
  const route = createRootRoute({
    component: () => <GoalEditor ownerKey={1} currentMonth="2026-03-01" goal={opened} />,
  });
  const router = createRouter({ routeTree: route, history: createMemoryHistory({ initialEntries: ['/'] }) });
  await act(() => router.load());
  render(
    <MantineProvider>
      <QueryClientProvider client={makeQueryClient()}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByText('Targets');
  return userEvent.setup();
};
const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
/** The result of a month's targets, as shown in its row. */
const implied = (month: string) => box(`Inquiry Goal, ${month}`).closest('tr')?.textContent;

beforeEach(() => {
  saves = [];
});
afterEach(signedOut);

it('shows thirteen months, and a cost per inquiry if the owner uses it', async () => {
  serve();
  await show(goal);
  expect(screen.getAllByLabelText(/^Spend Goal/)).toHaveLength(13);
  expect(screen.queryByLabelText(/^CPL Goal/)).toBeNull();
  expect(box('Spend Goal, March 2026').value).toBe('10,000');
  expect(implied('March 2026')).toContain('$50.00');
  const switched = screen.getAllByRole<HTMLInputElement>('switch').map(({ checked }) => checked);
  expect(switched).toEqual([false, true]);
});

it('has the cost per inquiry goal if the owner’s preset says so', async () => {
  serve();
  await show(goal, { variant: 'CRESTVIEW UNIVERSITY ONLINE' });
  expect(screen.getAllByLabelText(/^CPL Goal/)).toHaveLength(13);
});

it('calculates while typing, copies down, normalises input, and sends changes', async () => {
  serve();
  const user = await show(goal);
  await user.clear(box('Inquiry Goal, March 2026'));
  await user.type(box('Inquiry Goal, March 2026'), '250');
  expect(implied('March 2026')).toContain('$40.00');
  await user.type(box('Revised Spend Goal, May 2026'), '1234.5{Enter}');
  expect(document.activeElement).toBe(box('Revised Spend Goal, June 2026'));
  expect(box('Revised Spend Goal, May 2026').value).toBe('1,234.50');
  await user.click(screen.getByLabelText('Copy May 2026 to the months below'));
  expect(box('Revised Spend Goal, March 2027').value).toBe('1,234.50');
  expect(saves).toEqual([]);
  await user.click(screen.getByText('Save'));
  await expect.poll(() => saves).toHaveLength(1);
  const { months } = saves[0] as { months: { month: string; rowVersion: number; changes: object }[] };
  expect(months).toHaveLength(12);
  expect(months[0]).toEqual({ month: '2026-03-01', rowVersion: 1, changes: { inquiryGoal: 250 } });
  expect(months[1]).toEqual({ month: '2026-05-01', rowVersion: 0, changes: { revisedSpendGoal: 1234.5 } });
});

it('accepts cells pasted from a spreadsheet', async () => {
  serve();
  const user = await show(goal);
  await user.click(box('Spend Goal, April 2026'));
  await user.paste('1000\t\t20\n2000\t\t40\n');
  expect(box('Spend Goal, April 2026').value).toBe('1000');
  expect(box('Inquiry Goal, May 2026').value).toBe('40');
});

it('shows errors in the cell and sends nothing', async () => {
  serve();
  const user = await show(goal);
  await user.type(box('Inquiry Goal, April 2026'), '1.5');
  await user.click(screen.getByText('Save'));
  await screen.findByText('Enter a whole number from 0 to 1,000,000.');
  expect(box('Inquiry Goal, April 2026').getAttribute('aria-invalid')).toBe('true');
  expect(saves).toEqual([]);
});

it('selects programs and builds criteria', async () => {
  serve();
  const user = await show(goal);
  const programs = screen.getByRole('group', { name: 'Programs' });
  await user.click(await within(programs).findByRole('checkbox'));
  await within(programs).findByText('1 of 1 selected');
  await user.click(screen.getByText('Add a criterion'));
  await user.selectOptions(screen.getByLabelText('Criterion'), 'age');
  await user.type(box('Age, from'), '17');
  await user.type(box('Age, to'), '65');
  await user.click(screen.getByText('Save'));
  await expect.poll(() => saves).toHaveLength(1);
  expect(saves[0]).toMatchObject({
    programKeys: [31],
    criteria: [{ criterionKey: 'age', operator: 'between', values: [17, 65] }],
    months: [],
  });
});

const stale = (): Response =>
  json(409, { status: 'error', code: 'STALE_ROW', message: 'Someone else changed this row.', data: null, errors: [] });
const fresh: Goal = {
  ...goal,
  goalName: 'Search East',
  rowVersion: 4,
  updatedBy: 'Robin Marsh',
  months: [{ ...goal.months[0]!, inquiryGoal: 220, rowVersion: 2, updatedBy: 'Robin Marsh' }],
};

it('saves again by itself if nobody changed the same field', async () => {
  const { months: _, ...rest } = fresh;
  serve({
    'goal/get': () => success({ ...rest, months: goal.months }),
    'goal/save': () => (saves.length === 1 ? stale() : success(fresh)),
  });
  const user = await show(goal);
  await user.type(box('Spend Goal, April 2026'), '500');
  await user.click(screen.getByText('Save'));
  await expect.poll(() => saves).toHaveLength(2);
  expect(saves[1]).toMatchObject({ rowVersion: 4, goalName: 'Search East' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('asks about fields changed on both sides, and saves the choice', async () => {
  serve({ 'goal/get': () => success(fresh), 'goal/save': () => (saves.length === 1 ? stale() : success(fresh)) });
  const user = await show(goal);
  await user.clear(box('Name'));
  await user.type(box('Name'), 'Search West');
  await user.clear(box('Inquiry Goal, March 2026'));
  await user.type(box('Inquiry Goal, March 2026'), '240');
  await user.click(screen.getByText('Save'));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Robin Marsh');
  await user.click(within(dialog).getByText('Theirs: 220'));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await expect.poll(() => saves).toHaveLength(2);
  expect(saves[1]).toMatchObject({ rowVersion: 4, goalName: 'Search West', months: [] });
});

it('applies a draft to a newer line item', async () => {
  serve();
  const user = await show(goal);
  await user.type(box('Spend Goal, April 2026'), '500');
  cleanup();
  await show(fresh);
  await user.click(screen.getByText('Restore draft'));
  expect(box('Spend Goal, April 2026').value).toBe('500');
  expect(box('Name').value).toBe('Search East');
  await user.click(screen.getByText('Save'));
  await expect.poll(() => saves).toHaveLength(1);
  expect(saves[0]).toMatchObject({ rowVersion: 4, goalName: 'Search East', months: [{ month: '2026-04-01' }] });
});

it('is read-only without the right', async () => {
  serve();
  await show(goal, { rights: ['View'] });
  expect(screen.getByText('You can view line items but not change them.')).toBeTruthy();
  expect(box('Spend Goal, March 2026').disabled).toBe(true);
  expect(screen.queryByText('Save')).toBeNull();
});
