import { type UserGroup } from '@paceline/contract';
import { makeScope } from '../db/scope/make-scope.ts';
import { type Scope } from '../db/scope/scope.ts';

/** What runs by the clock and not for a person: no owner's rows, until it is told which. */
export const systemScope = (...ownerKeys: readonly number[]): Scope =>
  makeScope({ userKey: null, group: 'system', ownerKeys, partnerKey: null });

/** What runs later for somebody who asked for it: their group, their partner, and the one owner it is about. */
export const makerScope = (parts: {
  userKey: number;
  group: UserGroup;
  ownerKey: number;
  partnerKey: number | null;
}): Scope => makeScope({ ...parts, ownerKeys: [parts.ownerKey] });
