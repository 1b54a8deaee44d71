import { expect, test } from 'vitest';
import { type HeadlineFigure, headlineVerdict } from './headline.ts';

const verdict = (key: HeadlineFigure, totals: Record<string, number | null>, over: object = {}) =>
  headlineVerdict(key, { answer: { totals }, before: 'Oct 1 – 14', daysDone: 14, band: 10, ...over });

test.each([
  [{ budget: 70_200, spendProjection: 67_600 }, 'On pace: projected $67.6K of $70.2K', 'good'],
  [{ budget: 70_000, spendProjection: 80_500 }, 'Over by $10.5K: projected $80.5K of $70K', 'bad'],
  [{ budget: 900, spendProjection: 450 }, 'Under by $450: projected $450 of $900', 'bad'],
])('spend is judged by its projection: %o', (totals, text, tone) => {
  expect(verdict('spend', totals)).toEqual({ text, tone });
});

test('a finished month was on budget, not on pace', () => {
  const totals = { spend: 70_000, budget: 70_000, spendProjection: 70_000 };
  expect(verdict('spend', totals, { daysDone: null }).text).toBe('Ended at $70K, on budget');
});

test('more inquiries than planned are not bad, fewer are', () => {
  const of = (leadProjection: number) => verdict('inquiries', { inquiryGoal: 1000, leadProjection });
  expect(of(1300)).toEqual({ text: 'Over by 300: projected 1,300 of 1,000', tone: 'good' });
  expect(of(700)).toEqual({ text: 'Under by 300: projected 700 of 1,000', tone: 'bad' });
});

test('without a plan, the days before are compared; small changes are neutral', () => {
  const cpl = { cpl: 66, cplPrevious: 60, cplChange: 10 };
  expect(verdict('cpl', cpl)).toEqual({ text: 'Higher than $60.00 in Oct 1 – 14', tone: 'bad' });
  expect(verdict('cpl', { ...cpl, cplChange: -10 }).tone).toBe('good');
  expect(verdict('cpl', { ...cpl, cplChange: 4.9 })).toEqual({ text: 'Steady: $60.00 in Oct 1 – 14', tone: 'none' });
  expect(verdict('spend', { spend: 4000, spendPrevious: 2000, spendChange: 100 })).toEqual({
    text: 'Higher than $2K in Oct 1 – 14',
    tone: 'none',
  });
  expect(verdict('enrollments', { enrollments: 3, enrollmentsPrevious: 6, enrollmentsChange: -50 }).text).toBe(
    'Too few to judge',
  );
  expect(verdict('enrollments', { enrollments: 30 }, { before: null }).text).toBe('Nothing to compare with');
});

test('neither the first days of a month nor immature outcomes are judged', () => {
  const totals = { budget: 1000, spendProjection: 5000 };
  for (const daysDone of [0, 1, 2]) expect(verdict('spend', totals, { daysDone }).text).toBe('Too early to judge');
  expect(verdict('spend', totals, { daysDone: 3 }).text).toBe('Over by $4K: projected $5K of $1K');
  const basis = { cpe: { counted: 'cohort' as const, percentMatured: 19, comparedPercentMatured: 90 } };
  const answer = { totals: { cpe: 9000, cpePrevious: 900, cpeChange: 900 }, basis };
  expect(verdict('cpe', {}, { answer }).text).toBe('Too early to judge');
});

test('immature outcomes are compared at equal maturity, and the text says so', () => {
  const of = (percentMatured: number, cpeChange: number) =>
    verdict(
      'cpe',
      {},
      {
        answer: {
          totals: { cpe: 2415, cpePrevious: 803, cpeChange },
          basis: { cpe: { counted: 'cohort' as const, percentMatured, comparedPercentMatured: 100 } },
        },
      },
    );
  expect(of(41, 22.6)).toEqual({ text: 'Higher by 23% at equal maturity', tone: 'bad' });
  expect(of(41, -22.6).tone).toBe('good');
  expect(of(41, 3)).toEqual({ text: 'Steady at equal maturity', tone: 'none' });
  expect(of(99, 200).text).toBe('Higher than $803.00 in Oct 1 – 14');
});
