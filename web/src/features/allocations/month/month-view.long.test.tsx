import { MantineProvider } from '@mantine/core';
import type { CampaignRow, GoalRow } from '@paceline/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../../lib/api/query-client.ts';
import { aCalendar, aCampaign, aGoal } from '../../../testing/allocations.ts';
import { json, sent, stubFetch, success } from '../../../testing/fetch.ts';
import { signedIn, signedOut } from '../../../testing/session.ts';
import { useToasts } from '../../../ui/toast/toast-store.ts';
import { Toasts } from '../../../ui/toast/toast.tsx';
import { MonthView } from './month-view.tsx';

afterEach(() => {
  signedOut();
  // Removes toasts of the previous test.
  useToasts.setState({ toasts: [] });
});
// Wide enough for the tested columns to be drawn.
beforeEach(() => void vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(2600));
// It has its own tests, and its seven lists are slow to render.
vi.mock('../../../shared/filter-bar/filter-bar.tsx', () => ({ FilterBar: () => null }));

const OPTIONS = {
  brands: [],
  clients: [],
  models: [],
  campuses: [],
  programs: [],
  channels: [],
  customChannels: [],
  partners: [],
  lineItems: [],
};
const lines = (rows: readonly object[], isWhole = true): Response =>
  new Response(
    [...rows, ...(isWhole ? [{ __end: true, count: rows.length, asOf: '2026-11-11T12:00:00Z' }] : [])]
      .map((row) => `${JSON.stringify(row)}\n`)
      .join(''),
  );

interface Server {
  campaigns: (() => Response)[];
  goals: GoalRow[];
  save: ((body: { rows: unknown[] }) => Response)[];
  requests: unknown[];
  pulses: unknown[];
  layouts: { defaultName: string | null; layouts: unknown[] };
}
type Asked = { url: string; body: { rows: unknown[] } };

const TWO = (): CampaignRow[] => [
  aCampaign(),
  aCampaign({ campaignKey: 2, name: 'Northeast Trades', mtdSpent: 500, mtdInquiries: 5 }),
];

/** Answers as the server would; when the answers of a call run out, the last one repeats. */
const serve = (over: Partial<Server> = {}) => {
  const server: Server = {
    campaigns: [() => lines(TWO())],
    goals: [aGoal()],
    save: [],
    requests: [],
    pulses: [],
    layouts: { defaultName: null, layouts: [] },
    ...over,
  };
  const requests: Asked[] = [];
  const pending = stubFetch();
  const next = <Answer,>(answers: Answer[]): Answer => (answers.length > 1 ? answers.shift() : answers[0]) as Answer;
  const answer = (url: string, body: Asked['body']): Response => {
    if (url.includes('/campaignsummary/list')) return next(server.campaigns)();
    if (url.includes('/goalsummary/list')) return success({ calendar: aCalendar(), goals: server.goals });
    if (url.includes('/filters/get')) return success(OPTIONS);
    if (url.includes('/layout/')) return success(server.layouts);
    if (url.includes('/request/list')) return success(server.requests);
    if (url.includes('/save')) return next(server.save)(body);
    if (url.includes('/history/list')) return success([]);
    if (url.includes('/live')) return new Response('');
    if (url.includes('/pulse'))
      return success(server.pulses.shift() ?? { at: '2026-11-11T15:00:00Z', changes: [], people: [] });
    throw new Error(`Nobody answers ${url}`);
  };
  const timer = setInterval(() => {
    while (pending.length > 0) {
      const { url, init, answer: give } = sent(pending.splice(0, 1));
      const body = (typeof init.body === 'string' ? JSON.parse(init.body) : { rows: [] }) as Asked['body'];
      requests.push({ url, body });
      give(answer(url, body));
    }
  }, 1);
  cleanups.push(() => clearInterval(timer));
  return { requests, saves: () => requests.filter(({ url }) => url.includes('/save')) };
};
const cleanups: (() => void)[] = [];
afterEach(() => {
  while (cleanups.length > 0) cleanups.pop()?.();
});

const show = async (over: Partial<Parameters<typeof MonthView>[0]> = {}, awaited?: string) => {
  const root = createRootRoute();
  const route = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => (
      <MonthView
        title="Current month"
        group="ag"
        month="current"
        owner={{ ownerKey: 1, name: 'Hartwell', variant: null }}
        view={undefined}
        {...over}
      />
    ),
  });
  const router = createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  render(
    <MantineProvider>
      <QueryClientProvider client={makeQueryClient()}>
        <RouterProvider router={router as never} />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await (awaited ? screen.findByText(awaited) : screen.findByRole('grid'));
  return userEvent.setup();
};

const signIn = (userType = 'agency', allocations = ['View', 'Update', 'Import', 'Approve']) =>
  signedIn({ userType, permissions: { allocations, goals: ['View', 'Update'] } });

const all = (role: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(`[role="${role}"]`)];
const columnIndex = (label: string): number => {
  const header = all('columnheader').findLast(({ textContent }) => textContent === label);
  if (!header) throw new Error(`There is no column ${label}`);
  return Number(header.getAttribute('aria-colindex'));
};
const rowOf = (words: string): HTMLElement => {
  const row = all('row').find(({ textContent }) => textContent.startsWith(words));
  if (!row) throw new Error(`There is no row ${words}`);
  return row;
};
/** A cell by the start of its row's text and its column header. */
const cell = (row: string, column: string): HTMLElement => {
  const element = rowOf(row).querySelector<HTMLElement>(`[aria-colindex="${columnIndex(column)}"]`);
  if (!element) throw new Error(`There is no cell ${row}, ${column}`);
  return element;
};
const total = (column: string): string => cell('Total', column).textContent;
const CAP = 'Adjusted Monthly Allocation';
/** Moves to the cell with the arrow keys (there is no layout to click in), and types. */
const type = async (user: ReturnType<typeof userEvent.setup>, row: string, column: string, text: string) => {
  const rows = all('row').filter((one) => one.querySelector('[role="gridcell"]'));
  screen.getByLabelText(/^(Campaigns|Line items)$/, { selector: '[role="grid"]' }).focus();
  await user.keyboard('{Control>}{Home}{/Control}');
  await user.keyboard('{ArrowRight}'.repeat(columnIndex(column) - 1) + '{ArrowDown}'.repeat(rows.indexOf(rowOf(row))));
  await user.keyboard(text);
};
const activeId = () => all('grid')[0]?.getAttribute('aria-activedescendant');
const save = () => fireEvent.keyDown(window, { key: 's', ctrlKey: true });

it('shows rows as they arrive; an interrupted stream keeps them and offers a retry', async () => {
  signIn();
  serve({
    campaigns: [() => lines(TWO(), false), () => lines([...TWO(), aCampaign({ campaignKey: 3, name: 'Third' })])],
  });
  const user = await show();
  await screen.findByText('Midwest All Programs');
  expect((await screen.findByRole('alert')).textContent).toContain('cut off');
  expect(screen.queryByText('Northeast Trades')).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Third');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('updates figures, totals and the count while typing, and saves with the version', async () => {
  signIn();
  const server = serve({ save: [() => success({ saved: 1, rows: [{ campaignKey: 1, rowVersion: 6 }] })] });
  const user = await show();
  await screen.findByText('Midwest All Programs');
  expect(total('MTD Allocation')).toBe('66');
  await type(user, 'Midwest All Programs', CAP, '60');
  // Still in the editor.
  expect(cell('Midwest All Programs', 'MTD Allocation').textContent).toBe('20');
  await user.keyboard('{Enter}');
  expect(total('MTD Allocation')).toBe('53');
  expect(screen.queryByText('1 change')).not.toBeNull();
  save();
  await waitFor(() => expect(server.saves()).toHaveLength(1));
  expect(server.saves()[0]).toMatchObject({
    url: '/api/ag/1/allocations/current/save',
    body: { rows: [{ campaignKey: 1, rowVersion: 5, changes: { userDefinedMonthlyAllocation: 60 } }] },
  });
  await screen.findByText('1 change saved.');
  expect(screen.queryByText('No changes')).not.toBeNull();
});

it('saves the cell being edited on Ctrl+S', async () => {
  signIn();
  const server = serve({ save: [() => success({ saved: 1, rows: [{ campaignKey: 1, rowVersion: 6 }] })] });
  const user = await show();
  await screen.findByText('Midwest All Programs');
  await type(user, 'Midwest All Programs', CAP, '61');
  save();
  await waitFor(() => expect(server.saves()[0]?.body.rows).toHaveLength(1));
});

const stale = (theirs: number) =>
  json(409, {
    status: 'error',
    code: 'STALE_ROW',
    message: 'Someone else changed this row.',
    data: null,
    errors: [
      {
        field: 'rows.0.changes.userDefinedMonthlyAllocation',
        code: 'conflict',
        message: 'x',
        conflict: { theirs, mine: 60, by: 'Dana Reyes', at: '2026-11-11T15:00:00.000Z', rowVersion: 9 },
      },
    ],
  });

it('shows both sides of a conflict; keeping mine saves again on their version', async () => {
  signIn();
  const server = serve({
    save: [() => stale(75), () => success({ saved: 1, rows: [{ campaignKey: 1, rowVersion: 10 }] })],
  });
  const user = await show();
  await screen.findByText('Midwest All Programs');
  await type(user, 'Midwest All Programs', CAP, '60{Enter}');
  save();
  const words = await screen.findAllByText(/Dana Reyes saved 75 on Nov 11, 2026, 9:00 AM. Yours is 60./);
  expect(words.length).toBeGreaterThan(0);
  // Nothing is sent while the conflict is open.
  save();
  expect(server.saves()).toHaveLength(1);
  await user.click(await screen.findByText('Keep mine'));
  expect(screen.queryByText(/Someone else saved/)).toBeNull();
  save();
  await waitFor(() => expect(server.saves()).toHaveLength(2));
  expect(server.saves()[1]?.body.rows).toEqual([
    { campaignKey: 1, rowVersion: 9, changes: { userDefinedMonthlyAllocation: 60 } },
  ]);
});

it('takes theirs in all conflicts at once, with nothing left to save', async () => {
  signIn();
  serve({ save: [() => stale(75)] });
  const user = await show();
  await screen.findByText('Midwest All Programs');
  await type(user, 'Midwest All Programs', CAP, '60{Enter}');
  save();
  await user.click(await screen.findByRole('button', { name: 'Take theirs in all' }));
  expect(screen.queryByText('No changes')).not.toBeNull();
});

it('saves over changes of other cells without asking', async () => {
  signIn();
  const server = serve({
    // Their value in this cell is the one that was read.
    save: [
      () => stale(null as unknown as number),
      () => success({ saved: 1, rows: [{ campaignKey: 1, rowVersion: 10 }] }),
    ],
  });
  const user = await show();
  await screen.findByText('Midwest All Programs');
  await type(user, 'Midwest All Programs', CAP, '60{Enter}');
  save();
  await screen.findByText('1 change saved.');
  expect(server.saves().map(({ body }) => (body.rows[0] as { rowVersion: number }).rowVersion)).toEqual([5, 9]);
});

it('shows a server refusal in the cell until it is edited', async () => {
  signIn();
  serve({
    save: [
      () =>
        json(422, {
          status: 'error',
          code: 'VALIDATION',
          message: 'Please correct the marked fields.',
          data: null,
          errors: [{ field: 'rows.0.changes.userDefinedMonthlyAllocation', code: 'value', message: 'must be less.' }],
        }),
    ],
  });
  const user = await show();
  await screen.findByText('Midwest All Programs');
  await type(user, 'Midwest All Programs', CAP, '60{Enter}');
  save();
  await screen.findAllByText(/Adjusted Monthly Allocation must be less./);
  expect(cell('Midwest All Programs', CAP).getAttribute('aria-invalid')).toBe('true');
  await type(user, 'Midwest All Programs', CAP, '61{Enter}');
  expect(cell('Midwest All Programs', CAP).getAttribute('aria-invalid')).toBeNull();
});

it('saves nothing while a cell is invalid, and moves there', async () => {
  signIn();
  const server = serve();
  const user = await show();
  await screen.findByText('Midwest All Programs');
  await type(user, 'Midwest All Programs', CAP, 'abc{Enter}');
  save();
  await screen.findByText(/1 cell cannot be saved/);
  expect(server.saves()).toHaveLength(0);
  await waitFor(() => expect(cell('Midwest All Programs', CAP).id).toBe(activeId()));
});

it('offers unsaved edits after a reload', async () => {
  signIn();
  serve();
  const user = await show();
  await screen.findByText('Midwest All Programs');
  await type(user, 'Midwest All Programs', CAP, '60{Enter}');
  cleanup();
  await show();
  await screen.findByText(/You have 1 change here that you did not save/);
  expect(screen.queryByText('No changes')).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Restore' }));
  expect(cell('Midwest All Programs', CAP).textContent).toContain('60');
  expect(screen.queryByText('1 change')).not.toBeNull();
});

it('is read-only for a client in the current month, and without the right to update', async () => {
  for (const [userType, rights, group] of [
    ['client', ['View', 'Update'], 'cl'],
    ['agency', ['View'], 'ag'],
  ] as const) {
    signedIn({ userType, permissions: { allocations: [...rights] } });
    serve();
    const user = await show({ group });
    await screen.findByText('Midwest All Programs');
    const column = group === 'cl' ? 'BOM Allocation' : CAP;
    await type(user, 'Midwest All Programs', column, '60{Enter}');
    expect(screen.queryByRole('button', { name: 'Save all' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
    cleanup();
  }
});

it('lets a partner state its capacity, by its own call', async () => {
  signIn('aggregator', ['View', 'Update']);
  const server = serve({ save: [() => success({ saved: 1, rows: [{ campaignKey: 2, rowVersion: 6 }] })] });
  const user = await show({ group: 'mp', owner: null });
  await screen.findByText('Northeast Trades');
  await type(user, 'Northeast Trades', 'Incremental Capacity', '25{Enter}');
  save();
  await waitFor(() => expect(server.saves()).toHaveLength(1));
  expect(server.saves()[0]).toMatchObject({
    url: '/api/mp/capacity/current/save',
    body: { rows: [{ campaignKey: 2, rowVersion: 5, changes: { incrementalCapacity: 25 } }] },
  });
});

it('lets the agency set a line item’s targets, and its pacing follows', async () => {
  signIn();
  const server = serve({
    save: [() => success({ saved: 1, rows: [{ goalKey: 7, month: '2026-11-01', rowVersion: 3 }] })],
  });
  const user = await show({ view: 'lineitems' });
  await screen.findByText('Midwest Pay per Lead');
  expect(cell('Midwest Pay per Lead', 'Pacing').textContent).toContain('Under 87.5%');
  expect(cell('Midwest Pay per Lead', 'Campaign Budgets').textContent).toBe('$10,000.00');
  await type(user, 'Midwest Pay per Lead', 'Revised Spend Goal', '3500{Enter}');
  expect(cell('Midwest Pay per Lead', 'Pacing').textContent).toContain('On pace 100.0%');
  save();
  await waitFor(() => expect(server.saves()).toHaveLength(1));
  expect(server.saves()[0]).toMatchObject({
    url: '/api/ag/1/goals/allocation/target/save',
    body: { rows: [{ goalKey: 7, month: '2026-11-01', rowVersion: 2, changes: { revisedSpendGoal: 3500 } }] },
  });
});

it('shows and answers requests of partners', async () => {
  signIn();
  const server = serve({
    requests: [
      {
        requestKey: 40,
        ownerKey: 1,
        campaignKey: 1,
        campaignName: 'Midwest All Programs',
        vendor: 'BrightPath Media',
        month: '2026-11-01',
        requestedAllocation: 140,
        note: '',
        requestedBy: 'Noor Adeyemi',
        requestedAt: '2026-11-11T12:00:00.000Z',
        state: 'OPEN',
        decidedBy: null,
        decidedAt: null,
        answer: '',
        currentAllocation: 100,
      },
    ],
    save: [],
  });
  const user = await show();
  await user.click(await screen.findByRole('button', { name: '1 request' }));
  const drawer = await screen.findByRole('dialog');
  expect(within(drawer).getByText('140')).not.toBeNull();
  expect(within(drawer).getByRole('button', { name: 'Accept Midwest All Programs' })).not.toBeNull();
  expect(server.requests.some(({ url }) => url.includes('/request/list'))).toBe(true);
});

it('has a message for every empty state', async () => {
  signIn();
  serve({ campaigns: [() => lines([])] });
  await show(undefined, 'No campaigns in this month');
  expect(screen.queryByText('No rows match these filters.')).toBeNull();
});

it('shows what another user saves, with a mark, and who else is there; a cell being typed keeps its value', async () => {
  signIn();
  const people = [{ userKey: 9, name: 'Dana Reyes' }];
  const change = {
    changeKey: 1,
    at: '2026-11-11T15:00:00Z',
    by: 'Dana Reyes',
    isOwn: false,
    campaignKey: 2,
    rowVersion: 6,
    field: 'userDefinedMonthlyAllocation',
    before: null,
    after: 77,
  };
  const pulses: unknown[] = [];
  serve({ pulses });
  const user = await show();
  await screen.findByText('Midwest All Programs');
  await type(user, 'Midwest All Programs', CAP, '60');
  pulses.push({
    at: '2026-11-11T15:00:01Z',
    changes: [change, { ...change, changeKey: 2, campaignKey: 1, after: 80 }],
    people,
  });
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(cell('Northeast Trades', CAP).textContent).toContain('77'));
  expect(cell('Northeast Trades', CAP).title).toMatch(/Dana Reyes saved 77/);
  expect(screen.getByText('Dana Reyes saved 2 cells here, marked in the table.')).not.toBeNull();
  expect(screen.getByText('Also here: Dana Reyes')).not.toBeNull();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: CAP }).value).toBe('60');
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(cell('Northeast Trades', CAP).title).not.toMatch(/Dana Reyes/);
});
