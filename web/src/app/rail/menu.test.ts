import { ALL_PERMISSIONS, menuFor, type MenuItem, toPermissionMap, presetOf } from '@paceline/contract';
import { describe, expect, it } from 'vitest';
import { isEntryOf, menuOf, pathsOf } from './menu.ts';
import { pathAfterSwitch } from '../shell/owner-switch.ts';

const all = toPermissionMap(ALL_PERMISSIONS) as Record<string, string[]>;
const owner = { ownerKey: 1, name: 'Oakhaven', variant: null };
const USERS = ['/s/cl/admin/manageusers/searchuser', '/s/cl/admin/manageusers/newuser/agency'];

const whole = menuOf({ userType: 'agency', permissions: all, activeOwner: owner });
const leaves = (items: readonly MenuItem[]): readonly MenuItem[] =>
  items.flatMap((item) => (item.link ? [item] : leaves(item.children)));
const markedAt = (path: string): string[] =>
  leaves(whole)
    .filter((item) => isEntryOf(item, path, pathsOf(whole)))
    .map(({ label }) => label);

describe('the menu', () => {
  it.each([
    ['/s/cl/admin/manageusers/searchuser', ['Search User']],
    ['/s/cl/admin/manageusers/newuser/agency', ['New User']],
    ['/s/cl/admin/manageusers/newuser/mp', ['New User']],
    ['/s/cl/admin/manageusers/newuser/mp/5', ['Search User']],
    ['/s/cl/allocations/newgoal/7', ['Overview']],
    ['/s/cl/insights/reports/billable/reconciliation', ['Reconciliation']],
    ['/s/cl/insights/reports/media_analysis', ['Media Analysis']],
    ['/s/cl/insights/reports/funnel', ['Reports']],
    // Only a client's menu has an entry for it.
    ['/s/cl/insights/reports/enroll_by_state_table', ['Reports']],
    ['/s/cl/allocations/campaigns/ppl/newcampaign/7', ['PPL']],
    ['/s/cl/admin/manageclients/tradingplatform/data/7', ['Platform Data']],
  ])('marks one entry at %s', (path, marked) => {
    expect(markedAt(path)).toEqual(marked);
  });

  it('marks one entry at the path of every entry', () => {
    for (const path of pathsOf(whole)) expect({ path, marked: markedAt(path).length }).toEqual({ path, marked: 1 });
  });

  it('has only entries without an owner until one is chosen', () => {
    const without = menuOf({ userType: 'agency', permissions: all, activeOwner: null });
    expect(pathsOf(without)).toEqual([
      '/s/allowners',
      '/s/aging',
      '/s/cl/admin/partnermanagement/postingkeys',
      '/s/new-client-wizard',
      ...USERS,
    ]);
    expect(menuOf({ userType: 'client', permissions: all, activeOwner: null })).toEqual([]);
  });

  it('is complete with an owner, with the owner’s preset', () => {
    const variant = 'APEX CODING ACADEMY';
    const shown = menuOf({ userType: 'agency', permissions: all, activeOwner: { ...owner, variant } });
    const granted = new Set(ALL_PERMISSIONS);
    expect(shown).toEqual(menuFor({ group: 'ag', permissions: granted, variant: presetOf(variant) }));
    expect(pathsOf(shown)).toContain('/s/cl/leadmanagement/leadtestsettings');
    expect(shown[1]).toEqual({ label: 'Dashboard', link: { route: 'executiveOverview', params: {} }, children: [] });
  });

  it('of a media partner needs no owner', () => {
    const shown = menuOf({ userType: 'aggregator', permissions: all, activeOwner: null });
    expect(pathsOf(shown)).toContain('/s/mp/allocations/currentmonth');
  });

  it('follows the rights, and is empty for nobody', () => {
    const paths = pathsOf(menuOf({ userType: 'agency', permissions: { users: ['View'] }, activeOwner: owner }));
    expect(paths).toEqual(USERS.slice(0, 1));
    expect(menuOf({ userType: null, permissions: all, activeOwner: null })).toEqual([]);
  });
});

describe('choosing another owner', () => {
  const menuPaths = ['/s/cl/allocations/overview', '/s/cl/allocations/campaigns/ppl', '/s/cl/allocations'];
  const home = '/s/cl/dashboard/executiveoverview';
  it.each([
    ['stays on a screen that the new owner has', '/s/cl/allocations/overview', null],
    ['stays where no owner is needed', '/s/cl/admin/manageusers/newuser/agency/5', null],
    ['stays on the account', '/s/account', null],
    [
      'goes from a record to its list',
      '/s/cl/allocations/campaigns/ppl/newcampaign/7',
      '/s/cl/allocations/campaigns/ppl',
    ],
    ['goes home from a screen that the new owner lacks', '/s/cl/dashboard/search', home],
    ['goes home from the picker', '/s/owners', home],
  ])('%s', (_, pathname, path) => {
    expect(pathAfterSwitch({ pathname, menuPaths, home })).toBe(path);
  });
});
