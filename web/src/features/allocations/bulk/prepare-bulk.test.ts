import { expect, it } from 'vitest';
import { aCampaign } from '../../../testing/allocations.ts';
import { type BulkTarget, changesOf, planBulk, roomWords, sumBulk } from './prepare-bulk.ts';

const ROWS = [
  aCampaign({ campaignKey: 1, monthlyAllocation: 100, monthlyCapacity: 104 }),
  aCampaign({ campaignKey: 2, monthlyAllocation: 50 }),
  aCampaign({ campaignKey: 3, monthlyAllocation: 50, subStatus: 'ENDED' }),
];
const CAP = 'userDefinedMonthlyAllocation';
const target = (over: Partial<BulkTarget> = {}): BulkTarget => ({
  kind: 'distribute',
  rows: ROWS,
  field: CAP,
  label: 'Adjusted Monthly Allocation',
  goal: { name: 'Midwest Pay per Lead', room: { inquiries: 20, dollars: 900 }, units: 18 },
  ...over,
});
const INPUT = { percent: 10, amount: 18, by: 'equal' } as const;

it('shows values before and after, refusals, and what the line item has left', () => {
  const plan = planBulk(target(), 'current', INPUT);
  expect(changesOf(plan, CAP)).toEqual([
    { rowKey: 1, columnKey: CAP, value: 104 },
    { rowKey: 2, columnKey: CAP, value: 64 },
  ]);
  expect(sumBulk(target(), plan)).toEqual({
    before: 200,
    after: 218,
    changed: 2,
    refused: 1,
    room: { inquiries: 2, dollars: 0 },
  });
});

it('skips equal values', () => {
  const plan = planBulk(target({ kind: 'percent' }), 'current', { ...INPUT, percent: 0 });
  expect(changesOf(plan, CAP)).toEqual([]);
});

it('shows the remaining or exceeded amount', () => {
  expect(roomWords({ inquiries: 18, dollars: 1240.4 })).toBe('18 inquiries, $1,240 left');
  expect(roomWords({ inquiries: -1, dollars: null })).toBe('over by 1 inquiry');
  expect(roomWords({ inquiries: null, dollars: -770 })).toBe('over by $770');
  expect(roomWords({ inquiries: -18, dollars: -747 })).toBe('over by 18 inquiries, $747');
  expect(roomWords({ inquiries: 75, dollars: 0 })).toBe('75 inquiries left, no budget left');
  expect(roomWords({ inquiries: null, dollars: null })).toBe('no goal');
});
