import { makeScope } from '../db/make-scope.ts';
import { type Scope } from '../db/scope.ts';
import { type Session } from './session.ts';

/** Everything the session may see: the calls that name no owner. */
export const scopeOfSession = ({ userKey, group, ownerKeys, partnerKey }: Session): Scope =>
  makeScope({ userKey, group, ownerKeys, partnerKey });

/** One owner's rows, or null if the session does not work on that owner. */
export const scopeOfOwner = ({ userKey, group, ownerKeys, partnerKey }: Session, ownerKey: number): Scope | null =>
  ownerKeys.includes(ownerKey) ? makeScope({ userKey, group, ownerKeys: [ownerKey], partnerKey }) : null;
