import { describe, expect, test } from 'vitest';
import { judgeCosts, type JudgedCosts, UNDERPERFORMING, underperformingWords } from './underperforming.ts';

const cost = (value: number | null, goal: number | null, inquiries = 20) => ({ value, goal, inquiries });
const wordsOf = (parts: Partial<JudgedCosts>) =>
  judgeCosts({ liveDays: 14, matureCpe: cost(null, null), cpl: cost(null, null), ...parts }, UNDERPERFORMING);

describe('a campaign is underperforming', () => {
  test('if it is more than a quarter above its goal per enrollment, not at the limit', () => {
    expect(wordsOf({ matureCpe: cost(1250, 1000) })).toBeNull();
    expect(wordsOf({ matureCpe: cost(1250.01, 1000) })).toEqual({
      measure: 'matureCpe',
      value: 1250.01,
      target: 1000,
      limit: 1250,
      inquiries: 20,
    });
  });

  test('by cost per inquiry only without a goal per enrollment', () => {
    const cpl = cost(90, 50);
    expect(wordsOf({ cpl })).toMatchObject({ measure: 'cpl', value: 90, target: 50 });
    expect(wordsOf({ cpl, matureCpe: cost(5000, 0) })).toMatchObject({ measure: 'cpl' });
    expect(wordsOf({ cpl, matureCpe: cost(1000, 1000) })).toBeNull();
    expect(wordsOf({ cpl, matureCpe: cost(null, 1000) })).toBeNull();
    // In binary, 50 × 1.15 is slightly less than 57.5.
    expect(wordsOf({ cpl: cost(57.5, 50) })).toBeNull();
    expect(wordsOf({ cpl: cost(57.51, 50) })).not.toBeNull();
  });

  test('from 14 live days and 20 inquiries on', () => {
    const matureCpe = cost(9000, 1000);
    expect(wordsOf({ matureCpe, liveDays: 13 })).toBeNull();
    expect(wordsOf({ matureCpe: { ...matureCpe, inquiries: 19 } })).toBeNull();
    expect(wordsOf({ matureCpe })).not.toBeNull();
  });

  test('never without a goal', () => {
    expect(wordsOf({ matureCpe: cost(9000, null), cpl: cost(900, null) })).toBeNull();
  });
});

test('the rule is described with its thresholds and the owner’s labels', () => {
  expect(underperformingWords(UNDERPERFORMING, 'default')).toBe(
    'Campaigns that have been live for at least 14 days, with at least 20 inquiries, whose mature cost per enrollment is more than 25% above the goal of their line item. Where a line item has no such goal: whose cost per inquiry of the last 30 days is more than 15% above this month’s goal.',
  );
  const words = underperformingWords({ leastDays: 1, leastInquiries: 1, aboveCpe: 40, aboveCpl: 5 }, 'sales');
  expect(words).toContain('at least 1 day, with at least 1 inquiry, whose mature cost per sale is more than 40%');
});
