import { expect, test } from 'vitest';
import { ALL_PERMISSIONS, hasPermission, isPermission, ROLE_PRESETS, toPermissionMap } from './permissions.ts';

test('the permissions map of the API groups actions by module', () => {
  expect(toPermissionMap(['users:View', 'campaigns:Price', 'users:Create'])).toEqual({
    users: ['View', 'Create'],
    campaigns: ['Price'],
  });
});

test('unknown names are not permissions', () => {
  expect(isPermission('users:View')).toBe(true);
  expect(isPermission('users:Everything')).toBe(false);
  expect(isPermission('constructor')).toBe(false);
});

test('a session alone is enough only where no right is needed', () => {
  const some = new Set(['users:View'] as const);
  expect(hasPermission(some, 'none')).toBe(true);
  expect(hasPermission(some, 'users:View')).toBe(true);
  expect(hasPermission(some, 'users:Create')).toBe(false);
});

test('only the agency’s admin may manage users; a buyer sees no margin; clients and partners get no agency rights', () => {
  const holders = (permission: string) =>
    Object.entries(ROLE_PRESETS).flatMap(([name, { permissions }]) =>
      permissions.some((p) => p === permission) ? [name] : [],
    );
  expect(holders('users:Create')).toEqual(['agencyAdmin']);
  expect(holders('reports:Margin')).toEqual(['agencyAdmin', 'accountManager']);
  expect(holders('campaigns:Price').every((name) => ROLE_PRESETS[name as 'agencyAdmin'].group === 'ag')).toBe(true);
  expect(ROLE_PRESETS.agencyAdmin.permissions).toEqual(ALL_PERMISSIONS);
});
