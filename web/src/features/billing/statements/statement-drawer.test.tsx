import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Answers, serve, success } from '../../../testing/fetch.ts';
import { showPage } from '../../../testing/page.tsx';
import { signedIn, signedOut } from '../../../testing/session.ts';
import { StatementDrawer } from './statement-drawer.tsx';

const ROW = {
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
  total: 150,
  paid: 50,
  open: 100,
  state: 'OVERDUE',
} as const;
const LINE = {
  line: 1,
  campaignKey: 7,
  campaignName: 'Nursing',
  campaignCode: 'HW-1',
  kind: 'LEADS',
  forMonth: null,
  cause: null,
  quantity: 3,
  unitPrice: 50,
  amount: 150,
};
const PAYMENT = {
  paymentKey: 4,
  kind: 'PAYMENT',
  paidOn: '2026-10-20',
  amount: 50,
  reference: 'Wire 7',
  counter: null,
  isReversed: false,
  note: 'Part',
  by: 'Ann Lee',
};
const STATEMENT = {
  ...ROW,
  agencyName: 'Paceline',
  partyCode: 'HW',
  issuedAt: '2026-10-05T12:00:00.000Z',
  corrects: null,
  amount: 150,
  tax: null,
  lines: [LINE],
  payments: [PAYMENT],
  talk: [],
  isDisputed: false,
  sentAt: null,
  seenAt: null,
  mails: [],
  creditable: [],
};
const open = (userType: string, over: object = {}, answers: Answers = {}) => {
  const owners = [{ ownerKey: 1, name: 'Hartwell', variant: null, timeZone: 'America/Chicago' }];
  signedIn({ userType, owners, permissions: { reports: ['Billable', 'Margin'] } });
  const statement = { ...STATEMENT, ...over };
  const requests = serve(answers, {
    '/1/statement/9/seen': () => success(statement),
    '/1/statement/9/dispute': () => success(statement),
    '/1/statement/9/payment': () => success(statement),
    '/1/statement/send': () => success({ sent: 1, mails: 2, skipped: [] }),
    '/1/statement/9': () => success(statement),
  });
  return showPage(() => <StatementDrawer row={ROW} onClose={() => undefined} />).then((shown) => ({
    ...shown,
    requests,
  }));
};
afterEach(signedOut);

it('lets the agency note a payment of at most what is open', async () => {
  const { requests } = await open('agency');
  fireEvent.click(await screen.findByRole('button', { name: 'Note a payment' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Note a payment of INV-2026-0009' }));
  fireEvent.change(dialog.getByRole('textbox', { name: 'Amount' }), { target: { value: '100.01' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Note payment' }));
  expect(await dialog.findByText('0.01 more than is open.')).toBeTruthy();
  expect(dialog.getByText('Enter the reference of the payment.')).toBeTruthy();
  fireEvent.change(dialog.getByRole('textbox', { name: 'Amount' }), { target: { value: '100' } });
  fireEvent.change(dialog.getByRole('textbox', { name: 'Reference' }), { target: { value: 'Wire 8' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Note payment' }));
  await waitFor(() => expect(requests.some(({ url }) => url.includes('/payment'))).toBe(true));
  expect(requests.find(({ url }) => url.includes('/payment'))?.body).toMatchObject({
    amount: 100,
    reference: 'Wire 8',
  });
});

it('sends by mail, and says how many went', async () => {
  const { requests } = await open('agency');
  fireEvent.click(await screen.findByRole('button', { name: 'Send by mail' }));
  expect(await screen.findByText('1 statement sent in 2 mails.')).toBeTruthy();
  expect(requests.find(({ url }) => url.includes('/send'))?.body).toEqual({
    statementKeys: [9],
    by: 'mail',
    again: false,
  });
});

it('says that its side opened it, and lets that side dispute a line', async () => {
  const { requests } = await open('client', { payments: [{ ...PAYMENT, note: null, by: null }] });
  await waitFor(() => expect(requests.filter(({ url }) => url.includes('/seen'))).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Note a payment' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Sending' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Dispute' }));
  fireEvent.click(screen.getByRole('button', { name: 'Send dispute' }));
  expect(await screen.findByText('Write what it is about.')).toBeTruthy();
  fireEvent.change(screen.getByRole('combobox', { name: 'What is wrong' }), { target: { value: '1' } });
  fireEvent.change(screen.getByRole('textbox', { name: 'Why' }), { target: { value: 'One was returned' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send dispute' }));
  await waitFor(() => expect(requests.some(({ url }) => url.includes('/dispute'))).toBe(true));
  expect(requests.find(({ url }) => url.includes('/dispute'))?.body).toEqual({
    line: 1,
    amount: null,
    text: 'One was returned',
    after: null,
  });
});
