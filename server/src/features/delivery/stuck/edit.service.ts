import { DELIVERY_SCHEDULE, type StuckLeadValues } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import {
  blindIndex,
  keyIdOf,
  normaliseEmail,
  normalisePhone,
  openPerson,
  type Person,
  sealPerson,
} from '../../../lib/secrets/seal.ts';
import { audit } from '../../../shared/audit.ts';
import { retryLeads } from './retry/retry.queries.ts';
import { lockLeads, type StuckLead } from './stuck.queries.ts';
import { type Caller, type StuckDeps } from './stuck.service.ts';

/** Personal fields are stored sealed; the others are columns of the lead. */
const PERSONAL = ['firstName', 'lastName', 'email', 'phone', 'addressLine1', 'addressLine2', 'city'] as const;

const changePerson = async (
  tx: Tx,
  secret: Buffer,
  ownerKey: number,
  { leadKey, capturedDate }: StuckLead,
  values: StuckLeadValues,
): Promise<void> => {
  const { rows } = await sql<{ sealed: Buffer | null }>`
    select sealed from lead_person
    where owner_key = ${ownerKey} and captured_date = ${capturedDate}::date and lead_key = ${leadKey} for update
  `.execute(tx);
  const sealed = rows[0]?.sealed ?? null;
  if (sealed === null) throw new AppError('NOT_FOUND', { message: 'The person’s data were erased.' });
  const before = openPerson(secret, { ownerKey, leadKey }, sealed);
  const changes = Object.fromEntries(
    PERSONAL.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );
  const after: Person = { ...before, ...changes };
  const resealed = sealPerson(secret, { ownerKey, leadKey }, after);
  await sql`
    update lead_person
    set sealed = ${resealed}, key_id = ${keyIdOf(resealed)},
        email_hash = ${blindIndex(secret, ownerKey, 'email', normaliseEmail(after.email))},
        phone_hash = ${blindIndex(secret, ownerKey, 'phone', normalisePhone(after.phone))}
    where owner_key = ${ownerKey} and captured_date = ${capturedDate}::date and lead_key = ${leadKey}
  `.execute(tx);
  await sql`
    update delivery_task t set email_hash = p.email_hash, phone_hash = p.phone_hash
    from lead_person p
    where t.owner_key = ${ownerKey} and t.lead_key = ${leadKey} and p.owner_key = t.owner_key
      and p.captured_date = t.captured_date and p.lead_key = t.lead_key
  `.execute(tx);
};

/** Corrects a stuck lead and sends it again. The audit log has the changed fields, not their values. */
export const editAndRetry = (
  { db, clock, secret }: StuckDeps & { secret: Buffer },
  { scope, origin }: Caller,
  ownerKey: number,
  leadKey: number,
  values: StuckLeadValues,
) =>
  db.withScope(scope, async (tx) => {
    const now = clock.now();
    const fields = Object.keys(values).filter((name) => values[name as keyof StuckLeadValues] !== undefined);
    if (fields.length === 0)
      throw new AppError('VALIDATION', {
        errors: [{ field: 'values', code: 'empty', message: 'Change at least one value.' }],
      });
    const [lead] = await lockLeads(tx, ownerKey, [leadKey]);
    if (lead === undefined) throw new AppError('NOT_FOUND');
    if (lead.status !== 'STK')
      throw new AppError('LEAD_STATUS_TRANSITION', { message: 'This lead is not stuck any more.' });
    if (PERSONAL.some((name) => values[name] !== undefined)) await changePerson(tx, secret, ownerKey, lead, values);
    await sql`
      update lead set state = coalesce(${values.state ?? null}, state), zip = coalesce(${values.zip ?? null}, zip),
                      row_version = row_version + 1
      where owner_key = ${ownerKey} and captured_date = ${lead.capturedDate}::date and lead_key = ${leadKey}
    `.execute(tx);
    const queued = await retryLeads(tx, ownerKey, [leadKey], { userKey: scope.userKey, at: now });
    await sql`update delivery_task set mapping_errors = 0 where owner_key = ${ownerKey} and lead_key = ${leadKey}`.execute(
      tx,
    );
    await audit(tx, scope, origin, now, {
      action: 'stuckLeadEdited',
      ownerKey,
      entity: 'lead',
      entityKey: leadKey,
      after: { fields },
    });
    return { queued, atOnce: DELIVERY_SCHEDULE.atOnce };
  });
