import { makeScope } from './make-scope.ts';

/** The scope without a session: sees no tenant's rows. */
export const publicScope = makeScope({ userKey: null, group: 'public', ownerKeys: [], partnerKey: null });
