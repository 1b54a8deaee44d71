import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { isLead, type Which } from '../details.queries.ts';

interface StoredTry {
  request: string | null;
  endpointKey: number | null;
  version: number | null;
}

export const findTry = async (tx: Tx, which: Which, attempt: number): Promise<StoredTry | undefined> => {
  const { rows } = await sql<StoredTry>`
    select d.request, d.endpoint_key as "endpointKey", d.endpoint_version as version
    from lead_delivery d where ${isLead(which, 'd')} and d.attempt = ${attempt}
  `.execute(tx);
  return rows[0];
};

/** The settings that a try was sent with. */
export const findSettings = async (
  tx: Tx,
  ownerKey: number,
  { endpointKey, version }: Pick<StoredTry, 'endpointKey' | 'version'>,
): Promise<unknown> => {
  const { rows } = await sql<{ settings: unknown }>`
    select v.settings from delivery_endpoint_version v
    where v.owner_key = ${ownerKey} and v.endpoint_key = ${endpointKey} and v.version = ${version}
  `.execute(tx);
  return rows[0]?.settings ?? null;
};

interface PostedLead {
  campaignKey: number;
  sealed: Buffer | null;
  consentText: string | null;
}

export const findPosted = async (tx: Tx, which: Which): Promise<PostedLead | undefined> => {
  const { rows } = await sql<PostedLead>`
    select l.campaign_key as "campaignKey", p.sealed, c.consent_text as "consentText"
    from lead l
    left join lead_person p on p.owner_key = l.owner_key and p.captured_date = l.captured_date and p.lead_key = l.lead_key
    left join lead_consent c on c.owner_key = l.owner_key and c.captured_date = l.captured_date and c.lead_key = l.lead_key
    where ${isLead(which, 'l')}
  `.execute(tx);
  return rows[0];
};
