import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Answers, refusal, serve, success } from '../../testing/fetch.ts';
import { showPage } from '../../testing/page.tsx';
import { signedIn, signedOut } from '../../testing/session.ts';
import { PartnerHomePage } from './partner-home-page.tsx';

vi.mock('../../ui/chart/chart.tsx', () => ({ Chart: ({ label }: { label: string }) => <p>{label}</p> }));

const OWNERS = [
  { ownerKey: 1, name: 'Hartwell', variant: null, timeZone: 'America/Chicago' },
  { ownerKey: 2, name: 'Crestview', variant: null, timeZone: 'America/Denver' },
];
const MONTH = {
  month: '2026-11-01',
  status: 'OPEN',
  closesAt: '2026-12-06T05:59:00.000Z',
  closedAt: null,
  isFrozen: false,
  due: 1200,
  expected: 34.5,
  billableLeads: 30,
  open: null,
  payBy: null,
  paidOn: null,
};
const EARNINGS = {
  month: '2026-11-01',
  today: '2026-11-11',
  owners: [
    { ownerKey: 1, months: [MONTH] },
    { ownerKey: 2, months: [{ ...MONTH, due: 100, expected: 0 }] },
  ],
  days: [{ day: '2026-11-02', earned: 1334.5 }],
};
const ORDER = {
  ownerKey: 2,
  ioKey: 77,
  number: 'IO-2026-12-BrightPath-1',
  version: 1,
  partnerKey: 5,
  partnerName: 'BrightPath',
  clientKey: 3,
  clientName: 'Crestview Online',
  month: '2026-12-01',
  state: 'SENT',
  units: 40,
  amount: 1600,
  changes: 0,
  lines: 1,
};
const NO_COUNT = { leads: 0, before: 0 };
const NO_ROWS = { rows: [], total: 0, isMore: false, next: null };
const ANSWERS: Answers = {
  '/billable/earnings': () => success(EARNINGS),
  '/io/waiting': () => success({ orders: [ORDER] }),
  '/alert/search': () => success(NO_ROWS),
  '/lead/refusals': () => success({ days: null, posted: NO_COUNT, refused: NO_COUNT, refusals: [] }),
  '/publisher/search': () => success(NO_ROWS),
  '/mp/filters/get': () => success({ partners: [{ key: 5, name: 'BrightPath' }], clients: [], campuses: [] }),
  '/postingkey/list': () => success([]),
};
const RIGHTS = {
  reports: ['View', 'Billable'],
  allocations: ['View'],
  campaigns: ['View'],
  leadanalyzer: ['View'],
  publishers: ['View'],
  partners: ['View'],
};
const open = (answers: Answers = {}, permissions: Record<string, string[]> = RIGHTS) => {
  signedIn({ userType: 'aggregator', owners: OWNERS, permissions });
  const requests = serve(answers, ANSWERS);
  return showPage(PartnerHomePage).then((shown) => ({ ...shown, requests }));
};
const card = (name: string) => within(screen.getByRole('region', { name }));

beforeEach(() => void vi.setSystemTime(new Date('2026-11-11T20:00:00Z')));
afterEach(() => {
  vi.useRealTimers();
  signedOut();
});

it('shows earnings over all school groups, what is due at each, and the order that waits', async () => {
  await open();
  await screen.findByText('$1,334.50');
  expect(card('Earnings').getByText(/^Earnings by day: \$1,335 in November/)).toBeTruthy();
  const due = card('What is due');
  expect(due.getByRole('link', { name: 'Hartwell' }).getAttribute('href')).toBe(
    '#/s/mp/insights/reports/billable?owner=1&month=2026-11',
  );
  expect(due.getByText('$1,300.00')).toBeTruthy();
  const order = await card('Orders to answer').findByRole('link', { name: 'Crestview Online, December 2026' });
  expect(order.getAttribute('href')).toBe('#/s/mp/allocations/insertionorders/77?owner=2');
  expect(document.body.textContent).not.toMatch(/spend/i);
});

it('says what a new partner will find', async () => {
  await open({
    '/billable/earnings': () => success({ ...EARNINGS, owners: [], days: [] }),
    '/io/waiting': () => success({ orders: [] }),
  });
  await screen.findByText('No earnings yet');
  expect(card('What is due').getByText('Nothing is due yet')).toBeTruthy();
  await waitFor(() => expect(card('Posting keys').getByText(/No active key/)).toBeTruthy());
  expect(card('Refused leads').getByText('No lead was refused in the last 14 days.')).toBeTruthy();
});

it('a failed card leaves the others', async () => {
  await open({ '/lead/refusals': () => refusal(500, 'INTERNAL', 'It broke.') });
  await screen.findByText('$1,334.50');
  await waitFor(() => expect(card('Refused leads').getByRole('button', { name: 'Try again' })).toBeTruthy());
});

it('asks for and shows only what its user may see', async () => {
  const { requests } = await open({}, { allocations: ['View'] });
  await card('Orders to answer').findByRole('link', { name: 'Crestview Online, December 2026' });
  expect(screen.getAllByRole('region').map((one) => one.getAttribute('aria-labelledby'))).toHaveLength(1);
  expect(requests.map(({ url }) => url).filter((url) => !/waiting|filters/.test(url))).toEqual([]);
});
