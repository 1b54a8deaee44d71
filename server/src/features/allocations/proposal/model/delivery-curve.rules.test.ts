import { expect, test } from 'vitest';
import { comingIn, type DeliveredMonth, measureShares, piecesOf, usualDelivery } from './delivery-curve.rules.ts';

test('additional units deliver decreasingly above current delivery', () => {
  const pieces = piecesOf(20, 160, 120, [0.95, 0.6, 0.2]);
  expect(pieces).toEqual([
    { units: 85, share: 0.95 },
    { units: 30, share: 0.6 },
    { units: 25, share: 0.2 },
  ]);
  expect(comingIn(pieces, 100)).toBeCloseTo(85 * 0.95 + 15 * 0.6, 9);
  expect(comingIn(pieces, -5)).toBe(0);
});

const months = (of: (allocation: number, place: number) => number): DeliveredMonth[] =>
  Array.from({ length: 12 }, (_, place) => {
    const allocation = 60 + 10 * (place % 5);
    return { allocation, delivered: of(allocation, place) };
  });

test('for an owner whose campaigns never deliver more than 70, units above it deliver less', () => {
  const capped = measureShares(Array.from({ length: 30 }, () => months((allocation) => Math.min(70, allocation))));
  const [below, , above] = capped.shares;
  expect(below).toBeGreaterThan(0.95);
  expect(above).toBeLessThan(0.1);
});

test('for one whose campaigns deliver their allocation, units do not decrease above it', () => {
  const { shares, months: count } = measureShares(
    Array.from({ length: 30 }, () => months((allocation) => Math.round(allocation * 0.93))),
  );
  expect(count).toBe(30 * 9);
  expect(shares[0]).toBeCloseTo(0.93, 1);
  expect(shares[1]).toBeCloseTo(0.93, 1);
  // Few units were so far above: the default shares still count.
  expect(shares[2]).toBeGreaterThan(0.7);
});

test('usual delivery is the mean of the last three months, latest first', () => {
  const of = [30, 33, 36, 90].map((delivered) => ({ allocation: 100, delivered }));
  expect(usualDelivery(of)).toBe(33);
  expect(usualDelivery([])).toBeNull();
});
