import { describe, expect, it } from 'vitest';
import { cohortHeat, deliveryHeat } from './prepare-heat.ts';

const column = (key: string) => ({ key, label: key, format: { kind: 'count' as const } });

describe('outcomes by age', () => {
  const heat = cohortHeat({
    data: [
      { age30: 2, age30Count: 4, age30Matured: 100, age60: 4, age60Count: 8, age60Matured: 54.7, percentMatured: 60 },
      { age30: null, age30Count: 0, age30Matured: 12, percentMatured: 3 },
    ],
  });
  const [old, young] = [
    { age30: 2, age30Count: 4, age30Matured: 100, age60: 4, age60Count: 8, age60Matured: 54.7, percentMatured: 60 },
    { age30: null, age30Count: 0, age30Matured: 12, percentMatured: 3 },
  ];

  it('are darker the more there are, and hatched while incomplete', () => {
    expect(heat(old, column('age30'))).toEqual({ shade: 50, words: '4 in all' });
    expect(heat(old, column('age60'))).toEqual({ shade: 100, open: true, words: '8 so far, 55% matured' });
    expect(heat(old, column('rate'))).toEqual({ shade: 0, open: true, words: '60% matured' });
  });

  it('of immature inquiries are shown as such and not as zero', () => {
    expect(heat(young, column('age30'))).toEqual({
      shade: 0,
      open: true,
      words: 'Too early to judge, 12% matured',
    });
    expect(heat(young, column('validLeads'))).toBeNull();
  });
});

describe('daily leads', () => {
  const row = { due: 2.5, closedDays: '2026-11-02', '2026-11-01': 1, '2026-11-02': 0, '2026-11-03': 9 };

  it('are compared with an open day’s quota, at most 100 %', () => {
    expect(deliveryHeat(row, column('2026-11-01'))).toEqual({ shade: 40, words: '40% of 2.5 a day' });
    expect(deliveryHeat(row, column('2026-11-03'))).toEqual({ shade: 100, words: '360% of 2.5 a day' });
  });

  it('count as no failure on closed days, and as nothing without an allocation', () => {
    expect(deliveryHeat(row, column('2026-11-02'))).toMatchObject({ closed: true, words: 'Closed that day' });
    expect(deliveryHeat({ ...row, due: null }, column('2026-11-01'))).toEqual({ shade: 0, words: 'No allocation' });
    expect(deliveryHeat(row, column('allocation'))).toBeNull();
  });
});
