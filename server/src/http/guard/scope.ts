import { makeScope } from '../../db/scope/make-scope.ts';
import { type Scope } from '../../db/scope/scope.ts';
import { type Session } from './session.ts';

/** Everything the session may see: what refusals are recorded in, and keys are looked up in. */
export const scopeOfSession = ({ userKey, group, ownerKeys, partnerKey }: Session): Scope =>
  makeScope({ userKey, group, ownerKeys, partnerKey });

/** What a request may see: its owner's rows, or the whole session's where its call says so. */
export const scopeFor = (session: Session, ownerKey: number | null): Scope =>
  scopeOfSession(ownerKey === null ? session : { ...session, ownerKeys: [ownerKey] });
