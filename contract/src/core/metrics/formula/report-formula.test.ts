import { expect, test } from 'vitest';
import { parseFormula } from './report-formula.ts';

const NAMES = new Set(['spend', 'enrollments', 'validLeads']);
const spend = { op: 'name', name: 'spend' };
const leads = { op: 'name', name: 'validLeads' };

test('multiplication precedes addition, and equal operators are left-associative', () => {
  expect(parseFormula('spend - validLeads * 2 - 1', NAMES)).toEqual({
    tree: {
      op: '-',
      left: { op: '-', left: spend, right: { op: '*', left: leads, right: { op: 'number', value: 2 } } },
      right: { op: 'number', value: 1 },
    },
    uses: ['spend', 'validLeads'],
  });
});

test('unary minus binds to its operand, and brackets come first', () => {
  expect(parseFormula('-spend / (validLeads + .5)', NAMES)).toEqual({
    tree: {
      op: '/',
      left: { op: 'negative', of: spend },
      right: { op: '+', left: leads, right: { op: 'number', value: 0.5 } },
    },
    uses: ['spend', 'validLeads'],
  });
  expect(parseFormula('max(spend, 0)', NAMES)).toMatchObject({ tree: { op: 'call', name: 'max' } });
});

test.each([
  ['', 'A measure or a number is missing here.', 0],
  ['spend /', 'A measure or a number is missing here.', 7],
  ['spend + mediaCost', 'There is no measure mediaCost.', 8],
  ['spend validLeads', 'A sign is missing here: + − * /', 6],
  ['(spend', '“)” is missing here.', 6],
  ['spend; drop table lead', '“;” cannot stand in a formula.', 5],
  ['spend["constructor"]', '“[” cannot stand in a formula.', 5],
  ['constructor', 'There is no measure constructor.', 0],
  ['toString(1)', 'There is no measure toString.', 0],
  ['min(spend)', 'min takes 2 values.', 0],
  ['abs(spend, 1)', 'abs takes one value.', 0],
  // The text is tokenised first: invalid characters are reported before unknown names.
  ['f(x)=x', '“=” cannot stand in a formula.', 4],
  ['1 + 2', 'A formula needs at least one measure.', 0],
  ['spend ** 2', 'A measure or a number is missing here.', 7],
  ['spend =1', '“=” cannot stand in a formula.', 6],
  ["spend 'x'", "“'” cannot stand in a formula.", 6],
])('refuses %j with the position', (text, message, at) => {
  expect(parseFormula(text, NAMES)).toEqual({ error: { message, at } });
});

test('deep nesting is refused', () => {
  expect(parseFormula(`${'('.repeat(140)}spend${')'.repeat(140)}`, NAMES)).toMatchObject({
    error: { message: 'This formula is nested too deeply.' },
  });
});
