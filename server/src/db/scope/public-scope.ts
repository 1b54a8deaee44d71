import { makeScope } from './make-scope.ts';

/** Nobody in particular: sees no tenant's rows. What happens before a session is known runs in it. */
export const publicScope = makeScope({ userKey: null, group: 'public', ownerKeys: [], partnerKey: null });
