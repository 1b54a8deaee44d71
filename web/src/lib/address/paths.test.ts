import { expect, it } from 'vitest';
import { pathTo } from './paths.ts';

it('fills in the parameters and leaves out the optional ones that are not given', () => {
  expect(pathTo('newUser', { uType: 'agency' })).toBe('/s/cl/admin/manageusers/newuser/agency');
  expect(pathTo('newUser', { uType: 'mp', qmpUserKey: 7 })).toBe('/s/cl/admin/manageusers/newuser/mp/7');
  expect(pathTo('campaignsByChannel', { channelType: 'a/b' })).toBe('/s/cl/allocations/campaigns/a%2Fb');
});

it('does not make half a path', () => {
  expect(() => pathTo('newUser')).toThrow('needs uType');
});
