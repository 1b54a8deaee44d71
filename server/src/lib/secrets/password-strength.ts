import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';

/** Passwords with a lower score are cracked within hours with common word lists. */
const STRONG_ENOUGH = 3;
/** Minimum length and score of a password without its guessable words: fewer or weaker characters protect nothing. */
const LETTERS_OF_ITS_OWN = 6;
const STRONG_ENOUGH_ALONE = 2;

/** Created on first use: its word lists take megabytes that most processes never need. */
let estimator: ZxcvbnFactory | undefined;

const scoreOf = (password: string, ownWords: readonly string[]): number => {
  estimator ??= new ZxcvbnFactory({ dictionary: { ...dictionary, ...english }, graphs: adjacencyGraphs });
  return estimator.check(password, [...ownWords]).score;
};

/** Common substitutes for letters. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: 'a@4^',
  b: 'b8',
  c: 'c(',
  e: 'e3€',
  g: 'g96',
  i: 'i1!|l',
  l: 'l1!|i',
  o: 'o0',
  s: 's5$',
  t: 't7+',
  z: 'z2',
};
const KEYBOARD = ['`1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./'];

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The same word with the hands shifted by one key. */
const oneKeyBeside = (word: string, by: -1 | 1): string =>
  Array.from(word, (letter) => {
    const row = KEYBOARD.find((keys) => keys.includes(letter));
    return row?.[row.indexOf(letter) + by] ?? letter;
  }).join('');

const backwards = (word: string): string => Array.from(word).toReversed().join('');

const asClass = (letter: string): string =>
  `[${(LOOKALIKES[letter] ?? letter).replaceAll(/[\\\]^-]/g, String.raw`\$&`)}]`;

/** Matches a word in any disguise: substituted letters, separators, reversed, shifted by one key. */
const disguisesOf = (word: string): RegExp => {
  const spellings = [word, backwards(word), oneKeyBeside(word, 1), oneKeyBeside(word, -1)];
  const pattern = spellings.map((spelling) => Array.from(spelling, asClass).join(String.raw`[\s._*-]?`)).join('|');
  return new RegExp(pattern, 'gu');
};

/** A name as one word, its words, and their initials. */
const wordsIn = (name: string): string[] => {
  const words = plain(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const initials = words.map((word) => word[0]).join('');
  return [words.join(''), initials, ...words].filter((word) => word.length >= 3);
};

/** Removes words of the user, the product and the calendar from a password. */
const withoutWords = (password: string, words: readonly string[]): string =>
  words.reduce((rest, word) => rest.replaceAll(disguisesOf(word), ' '), plain(password));

/** Months and seasons are as guessable as the product's name. */
const CALENDAR =
  'january february march april june july august september october november december spring summer autumn winter password welcome login admin'.split(
    ' ',
  );

/** Whether a password is common, or little more than words related to its user, in any disguise. */
export const isEasyToGuess = (password: string, ownWords: readonly string[]): boolean => {
  if (scoreOf(password, ownWords) < STRONG_ENOUGH) return true;
  const words = [...new Set([...ownWords.flatMap(wordsIn), ...CALENDAR])].toSorted((a, b) => b.length - a.length);
  const rest = withoutWords(password, words);
  if (rest === plain(password)) return false;
  const letters = rest.replaceAll(/[^\p{L}]/gu, '');
  return letters.length < LETTERS_OF_ITS_OWN || scoreOf(rest.replaceAll(/\s+/g, ''), []) < STRONG_ENOUGH_ALONE;
};
