import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DASHBOARD_KEY } from '../../../lib/storage/storage-keys.ts';
import { signedIn, signedOut } from '../../../testing/session.ts';
import type { Slot } from '../dashboards.ts';
import { useArrangement } from './use-arrangement.ts';

const slots = ['a', 'b', 'c'].map((slot): Slot => ({ slot, widget: 'topChannels', title: slot, view: 'table' }));
const open = (place = 'executive 1') => {
  const { result } = renderHook(() => useArrangement(place, slots));
  return {
    now: () => result.current,
    shown: () => result.current.shown.map(({ slot }) => slot).join(''),
    hidden: () => result.current.hidden.map(({ slot }) => slot).join(''),
  };
};

beforeEach(() => signedIn());
afterEach(signedOut);

it('moves, hides and shows widgets, and restores the arrangement next time', () => {
  const page = open();
  expect([page.shown(), page.now().isChanged]).toEqual(['abc', false]);
  act(() => page.now().move('c', -1));
  act(() => page.now().hide('a'));
  expect([page.shown(), page.hidden(), page.now().isChanged]).toEqual(['cb', 'a', true]);
  const again = open();
  expect([again.shown(), again.hidden()]).toEqual(['cb', 'a']);
  act(() => again.now().show('a'));
  expect([again.shown(), again.hidden()]).toEqual(['cba', '']);
});

it('moves past hidden widgets to the next visible position', () => {
  const page = open();
  act(() => page.now().hide('b'));
  act(() => page.now().move('c', -1));
  expect(page.shown()).toBe('ca');
});

it('is separate by user, dashboard and owner', () => {
  const page = open();
  act(() => page.now().hide('a'));
  expect(open('pacing 1').shown()).toBe('abc');
  expect(open('executive 2').shown()).toBe('abc');
  signedIn({ userId: 'somebody.else' });
  expect(open().shown()).toBe('abc');
});

it('resets this dashboard only', () => {
  const other = open('pacing 1');
  act(() => other.now().hide('b'));
  const page = open();
  act(() => page.now().hide('a'));
  act(() => page.now().reset());
  expect([page.shown(), page.now().isChanged, open().shown()]).toEqual(['abc', false, 'abc']);
  expect(open('pacing 1').hidden()).toBe('b');
});

it.each(['{broken', '[]', '{"agency.admin executive 1":{"order":"abc"}}', '{"agency.admin executive 1":null}'])(
  'ignores %s in the storage',
  (stored) => {
    localStorage.setItem(DASHBOARD_KEY, stored);
    expect(open().shown()).toBe('abc');
  },
);
