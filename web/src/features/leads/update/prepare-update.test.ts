import { expect, it } from 'vitest';
import {
  asksCaps,
  foundText,
  idsProblem,
  matchText,
  needsOf,
  readIds,
  RECHECK,
  targetsFor,
  targetText,
} from './prepare-update.ts';

it('parses pasted ids without duplicates, with any separator', () => {
  expect(readIds(' L-1\r\nL-2, 77;\tTX 9 \n\nL-1')).toEqual(['L-1', 'L-2', '77', 'TX 9']);
  expect(readIds(' \n,')).toEqual([]);
});

it('reports too many', () => {
  expect(idsProblem(Array.from({ length: 5_000 }, (_, index) => String(index)))).toBeNull();
  expect(idsProblem(Array.from({ length: 5_001 }, (_, index) => String(index)))).toContain('At most 5,000 leads');
  expect(idsProblem(['x'.repeat(121)])).toContain('too long');
});

it('offers the transitions of these statuses, with their required inputs', () => {
  expect(targetsFor(['STK'])).toEqual(['DLV', 'SCR', 'TST']);
  expect(targetsFor(['CLS'])).toEqual([RECHECK, 'VAL', 'TST']);
  expect(targetsFor(['REJ'])).toEqual(['VAL', 'TST']);
  expect(targetsFor(['TST'])).toEqual([]);
  expect(needsOf(['STK', 'HLD'], 'SCR')).toEqual({ reason: true, note: false, referenceOrNote: false });
  expect(needsOf(['HLD'], 'SCR')).toMatchObject({ reason: false });
  expect(needsOf(['CLS'], 'VAL')).toMatchObject({ note: true });
  expect(asksCaps(['REJ'], 'VAL')).toBe(false);
  expect(asksCaps(['REJ', 'CLS'], 'VAL')).toBe(true);
  expect(needsOf([], 'DLV')).toMatchObject({ referenceOrNote: true });
});

it('counts the leads that can take a status, where not all can', () => {
  expect(targetText('VAL', ['CLS', 'STK', 'DLV'])).toBe('Valid - awaiting delivery (1 of 3)');
  expect(targetText('TST', ['CLS', 'STK'])).toBe('Test');
  expect(targetText(RECHECK, ['CLS', 'STK'])).toBe('Recheck with current rules (1 of 2)');
  expect(targetText('VAL', null)).toBe('Valid - awaiting delivery');
});

const lead = (status: 'STK' | 'HLD') => ({
  leadCaptureKey: 1,
  leadId: 'L-1',
  createdAt: '2026-03-01T00:00:00Z',
  status,
  campaignName: 'One',
  campaignCode: 'ONE-1',
  version: 1,
});

it('shows the result of the lookup', () => {
  expect(foundText([{ id: 'a', leads: [] }])).toBe('No lead found');
  expect(
    foundText([
      { id: 'a', leads: [lead('STK')] },
      { id: 'b', leads: [lead('HLD')] },
      { id: 'c', leads: [] },
      { id: 'd', leads: [lead('STK'), lead('STK')] },
    ]),
  ).toBe('1 Held, 1 Stuck; 1 not found; 1 with several leads');
  expect(matchText({ total: 1, isMore: false })).toEqual({ text: '1 lead matches.', isFit: true });
  expect(matchText({ total: 5_001, isMore: false }).isFit).toBe(false);
  expect(matchText({ total: 10_000, isMore: true }).isFit).toBe(false);
  expect(matchText({ total: 0, isMore: false }).isFit).toBe(false);
});
