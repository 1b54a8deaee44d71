import { expect, it } from 'vitest';
import { savePlace, takePlace } from './place.ts';

it('is returned to the same user, once', () => {
  window.location.hash = '#/s/account?a=1';
  savePlace('lou', null);
  expect(takePlace('lou')).toEqual({ userId: 'lou', path: '/s/account?a=1', activeOwner: null });
  expect(takePlace('lou')).toBeNull();
});

it('is deleted when another user signs in', () => {
  window.location.hash = '#/s/account';
  savePlace('lou', null);
  expect(takePlace('kim')).toBeNull();
  expect(takePlace('lou')).toBeNull();
});

it('is never the sign-in page', () => {
  window.location.hash = '#/';
  savePlace('lou', null);
  expect(takePlace('lou')).toBeNull();
});
