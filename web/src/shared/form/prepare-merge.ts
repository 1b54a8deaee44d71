import { hashKey } from '@tanstack/react-query';
import { NONE } from '../../lib/text/format.ts';
import type { Choices, Conflict } from '../../ui/dialogs/conflict-dialog.tsx';

/** What the form was filled from, what somebody else has saved since, and what the form holds now. */
export interface Sides<T> {
  base: T;
  theirs: T;
  mine: T;
}

export interface Merged<T> {
  /** Their changes and mine; where both changed the same, what was chosen, or mine. */
  value: T;
  conflicts: Conflict[];
}

/** Where in the form a rule is at work, and what has been chosen already. */
export interface Place {
  path: string;
  choices: Choices;
  /** Who saved what stands there now, and when. */
  savedBy: (path: string) => Pick<Conflict, 'by' | 'at'>;
}

/** Merges three versions of one thing. A form's rule is made of the rules of its fields. */
export type Rule<T> = (sides: Sides<T>, place: Place) => Merged<T>;
export type Rules<T> = { [Name in keyof T]-?: Rule<T[Name]> };

/** The same content; the order of an object's names does not count. */
const isEqual = (a: unknown, b: unknown): boolean => a === b || hashKey([a]) === hashKey([b]);

interface FieldOptions<T> {
  /** Where more than the exact value counts as the same: `5` and `5.00` are one amount. */
  isSame?: (a: T, b: T) => boolean;
  /** Both changes in one value, where there is such a thing. */
  both?: (sides: Sides<T>) => T | undefined;
}

/** A field that is told, and asked about, as a whole. Its words may say what was changed since the base. */
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

/** Things with names of their own, each merged by its own rule. */
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
 * Rows by their keys, each merged by itself: one that only one side added, changed or removed is as that side left it.
 * `none` stands for a row that is not there, and a merged row of undefined is not there either.
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

/** What nobody is asked about: it follows from the rest, or cannot be changed at all. */
export const unasked =
  <T>(settle: (sides: Sides<T>) => T = ({ mine }) => mine): Rule<T> =>
  (sides) => ({ value: settle(sides), conflicts: [] });

/** What tells one thing of a list from another: itself, or what it holds. */
const idOf = (one: unknown): unknown => (typeof one === 'object' ? hashKey([one]) : one);
const without = <T>(from: readonly T[], others: readonly T[]): T[] => {
  const ids = new Set(others.map(idOf));
  return from.filter((one) => !ids.has(idOf(one)));
};

/** Theirs without what I took out and with what I put in. */
export const joinLists = <T>({ base, theirs, mine }: Sides<readonly T[]>): T[] => [
  ...without(theirs, without(base, mine)),
  ...without(without(mine, base), theirs),
];

const MAX_NAMES = 3;

/** What was put into a list and taken out of it: `+ Austin, − Dallas`. */
const listChanges = <T>(value: readonly T[], base: readonly T[], nameOf: (one: T) => string): string => {
  const tell = (sign: string, things: readonly T[]): string[] => [
    ...things.slice(0, MAX_NAMES).map((one) => `${sign} ${nameOf(one)}`),
    ...(things.length > MAX_NAMES ? [`${sign} ${things.length - MAX_NAMES} more`] : []),
  ];
  return [...tell('+', without(value, base)), ...tell('−', without(base, value))].join(', ');
};

interface ListOptions {
  /** What an empty list means, where that is everything. Then nothing can be put together with it. */
  whenEmpty?: string;
}

/** A list without an order of its own, of keys or of small things: both changes can be had. */
export const list = <T>(label: string, nameOf: (one: T) => string, { whenEmpty }: ListOptions = {}): Rule<T[]> =>
  field<T[]>(label, (value, base) => (value.length === 0 && whenEmpty ? whenEmpty : listChanges(value, base, nameOf)), {
    isSame: (a, b) => a.length === b.length && without(a, b).length === 0,
    both: (sides) => {
      const joined = joinLists(sides);
      if (whenEmpty === undefined) return joined;
      return [sides.theirs, sides.mine, joined].some((one) => one.length === 0) ? undefined : joined;
    },
  });

/** A text that is written rather than chosen: both can stand, one below the other. */
export const notes = (label: string): Rule<string> =>
  field<string>(label, (text) => text, {
    both: ({ theirs, mine }) => (theirs === '' || mine === '' ? undefined : `${theirs}\n\n${mine}`),
  });

export const text = (label: string): Rule<string> => field<string>(label, (value) => value);
export const yesNo = (label: string): Rule<boolean> => field<boolean>(label, (on) => (on ? 'Yes' : 'No'));

/** What only they changed is taken, what only I changed stays, and what both changed to something else is asked about. */
export const mergeForm = <T>(
  rule: Rule<T>,
  sides: Sides<T>,
  savedBy: Place['savedBy'],
  choices: Choices = {},
): Merged<T> => rule(sides, { path: '', choices, savedBy });
