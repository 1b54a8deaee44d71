import { hashKey } from '@tanstack/react-query';
import { NONE } from '../../lib/text/format.ts';
import type { Choices, Conflict } from '../../ui/dialogs/conflict-dialog.tsx';

/** The version the form was filled from, the version somebody else saved since, and the form's current content. */
export interface Sides<T> {
  base: T;
  theirs: T;
  mine: T;
}

export interface Merged<T> {
  /** Their changes and mine; for a conflict, the chosen side, by default mine. */
  value: T;
  conflicts: Conflict[];
}

/** The path of the field being merged, and the choices made so far. */
export interface Place {
  path: string;
  choices: Choices;
  /** Who saved the current value, and when. */
  savedBy: (path: string) => Pick<Conflict, 'by' | 'at'>;
}

/** Merges three versions of a value. A form's rule combines the rules of its fields. */
export type Rule<T> = (sides: Sides<T>, place: Place) => Merged<T>;
export type Rules<T> = { [Name in keyof T]-?: Rule<T[Name]> };

/** Deep equality; the order of object keys does not matter. */
const isEqual = (a: unknown, b: unknown): boolean => a === b || hashKey([a]) === hashKey([b]);

interface FieldOptions<T> {
  /** Compares values that can be written in several ways: `5` and `5.00` are one amount. */
  isSame?: (a: T, b: T) => boolean;
  /** Combines both changes into one value, where possible. */
  both?: (sides: Sides<T>) => T | undefined;
}

/** A field merged and described as a whole. Its words may describe the change since the base. */
export const field =
  <T>(label: string, words: (value: T, base: T) => string, { isSame = isEqual, both }: FieldOptions<T> = {}): Rule<T> =>
  (sides, { path, choices, savedBy }) => {
    const { base, theirs, mine } = sides;
    if (isSame(mine, base)) return { value: theirs, conflicts: [] };
    if (isSame(theirs, base) || isSame(theirs, mine)) return { value: mine, conflicts: [] };
    const joined = both?.(sides);
    const tell = (value: T): string => words(value, base) || NONE;
    const conflict: Conflict = {
      path,
      label,
      theirs: tell(theirs),
      mine: tell(mine),
      both: joined === undefined ? null : tell(joined),
      ...savedBy(path),
    };
    const values = { mine, theirs, both: joined ?? mine };
    return { value: values[choices[path] ?? 'mine'], conflicts: [conflict] };
  };

const at = (place: Place, name: string): Place => ({
  ...place,
  path: place.path === '' ? name : `${place.path}.${name}`,
});

/** An object with named fields, each merged by its own rule. */
export const group =
  <T extends object>(rules: Rules<T>): Rule<T> =>
  (sides, place) => {
    const value = { ...sides.theirs };
    const conflicts: Conflict[] = [];
    const { base, theirs, mine } = sides;
    for (const name in rules) {
      const one = { base: base[name], theirs: theirs[name], mine: mine[name] };
      const merged = rules[name](one, at(place, name));
      value[name] = merged.value;
      conflicts.push(...merged.conflicts);
    }
    return { value, conflicts };
  };

/**
 * Rows by key, each merged on its own: a row added, changed or removed by only one side follows that side. `none` stands for a missing row;
 * a row merged to undefined is removed.
 */
export const rows =
  <Row, None extends Row | undefined>(rule: (key: string) => Rule<Row | None>, none: None): Rule<Record<string, Row>> =>
  ({ base, theirs, mine }, place) => {
    const keys = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])].toSorted();
    const value: Record<string, Row> = {};
    const conflicts: Conflict[] = [];
    for (const key of keys) {
      const one = { base: base[key] ?? none, theirs: theirs[key] ?? none, mine: mine[key] ?? none };
      const merged = rule(key)(one, at(place, key));
      if (merged.value !== undefined) value[key] = merged.value;
      conflicts.push(...merged.conflicts);
    }
    return { value, conflicts };
  };

/** A value the user is not asked about: derived from the rest, or not editable. */
export const unasked =
  <T>(settle: (sides: Sides<T>) => T = ({ mine }) => mine): Rule<T> =>
  (sides) => ({ value: settle(sides), conflicts: [] });

/** Identity of a list item: the item itself, or its content. */
const idOf = (one: unknown): unknown => (typeof one === 'object' ? hashKey([one]) : one);
const without = <T>(from: readonly T[], others: readonly T[]): T[] => {
  const ids = new Set(others.map(idOf));
  return from.filter((one) => !ids.has(idOf(one)));
};

/** Their list with my removals and additions applied. */
export const joinLists = <T>({ base, theirs, mine }: Sides<readonly T[]>): T[] => [
  ...without(theirs, without(base, mine)),
  ...without(without(mine, base), theirs),
];

const MAX_NAMES = 3;

/** Additions and removals in a list: `+ Austin, − Dallas`. */
const listChanges = <T>(value: readonly T[], base: readonly T[], nameOf: (one: T) => string): string => {
  const tell = (sign: string, things: readonly T[]): string[] => [
    ...things.slice(0, MAX_NAMES).map((one) => `${sign} ${nameOf(one)}`),
    ...(things.length > MAX_NAMES ? [`${sign} ${things.length - MAX_NAMES} more`] : []),
  ];
  return [...tell('+', without(value, base)), ...tell('−', without(base, value))].join(', ');
};

interface ListOptions {
  /** Text for an empty list that means "all". Such a list cannot be combined with another. */
  whenEmpty?: string;
}

/** An unordered list of keys or small objects: both sides' changes are kept. */
export const list = <T>(label: string, nameOf: (one: T) => string, { whenEmpty }: ListOptions = {}): Rule<T[]> =>
  field<T[]>(label, (value, base) => (value.length === 0 && whenEmpty ? whenEmpty : listChanges(value, base, nameOf)), {
    isSame: (a, b) => a.length === b.length && without(a, b).length === 0,
    both: (sides) => {
      const joined = joinLists(sides);
      if (whenEmpty === undefined) return joined;
      return [sides.theirs, sides.mine, joined].some((one) => one.length === 0) ? undefined : joined;
    },
  });

/** Free text: both versions can be kept, one below the other. */
export const notes = (label: string): Rule<string> =>
  field<string>(label, (text) => text, {
    both: ({ theirs, mine }) => (theirs === '' || mine === '' ? undefined : `${theirs}\n\n${mine}`),
  });

export const text = (label: string): Rule<string> => field<string>(label, (value) => value);
export const yesNo = (label: string): Rule<boolean> => field<boolean>(label, (on) => (on ? 'Yes' : 'No'));

/** Takes changes made by one side only, and reports a conflict where both changed a field differently. */
export const mergeForm = <T>(
  rule: Rule<T>,
  sides: Sides<T>,
  savedBy: Place['savedBy'],
  choices: Choices = {},
): Merged<T> => rule(sides, { path: '', choices, savedBy });
