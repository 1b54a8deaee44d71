import { type DeliverySettings, storedDeliverySettingsSchema } from '@paceline/contract';
import { sql } from 'kysely';
import { type z } from 'zod';
import { type Tx } from '../../db/scope/tx.ts';
import { FIRST_KEY_ID } from '../../lib/secrets/key-ring.ts';
import { blindIndex, normaliseEmail, normalisePhone, type Person, sealPerson } from '../../lib/secrets/seal.ts';
import { makeLead } from './factories.ts';

/** What the application under test seals with. */
export const TEST_SECRET = Buffer.from('a secret for tests only, of 32 chars');

export const deliverySettings = (over: Partial<z.input<typeof storedDeliverySettingsSchema>> = {}): DeliverySettings =>
  storedDeliverySettingsSchema.parse({
    method: 'JSON',
    url: 'https://leads.school.example/intake',
    auth: { kind: 'NONE' },
    fields: [
      { name: 'id', template: '{leadId}' },
      { name: 'first', template: '{firstName}' },
      { name: 'email', template: '{email}' },
      { name: 'phone', template: '{phone|digits}' },
    ],
    ...over,
  });

export const clientOf = async (tx: Tx, ownerKey: number, campaignKey: number): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    select g.client_key as key from campaign c join goal g using (owner_key, goal_key)
    where c.owner_key = ${ownerKey} and c.campaign_key = ${campaignKey}`.execute(tx);
  return rows[0]!.key;
};

export const makeEndpoint = async (
  tx: Tx,
  parts: { ownerKey: number; clientKey: number; campusKey?: number | null; settings?: DeliverySettings },
): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    insert into delivery_endpoint (owner_key, client_key, campus_key, name, settings)
    values (${parts.ownerKey}, ${parts.clientKey}, ${parts.campusKey ?? null}, 'School CRM',
            ${JSON.stringify(parts.settings ?? deliverySettings())})
    returning endpoint_key as key`.execute(tx);
  const endpointKey = rows[0]!.key;
  await sql`insert into delivery_health (owner_key, endpoint_key) values (${parts.ownerKey}, ${endpointKey})`.execute(
    tx,
  );
  return endpointKey;
};

/** A valid lead with the person behind it. */
export const makeValidLead = async (
  tx: Tx,
  parts: {
    ownerKey: number;
    campaignKey: number;
    at: Date;
    person?: Partial<Person>;
    status?: string;
    secret?: Buffer;
  },
): Promise<{ leadKey: number; capturedDate: string }> => {
  const { ownerKey, campaignKey, at, status = 'VAL', secret = TEST_SECRET } = parts;
  const leadKey = await makeLead(tx, { ownerKey, campaignKey, at, status });
  const { rows } = await sql<{ day: string }>`
    select captured_date::text as day from lead where owner_key = ${ownerKey} and lead_key = ${leadKey}`.execute(tx);
  const capturedDate = rows[0]!.day;
  const person: Person = {
    firstName: 'Zoë',
    lastName: `O’Hara-${leadKey}`,
    email: `zoe.${leadKey}@mail.example`,
    phone: `614${String(leadKey).padStart(7, '0')}`,
    ...parts.person,
  };
  await sql`call app.ensure_months('lead_person', ${capturedDate}::date, ${capturedDate}::date)`.execute(tx);
  await sql`call app.ensure_months('lead_delivery', ${capturedDate}::date, ${capturedDate}::date)`.execute(tx);
  await sql`call app.ensure_months('lead_status_change', ${capturedDate}::date, ${capturedDate}::date)`.execute(tx);
  await sql`
    insert into lead_person (owner_key, captured_date, lead_key, key_id, sealed, email_hash, phone_hash)
    values (${ownerKey}, ${capturedDate}, ${leadKey}, ${FIRST_KEY_ID}, ${sealPerson(secret, { ownerKey, leadKey }, person)},
            ${blindIndex(secret, ownerKey, 'email', normaliseEmail(person.email))},
            ${blindIndex(secret, ownerKey, 'phone', normalisePhone(person.phone))})`.execute(tx);
  return { leadKey, capturedDate };
};
