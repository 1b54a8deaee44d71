import { expect, test } from 'vitest';
import { paceWords } from './prepare-pace.ts';

const pace = { mtdSpent: 500, projectionToBudget: 100, band: 10, capped: false, early: false, through: '2026-03-09' };

test.each([
  [pace, 'On pace, 100.0%'],
  [{ ...pace, projectionToBudget: 118.24 }, 'Over, 118.2%'],
  [{ ...pace, projectionToBudget: 90 }, 'Under, 90.0%'],
  [{ ...pace, projectionToBudget: 118.24, band: 20 }, 'On pace, 118.2%'],
  [{ ...pace, projectionToBudget: 96, band: 4 }, 'Under, 96.0%'],
  [{ ...pace, capped: true, projectionToBudget: 70 }, 'Capped, 70.0%'],
  [{ ...pace, early: true, projectionToBudget: 300 }, 'Too early to judge'],
  [{ ...pace, mtdSpent: 0, projectionToBudget: 0 }, 'No spend yet'],
  [{ ...pace, projectionToBudget: null }, 'No budget'],
  [null, '–'],
])('%j is %s', (input, words) => expect(paceWords(input)).toBe(words));
