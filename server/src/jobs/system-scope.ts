import { type UserGroup } from '@paceline/contract';
import { makeScope } from '../db/scope/make-scope.ts';
import { type Scope } from '../db/scope/scope.ts';

/** The scope of background work without a user: no owner's rows, except those of the named owners. */
export const systemScope = (...ownerKeys: readonly number[]): Scope =>
  makeScope({ userKey: null, group: 'system', ownerKeys, partnerKey: null });

/** The scope of work done later for a user: their group, their partner, and the one owner concerned. */
export const makerScope = (parts: {
  userKey: number;
  group: UserGroup;
  ownerKey: number;
  partnerKey: number | null;
}): Scope => makeScope({ ...parts, ownerKeys: [parts.ownerKey] });
