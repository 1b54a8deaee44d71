import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Choices, Side } from '../../ui/dialogs/conflict-dialog.tsx';
import {
  field,
  group,
  joinLists,
  list,
  mergeForm,
  notes,
  rows,
  type Rule,
  type Sides,
  text,
  unasked,
  yesNo,
} from './prepare-merge.ts';

interface Row {
  price: string;
  cap: string;
}
interface Values {
  name: string;
  isOn: boolean;
  places: { states: string[]; miles: number | null };
  programs: Record<string, Row>;
  remarks: string;
  fixed: number;
}

const rowText = (row: Row | undefined): string => (row ? `${row.price} ${row.cap}` : 'not chosen');
const rule: Rule<Values> = group<Values>({
  name: text('Name'),
  isOn: yesNo('On'),
  places: group<Values['places']>({
    states: list('States', (state) => state, { whenEmpty: 'Everywhere' }),
    miles: field<number | null>('Miles', (miles) => String(miles ?? '')),
  }),
  programs: rows<Row, undefined>((key) => field<Row | undefined>(`Program ${key}`, rowText), undefined),
  remarks: notes('Remarks'),
  fixed: unasked(),
});
const savedBy = () => ({ by: 'Robin Marsh', at: null });
const merge = (sides: Sides<Values>, choices?: Choices) => mergeForm(rule, sides, savedBy, choices);

const shortText = fc.constantFrom('', 'a', 'b', 'c');
const row = fc.record({ price: shortText, cap: shortText });
const values: fc.Arbitrary<Values> = fc.record({
  name: shortText,
  isOn: fc.boolean(),
  places: fc.record({
    states: fc.uniqueArray(fc.constantFrom('TX', 'NY', 'CA', 'OH')),
    miles: fc.constantFrom(null, 5, 10),
  }),
  programs: fc.dictionary(fc.constantFrom('31', '32', '33'), row),
  remarks: shortText,
  fixed: fc.constant(7),
});
const sides = fc.record({ base: values, theirs: values, mine: values });

/** All fields by path, as the merge sees them. */
const leavesOf = ({ name, isOn, places, programs, remarks }: Values): Map<string, string> => {
  const entries = ['31', '32', '33'].map((key): [string, unknown] => [`programs.${key}`, programs[key] ?? null]);
  const leaves: [string, unknown][] = [
    ['name', name],
    ['isOn', isOn],
    ['places.states', places.states.toSorted()],
    ['places.miles', places.miles],
    ['remarks', remarks],
    ...entries,
  ];
  return new Map(
    leaves.map(([path, value]) => {
      const isRow = typeof value === 'object' && value !== null && 'price' in value;
      return [path, isRow ? rowText(value as Row) : JSON.stringify(value)];
    }),
  );
};
const leavesIn = (three: Sides<Values>) => {
  const [base, theirs, mine] = [leavesOf(three.base), leavesOf(three.theirs), leavesOf(three.mine)];
  return [...base.keys()].map((path) => ({
    path,
    base: base.get(path),
    theirs: theirs.get(path),
    mine: mine.get(path),
  }));
};

describe('three versions of a form', () => {
  it('lose no change, and ask about fields changed differently on both sides', () => {
    fc.assert(
      fc.property(sides, (three) => {
        const { value, conflicts } = merge(three);
        const merged = leavesOf(value);
        const paths = new Set(conflicts.map(({ path }) => path));
        for (const { path, base, theirs, mine } of leavesIn(three)) {
          const isContested = mine !== base && theirs !== base && mine !== theirs;
          expect([path, paths.has(path)]).toEqual([path, isContested]);
          expect(merged.get(path)).toBe(mine === base ? theirs : mine);
        }
      }),
    );
  });

  it('are resolved as chosen, and the rest stays as merged', () => {
    fc.assert(
      fc.property(
        sides,
        fc.array(fc.constantFrom<Side>('mine', 'theirs'), { minLength: 8, maxLength: 8 }),
        (three, picks) => {
          const { conflicts } = merge(three);
          const choices = Object.fromEntries(conflicts.map(({ path }, index) => [path, picks[index % 8] ?? 'mine']));
          const merged = leavesOf(merge(three, choices).value);
          for (const { path, base, theirs, mine } of leavesIn(three)) {
            const side = choices[path] ?? (mine === base ? 'theirs' : 'mine');
            expect(merged.get(path)).toBe(side === 'theirs' ? theirs : mine);
          }
        },
      ),
    );
  });

  it('take a change of one side, and do not ask about equal changes', () => {
    fc.assert(
      fc.property(values, values, (base, other) => {
        for (const [theirs, mine] of [
          [other, base],
          [base, other],
          [other, other],
        ] as const) {
          const { value, conflicts } = merge({ base, theirs, mine });
          expect(conflicts).toEqual([]);
          expect(leavesOf(value)).toEqual(leavesOf(other));
        }
      }),
    );
  });
});

describe('"both"', () => {
  const keys = fc.uniqueArray(fc.integer({ min: 1, max: 6 }));
  it('of two lists has everything added and nothing removed by either', () => {
    fc.assert(
      fc.property(keys, keys, keys, (base, theirs, mine) => {
        const joined = joinLists({ base, theirs, mine });
        for (const key of [1, 2, 3, 4, 5, 6]) {
          const [was, their, my] = [base.includes(key), theirs.includes(key), mine.includes(key)];
          expect([key, joined.includes(key)]).toEqual([key, was ? their && my : their || my]);
        }
      }),
    );
  });

  const start: Values = {
    name: '',
    isOn: true,
    places: { states: ['TX'], miles: null },
    programs: {},
    remarks: 'Old',
    fixed: 7,
  };
  const withStates = (...states: string[]): Values => ({ ...start, places: { states, miles: null } });

  it('is offered for lists with labels', () => {
    const three = { base: start, theirs: withStates('TX', 'NY'), mine: withStates('CA') };
    expect(merge(three).conflicts).toEqual([
      {
        path: 'places.states',
        label: 'States',
        theirs: '+ NY',
        mine: '+ CA, − TX',
        both: '+ NY, + CA, − TX',
        by: 'Robin Marsh',
        at: null,
      },
    ]);
    expect(merge(three, { 'places.states': 'both' }).value.places.states).toEqual(['NY', 'CA']);
  });
  it('is not offered if one list means "all"', () => {
    const [conflict] = merge({ base: start, theirs: withStates(), mine: withStates('TX', 'NY') }).conflicts;
    expect(conflict).toMatchObject({ theirs: 'Everywhere', mine: '+ NY', both: null });
  });
  it('joins two remarks', () => {
    const three = { base: start, theirs: { ...start, remarks: 'Theirs' }, mine: { ...start, remarks: 'Mine' } };
    expect(merge(three, { remarks: 'both' }).value.remarks).toBe('Theirs\n\nMine');
  });
});

it('treats an amount as equal in any format', () => {
  const amount = field<string>('Price', (value) => value, { isSame: (a, b) => Number(a) === Number(b) });
  const place = { path: 'price', choices: {}, savedBy };
  expect(amount({ base: '5.00', theirs: '6.00', mine: '5' }, place)).toEqual({ value: '6.00', conflicts: [] });
  expect(amount({ base: '5.00', theirs: '6.00', mine: '6' }, place).conflicts).toEqual([]);
});
