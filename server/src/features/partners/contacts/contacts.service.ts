import {
  type FieldError,
  isSameRecord,
  type PartnerContact,
  type PartnerContactForm,
  partnerContactRecord,
  resentValues,
} from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { AppError } from '../../../lib/app-error.ts';
import { auditRecord } from '../../../shared/records/audit-record.ts';
import { type Caller, type PartnerDeps } from '../caller.ts';
import { assertPartner } from '../partners.service.ts';
import { insertContact, listContacts, lockPartner, updateContact } from './contacts.queries.ts';

export const readContacts = ({ db }: PartnerDeps, scope: Scope, partnerKey: number): Promise<PartnerContact[]> =>
  db.readScope(scope, async (tx) => {
    await assertPartner(tx, partnerKey);
    return listContacts(tx, partnerKey);
  });

/** An address may be one contact of a partner only: else the same mail would be sent twice. */
const twice = (forms: readonly PartnerContactForm[], stored: readonly PartnerContact[]): FieldError[] => {
  const named = new Set(forms.map(({ emailNotificationKey }) => emailNotificationKey));
  const seen = new Set(
    stored
      .filter(({ emailNotificationKey }) => !named.has(emailNotificationKey))
      .map(({ email }) => email.toLowerCase()),
  );
  return forms.flatMap(({ email }, index) => {
    const isTwice = seen.has(email.toLowerCase());
    seen.add(email.toLowerCase());
    return isTwice
      ? [{ field: `contacts.${index}.email`, code: 'duplicate', message: 'This email is listed twice.' }]
      : [];
  });
};

const stale = (forms: readonly PartnerContactForm[], stored: readonly PartnerContact[]): FieldError[] =>
  forms.flatMap(({ emailNotificationKey, rowVersion }, index) => {
    if (emailNotificationKey === null) return [];
    const now = stored.find((contact) => contact.emailNotificationKey === emailNotificationKey);
    if (now === undefined) throw new AppError('NOT_FOUND');
    const message = `Somebody else changed this contact: ${now.name}, ${now.email}.`;
    return now.rowVersion === rowVersion ? [] : [{ field: `contacts.${index}`, code: 'conflict', message }];
  });

export const saveContacts = (
  { db, clock }: PartnerDeps,
  { scope, origin }: Caller,
  partnerKey: number,
  forms: readonly PartnerContactForm[],
): Promise<PartnerContact[]> =>
  db.withScope(scope, async (tx) => {
    await assertPartner(tx, partnerKey);
    await lockPartner(tx, partnerKey);
    const stored = await listContacts(tx, partnerKey, { locked: true });
    const conflicts = stale(forms, stored);
    if (conflicts.length > 0) throw new AppError('STALE_ROW', { errors: conflicts });
    const errors = twice(forms, stored);
    if (errors.length > 0) throw new AppError('VALIDATION', { errors });
    for (const contact of forms) {
      const before = stored.find(({ emailNotificationKey }) => emailNotificationKey === contact.emailNotificationKey);
      if (before !== undefined && isSameRecord(partnerContactRecord, before, contact)) continue;
      if (before === undefined) await insertContact(tx, partnerKey, contact);
      else await updateContact(tx, before.emailNotificationKey, contact);
      await auditRecord(tx, { scope, origin, now: clock.now() }, partnerContactRecord, {
        action: before === undefined ? 'partner.addContact' : 'partner.changeContact',
        entityKey: partnerKey,
        ...(before !== undefined && { before: resentValues(partnerContactRecord, before) }),
        after: resentValues(partnerContactRecord, contact),
      });
    }
    return listContacts(tx, partnerKey);
  });
