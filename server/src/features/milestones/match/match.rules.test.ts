import { expect, test } from 'vitest';
import { type Candidate, chooseLead } from './match.rules.ts';

const lead = (leadKey: number, status: Candidate['status'] = 'DLV'): Candidate => ({
  leadKey,
  status,
  capturedDate: '2026-03-01',
});
const choose = (candidates: Parameters<typeof chooseLead>[0], isVoid = false) => chooseLead(candidates, { isVoid });

test('the first identifier with a match decides, even if a later one would match better', () => {
  expect(choose({ leadKey: [], leadId: [lead(1)], person: [lead(2)] })).toEqual({ lead: lead(1) });
  expect(choose({ clientReference: [lead(1, 'REJ')], person: [lead(2)] })).toEqual({ why: 'status' });
});

test('of several leads the one that can have milestones is meant; two of them are ambiguous', () => {
  expect(choose({ person: [lead(1, 'DUP'), lead(2), lead(3, 'RTN')] })).toEqual({ lead: lead(2) });
  expect(choose({ person: [lead(1), lead(2, 'RTR')] })).toEqual({ why: 'several' });
  expect(choose({ person: [] })).toEqual({ why: 'none' });
});

test('a void applies to the lead whatever its status', () => {
  expect(choose({ leadId: [lead(1, 'RTN')] }, true)).toEqual({ lead: lead(1, 'RTN') });
  expect(choose({ person: [lead(1), lead(2, 'DUP')] }, true)).toEqual({ why: 'several' });
});
