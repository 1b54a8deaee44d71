import { clickSearch, leadSearch, returnSearch } from '@paceline/contract';
import { expect, it } from 'vitest';
import { listColumns } from './list-columns.tsx';

const keysOf = (list: typeof leadSearch | typeof clickSearch | typeof returnSearch, isNarrow: boolean) =>
  listColumns({ list, group: 'ag', timeZone: 'America/Chicago', isNarrow, cells: {} }).columns.map(({ key }) => key);

it.each([
  [leadSearch, 'leadId', 'status'],
  [clickSearch, 'clickId', 'status'],
  [returnSearch, 'leadId', 'state'],
] as const)('on a phone what became of a row follows its name, all else stays in order', (list, name, state) => {
  const [wide, narrow] = [keysOf(list, false), keysOf(list, true)];
  expect(narrow.slice(0, 2)).toEqual([name, state]);
  expect(wide[1]).not.toBe(state);
  expect(narrow.slice(2)).toEqual(wide.slice(1).filter((key) => key !== state));
});
