import { expect, it, vi } from 'vitest';
import { PREFERENCES_KEY } from './storage-keys.ts';

const reopened = async () => {
  vi.resetModules();
  return import('./preferences.ts');
};

it('remembers the menu state, and each user’s last five and favourite owners', async () => {
  const { usePreferences } = await reopened();
  usePreferences.getState().setRailOpen(false);
  for (const key of [1, 2, 3, 4, 5, 6, 3]) usePreferences.getState().noteOwner('lou', key);
  usePreferences.getState().toggleFavourite('lou', 9);
  usePreferences.getState().toggleFavourite('lou', 8);
  usePreferences.getState().toggleFavourite('lou', 9);
  const again = await reopened();
  const { railOpen, owners } = again.usePreferences.getState();
  expect(railOpen).toBe(false);
  expect(again.marksOf(owners, 'lou')).toEqual({ recent: [3, 6, 5, 4, 2], favourite: [8] });
  expect(again.marksOf(owners, 'kim')).toEqual({ recent: [], favourite: [] });
});

it('ignores invalid values', async () => {
  localStorage.setItem(PREFERENCES_KEY, '{"railOpen":"x","owners":{"lou":{"recent":"1"}}}');
  const { usePreferences } = await reopened();
  expect(usePreferences.getState()).toMatchObject({ railOpen: true, owners: {} });
});
