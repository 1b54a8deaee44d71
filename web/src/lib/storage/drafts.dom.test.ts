import { expect, it } from 'vitest';
import { dropDraft, dropOthersDrafts, readDraft, saveDraft } from './drafts.ts';

it('is returned to the same user only', () => {
  saveDraft('user.new', 'lou', { firstName: 'L' });
  expect(readDraft('user.new', 'lou')?.values).toEqual({ firstName: 'L' });
  expect(readDraft('user.new', 'kim')).toBeNull();
  expect(readDraft('user.5', 'lou')).toBeNull();
});

it('is deleted when discarded, and when another user signs in', () => {
  saveDraft('a', 'lou', {});
  saveDraft('b', 'lou', {});
  sessionStorage.setItem('paceline.draft.c', 'not json');
  sessionStorage.setItem('other', 'x');
  dropDraft('a');
  expect(readDraft('a', 'lou')).toBeNull();
  dropOthersDrafts('lou');
  expect(readDraft('b', 'lou')).not.toBeNull();
  dropOthersDrafts('kim');
  expect(Object.keys(sessionStorage)).toEqual(['other']);
});
