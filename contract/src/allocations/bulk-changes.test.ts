import { expect, it } from 'vitest';
import { distributeChanges, paceChanges, percentChanges, roomOf, unitsOfRoom } from './bulk-changes.ts';
import { type CampaignRow } from './schema.ts';

const row = (
  campaignKey: number,
  over: Record<string, unknown> = {},
  basis: Record<string, unknown> = {},
): CampaignRow =>
  ({
    campaignKey,
    subStatus: 'LIVE',
    monthlyAllocation: 50,
    monthlyCapacity: null,
    basis: { isPpl: true, validLeads: 20, leadProjection: 62.4, price: 50, ...basis },
    ...over,
  }) as unknown as CampaignRow;
const textsOf = (outcomes: { before: number | null; after: number | null; note: string | null }[]) =>
  outcomes.map(({ before, after, note }) => [before, after, note]);
const CAP = 'userDefinedMonthlyAllocation';

it('changes by a percentage of the effective value, keeps the total and respects the capacity', () => {
  const rows = [row(1, { monthlyAllocation: 15 }), row(2, { monthlyAllocation: 15 }), row(3, { [CAP]: 15 })];
  expect(textsOf(percentChanges(rows, CAP, 10))).toEqual([
    [15, 17, null],
    [15, 17, null],
    [15, 16, null],
  ]);
  const capped = row(4, { monthlyCapacity: 52 });
  expect(textsOf(percentChanges([capped], CAP, 10))).toEqual([[50, 52, 'Limited to the capacity of 52']]);
});

it('refuses single campaigns with the reason and changes the others', () => {
  const rows = [
    row(1),
    row(2, { subStatus: 'ENDED' }),
    row(3, { monthlyAllocation: null }),
    row(4, { monthlySoftAllocation: 48 }),
    row(5, { monthlyAllocation: 30, monthlySoftAllocation: 40 }),
  ];
  expect(textsOf(percentChanges(rows, CAP, -10))).toEqual([
    [50, 45, null],
    [50, null, 'Ended'],
    [null, null, 'Blank: there is nothing to change'],
    [50, 48, 'Not below its soft allocation of 48'],
    [30, 40, 'Not below its soft allocation of 40'],
  ]);
});

it('set to pace: the projection without the cap, between deliveries and capacity', () => {
  const rows = [
    row(1),
    row(2, {}, { leadProjection: 12, validLeads: 20 }),
    row(3, { monthlyCapacity: 55, incrementalCapacity: 2 }),
    row(4, {}, { isPpl: false }),
    row(5, {}, { leadProjection: null }),
    row(6, {}, { leadProjection: 0, validLeads: 0 }),
  ];
  expect(textsOf(paceChanges(rows, 'current'))).toEqual([
    [50, 62, null],
    [50, 20, null],
    [50, 57, 'Limited to the capacity of 57'],
    [50, null, 'Has a budget in dollars, not an allocation'],
    [50, null, 'No projection yet'],
    [50, null, 'Nothing comes in: resume it, or set it by hand'],
  ]);
});

it('distributes whole units equally, by allocation or by delivery, between deliveries and capacity', () => {
  const rows = [
    row(1, { monthlyAllocation: 60 }, { validLeads: 30 }),
    row(2, { monthlyAllocation: 30 }, { validLeads: 10 }),
    row(3, { monthlyAllocation: 10, monthlyCapacity: 11 }, { validLeads: 5 }),
    row(4, { subStatus: 'PAUSED' }),
  ];
  const after = (amount: number, by: 'equal' | 'allocation' | 'delivery') =>
    distributeChanges(rows, 'current', amount, by).outcomes.map((one) => one.after);
  expect(after(9, 'equal')).toEqual([64, 34, 11, null]);
  expect(after(10, 'allocation')).toEqual([66, 33, 11, null]);
  expect(after(9, 'delivery')).toEqual([66, 32, 11, null]);
  expect(after(-100, 'equal')).toEqual([30, 10, 5, null]);
  expect(distributeChanges(rows, 'current', -100, 'equal').left).toBe(-45);
});

it('knows what a line item has left in inquiries and dollars, and how much of it can be paid', () => {
  const campaigns = [row(1, { budget: 2500 }), row(2, { budget: 1000, [CAP]: 20 })];
  const room = roomOf({ inquiryGoal: 90, revisedInquiriesGoal: 100, budget: 4500 }, campaigns);
  expect(room).toEqual({ inquiries: 30, dollars: 1000 });
  expect(unitsOfRoom(room, campaigns)).toBe(20);
  expect(roomOf({ budget: null }, campaigns)).toEqual({ inquiries: null, dollars: null });
});
