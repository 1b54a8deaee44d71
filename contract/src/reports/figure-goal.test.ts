import { expect, it } from 'vitest';
import { goalState, shareGone } from './figure-goal.ts';

const write = (value: number): string => `$${value}`;
const state = (value: number | null, over: Partial<Parameters<typeof goalState>[0]> = {}) =>
  goalState({
    goal: { side: 'above', amount: 1000 },
    measure: 'spend',
    value,
    period: { range: 'thisMonth' },
    today: '2026-11-16',
    young: null,
    write,
    ...over,
  });

it('knows how much of its days has gone', () => {
  expect(shareGone({ range: 'thisMonth' }, '2026-11-16')).toBe(0.5);
  expect(shareGone({ range: 'thisMonth' }, '2026-11-01')).toBe(0);
  expect(shareGone({ range: 'lastMonth' }, '2026-11-16')).toBe(1);
  expect(shareGone({ from: '2026-11-13', to: '2026-11-22' }, '2026-11-16')).toBe(0.3);
  expect(shareGone({ from: '2026-12-01', to: '2026-12-31' }, '2026-11-16')).toBe(0);
});

it('judges a growing sum by the days that have gone', () => {
  expect(state(480)).toEqual({
    text: '48% of $1000, 50% of the days',
    verdict: 'On pace',
    tone: 'good',
    bar: { reached: 0.48, gone: 0.5 },
  });
  expect(state(470)).toMatchObject({ verdict: 'Under', tone: 'bad' });
  const budget = { goal: { side: 'below' as const, amount: 1000 } };
  expect(state(520, budget)).toMatchObject({ verdict: 'Within the goal', tone: 'good' });
  expect(state(530, budget)).toMatchObject({ verdict: 'Over', tone: 'bad' });
  expect(state(0, { today: '2026-11-01' })).toMatchObject({ verdict: 'Too early to judge', tone: 'neither' });
});

it('judges closed days and ratios by the figure itself', () => {
  const closed = { period: { range: 'lastMonth' as const } };
  expect(state(1000, closed)).toMatchObject({ text: 'Goal: at least $1000', verdict: 'Goal met', tone: 'good' });
  expect(state(900, closed)).toMatchObject({ verdict: '$100 below the goal', tone: 'bad' });
  const cpl = { measure: 'cpl', goal: { side: 'below' as const, amount: 45 } };
  expect(state(50, cpl)).toMatchObject({ verdict: '$5 above the goal', tone: 'bad', bar: null });
  expect(state(45, cpl)).toMatchObject({ text: 'Goal: at most $45', verdict: 'Goal met' });
});

it('judges neither a missing figure nor young outcomes', () => {
  expect(state(null)).toMatchObject({ verdict: 'No value yet', tone: 'neither', bar: null });
  expect(state(3, { measure: 'enrollments', young: '54% matured' })).toMatchObject({
    text: '54% matured. Goal: at least $1000',
    verdict: 'Too early to judge',
    tone: 'neither',
  });
});
