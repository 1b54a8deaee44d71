import { describe, expect, it } from 'vitest';
import type { GridColumn } from '../types.ts';
import { makeChoices } from './filter-choices.ts';
import { prepareChooser } from './prepare-chooser.ts';

const column = (key: string, over: Partial<GridColumn<Row>> = {}): GridColumn<Row> => ({
  key,
  label: key.toUpperCase(),
  kind: 'text',
  ...over,
});
interface Row {
  [key: string]: unknown;
}

describe('the list of columns', () => {
  const columns = [
    column('name', { frozen: true, excludeFromMenu: true }),
    column('code', { frozen: true }),
    column('budget', { group: 'Plan' }),
    column('cap', { group: 'Plan' }),
    column('spent', { group: 'Facts' }),
  ];
  const layout = { order: columns.map(({ key }) => key), hidden: ['cap'] };
  const listed = (search = '', order = layout.order) =>
    prepareChooser(columns, { ...layout, order }, search).map(({ label, items }) => [
      label,
      ...items.map(({ key }) => key),
    ]);

  it('is in table order, in groups, without columns that cannot be hidden', () => {
    expect(listed()).toEqual([
      [undefined, 'code'],
      ['Plan', 'budget', 'cap'],
      ['Facts', 'spent'],
    ]);
    expect(listed('', ['budget', 'spent', 'cap', 'code', 'gone'])).toEqual([
      [undefined, 'code'],
      ['Plan', 'budget'],
      ['Facts', 'spent'],
      ['Plan', 'cap'],
    ]);
  });

  it('says what is shown, and where a step leads: among frozen or among other columns', () => {
    const items = prepareChooser(columns, layout, '').flatMap((group) => group.items);
    expect(items.map(({ key, isShown, before, after }) => [key, isShown, before, after])).toEqual([
      ['code', true, null, null],
      ['budget', true, null, 'cap'],
      ['cap', false, 'budget', 'spent'],
      ['spent', true, 'cap', null],
    ]);
  });

  it('is searched by name of column or group; steps are those of the whole list', () => {
    expect(listed(' PLAN ')).toEqual([['Plan', 'budget', 'cap']]);
    expect(listed('spe')).toEqual([['Facts', 'spent']]);
    expect(listed('nothing')).toEqual([]);
    expect(prepareChooser(columns, layout, 'cap')[0]?.items[0]).toMatchObject({ before: 'budget', after: 'spent' });
  });
});

describe('checkbox values of a column', () => {
  const rows = (count: number, text: (index: number) => unknown): Row[] =>
    Array.from({ length: count }, (_, index) => ({ a: text(index) }));

  it('are distinct texts in natural order', () => {
    const choices = makeChoices(rows(9, (index) => `Campus ${[10, 2, 1][index % 3]}`));
    expect(choices(column('a'))).toEqual(['Campus 1', 'Campus 2', 'Campus 10']);
  });

  it('are none if there are too many, or one for each row: then the filter is text', () => {
    expect(makeChoices(rows(100, (index) => `x${index % 25}`))(column('a'))).toBeNull();
    expect(makeChoices(rows(100, (index) => `x${index % 24}`))(column('a'))).toHaveLength(24);
    expect(makeChoices(rows(10, (index) => `x${index}`))(column('a'))).toBeNull();
    expect(makeChoices(rows(3, (index) => `x${index}`))(column('a'))).toHaveLength(3);
  });

  it('are complete if the column says so, and none for numbers', () => {
    expect(makeChoices(rows(100, (index) => `x${index}`))(column('a', { filter: 'values' }))).toHaveLength(100);
    expect(makeChoices(rows(3, () => 1))(column('a', { kind: 'count' }))).toBeNull();
  });

  it('omit rows the column does not apply to, and include lower levels', () => {
    const tree: Row[] = [{ a: undefined, below: [{ a: 'x' }, { a: 'y' }, { a: 'x' }] }];
    expect(makeChoices(tree, (row) => row['below'] as Row[] | undefined)(column('a'))).toEqual(['x', 'y']);
  });

  it('are computed once', () => {
    let reads = 0;
    const choices = makeChoices(rows(4, () => 'x'));
    const counted = column('a', { value: () => (reads += 1) && 'x' });
    choices(counted);
    choices(counted);
    expect(reads).toBe(4);
  });
});
