import { type CallBody, type leadPersonView, maySeePerson } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Session } from '../../../http/guard/session.ts';
import { AppError } from '../../../lib/app-error.ts';
import { openPerson } from '../../../lib/secrets/seal.ts';
import { audit } from '../../../shared/audit.ts';
import { withDenialsOnRecord } from '../../../shared/denials.ts';
import { getOwnerVariant } from '../../../shared/owner-variant.queries.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { lockLead } from '../change.service.ts';
import { findSealed } from '../details.queries.ts';
import { type LeadDeps } from '../details.service.ts';
import { type StoredLead } from '../update/desk-leads.queries.ts';
import { type Caller } from '../update/desk-move.ts';

interface Viewer {
  scope: Scope;
  session: Session;
}

/** Refuses whom the owner's settings do not let see this lead's person. */
const assertMaySee = async (
  tx: Tx,
  { session: { group, permissions } }: Viewer,
  { ownerKey, status }: Pick<StoredLead, 'ownerKey' | 'status'>,
): Promise<void> => {
  const { variant } = await getOwnerVariant(tx, ownerKey);
  if (!maySeePerson({ group, permissions, variant }, status))
    throw new AppError('FORBIDDEN', { message: 'The person behind this lead is not shown to you.' });
};

/** The person's data in full. The access is recorded before the answer; its content is not. */
export const viewPerson = (
  deps: LeadDeps,
  caller: Caller & Viewer,
  { ownerKey, leadCaptureKey }: CallBody<typeof leadPersonView>,
) =>
  withDenialsOnRecord(deps, caller, () =>
    deps.db.withScope(caller.scope, async (tx) => {
      const { secret, clock } = deps;
      const { scope, origin } = caller;
      const lead = await lockLead(tx, ownerKey, leadCaptureKey, clock.now());
      await assertMaySee(tx, caller, lead);
      const sealed = await findSealed(tx, { ownerKey, capturedDate: lead.capturedDate, leadCaptureKey });
      if (sealed === null) throw new AppError('NOT_FOUND', { message: 'Personal data erased.' });
      await audit(tx, scope, origin, clock.now(), {
        action: 'leadPersonViewed',
        ownerKey,
        entity: 'lead',
        entityKey: leadCaptureKey,
      });
      const person = openPerson(secret, { ownerKey, leadKey: leadCaptureKey }, sealed);
      const { firstName, lastName, email, phone, addressLine1 = '', addressLine2 = '', city = '' } = person;
      const address = [addressLine1, addressLine2, city].filter((part) => part).join(', ');
      const parts = { firstName, lastName, email, phone, addressLine1, addressLine2 };
      return { name: `${firstName} ${lastName}`.trim(), email, phone, address, parts };
    }),
  );
