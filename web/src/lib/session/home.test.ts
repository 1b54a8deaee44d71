import { expect, it } from 'vitest';
import { homeRoute } from './home.ts';
import { freshTab, type OwnerOfUser } from './session-data.ts';

const plain: OwnerOfUser = { ownerKey: 1, name: 'Oakhaven', variant: null };
const other: OwnerOfUser = { ownerKey: 2, name: 'Brightwater', variant: null };
const coding: OwnerOfUser = { ownerKey: 3, name: 'Renamed since', variant: 'APEX CODING ACADEMY' };
const lookAlike: OwnerOfUser = { ownerKey: 4, name: 'APEX CODING ACADEMY', variant: null };

it.each([
  ['agency', [plain], false, 'owners', null],
  ['agency', [plain, other], false, 'owners', null],
  ['aggregator', [plain, other], false, 'partnerArea', null],
  ['mediapartner', [plain], false, 'partnerArea', null],
  ['client', [plain], false, 'executiveOverview', plain],
  ['client', [coding], false, 'allocationsOverview', coding],
  ['client', [lookAlike], false, 'executiveOverview', lookAlike],
  ['client', [plain, other], false, 'clients', null],
  ['agency', [plain], true, 'resetPassword', null],
  ['client', [plain], true, 'resetPassword', plain],
])('%s with %j (first time: %s) starts at %s', (userType, owners, firstTimeLogin, route, active) => {
  const tab = freshTab({ userType, owners });
  expect(tab.activeOwner).toEqual(active);
  expect(homeRoute({ userType, firstTimeLogin, ...tab })).toBe(route);
});
