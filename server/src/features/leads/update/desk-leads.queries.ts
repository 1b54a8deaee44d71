import { type LeadStatus } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type LeadId } from '../../../shared/delivery/move-lead.ts';
import { type DeskLead } from './desk-move.rules.ts';

/** A lead with the fields that a change needs. */
export interface StoredLead extends LeadId, DeskLead {
  leadId: string;
  version: number;
  reasons: string[];
  reference: string | null;
  createdAt: Date;
  campaignName: string;
}

/** The leads of these keys, in the order of their keys: all locks are taken in this order. */
export const listDeskLeads = async (
  tx: Tx,
  ownerKey: number,
  leadKeys: readonly number[],
  now: Date,
  { lock }: { lock: boolean },
): Promise<StoredLead[]> => {
  const { rows } = await sql<StoredLead>`
    select l.owner_key as "ownerKey", l.lead_key::int as "leadKey", l.captured_date::text as "capturedDate", l.status,
           l.row_version as version, l.public_id as "leadId", l.status_reasons as reasons, l.crm_reference as reference,
           l.created_at as "createdAt", c.name as "campaignName",
           l.captured_date < date_trunc('month', ${now}::timestamptz at time zone o.time_zone)::date as "isPast"
    from unnest(${[...leadKeys]}::bigint[]) wanted (key)
    join lead l on l.lead_key = wanted.key and l.owner_key = ${ownerKey}
    join owner o on o.owner_key = l.owner_key
    join campaign c on c.owner_key = l.owner_key and c.campaign_key = l.campaign_key
    order by l.lead_key ${lock ? sql`for update of l` : sql``}
  `.execute(tx);
  return rows;
};

const KEY = /^[1-9]\d{0,8}$/;

interface Named {
  name: string;
  leadKey: number;
}

/**
 * The leads for each name: a key, a public id or a media partner's transaction id. Digits are a key first, and a transaction id only where
 * no lead has that key.
 */
export const findNamedLeads = async (
  tx: Tx,
  ownerKey: number,
  names: readonly string[],
): Promise<Map<string, number[]>> => {
  const keysOfName = new Map<string, number[]>();
  const add = (rows: readonly Named[]): void => {
    for (const [name, leads] of Map.groupBy(rows, (row) => row.name))
      keysOfName.set(
        name,
        leads.map(({ leadKey }) => leadKey),
      );
  };
  const left = () => names.filter((name) => !keysOfName.has(name));
  const byKey = await sql<Named>`
    select w.key::text as name, l.lead_key::int as "leadKey"
    from unnest(${names.filter((name) => KEY.test(name)).map(Number)}::bigint[]) w (key)
    join lead l on l.lead_key = w.key and l.owner_key = ${ownerKey}
  `.execute(tx);
  add(byKey.rows);
  for (const column of ['public_id', 'transaction_id']) {
    const { rows } = await sql<Named>`
      select w.name, l.lead_key::int as "leadKey" from unnest(${left()}::text[]) w (name)
      join lead l on l.owner_key = ${ownerKey} and ${sql.ref(`l.${column}`)} = w.name
      order by l.lead_key
    `.execute(tx);
    add(rows);
  }
  return keysOfName;
};

/** The reason for each lead's last status, by lead, where its history has one. */
export const listLastReasons = async (
  tx: Tx,
  ownerKey: number,
  leads: readonly (LeadId & { status: LeadStatus })[],
): Promise<Map<number, string[]>> => {
  const days = sql`${leads.map(({ capturedDate }) => capturedDate)}::date[]`;
  const { rows } = await sql<{ leadKey: number; reasons: string[] }>`
    select distinct on (h.lead_key) h.lead_key::int as "leadKey", h.reasons
    from unnest(${days}, ${leads.map(({ leadKey }) => leadKey)}::bigint[], ${leads.map(({ status }) => status)}::text[])
      w (day, key, status)
    join lead_status_change h on h.owner_key = ${ownerKey} and h.captured_date = any (${days}) and h.captured_date = w.day
      and h.lead_key = w.key and h.to_status = w.status
    order by h.lead_key, h.at desc, h.change_key desc
  `.execute(tx);
  return new Map(rows.map(({ leadKey, reasons }) => [leadKey, reasons]));
};
