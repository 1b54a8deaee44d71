import {
  DELIVERY_FIELD_NAMES,
  type DeliverySettings,
  storedDeliverySettingsSchema,
  type DeliveryValues,
} from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { openCredential, openPerson, type Person } from '../../lib/secrets/seal.ts';

/** An endpoint with its decrypted secrets, ready for sending. */
export interface OpenEndpoint {
  endpointKey: number;
  name: string;
  version: number;
  settings: DeliverySettings;
  secret: string | null;
  /** Fingerprint of the SFTP server, once seen. */
  hostKey: string | null;
  /** Identifies the endpoint's current version, for cached tokens. */
  id: string;
}

interface EndpointRow {
  endpointKey: number;
  name: string;
  version: number;
  settings: unknown;
  secret: Buffer | null;
  secretSetAt: Date | null;
  hostKey: string | null;
}

export const findOpenEndpoint = async (
  tx: Tx,
  secret: Buffer,
  ownerKey: number,
  endpointKey: number,
): Promise<OpenEndpoint | null> => {
  const { rows } = await sql<EndpointRow>`
    select endpoint_key as "endpointKey", name, version, settings, secret, secret_set_at as "secretSetAt",
           host_key as "hostKey"
    from delivery_endpoint where owner_key = ${ownerKey} and endpoint_key = ${endpointKey}
  `.execute(tx);
  const [row] = rows;
  if (row === undefined) return null;
  return {
    endpointKey,
    name: row.name,
    version: row.version,
    settings: storedDeliverySettingsSchema.parse(row.settings),
    hostKey: row.hostKey,
    secret: row.secret === null ? null : openCredential(secret, { ownerKey, endpointKey }, row.secret),
    id: `${ownerKey}:${endpointKey}:${row.version}:${row.secretSetAt?.getTime() ?? 0}`,
  };
};

type PlainValues = Omit<
  DeliveryValues,
  'firstName' | 'lastName' | 'email' | 'phone' | 'addressLine1' | 'addressLine2' | 'city'
>;
type LeadRow = Record<keyof PlainValues, string | null> & { sealed: Buffer | null };

const iso = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
const yes = (column: string) => sql`case ${sql.ref(column)} when true then 'Y' when false then 'N' end`;

const findLead = async (tx: Tx, ownerKey: number, leadKey: number): Promise<LeadRow | undefined> => {
  const { rows } = await sql<LeadRow>`
    select l.public_id as "leadId", ${iso('l.created_at')} as "receivedAt", l.transaction_id as "transactionId", l.state, l.zip,
           l.age::text, l.education, l.grad_year::text as "gradYear", l.degree_of_interest as "degreeLevel",
           l.area_of_interest as "areaOfInterest", l.military_status as "militaryStatus", l.military_branch as "militaryBranch",
           l.start_timeframe as "startTimeframe", k.code as "campusCode", k.name as "campusName",
           coalesce(g.client_program_code, g.code) as "programCode", g.name as "programName", cl.code as "clientCode",
           c.code as "campaignCode", c.client_code as "clientCampaignCode", m.code as "partnerCode",
           s.source_tag as source, l.sub_source as "subSource", l.lead_source_type as "leadSourceType", l.device,
           o.consent_text as "consentText", ${iso('o.given_at')} as "consentAt", o.page_url as "consentPage", o.ip as "consentIp",
           o.certificate, ${yes('o.dialer_opt_in')} as "dialerOptIn", ${yes('o.text_opt_in')} as "textOptIn", p.sealed
    from lead l
    join campaign c on c.owner_key = l.owner_key and c.campaign_key = l.campaign_key
    join goal a on a.owner_key = c.owner_key and a.goal_key = c.goal_key
    join client cl on cl.owner_key = a.owner_key and cl.client_key = a.client_key
    left join campus k on k.owner_key = l.owner_key and k.campus_key = l.campus_key
    left join program g on g.owner_key = l.owner_key and g.program_key = l.program_key
    left join media_partner m on m.partner_key = l.partner_key
    left join publisher_source s on s.publisher_source_key = l.publisher_source_key
    left join lead_person p on p.owner_key = l.owner_key and p.captured_date = l.captured_date and p.lead_key = l.lead_key
    left join lead_consent o on o.owner_key = l.owner_key and o.captured_date = l.captured_date and o.lead_key = l.lead_key
    where l.owner_key = ${ownerKey} and l.lead_key = ${leadKey}
  `.execute(tx);
  return rows[0];
};

const valuesOf = (row: Readonly<Record<string, unknown>>, person: Person): DeliveryValues => {
  const all: Record<string, unknown> = { ...row, ...person };
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
  return Object.fromEntries(DELIVERY_FIELD_NAMES.map((name) => [name, textOf(all[name])])) as DeliveryValues;
};

/** The lead's values for delivery, with the person decrypted; null where the person was erased. */
export const findDeliveryValues = async (
  tx: Tx,
  secret: Buffer,
  ownerKey: number,
  leadKey: number,
): Promise<DeliveryValues | null> => {
  const row = await findLead(tx, ownerKey, leadKey);
  if (row?.sealed == null) return null;
  const { sealed, ...plain } = row;
  return valuesOf(plain, openPerson(secret, { ownerKey, leadKey }, sealed));
};
