import { STAGES } from '@paceline/contract';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  completeMonths,
  DEFAULT_LAG_CURVES,
  historicalMonths,
  maturedInquiries,
  shareMatured,
} from './maturity.rules.ts';

const through = Temporal.PlainDate.from('2025-06-11');
const text = ({ from, to }: { from: Temporal.PlainDate; to: Temporal.PlainDate }) =>
  `${from.toString()}..${to.toString()}`;

describe('months that are old enough', () => {
  test.each([
    ['enrollment', '2024-12-01..2025-02-28'],
    ['application', '2025-01-01..2025-03-31'],
    ['inquiry', '2025-03-01..2025-05-31'],
    ['start', '2024-10-01..2024-12-31'],
  ] as const)('on 12 June 2025 for %s are %s', (stage, months) => {
    expect(text(historicalMonths(through, stage))).toBe(months);
  });

  test('a month is complete on its last day', () => {
    expect(text(historicalMonths(Temporal.PlainDate.from('2025-05-31'), 'inquiry'))).toBe('2025-03-01..2025-05-31');
    expect(text(historicalMonths(Temporal.PlainDate.from('2025-05-30'), 'inquiry'))).toBe('2025-02-01..2025-04-30');
    expect(text(completeMonths(Temporal.PlainDate.from('2024-02-29'), 1))).toBe('2024-02-01..2024-02-29');
  });
});

describe('lag curves', () => {
  const { career, online } = DEFAULT_LAG_CURVES;

  test('equal the table at its points and are linear between them', () => {
    expect(shareMatured(career.enrollment, 90)).toBe(0.92);
    expect(shareMatured(online.start, 150)).toBe(0.91);
    expect(shareMatured(career.start, 45)).toBeCloseTo(0.305);
    expect(shareMatured(career.contact, 0)).toBe(0);
    expect(shareMatured(career.contact, -3)).toBe(0);
    expect(shareMatured(online.start, 5_000)).toBe(1);
  });

  test('never fall and stay within 0 and 1', () => {
    for (const curves of [career, online])
      for (const stage of STAGES) {
        const shares = Array.from({ length: 400 }, (_, age) => shareMatured(curves[stage], age));
        expect(shares.every((share, age) => share >= (shares[age - 1] ?? 0) && share <= 1)).toBe(true);
      }
  });

  test('weight inquiries by age', () => {
    expect(
      maturedInquiries(career.enrollment, [
        [90, 100],
        [30, 100],
        [0, 50],
      ]),
    ).toBeCloseTo(140);
    expect(maturedInquiries(career.enrollment, [])).toBe(0);
  });
});
