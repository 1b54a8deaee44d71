import { type Goal, type GoalMonthTargets, NO_TARGETS, parseAmount } from '@paceline/contract';
import { describe, expect, it } from 'vitest';
import { mergeForm } from '../../shared/form/prepare-merge.ts';
import type { Choices } from '../../ui/dialogs/conflict-dialog.tsx';
import { amountProblem, NO_TEXTS, tidyAmount } from './prepare-amounts.ts';
import {
  formProblems,
  type GoalValues,
  pathOfServerField,
  startValues,
  toForm,
  valuesOf,
} from './prepare-goal-form.ts';
import { goalRule, savedBy } from './prepare-goal-rule.ts';
import { closedMonths, copyDown, fillFromLastYear, openMonths, pasteCells, totalOf } from './prepare-months.ts';

const month = (name: string, parts: Partial<GoalMonthTargets> = {}): GoalMonthTargets => ({
  ...NO_TARGETS,
  month: name,
  rowVersion: 1,
  updatedBy: 'Avery Stone',
  updatedAt: '2026-03-10T15:00:00.000Z',
  ...parts,
});
const goal = (parts: Partial<Goal> = {}): Goal => ({
  goalKey: 5,
  ownerKey: 1,
  clientKey: 10,
  clientName: 'North College',
  clientModelKey: null,
  goalName: 'Search',
  channel: 'ppc',
  startMonth: '2025-01-01',
  endMonth: null,
  kpi: 'inquiries',
  cpeGoal: 1250,
  hardCap: false,
  fallbackUrl: null,
  pacingCurve: 'EVEN',
  criteria: [],
  campusKeys: [1],
  programKeys: [],
  active: true,
  rowVersion: 3,
  updatedBy: 'Avery Stone',
  updatedAt: '2026-03-10T15:00:00.000Z',
  currentMonth: '2026-03-01',
  months: [
    month('2025-03-01', { monthlyDollarCap: 9000, revisedSpendGoal: 9500, inquiryGoal: 180 }),
    month('2026-03-01', { monthlyDollarCap: 10_000, inquiryGoal: 200, rowVersion: 4 }),
  ],
  ...parts,
});
const texts = (parts: Partial<typeof NO_TEXTS>) => ({ ...NO_TEXTS, ...parts });

describe('amounts', () => {
  it.each([
    ['', null],
    ['0', 0],
    ['1234', 1234],
    ['1,234.5', 1234.5],
    ['$1,234,567.89', 1_234_567.89],
    [' 5 ', 5],
    ['-1', undefined],
    ['1,23', undefined],
    ['0x10', undefined],
    ['1e3', undefined],
    ['NaN', undefined],
    ['12.', undefined],
  ])('%j is read as %j', (text, value) => {
    expect(parseAmount(text)).toBe(value);
  });

  it('are normalised if valid, and otherwise have an error', () => {
    expect(tidyAmount('12500.5')).toBe('12,500.50');
    expect(tidyAmount('1200')).toBe('1,200');
    expect(tidyAmount('many')).toBe('many');
    expect(amountProblem('inquiryGoal', '1.5')).toBe('Enter a whole number from 0 to 1,000,000.');
    expect(amountProblem('cplGoal', '1.005')).toContain('at most two decimals');
    expect(amountProblem('cplGoal', 'x')).toBe('Enter a number.');
    expect(amountProblem('cplGoal', '')).toBeNull();
  });
});

describe('months', () => {
  const span = { startMonth: '2026-01-01', endMonth: '', currentMonth: '2026-03-01' };

  it('are thirteen from this one, or the first, up to the line item’s end', () => {
    expect(openMonths(span)).toHaveLength(13);
    expect(openMonths(span)[0]).toBe('2026-03-01');
    expect(openMonths(span).at(-1)).toBe('2027-03-01');
    expect(openMonths({ ...span, startMonth: '2026-06-01' })[0]).toBe('2026-06-01');
    expect(openMonths({ ...span, endMonth: '2026-04-01' })).toEqual(['2026-03-01', '2026-04-01']);
    expect(openMonths({ ...span, endMonth: '2025-12-01' })).toEqual([]);
  });

  it('in the past are those of the last year with targets', () => {
    const months = {
      '2026-02-01': texts({ inquiryGoal: '5' }),
      '2025-12-01': NO_TEXTS,
      '2025-02-01': texts({ cplGoal: '1' }),
    };
    expect(closedMonths(months, '2026-03-01')).toEqual(['2026-02-01']);
  });

  it('can be filled from effective values of the year before, where empty', () => {
    const months = {
      '2025-03-01': texts({ monthlyDollarCap: '9,000', revisedSpendGoal: '9,500', inquiryGoal: '180' }),
      '2026-03-01': texts({ inquiryGoal: '200' }),
    };
    const filled = fillFromLastYear(months, ['2026-03-01', '2026-04-01']);
    expect(filled.cells).toBe(1);
    expect(filled.months['2026-03-01']).toEqual(texts({ monthlyDollarCap: '9,500', inquiryGoal: '200' }));
    expect(filled.months['2026-04-01']).toEqual(NO_TEXTS);
  });

  it('copy a cell or a whole month from above', () => {
    const open = ['2026-03-01', '2026-04-01', '2026-05-01'];
    const months = {
      '2026-04-01': texts({ monthlyDollarCap: '5', inquiryGoal: '7' }),
      '2026-05-01': texts({ cplGoal: '1' }),
    };
    const copied = copyDown(months, open, '2026-04-01', ['inquiryGoal']);
    expect(copied['2026-05-01']).toEqual(texts({ inquiryGoal: '7', cplGoal: '1' }));
    expect(copied['2026-03-01']).toBeUndefined();
  });

  it('accept pasted spreadsheet cells as far as they fit', () => {
    const open = ['2026-03-01', '2026-04-01'];
    const fields = ['monthlyDollarCap', 'revisedSpendGoal', 'inquiryGoal'] as const;
    const at = { month: '2026-03-01', field: 'revisedSpendGoal' } as const;
    const pasted = pasteCells({}, open, fields, at, '1\t2\t3\r\n4\t5\r\n6\t7\r\n');
    expect(pasted).toEqual({
      '2026-03-01': texts({ revisedSpendGoal: '1', inquiryGoal: '2' }),
      '2026-04-01': texts({ revisedSpendGoal: '4', inquiryGoal: '5' }),
    });
  });

  it('total the effective values', () => {
    const months = {
      '2026-03-01': texts({ monthlyDollarCap: '1,000', revisedSpendGoal: '1,200', inquiryGoal: '20' }),
      '2026-04-01': texts({ monthlyDollarCap: '800', inquiryGoal: '20' }),
      '2026-05-01': texts({ monthlyDollarCap: '500' }),
    };
    expect(totalOf(months, ['2026-03-01', '2026-04-01', '2026-05-01'])).toEqual({
      spend: 2500,
      inquiries: 40,
      cpl: 50,
    });
    expect(totalOf({}, ['2026-03-01'])).toEqual({ spend: null, inquiries: null, cpl: null });
  });
});

describe('the form', () => {
  it('sends changed months only, each with the version it was loaded with', () => {
    const values = valuesOf(goal());
    expect(toForm(values, goal()).months).toEqual([]);
    values.months['2026-03-01'] = texts({ monthlyDollarCap: '10000', inquiryGoal: '' });
    values.months['2026-05-01'] = texts({ cplGoal: '40' });
    values.months['2026-06-01'] = NO_TEXTS;
    expect(toForm(values, goal()).months).toEqual([
      { month: '2026-03-01', rowVersion: 4, changes: { inquiryGoal: null } },
      { month: '2026-05-01', rowVersion: 0, changes: { cplGoal: 40 } },
    ]);
  });

  it('sends every field as loaded, or as changed', () => {
    const read = {
      ...goal(),
      cpeGoal: 812.5,
      hardCap: true,
      fallbackUrl: 'https://school.example/full',
      campusKeys: [3, 4],
      programKeys: [9],
      endMonth: '2027-05-01',
    };
    const { months: _, goalKey, rowVersion, ...sent } = toForm(valuesOf(read), read);
    expect({ goalKey, rowVersion }).toEqual({ goalKey: read.goalKey, rowVersion: read.rowVersion });
    expect(read).toMatchObject(sent);
    expect(toForm({ ...valuesOf(read), fallbackUrl: ' https://school.example/new ' }, read).fallbackUrl).toBe(
      'https://school.example/new',
    );
  });

  it('shows each error at its field', () => {
    const values: GoalValues = {
      ...startValues('2026-03-01', null),
      endMonth: '2026-01-01',
      cpeGoal: 'lots',
      criteria: [{ criterionKey: 'age', operator: 'between', values: [17] }],
      months: { '2026-04-01': texts({ inquiryGoal: '1.5' }) },
    };
    expect(formProblems(values)).toEqual([
      { path: 'clientKey', message: 'Choose the client.' },
      { path: 'goalName', message: 'Enter a name of at least 2 characters.' },
      { path: 'cpeGoal', message: 'Enter a number.' },
      { path: 'endMonth', message: 'The end month must not be before the start month.' },
      { path: 'criteria.0', message: 'Age needs two values.' },
      { path: 'months.2026-04-01.inquiryGoal', message: 'Enter a whole number from 0 to 1,000,000.' },
    ]);
    expect(formProblems(valuesOf(goal()))).toEqual([]);
  });

  it('finds the field named by the server', () => {
    const values = { ...valuesOf(goal()), months: { '2026-07-01': texts({ inquiryGoal: '1' }) } };
    const index = toForm(values, goal()).months.findIndex((one) => one.month === '2026-07-01');
    const pathOf = (field: string) => pathOfServerField(field, values, goal());
    expect(pathOf(`months.${index}.changes.inquiryGoal`)).toBe('months.2026-07-01.inquiryGoal');
    expect(pathOf('goalName')).toBe('goalName');
    expect(pathOf('criteria.0')).toBe('criteria.0');
    expect(pathOf('rowVersion')).toBeNull();
  });
});

describe('a line item saved by another user meanwhile', () => {
  const base = valuesOf(goal());
  const fresh = goal({
    goalName: 'Search East',
    hardCap: true,
    rowVersion: 4,
    updatedBy: 'Robin Marsh',
    months: [month('2026-03-01', { monthlyDollarCap: 11_000, inquiryGoal: 200, rowVersion: 5, updatedBy: 'Kim Oh' })],
  });
  const theirs = valuesOf(fresh);
  const named = (kind: string) => (key: string) => `${kind} ${key}`;
  const rule = goalRule({ clientModelKey: named('Model'), campusKeys: named('Campus'), programKeys: named('Program') });
  const merge = (mine: GoalValues, choices?: Choices) =>
    mergeForm(rule, { base, theirs, mine }, (path) => savedBy(fresh, path), choices);

  it('keeps changes made on one side only', () => {
    const mine = {
      ...base,
      cpeGoal: '900',
      months: { ...base.months, '2026-03-01': texts({ monthlyDollarCap: '10,000', inquiryGoal: '250' }) },
    };
    const { value: values, conflicts } = merge(mine);
    expect(conflicts).toEqual([]);
    expect(values).toMatchObject({ goalName: 'Search East', hardCap: true, cpeGoal: '900' });
    expect(values.months['2026-03-01']).toEqual(texts({ monthlyDollarCap: '11,000', inquiryGoal: '250' }));
  });

  it('asks about changes on both sides, with both values, user and time', () => {
    const mine = {
      ...base,
      goalName: 'Search West',
      months: { ...base.months, '2026-03-01': texts({ monthlyDollarCap: '12,000', inquiryGoal: '200' }) },
    };
    const { value: values, conflicts } = merge(mine);
    expect(conflicts).toEqual([
      {
        path: 'goalName',
        label: 'Name',
        theirs: 'Search East',
        mine: 'Search West',
        both: null,
        by: 'Robin Marsh',
        at: fresh.updatedAt,
      },
      {
        path: 'months.2026-03-01.monthlyDollarCap',
        label: 'March 2026, Spend Goal',
        theirs: '11,000',
        mine: '12,000',
        both: null,
        by: 'Kim Oh',
        at: '2026-03-10T15:00:00.000Z',
      },
    ]);
    expect(values.goalName).toBe('Search West');
    const result = merge(mine, { goalName: 'theirs', 'months.2026-03-01.monthlyDollarCap': 'theirs' }).value;
    expect(result.goalName).toBe('Search East');
    expect(result.months['2026-03-01']?.monthlyDollarCap).toBe('11,000');
    expect(values.months['2026-03-01']?.monthlyDollarCap).toBe('12,000');
  });

  it('does not ask about equal changes', () => {
    const mine = {
      ...base,
      goalName: 'Search East',
      months: { '2026-03-01': texts({ monthlyDollarCap: '11000.00', inquiryGoal: '200' }) },
    };
    expect(merge(mine).conflicts).toEqual([]);
  });
});
