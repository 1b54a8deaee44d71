import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Answers, refusal, serve, success } from '../../../testing/fetch.ts';
import { showPage } from '../../../testing/page.tsx';
import { signedIn, signedOut } from '../../../testing/session.ts';
import { AgingPage } from './aging-page.tsx';

const OWNERS = [
  { ownerKey: 1, name: 'Hartwell', variant: null, timeZone: 'America/Chicago' },
  { ownerKey: 2, name: 'Crestview', variant: null, timeZone: 'America/Denver' },
];
const NONE = { CURRENT: 0, D30: 0, D60: 0, D90: 0, OLDER: 0 };
const ROWS = [
  {
    ownerKey: 1,
    ownerName: 'Hartwell',
    side: 'client',
    partyKey: 3,
    partyName: 'Hartwell Online',
    open: { ...NONE, CURRENT: 100.1, D30: 50.05, total: 150.15, statements: 2 },
  },
  {
    ownerKey: 2,
    ownerName: 'Crestview',
    side: 'client',
    partyKey: 4,
    partyName: 'Crestview Online',
    open: { ...NONE, D30: 0.1, total: 0.1, statements: 1 },
  },
  {
    ownerKey: 2,
    ownerName: 'Crestview',
    side: 'media',
    partyKey: 5,
    partyName: 'BrightPath',
    open: { ...NONE, OLDER: 20, total: 20, statements: 1 },
  },
];
const STATEMENT = {
  statementKey: 9,
  ownerKey: 1,
  ownerName: 'Hartwell',
  number: 'INV-2026-0009',
  side: 'client',
  kind: 'INVOICE',
  partyName: 'Hartwell Online',
  month: '2026-09-01',
  issuedOn: '2026-10-05',
  dueOn: '2026-11-04',
  total: 50.05,
  paid: 0,
  open: 50.05,
  state: 'OVERDUE',
};
const open = (answers: Answers = {}) => {
  signedIn({ userType: 'agency', owners: OWNERS, permissions: { reports: ['Billable', 'Margin'] } });
  const requests = serve(answers, {
    '/statement/aging': () => success({ asOf: '2026-11-19T20:00:00.000Z', rows: ROWS }),
    '/statement/search': () => success({ rows: [STATEMENT], total: 1, isMore: false, next: null }),
  });
  return showPage(AgingPage).then((shown) => ({ ...shown, requests }));
};
afterEach(signedOut);

it('adds up each direction by itself, and opens the statements behind a figure', async () => {
  const { requests } = await open();
  const clients = within(await screen.findByRole('table', { name: 'To be paid by clients' }));
  expect(clients.getByRole('button', { name: 'All, 1–30 days: $50.15' })).toBeTruthy();
  expect(clients.getByRole('button', { name: 'All, Open: $150.25' })).toBeTruthy();
  const partners = within(screen.getByRole('table', { name: 'To be paid to media partners' }));
  expect(partners.getByRole('button', { name: 'All, Open: $20.00' })).toBeTruthy();
  fireEvent.click(clients.getByRole('button', { name: 'Hartwell Online, Hartwell, 1–30 days: $50.05' }));
  const link = await screen.findByRole('link', { name: 'INV-2026-0009' });
  expect(link.getAttribute('href')).toContain('number=INV-2026-0009');
  const { body } = requests.find(({ url }) => url.includes('/statement/search'))!;
  expect(body).toMatchObject({ ownerKey: 1, side: 'client', age: ['D30'], client: [3] });
});

it('says that nothing is open, and why it could not be loaded', async () => {
  await open({ '/statement/aging': () => success({ asOf: '2026-11-19T20:00:00.000Z', rows: [] }) });
  await waitFor(() => expect(screen.getByText('Nothing is open')).toBeTruthy());
});

it('a failure can be tried again', async () => {
  await open({ '/statement/aging': () => refusal(500, 'INTERNAL', 'It broke.') });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});
