import { expect, test } from 'vitest';
import { findLeadMove, LEAD_MOVES, LEAD_STATUS_CODES, refusedMoveMessage } from './lead-status.ts';

/** Allowed target statuses of each status, for the agency, the client and the system. */
const ALLOWED: Record<string, { system?: string; ag?: string; cl?: string }> = {
  RCV: { system: 'HLD VAL INV DUP SCR CAP CLS TST' },
  HLD: { system: 'VAL INV DUP SCR CAP CLS', ag: 'VAL INV DUP SCR CAP CLS TST' },
  VAL: { system: 'DLV STK SCR REJ', ag: 'TST' },
  DLV: { ag: 'RTR RTN TST', cl: 'RTR' },
  STK: { system: 'DLV SCR REJ', ag: 'DLV SCR TST' },
  RTR: { system: 'RTN', ag: 'DLV RTN TST', cl: 'DLV' },
  INV: { ag: 'VAL TST' },
  DUP: { ag: 'VAL TST' },
  SCR: { ag: 'VAL TST' },
  CAP: { ag: 'VAL TST' },
  CLS: { ag: 'VAL TST' },
  REJ: { ag: 'VAL TST' },
  RTN: { ag: 'DLV' },
  TST: {},
};

test.each(LEAD_STATUS_CODES)('%s has the transitions of the handbook and no others', (from) => {
  for (const by of ['system', 'ag', 'cl'] as const) {
    const allowed = LEAD_STATUS_CODES.filter((to) => findLeadMove(from, to, by) !== undefined);
    expect(allowed, `by ${by}`).toEqual(LEAD_STATUS_CODES.filter((to) => ALLOWED[from]?.[by]?.split(' ').includes(to)));
  }
});

test('no transition is listed twice for an actor', () => {
  const moves = LEAD_MOVES.flatMap(({ from, to, by }) => by.map((mover) => `${from} ${to} ${mover}`));
  expect(moves).toEqual([...new Set(moves)]);
});

test('transitions that need a note are marked', () => {
  expect(findLeadMove('STK', 'DLV', 'ag')?.needs).toBe('referenceOrNote');
  expect(findLeadMove('STK', 'DLV', 'system')?.needs).toBeUndefined();
  expect(findLeadMove('DUP', 'VAL', 'ag')?.needs).toBe('note');
  expect(refusedMoveMessage('TST', 'VAL')).toBe('A lead cannot go from Test to Valid - awaiting delivery.');
});
