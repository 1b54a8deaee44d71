import type { CampaignAllocationMonth } from '@paceline/contract';
import { describe, expect, it, test } from 'vitest';
import { campaignParts } from '../../../../testing/campaign-parts.ts';
import {
  allocationChanges,
  allocationKey,
  allocationNote,
  allocationTexts,
  isAllocated,
  prepareAllocation,
  unitsProblem,
} from './prepare-allocation.ts';
import { prepareBanner } from './prepare-banner.ts';
import { fieldsOf, newValues } from './prepare-values.ts';

const { allocation } = campaignParts;
const current = allocation?.current as CampaignAllocationMonth;
const next = allocation?.next as CampaignAllocationMonth;
const MONTHLY = allocationKey('current', 'userDefinedMonthlyAllocation');
const NEXT_MONTHLY = allocationKey('next', 'monthlyAllocation');
const read = allocationTexts(allocation);

describe('remaining budget of the line item', () => {
  it('is its budget minus all campaigns, and follows the input', () => {
    // 10,000 − 4,500 − 60 × 55
    expect(prepareAllocation(read, 'current', current, null).room).toEqual({
      budget: 10_000,
      others: 4_500,
      own: 3_300,
      left: 2_200,
      leftUnits: 40,
    });
    const typed = prepareAllocation({ ...read, [MONTHLY]: '110' }, 'current', current, null);
    expect([typed.monthly, typed.room.left]).toEqual([110, -550]);
    expect(typed.remarks.map(({ code }) => code)).toEqual(['aboveCapacity']);
  });
  it('uses an edited price', () => {
    expect(prepareAllocation(read, 'current', current, 50).room.own).toBe(3_000);
  });
  it('is the whole budget while nothing is planned, and unknown without a cap, price or budget', () => {
    expect(prepareAllocation(read, 'next', next, null)).toMatchObject({ monthly: undefined, room: { left: 5_500 } });
    const capacityOnly = { [allocationKey('next', 'monthlyCapacity')]: '5' };
    expect(prepareAllocation(capacityOnly, 'next', next, null)).toMatchObject({ monthly: null, room: { left: null } });
    expect(prepareAllocation(read, 'current', { ...current, price: null }, null).room.left).toBeNull();
    const without = { ...current, lineItem: { ...current.lineItem, budget: null } };
    expect(prepareAllocation(read, 'current', without, null).room.left).toBeNull();
  });
});

describe('the request', () => {
  it('contains the changed months', () => {
    expect(allocationChanges(read, allocation)).toEqual({});
    expect(allocationChanges({ ...read, [MONTHLY]: ' 1,040', [NEXT_MONTHLY]: '0' }, allocation)).toEqual({
      current: { userDefinedMonthlyAllocation: 1040 },
      next: { monthlyAllocation: 0 },
    });
  });
  it('clears emptied values', () => {
    const emptied = { ...read, [allocationKey('current', 'monthlyCapacity')]: '' };
    expect(allocationChanges(emptied, allocation)).toEqual({ current: { monthlyCapacity: null } });
  });
  it('is empty without the right to see allocations', () =>
    expect(allocationChanges({ [MONTHLY]: '4' }, null)).toEqual({}));
  test.each([
    ['', null],
    ['0', null],
    ['1,000', null],
    ['1.5', 'Enter a whole number, 0 or more.'],
    ['-3', 'Enter a whole number, 0 or more.'],
    ['2000000', 'Enter a whole number, 0 or more.'],
  ])('%j: %j', (text, problem) => expect(unitsProblem(text)).toBe(problem));
});

describe('descriptions', () => {
  it('in the list of steps cover both months', () => {
    expect(allocationNote(read, allocation)).toBe('60 this month, None next month');
    expect(allocationNote({ ...read, [MONTHLY]: '40' }, allocation)).toBe('40 this month, None next month');
  });
  it('say whether leads can arrive', () => {
    expect(isAllocated(read, allocation)).toBe(true);
    expect(isAllocated({ ...read, [MONTHLY]: '0' }, allocation)).toBe(false);
    expect(isAllocated({}, { current: { ...current, plan: null }, next })).toBe(false);
  });
});

describe('the banner', () => {
  const fields = fieldsOf(campaignParts);
  const draft = { statusReasons: [{ code: 'DRAFT' as const, message: 'Draft: still missing price.' }] };
  it('follows the form: filled fields are no longer missing', () => {
    expect(prepareBanner(draft, { ...fields, prices: newValues().prices }, allocation, [])).toEqual([
      { code: 'DRAFT', message: 'Draft: still missing price.', steps: ['prices'] },
    ]);
    expect(prepareBanner(draft, fields, allocation, [])[0]?.message).toBe(
      'Draft: nothing is missing. Activate it to go live.',
    );
    expect(prepareBanner(draft, fields, allocation, [{ id: 'endpoints', name: 'A' }])[0]).toEqual({
      code: 'DRAFT',
      message: 'Draft: it can be activated, but leads cannot run yet.',
      steps: ['review'],
    });
    expect(prepareBanner(draft, { ...fields, name: ' ', urls: [] }, allocation, [])[0]).toMatchObject({
      message: 'Draft: still missing name, tracking URL or confirmed posting.',
      steps: ['basics', 'tracking'],
    });
  });
  it('links to the allocation step until one is entered', () => {
    const none = { statusReasons: [{ code: 'NO_ALLOCATION' as const, message: 'No allocation.' }] };
    const unplanned = { current: { ...current, plan: null }, next };
    const at = (typed: Record<string, string>) =>
      prepareBanner(none, { ...fields, allocation: typed }, unplanned, []).map(({ message, steps }) => [
        message,
        steps,
      ]);
    expect(at({})).toEqual([['No allocation.', ['allocation']]]);
    expect(at({ [MONTHLY]: '40' })).toEqual([['The allocation takes effect when you save.', []]]);
    expect(at({ [MONTHLY]: '0' })).toEqual([['No allocation.', ['allocation']]]);
    expect(prepareBanner(none, fields, null, [])).toEqual([
      { code: 'NO_ALLOCATION', message: 'No allocation.', steps: [] },
    ]);
  });
});
