import { expect, test } from 'vitest';
import { changeKind, changesTitle } from './prepare-changes.ts';

const change = { section: 'Fields', what: 'email: Required' };

test('a change is new, removed or changed', () => {
  expect(changeKind({ ...change, before: null, after: 'Yes' })).toBe('New');
  expect(changeKind({ ...change, before: 'Yes', after: null })).toBe('Gone');
  expect(changeKind({ ...change, before: '', after: 'Yes' })).toBe('Changed');
});

test('changes are counted in words', () => {
  expect(changesTitle(0, 'Nov 2')).toBe('No changes since Nov 2');
  expect(changesTitle(1, 'Nov 2')).toBe('1 change since Nov 2');
  expect(changesTitle(3, 'Nov 2')).toBe('3 changes since Nov 2');
});
