import { makeScope } from '../db/make-scope.ts';
import { type Scope } from '../db/scope.ts';

/** What runs by the clock and not for a person: no owner's rows, until it is told which. */
export const systemScope = (...ownerKeys: readonly number[]): Scope =>
  makeScope({ userKey: null, group: 'system', ownerKeys, partnerKey: null });
