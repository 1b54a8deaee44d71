import type { IoCard } from '@paceline/contract';
import { expect, test } from 'vitest';
import {
  acceptedText,
  ageText,
  agreedText,
  boardColumns,
  canAccept,
  changesText,
  mailsText,
} from './prepare-orders.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const card = (over: Partial<IoCard>): IoCard => ({
  ownerKey: 1,
  ioKey: 1,
  number: 'IO-2026-12-BrightPath-1',
  version: 1,
  partnerKey: 2,
  partnerName: 'Partner',
  clientKey: 3,
  clientName: 'Client',
  month: '2026-12-01',
  state: 'SENT',
  units: 10,
  amount: 400,
  sentAt: '2026-11-17T12:00:00Z',
  openedAt: null,
  answeredAt: null,
  answeredBy: null,
  answerNote: null,
  changes: 0,
  lines: 1,
  prices: '$40.00',
  ...over,
});

test('orders to send come first, and each column totals its cards', () => {
  const columns = boardColumns(
    [card({}), card({ state: 'ACCEPTED', amount: 100.1 }), card({ state: 'ACCEPTED', amount: 0.2 })],
    true,
  );
  expect(columns.map(({ title, cards, amount }) => `${title} ${cards.length} ${amount}`)).toEqual([
    'To send 0 0',
    'Change requested 0 0',
    'Declined 0 0',
    'Sent 1 400',
    'Opened 0 0',
    'Accepted 2 100.3',
  ]);
  expect(boardColumns([], false).map(({ state }) => state)).not.toContain('DRAFT');
});

test('the number of acceptances and their amount', () => {
  expect(acceptedText([card({}), card({ state: 'ACCEPTED', amount: 1600 })])).toBe(
    '1 of 2 accepted, $1,600.00 of $2,000.00',
  );
});

test('a card shows since when it has its state', () => {
  expect(ageText(card({}), NOW)).toBe('Sent 3 days ago');
  expect(ageText(card({ openedAt: '2026-11-19T10:00:00Z' }), NOW)).toBe('Opened yesterday');
  expect(ageText(card({ answeredAt: '2026-11-20T11:00:00Z' }), NOW)).toBe('Answered today');
  expect(ageText(card({ sentAt: null, ioKey: null }), NOW)).toBe('Not created yet');
  expect(ageText(card({ sentAt: null }), NOW)).toBe('Not sent yet');
});

test('mails are shown until they have been sent', () => {
  expect(mailsText(card({}))).toBeNull();
  expect(mailsText(card({ mails: { asked: 2, sent: 2, failing: 0 } }))).toBeNull();
  expect(mailsText(card({ mails: { asked: 2, sent: 1, failing: 0 } }))).toBe('1 of 2 mails sent');
  expect(mailsText(card({ mails: { asked: 2, sent: 1, failing: 1 } }))).toBe('1 of 2 mails failed so far');
  expect([changesText(1), changesText(2)]).toEqual(['1 change', '2 changes']);
});

test('only orders that wait for an answer can be accepted, and the sentence sums them up', () => {
  const orders = [card({}), card({ state: 'OPENED', units: 5, amount: 100.5 }), card({ state: 'ACCEPTED' })];
  expect([...orders, card({ ioKey: null, state: 'DRAFT' })].filter(canAccept)).toEqual(orders.slice(0, 2));
  expect(agreedText(orders.slice(0, 2))).toBe(
    'You agree to these 2 insertion orders: 15 inquiries, $500.50 in total, each at its prices and under its terms.',
  );
  expect(agreedText(orders.slice(0, 1))).toBe(
    'You agree to this insertion order: 10 inquiries, $400.00 in total, at its prices and under its terms.',
  );
});
