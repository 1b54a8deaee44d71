import { expect, it } from 'vitest';
import { pathTo } from './paths.ts';

it('replaces parameters and omits missing optional ones', () => {
  expect(pathTo('newUser', { uType: 'agency' })).toBe('/s/cl/admin/manageusers/newuser/agency');
  expect(pathTo('newUser', { uType: 'mp', qmpUserKey: 7 })).toBe('/s/cl/admin/manageusers/newuser/mp/7');
  expect(pathTo('campaignsByChannel', { channelType: 'a/b' })).toBe('/s/cl/allocations/campaigns/a%2Fb');
});

it('throws on a missing parameter', () => {
  expect(() => pathTo('newUser')).toThrow('needs uType');
});
