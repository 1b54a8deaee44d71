import { expect, it } from 'vitest';
import { figureTitle, statementsBehind } from './prepare-aging.ts';

const open = { CURRENT: 1, D30: 2, D60: 0, D90: 0, OLDER: 0, total: 3, statements: 2 };
const row = { ownerKey: 7, ownerName: 'Hartwell', side: 'media', partyKey: 4, partyName: 'BrightPath', open } as const;

it('asks for the statements behind a figure of a row, and of a total', () => {
  expect(statementsBehind({ row, age: 'D30' }, 'media', null)).toEqual({
    side: 'media',
    age: ['D30'],
    sort: 'dueOn',
    ownerKey: 7,
    partner: [4],
  });
  expect(statementsBehind({ row: null, age: null }, 'client', null)).toEqual({
    side: 'client',
    age: ['CURRENT', 'D30', 'D60', 'D90', 'OLDER'],
    sort: 'dueOn',
  });
  expect(statementsBehind({ row: null, age: null }, 'client', 9)).toMatchObject({ ownerKey: 9 });
  expect(figureTitle({ row, age: 'D30' })).toBe('BrightPath: 1–30 days');
  expect(figureTitle({ row: null, age: null })).toBe('All open');
});
