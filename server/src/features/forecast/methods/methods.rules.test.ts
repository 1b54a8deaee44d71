import { expect, test } from 'vitest';
import { type Basis } from '../../../metrics/forecast/basis.rules.ts';
import { type Choice, type Chosen } from '../../../metrics/forecast/choice.rules.ts';
import { byKpi, COUNTED_KPIS } from '../../../metrics/forecast/line.rules.ts';
import { methodOf, spansOf } from './methods.rules.ts';

const choice = (chosen: Chosen): Choice => byKpi(COUNTED_KPIS, () => chosen);
const AUTO = choice({ used: 'AUTO', why: 'BEST' });
const LAST_YEAR = choice({ used: 'SEASONAL_NAIVE', why: 'LAST_YEAR_BETTER' });
const running = { done: 0.5, soFar: {}, ranges: { inquiries: { low: 1, high: 2 } } };
const factsOf = (basis: object, months = 6) => ({
  basis: {
    chosen: AUTO,
    errors: { inquiries: [8, 9, 10, 12], spend: [7, 8, 9, null], cpl: [3, 3, 3, 3] },
    running,
    ...basis,
  } as unknown as Basis,
  basisMonth: '2026-11-01',
  startMonth: '2026-11-01',
  months,
  method: 'AUTO' as const,
});
const short = (...of: Parameters<typeof spansOf>) =>
  spansOf(...of).map(({ fromMonth, toMonth, why, wape }) => [fromMonth.slice(2, 7), toMonth.slice(2, 7), why, wape]);

test('each month has its method and the past error at that horizon; the running month is projected', () => {
  const facts = factsOf({ later: [AUTO, LAST_YEAR, LAST_YEAR] });
  expect(short(facts, 'inquiries')).toEqual([
    ['26-11', '26-11', 'RUNNING', null],
    ['26-12', '26-12', 'BEST', 8],
    ['27-01', '27-01', 'BEST', 9],
    ['27-02', '27-02', 'LAST_YEAR_BETTER', 10],
    ['27-03', '27-04', 'LAST_YEAR_BETTER', 12],
  ]);
  expect(methodOf(facts, 'inquiries')).toEqual({ usedMethod: 'AUTO', why: 'BEST' });
  const later = { ...facts, startMonth: '2027-02-01' };
  expect(methodOf(later, 'inquiries')).toEqual({ usedMethod: 'SEASONAL_NAIVE', why: 'LAST_YEAR_BETTER' });
});

test('spend of a late ad account is not projected, nor are its costs; a month by hand is not a projection', () => {
  const facts = factsOf({ later: [AUTO, AUTO, AUTO] });
  expect(short(facts, 'spend')[0]).toEqual(['26-11', '26-12', 'BEST', 7]);
  expect(short(facts, 'cpl')[0]?.[2]).toBe('BEST');
  const manual = { ...factsOf({ chosen: choice({ used: 'MANUAL', why: 'ASKED' }) }, 2), method: 'MANUAL' as const };
  expect(spansOf(manual, 'inquiries')).toMatchObject([{ usedMethod: 'MANUAL', why: 'ASKED' }]);
});

test('a forecast from before monthly methods uses one method for all months', () => {
  const { errors: _, ...basis } = factsOf({ chosen: LAST_YEAR, running: null }).basis;
  const older = { ...factsOf({}), basis };
  expect(new Set(spansOf(older, 'inquiries').map(({ why }) => why))).toEqual(new Set(['LAST_YEAR_BETTER']));
  expect(spansOf(older, 'inquiries').every(({ wape }) => wape === null)).toBe(true);
});
