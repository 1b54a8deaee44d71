import { expect, test } from 'vitest';
import { type Judged, judgedTotals, pacingVerdict } from './pacing-verdict.ts';

const month = (parts: Partial<Judged>): Judged => ({
  kind: 'dollar',
  soFar: 31_200,
  projected: 67_600,
  target: 70_200,
  ended: false,
  early: false,
  band: 10,
  ...parts,
});
const wordsOf = (parts: Partial<Judged>): string => pacingVerdict(month(parts)).words;

test('a running month is judged by its projection', () => {
  expect(pacingVerdict(month({}))).toEqual({ mark: 'on', words: 'On pace: projected $67.6K of $70.2K' });
  expect(wordsOf({ projected: 77_220 })).toBe('Over by $7K: projected $77.2K of $70.2K');
  expect(wordsOf({ projected: 77_220, band: 11 })).toBe('On pace: projected $77.2K of $70.2K');
  expect(wordsOf({ projected: 67_600, band: 3 })).toBe('Under by $2.6K: projected $67.6K of $70.2K');
  expect(wordsOf({ projected: 63_180 })).toBe('Under by $7K: projected $63.2K of $70.2K');
  expect(wordsOf({ kind: 'count', projected: 820, target: 1_240 })).toBe('Under by 420: projected 820 of 1,240');
});

test('a finished month is judged by its result', () => {
  const ended = (soFar: number) => pacingVerdict(month({ soFar, projected: soFar, ended: true }));
  expect(ended(67_400)).toEqual({ mark: 'on', words: 'Ended at $67.4K, 4% under' });
  expect(ended(80_730)).toEqual({ mark: 'over', words: 'Ended at $80.7K, 15% over' });
  expect(ended(70_300)).toEqual({ mark: 'on', words: 'Ended at $70.3K, on budget' });
  expect(wordsOf({ kind: 'count', soFar: 1_000, target: 1_000, ended: true })).toBe('Ended at 1,000, on goal');
});

test('a month that cannot be judged says so and has no mark', () => {
  for (const [parts, words] of [
    [{ target: null }, 'No budget: $31.2K spent'],
    [{ target: 0, soFar: null }, 'No budget: $0 spent'],
    [{ kind: 'count', target: null, soFar: 12 }, 'No goal: 12 came in'],
    [{ projected: null, soFar: 0 }, 'No spend yet: $0 of $70.2K'],
    [{ projected: 0, soFar: 0 }, 'No spend yet: $0 of $70.2K'],
    [{ kind: 'count', projected: 0, soFar: 0, target: 50 }, 'No inquiries yet: 0 of 50'],
    [{ early: true, soFar: 949.4 }, 'Too early to judge: $949 of $70.2K so far'],
  ] as const)
    expect(pacingVerdict(month(parts))).toEqual({ mark: null, words });
});

test('spend without a budget is not in the percentage but named beside the verdict', () => {
  const totals = {
    budget: 70_200,
    budgetedSpend: 31_200,
    budgetedProjection: 67_600,
    mtdSpent: 32_400,
    spendProjection: 70_100,
  };
  const running = judgedTotals('dollar', totals, { ended: false });
  expect(pacingVerdict(month(running)).words).toBe('On pace: projected $67.6K of $70.2K; $2.5K more without a budget');
  const over = judgedTotals('dollar', totals, { ended: true });
  expect(pacingVerdict(month({ ...over, ended: true })).words).toBe(
    'Ended at $31.2K, 56% under; $1.2K more without a budget',
  );
  const leads = { inquiryGoal: 50, goalLeads: 40, goalProjection: 50, mtdInquiries: 40, leadProjection: 50.4 };
  expect(pacingVerdict(month(judgedTotals('count', leads, { ended: false }))).words).toBe(
    'On pace: projected 50 of 50',
  );
});
