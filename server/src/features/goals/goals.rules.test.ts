import { type GoalForm, type GoalMonthTargets, NO_TARGETS } from '@paceline/contract';
import { expect, test } from 'vitest';
import { type GoalFacts, goalProblems, namesOf, programKeysIn } from './goals.rules.ts';

const form = (parts: Partial<GoalForm> = {}): GoalForm => ({
  goalKey: 1,
  rowVersion: 1,
  clientKey: 10,
  clientModelKey: null,
  goalName: 'Search',
  channel: 'ppc',
  startMonth: '2026-01-01',
  endMonth: null,
  kpi: 'inquiries',
  cpeGoal: null,
  hardCap: false,
  fallbackUrl: null,
  pacingCurve: 'EVEN',
  criteria: [],
  campusKeys: [],
  programKeys: [],
  active: true,
  months: [],
  ...parts,
});
const facts = (parts: Partial<GoalFacts> = {}): GoalFacts => ({
  current: { clientKey: 10, active: true },
  months: [],
  clientName: 'North College',
  modelKeys: [20],
  campuses: [],
  programs: [],
  subjects: [],
  channels: ['ppl', 'ppc'],
  isNameTaken: false,
  liveCampaigns: [],
  ...parts,
});
const codes = (parts: Partial<GoalForm>, goalFacts: Partial<GoalFacts> = {}): string[] =>
  goalProblems(form(parts), facts(goalFacts)).map(({ field, code }) => `${field}:${code}`);
const month = (name: string, parts: Partial<GoalMonthTargets> = {}): GoalMonthTargets => ({
  ...NO_TARGETS,
  month: name,
  rowVersion: 1,
  updatedBy: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...parts,
});

test('a valid line item has no problems', () => {
  expect(codes({})).toEqual([]);
});

test.each<[Partial<GoalForm>, Partial<GoalFacts>, string[]]>([
  [{ clientKey: 11 }, {}, ['clientKey:fixed']],
  [{ clientKey: 11 }, { current: null }, []],
  [{ clientModelKey: 21 }, {}, ['clientModelKey:otherClient']],
  [{}, { isNameTaken: true }, ['goalName:taken']],
  [{ channel: 'radio' }, {}, ['channel:unknown']],
  [{ channel: null }, {}, []],
  [{ endMonth: '2025-12-01' }, {}, ['endMonth:order']],
  [{ endMonth: '2026-01-01' }, {}, []],
])('%o in the context %o gives %o', (parts, goalFacts, problems) => {
  expect(codes(parts, goalFacts)).toEqual(problems);
});

test('a name in use is refused with the line item that has it', () => {
  expect(goalProblems(form(), facts({ isNameTaken: true }))[0]?.message).toBe(
    'North College already has a line item with the name Search.',
  );
});

test('targets must lie within the months of the line item as saved', () => {
  const march = month('2026-03-01', { inquiryGoal: 5 });
  expect(codes({ startMonth: '2026-04-01' }, { months: [march] })).toEqual(['startMonth:targets']);
  expect(codes({ endMonth: '2026-02-01' }, { months: [march] })).toEqual(['endMonth:targets']);
  const cleared = [{ month: '2026-03-01', changes: { inquiryGoal: null } }];
  expect(codes({ endMonth: '2026-02-01', months: cleared }, { months: [march] })).toEqual([]);
  const set = [{ month: '2026-05-01', changes: { monthlyDollarCap: 0 } }];
  expect(codes({ endMonth: '2026-04-01', months: set })).toEqual(['endMonth:targets']);
  expect(codes({ endMonth: '2026-02-01' }, { months: [month('2026-03-01')] })).toEqual([]);
});

test('campuses and programs must belong to the client, its model and each other', () => {
  const campus = { campusKey: 1, clientKey: 10, clientModelKey: 20 };
  const program = { programKey: 5, campusKey: 1, clientKey: 10 };
  const wanted = { campusKeys: [1], programKeys: [5] };
  expect(codes(wanted, { campuses: [campus], programs: [program] })).toEqual([]);
  expect(codes(wanted, { campuses: [{ ...campus, clientKey: 11 }], programs: [program] })).toEqual([
    'campusKeys:otherClient',
  ]);
  expect(codes({ ...wanted, clientModelKey: 20 }, { campuses: [{ ...campus, clientModelKey: 22 }] })).toEqual([
    'campusKeys:otherModel',
  ]);
  expect(codes(wanted, { campuses: [campus], programs: [{ ...program, clientKey: 11 }] })).toEqual([
    'programKeys:otherClient',
  ]);
  expect(codes(wanted, { campuses: [campus], programs: [{ ...program, campusKey: 2 }] })).toEqual([
    'programKeys:otherCampus',
  ]);
  expect(codes({ programKeys: [5] }, { programs: [{ ...program, campusKey: 2 }] })).toEqual([]);
});

test('criteria must be in the catalogue, unique, and from the line item’s options', () => {
  const age = { criterionKey: 'age', operator: 'between' as const, values: [17, 65] };
  expect(codes({ criteria: [age] })).toEqual([]);
  expect(codes({ criteria: [age, age] })).toEqual(['criteria.1:duplicate']);
  expect(codes({ criteria: [{ ...age, criterionKey: 'height' }] })).toEqual(['criteria.0:value']);
  const licence = { criterionKey: 'rnLicence', operator: 'is' as const, values: ['yes'] };
  expect(codes({ criteria: [licence] })).toEqual(['criteria.0:value']);
  expect(codes({ criteria: [licence] }, { subjects: ['Nursing'] })).toEqual([]);
  const wanted = { criterionKey: 'programOfInterest', operator: 'in' as const, values: [5] };
  const programs = [{ programKey: 5, campusKey: 1, clientKey: 10 }];
  expect(codes({ criteria: [wanted] }, { programs })).toEqual([]);
  expect(codes({ criteria: [wanted], programKeys: [6] }, { programs })).toEqual(['criteria.0:value']);
  expect(codes({ criteria: [wanted] }, { programs: [{ ...programs[0]!, clientKey: 11 }] })).toEqual([
    'criteria.0:value',
  ]);
  expect(programKeysIn(form({ programKeys: [6], criteria: [wanted] }))).toEqual([6, 5]);
});

test('a line item with running campaigns cannot be deactivated, and they are named', () => {
  const liveCampaigns = ['One', 'Two'];
  expect(goalProblems(form({ active: false }), facts({ liveCampaigns }))).toMatchObject([
    { field: 'active', message: 'One and Two are still running on this line item. End or move them first.' },
  ]);
  expect(codes({ active: false })).toEqual([]);
  expect(codes({ active: false }, { liveCampaigns, current: { clientKey: 10, active: false } })).toEqual([]);
});

test.each([
  [['A'], 'A'],
  [['A', 'B'], 'A and B'],
  [['A', 'B', 'C'], 'A, B and C'],
  [['A', 'B', 'C', 'D', 'E', 'F', 'G'], 'A, B, C, D, E and 2 more'],
])('%o is shown as %s', (names, expected) => {
  expect(namesOf(names)).toBe(expected);
});
