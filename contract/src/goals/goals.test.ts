import { describe, expect, test } from 'vitest';
import { CRITERION_OPERATORS, criterionProblem, GOAL_CRITERIA, type GoalCriterion } from './criteria.ts';
import { goalFormSchema } from './schema.ts';
import { impliedCpl, NO_TARGETS, targetProblem } from './targets.ts';

describe('a target', () => {
  test.each([null, 0, 0.01, 5, 1234.56, 99_999_999.99])('in dollars can be %s', (value) => {
    expect(targetProblem('monthlyDollarCap', value)).toBeNull();
  });
  test.each([-1, -0.01, 100_000_000, Number.NaN, Number.POSITIVE_INFINITY, 1.005, 0.00001, 1234567890123456])(
    'in dollars cannot be %s',
    (value) => {
      expect(targetProblem('revisedSpendGoal', value)).toContain('between 0 and 99,999,999.99');
    },
  );
  test.each([null, 0, 1, 1_000_000])('in inquiries can be %s', (value) => {
    expect(targetProblem('inquiryGoal', value)).toBeNull();
  });
  test.each([-1, 0.5, 1_000_001, Number.NaN])('in inquiries cannot be %s', (value) => {
    expect(targetProblem('revisedInquiriesGoal', value)).toContain('whole number');
  });
});

test('the implied cost per inquiry uses the effective values, and is null if one is missing', () => {
  expect(impliedCpl({ ...NO_TARGETS, monthlyDollarCap: 1000, inquiryGoal: 20 })).toBe(50);
  expect(impliedCpl({ ...NO_TARGETS, monthlyDollarCap: 1000, revisedSpendGoal: 1200, inquiryGoal: 20 })).toBe(60);
  expect(impliedCpl({ ...NO_TARGETS, monthlyDollarCap: 1000, inquiryGoal: 20, revisedInquiriesGoal: 25 })).toBe(40);
  expect(impliedCpl({ ...NO_TARGETS, monthlyDollarCap: 1000, inquiryGoal: 0 })).toBeNull();
  expect(impliedCpl({ ...NO_TARGETS, monthlyDollarCap: 1000 })).toBeNull();
});

const ask = (criterionKey: string, operator: GoalCriterion['operator'], ...values: (string | number)[]) =>
  criterionProblem({ criterionKey, operator, values });

describe('a criterion', () => {
  test('has unique keys and labels and only operators with labels', () => {
    expect(new Set(GOAL_CRITERIA.map(({ criterionKey }) => criterionKey)).size).toBe(GOAL_CRITERIA.length);
    expect(new Set(GOAL_CRITERIA.map(({ label }) => label)).size).toBe(GOAL_CRITERIA.length);
    for (const { operators } of GOAL_CRITERIA)
      for (const operator of operators) expect(CRITERION_OPERATORS).toHaveProperty(operator);
  });

  test.each([
    ['highestEducationLevel', 'atLeast', ['HSD']],
    ['highestEducationLevel', 'in', ['GED', 'HSD']],
    ['gradYear', 'between', [2010, 2024]],
    ['gradYear', 'atMost', [2024]],
    ['age', 'between', [17, 17]],
    ['state', 'notIn', ['US-TX', 'US-DC']],
    ['zip', 'in', ['78701']],
    ['radius', 'atMost', [35]],
    ['programOfInterest', 'in', [3]],
    ['eligibleToStudy', 'is', ['yes']],
    ['leadSourceType', 'is', ['Call Center']],
  ] as const)('%s %s %o is valid', (criterionKey, operator, values) => {
    expect(ask(criterionKey, operator, ...values)).toBeNull();
  });

  test.each([
    ['height', 'is', [1], 'There is no criterion height.'],
    ['age', 'in', [17], 'Age cannot be asked with “is one of”.'],
    ['age', 'between', [17], 'Age needs two values.'],
    ['age', 'between', [15, 30], 'Age needs whole numbers from 16 to 99.'],
    ['age', 'between', [17.5, 30], 'Age needs whole numbers from 16 to 99.'],
    ['age', 'between', ['17', 30], 'Age needs whole numbers from 16 to 99.'],
    ['age', 'between', [30, 17], 'Age: the first value must not be above the second.'],
    ['highestEducationLevel', 'atLeast', ['GED', 'HSD'], 'Highest education level needs one value.'],
    ['highestEducationLevel', 'in', ['PHD'], 'Highest education level does not know the value PHD.'],
    ['state', 'in', [], 'US state needs at least one value.'],
    ['state', 'in', ['TX'], 'US state does not know the value TX.'],
    ['state', 'in', ['US-TX', 'US-TX'], 'US state names a value twice.'],
    ['zip', 'in', ['7870'], 'ZIP list needs ZIP codes of five digits, not 7870.'],
    ['programOfInterest', 'in', ['WELD'], 'Program of interest needs programs.'],
  ] as const)('%s %s %o is refused: %s', (criterionKey, operator, values, message) => {
    expect(ask(criterionKey, operator, ...values)).toBe(message);
  });
});

test('a fallback address is a plain https URL', () => {
  const problemOf = (fallbackUrl: string | null) =>
    goalFormSchema.shape.fallbackUrl.safeParse(fallbackUrl).error?.issues[0]?.message;
  expect([problemOf(null), problemOf('https://www.school.example/all?x=1')]).toEqual([undefined, undefined]);
  for (const url of ['http://school.example/', 'javascript:alert(1)', '//school.example', ''])
    expect(problemOf(url)).toBe('Enter an address that begins with https://.');
  for (const url of ['https://user@school.example/', 'https://school.example/{s1}'])
    expect(problemOf(url)).toBe('Enter a plain address, without macros or a user name.');
});
