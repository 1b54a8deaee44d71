import { makeScope } from '../../db/scope/make-scope.ts';
import { type Scope } from '../../db/scope/scope.ts';
import { type Session } from './session.ts';

/** The session's full scope: for recording refusals and looking up keys. */
export const scopeOfSession = ({ userKey, group, ownerKeys, partnerKey }: Session): Scope =>
  makeScope({ userKey, group, ownerKeys, partnerKey });

/** Scope of a request: its owner's rows, or the whole session's where its call allows that. */
export const scopeFor = (session: Session, ownerKey: number | null): Scope =>
  scopeOfSession(ownerKey === null ? session : { ...session, ownerKeys: [ownerKey] });
