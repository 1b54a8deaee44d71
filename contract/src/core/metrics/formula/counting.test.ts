import { describe, expect, test } from 'vitest';
import { atFullMaturity, countedLabel, countedWords, countingOf, stageOfMonths } from './counting.ts';
import { outcomeFactOf } from '../funnel.ts';
import { METRIC_KEYS, partsOf } from '../metrics.ts';
import { STAGES } from '../types.ts';

describe('which date an outcome is counted by', () => {
  test.each([
    ['enrollments', { counted: 'cohort', stage: 'enrollment' }],
    ['mtdEnrollments', { counted: 'event', stage: 'enrollment' }],
    ['cpe', { counted: 'cohort', stage: 'enrollment' }],
    ['mtdContactRate', { counted: 'event', stage: 'contact' }],
    ['applicationToEnrollRate', { counted: 'cohort', stage: 'enrollment' }],
    ['soldAmount', { counted: 'cohort', stage: 'enrollment' }],
    ['validLeads', null],
    ['enrollPercentMatured', null],
    ['historicalCostPerEnrollment', null],
    ['matureCpe', null],
  ] as const)('%s', (key, counting) => {
    expect(countingOf(key)).toEqual(counting);
  });

  test('no metric mixes the two', () => {
    const outcomes = new Set<string>(STAGES.map(outcomeFactOf));
    const mixed = METRIC_KEYS.filter((key) => {
      const parts = partsOf(key);
      return parts.some((part) => part.endsWith('Events')) && parts.some((part) => outcomes.has(part));
    });
    expect(mixed).toEqual([]);
    expect(METRIC_KEYS.filter((key) => key.startsWith('mtd') && countingOf(key)?.counted === 'cohort')).toEqual([]);
  });

  test('the description says it, with the maturity', () => {
    expect(countedWords('event', 40)).toBe('in the period');
    expect(countedWords('cohort')).toBe('of these inquiries');
    expect(countedWords('cohort', 71.6)).toBe('of these inquiries, 72% matured');
    expect(countedLabel('enrollments', 'sales', 'ag')).toBe('Sales of these inquiries');
    expect(countedLabel('mtdEnrollments', 'default', 'ag')).toBe('Enrollments in the period');
    expect(countedLabel('cpe', 'default', 'ag')).toBe('Cost Per Enrollment');
    expect(stageOfMonths('enrollment', 'May to July', 'sales')).toBe('Sales of May to July inquiries');
    expect(stageOfMonths('inquiry', 'May to July', 'sales')).toBe('Inquiries of May to July');
  });
});

describe('outcomes extrapolated to full maturity', () => {
  test('counts and rates rise, costs fall, metrics without cohort outcomes stay', () => {
    expect(atFullMaturity('enrollments', 29, 40)).toBeCloseTo(72.5);
    expect(atFullMaturity('enrollRate', 2, 40)).toBeCloseTo(5);
    expect(atFullMaturity('cpe', 2500, 40)).toBeCloseTo(1000);
    expect(atFullMaturity('soldAmount', 100, 50)).toBeCloseTo(200);
    expect(atFullMaturity('mtdEnrollments', 71, 40)).toBe(71);
    expect(atFullMaturity('validLeads', 500, 40)).toBe(500);
  });

  test('too little maturity gives no value', () => {
    expect(atFullMaturity('enrollments', 3, 19.9)).toBeNull();
    expect(atFullMaturity('enrollments', 3, null)).toBeNull();
    expect(atFullMaturity('enrollments', null, 90)).toBeNull();
    expect(atFullMaturity('applicationToEnrollRate', 50, 90)).toBeNull();
  });
});
