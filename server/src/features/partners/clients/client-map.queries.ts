import { type PartnerClient, type PartnerClientStatus } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

export type StoredPartnerClient = Omit<PartnerClient, 'liveCampaigns'>;

/** Every client of the owner, with the partner's mapping where there is one. */
export const listPartnerClients = async (
  tx: Tx,
  ownerKey: number,
  partnerKey: number,
): Promise<StoredPartnerClient[]> => {
  const { rows } = await sql<StoredPartnerClient>`
    select c.client_key as "clientKey", c.name as "clientName", c.code as "clientCode", m.status, m.since::text as since,
           coalesce(m.note, '') as note, m.row_version as "rowVersion"
    from client c
    left join partner_client m on m.owner_key = c.owner_key and m.client_key = c.client_key and m.partner_key = ${partnerKey}
    where c.owner_key = ${ownerKey} order by lower(c.name), c.client_key
  `.execute(tx);
  return rows;
};

/** Changes to a partner's clients at one owner run one after the other. */
export const lockMap = (tx: Tx, ownerKey: number, partnerKey: number): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext('partner_client ' || ${ownerKey}::int), ${partnerKey}::int)`.execute(tx);

/** The start day stays, unless the status changes. */
export const upsertPartnerClients = (
  tx: Tx,
  { ownerKey, partnerKey, today }: { ownerKey: number; partnerKey: number; today: string },
  clientKeys: readonly number[],
  { status, note }: { status: PartnerClientStatus; note: string | undefined },
): Promise<unknown> =>
  sql`
    insert into partner_client as m (owner_key, partner_key, client_key, status, since, note)
    select ${ownerKey}, ${partnerKey}, k, ${status}, ${today}, ${note ?? null} from unnest(${[...clientKeys]}::int[]) k
    on conflict (owner_key, partner_key, client_key) do update set
      status = excluded.status, note = coalesce(${note ?? null}::text, m.note), row_version = m.row_version + 1,
      since = case when m.status = excluded.status then m.since else excluded.since end
  `.execute(tx);

interface CampaignOfPartner {
  campaignKey: number;
  clientKey: number;
}

/** The partner's campaigns for these clients, without deleted ones. */
export const listCampaignsFor = async (
  tx: Tx,
  ownerKey: number,
  partnerKey: number,
  clientKeys: readonly number[],
): Promise<CampaignOfPartner[]> => {
  const { rows } = await sql<CampaignOfPartner>`
    select c.campaign_key as "campaignKey", g.client_key as "clientKey"
    from campaign c join goal g using (owner_key, goal_key)
    where c.owner_key = ${ownerKey} and c.partner_key = ${partnerKey} and c.deleted_at is null
      and g.client_key = any (${[...clientKeys]}::int[])
    order by c.name, c.campaign_key
  `.execute(tx);
  return rows;
};
