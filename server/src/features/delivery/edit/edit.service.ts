import {
  type CallBody,
  canEditLead,
  DELIVERY_SCHEDULE,
  type EditedLeadField,
  LEAD_EDIT_NAMES,
  type LeadEditValues,
  type stuckLeadEdit,
} from '@paceline/contract';
import { sql } from 'kysely';
import { type Scope } from '../../../db/scope/scope.ts';
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
import { maskedValue } from '../../../shared/delivery/mask-person.ts';
import { maskValues } from '../../../shared/delivery/mask.ts';
import { moveLead } from '../../../shared/delivery/move-lead.ts';
import { assignEndpoints, queueDelivery } from '../../../shared/delivery/queue-delivery.ts';
import { findDeliveryValues, findOpenEndpoint } from '../../../shared/delivery/read-lead.queries.ts';
import { retryLeads } from '../stuck/retry/retry.queries.ts';
import { type Caller, type StuckDeps } from '../stuck/stuck.service.ts';
import {
  type EditedLead,
  findEditedLead,
  insertLeadEdit,
  listPlaces,
  moveTaskToCampus,
  updateLeadValues,
} from './edit.queries.ts';
import { asPosted } from './as-posted.ts';
import { editedFields, type KeptChange, wordOf } from './edited-fields.rules.ts';

type EditDeps = StuckDeps & { secret: Buffer };

const ERASED = 'Personal data erased.';
const invalid = (field: string, message: string): AppError =>
  new AppError('VALIDATION', { errors: [{ field: `values.${field}`, code: 'invalid', message }] });

/** Values that are stored sealed, with the person; the others are columns of the lead. */
const SEALED = ['firstName', 'lastName', 'email', 'phone', 'addressLine1', 'addressLine2', 'city'] as const;

const fieldsOf = async (
  tx: Tx,
  secret: Buffer,
  lead: EditedLead,
): Promise<{
  endpointName: string | null;
  fields: EditedLeadField[];
  places: Awaited<ReturnType<typeof listPlaces>>;
}> => {
  const { ownerKey, leadKey, endpointKey, campusKey, programKey } = lead;
  const values = await findDeliveryValues(tx, secret, ownerKey, leadKey);
  if (values === null) throw new AppError('NOT_FOUND', { message: ERASED });
  const endpoint = endpointKey === null ? null : await findOpenEndpoint(tx, secret, ownerKey, endpointKey);
  const places = await listPlaces(tx, lead);
  const choices = {
    campusKey: places.campuses.map(({ campusKey: key, label }) => ({ value: String(key), label })),
    programKey: places.programs.map(({ programKey: key, label }) => ({ value: String(key), label })),
  };
  const present = { values: maskValues(values), campusKey, programKey };
  return {
    endpointName: endpoint?.name ?? null,
    fields: editedFields(endpoint?.settings.fields ?? null, present, choices, lead.lastAnswer ?? ''),
    places,
  };
};

export const getEdit = ({ db, clock, secret }: EditDeps, scope: Scope, ownerKey: number, leadKey: number) =>
  db.readScope(scope, async (tx) => {
    const lead = await findEditedLead(tx, ownerKey, leadKey, clock.now(), { lock: false });
    if (lead === undefined) throw new AppError('NOT_FOUND');
    const { leadId, status, version, lastAnswer } = lead;
    const { endpointName, fields } = await fieldsOf(tx, secret, lead);
    return { leadKey, leadId, status, version, endpointName, lastAnswer, fields };
  });

const changePerson = async (
  tx: Tx,
  secret: Buffer,
  { ownerKey, leadKey, capturedDate }: EditedLead,
  values: LeadEditValues,
): Promise<Person> => {
  const { rows } = await sql<{ sealed: Buffer | null }>`
    select sealed from lead_person
    where owner_key = ${ownerKey} and captured_date = ${capturedDate}::date and lead_key = ${leadKey} for update
  `.execute(tx);
  const sealed = rows[0]?.sealed ?? null;
  if (sealed === null) throw new AppError('NOT_FOUND', { message: ERASED });
  const before = openPerson(secret, { ownerKey, leadKey }, sealed);
  const changes = Object.fromEntries(
    SEALED.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );
  if (Object.keys(changes).length === 0) return before;
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
  return before;
};

/** Refuses what cannot be corrected now. */
const assertEditable = (lead: EditedLead, version: number | undefined): void => {
  if (version !== undefined && version !== lead.version) throw new AppError('STALE_ROW');
  if (!canEditLead(lead.status))
    throw new AppError('LEAD_STATUS_TRANSITION', { message: 'This lead does not wait to be delivered any more.' });
  if (lead.isUnderWay)
    throw new AppError('LEAD_STATUS_TRANSITION', {
      message: 'This lead is being sent at this moment. Try again in a minute.',
    });
  // Sent again, it would be billed in a month that is closed.
  if (lead.status === 'REJ' && lead.isPast)
    throw new AppError('MONTH_CLOSED', { message: 'The lead’s month is closed: it cannot be sent again.' });
};

/** A program decides the campus; a campus without a program must teach the lead's own. */
const withCampus = (
  lead: EditedLead,
  values: LeadEditValues,
  { campuses, programs }: Awaited<ReturnType<typeof listPlaces>>,
): LeadEditValues => {
  const { campusKey, programKey } = values;
  if (campusKey !== undefined && !campuses.some((one) => one.campusKey === campusKey))
    throw invalid('campusKey', 'This is no campus of the client.');
  if (programKey === undefined) return values;
  const program = programs.find((one) => one.programKey === programKey);
  if (program === undefined) throw invalid('programKey', 'This is no program of the client.');
  if (campusKey !== undefined && campusKey !== program.campusKey)
    throw invalid('programKey', 'This program is taught at another campus.');
  return program.campusKey === lead.campusKey ? values : { ...values, campusKey: program.campusKey };
};

const keptChanges = (fields: readonly EditedLeadField[], before: Person, values: LeadEditValues): KeptChange[] =>
  LEAD_EDIT_NAMES.flatMap((name): KeptChange[] => {
    const value = values[name];
    if (value === undefined) return [];
    const field = fields.find((one) => one.name === name);
    const isSealed = SEALED.some((one) => one === name);
    const old = isSealed ? (before[name as (typeof SEALED)[number]] ?? '') : (field?.value ?? '');
    const word = (text: string): string =>
      field?.isMasked === true ? maskedValue(name, text) : field === undefined ? text : wordOf(field, text);
    return old === String(value) ? [] : [{ name, before: word(old), after: word(String(value)) }];
  });

/**
 * Corrects a lead that waits, is stuck or was refused by its client, and sends it again. The history keeps what was there; the audit log has
 * the changed fields, not their values.
 */
export const editAndRetry = (
  { db, clock, secret }: EditDeps,
  { scope, origin }: Caller,
  ownerKey: number,
  { leadKey, version, values: given }: CallBody<typeof stuckLeadEdit>,
) =>
  db.withScope(scope, async (tx) => {
    const now = clock.now();
    if (LEAD_EDIT_NAMES.every((name) => given[name] === undefined))
      throw new AppError('VALIDATION', {
        errors: [{ field: 'values', code: 'empty', message: 'Change at least one value.' }],
      });
    const lead = await findEditedLead(tx, ownerKey, leadKey, now, { lock: true });
    if (lead === undefined) throw new AppError('NOT_FOUND');
    assertEditable(lead, version);
    const { fields, places } = await fieldsOf(tx, secret, { ...lead, endpointKey: null });
    const values = withCampus(lead, asPosted(given, { zone: lead.timeZone, now }, invalid), places);
    const by = { userKey: scope.userKey, at: now };
    const before = await changePerson(tx, secret, lead, values);
    const changes = keptChanges(fields, before, values);
    if (changes.length > 0) {
      await updateLeadValues(tx, lead, values);
      await insertLeadEdit(tx, lead, changes, by);
    }
    if (lead.status === 'REJ') {
      await moveLead(tx, lead, { from: 'REJ', to: 'VAL', by: 'ag', ...by });
      await queueDelivery(tx, lead, now);
    } else if (values.campusKey !== undefined) {
      await moveTaskToCampus(tx, ownerKey, leadKey, values.campusKey);
      await assignEndpoints(tx, ownerKey, lead.clientKey, now);
    }
    const queued = await retryLeads(tx, ownerKey, [leadKey], by);
    await sql`update delivery_task set mapping_errors = 0 where owner_key = ${ownerKey} and lead_key = ${leadKey}`.execute(
      tx,
    );
    await audit(tx, scope, origin, now, {
      action: 'stuckLeadEdited',
      ownerKey,
      entity: 'lead',
      entityKey: leadKey,
      after: { fields: changes.map(({ name }) => name) },
    });
    return { queued, atOnce: DELIVERY_SCHEDULE.atOnce };
  });
