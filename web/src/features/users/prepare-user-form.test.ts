import { ALL_PERMISSIONS, type Permission, type User } from '@paceline/contract';
import { describe, expect, it } from 'vitest';
import {
  grantable,
  prepareMatrix,
  presetOf,
  presetPermissions,
  presetsOf,
  startValues,
  toForm,
} from './prepare-user-form.ts';

const everything: ReadonlySet<Permission> = new Set(ALL_PERMISSIONS);
const little: ReadonlySet<Permission> = new Set<Permission>(['users:Create', 'campaigns:View', 'reports:View']);
const user: User = {
  userKey: 5,
  userName: 'lou',
  firstName: 'Lou',
  lastName: 'Vane',
  email: 'lou@mail.example',
  userType: 'agency',
  partnerKey: null,
  allOwners: false,
  ownerKeys: [1, 2],
  permissions: ['campaigns:View', 'no:such'],
  active: true,
  hasPassword: true,
  mustChangePassword: false,
  lastLoginAt: null,
  rowVersion: 3,
  heldBeyond: { permissions: [], owners: false },
  emailChange: null,
};

describe('grantable rights', () => {
  it('are those of the grantor', () => {
    expect([...grantable('ag', little, [])]).toEqual(['users:Create', 'campaigns:View', 'reports:View']);
  });
  it('and those the user has already', () => {
    expect(grantable('ag', little, ['audit:View']).has('audit:View')).toBe(true);
  });
  it('and never those the user’s type cannot have', () => {
    expect(grantable('cl', everything, ['users:Create']).has('users:Create')).toBe(false);
  });
});

describe('presets', () => {
  it('are those of the group', () => {
    expect(presetsOf('cl').map(({ name }) => name)).toEqual(['clientAdmin', 'clientViewer']);
    expect(presetsOf('mp').map(({ name }) => name)).toEqual(['partnerAdmin', 'partnerViewer']);
  });
  it('grant no more than the grantor has', () => {
    expect(presetPermissions('mediaBuyer', little)).toEqual(['campaigns:View', 'reports:View']);
  });
  it.each(presetsOf('ag').map(({ name }) => name))('%s is recognised by its rights', (name) => {
    expect(presetOf('ag', presetPermissions(name, everything).toReversed(), everything)).toBe(name);
  });
  it('no longer match once a right is removed', () => {
    expect(presetOf('ag', presetPermissions('analyst', everything).slice(1), everything)).toBeNull();
  });
});

describe('the matrix', () => {
  it('disables what the grantor lacks', () => {
    const row = prepareMatrix('ag', little).find(({ module }) => module === 'campaigns');
    expect(row?.cells.filter(({ canGive }) => canGive).map(({ label }) => label)).toEqual(['View']);
    expect(row?.cells).toHaveLength(8);
  });
  it('omits what a client cannot have', () => {
    expect(prepareMatrix('cl', everything).map(({ module }) => module)).not.toContain('users');
  });
  it('offers to see people for users of the agency and of clients, never of media partners, and no client has it by a preset', () => {
    const offers = (group: 'ag' | 'cl' | 'mp') =>
      prepareMatrix(group, everything).some(({ cells }) => cells.some(({ label }) => label === 'View PII'));
    expect([offers('ag'), offers('cl'), offers('mp')]).toEqual([true, true, false]);
    for (const { preset } of presetsOf('cl')) expect(preset.permissions).not.toContain('leadanalyzer:ViewPII');
  });
});

it('starts a new user with the smallest role, an existing one with its rights', () => {
  expect(startValues('cl', everything, null).permissions).toEqual(presetPermissions('clientViewer', everything));
  expect(startValues('ag', everything, user)).toMatchObject({ ownerKeys: [1, 2], permissions: ['campaigns:View'] });
});

it('sends key and version, and no owners beside "all owners"', () => {
  const values = startValues('ag', everything, user);
  expect(toForm({ ...values, allOwners: true, partnerKey: '4' }, 'ag', user)).toMatchObject({
    userKey: 5,
    rowVersion: 3,
    userType: 'agency',
    ownerKeys: [],
    partnerKey: null,
  });
  expect(toForm(values, 'mp', null)).toMatchObject({ userKey: null, rowVersion: null, userType: 'aggregator' });
});
