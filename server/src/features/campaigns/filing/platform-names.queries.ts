import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { nameOf } from './file-names.queries.ts';

export interface FileAccount {
  accountKey: number;
  channel: string;
}

/** The owner's accounts by platform and account id. */
export const getAccountNames = async (tx: Tx, ownerKey: number): Promise<Map<string, FileAccount>> => {
  const { rows } = await sql<FileAccount & { platform: string; accountId: string }>`
    select t.name as platform, a.account_id as "accountId", a.account_key as "accountKey", a.channel
    from platform_account a join trading_platform t on t.platform_key = a.platform_key where a.owner_key = ${ownerKey}
  `.execute(tx);
  return new Map(rows.map(({ platform, accountId, ...account }) => [nameOf(platform, accountId), account]));
};

export interface PlatformLink {
  accountKey: number;
  externalId: string;
  platformCampaignKey: number;
  campaignKey: number | null;
  campaignName: string | null;
}

/** The platforms' names for these ids on these accounts, and the campaigns they are linked to. */
export const listPlatformLinks = async (
  tx: Tx,
  ownerKey: number,
  wanted: readonly { accountKey: number; externalId: string }[],
): Promise<Map<string, PlatformLink>> => {
  const { rows } = await sql<PlatformLink>`
    select y.account_key as "accountKey", y.external_id as "externalId", y.platform_campaign_key as "platformCampaignKey",
           y.campaign_key as "campaignKey", c.name as "campaignName"
    from unnest(${wanted.map(({ accountKey }) => accountKey)}::int[], ${wanted.map(({ externalId }) => externalId)}::text[]) w (account_key, external_id)
    join platform_campaign y on y.owner_key = ${ownerKey} and y.account_key = w.account_key and y.external_id = w.external_id
    left join campaign c on c.owner_key = y.owner_key and c.campaign_key = y.campaign_key
  `.execute(tx);
  return new Map(rows.map((link) => [nameOf(link.accountKey, link.externalId), link]));
};

interface WantedLink {
  accountKey: number;
  externalId: string;
  name: string;
  campaignKey: number;
}

/** Links the platform's campaigns; one that the last sync has not brought yet is stored as in the file. */
export const upsertLinks = async (tx: Tx, ownerKey: number, links: readonly WantedLink[]): Promise<void> => {
  if (links.length === 0) return;
  const json = JSON.stringify(links);
  const record = sql`("accountKey" int, "externalId" text, name text, "campaignKey" int)`;
  await sql`
    insert into platform_campaign (owner_key, account_key, external_id, name)
    select ${ownerKey}, n."accountKey", n."externalId", n.name from jsonb_to_recordset(${json}::jsonb) n ${record}
    on conflict (owner_key, account_key, external_id) do nothing
  `.execute(tx);
  await sql`
    update platform_campaign y set campaign_key = n."campaignKey" from jsonb_to_recordset(${json}::jsonb) n ${record}
    where y.owner_key = ${ownerKey} and y.account_key = n."accountKey" and y.external_id = n."externalId"
  `.execute(tx);
};

/** Removes all links of these campaigns. */
export const removeLinks = async (tx: Tx, ownerKey: number, campaignKeys: readonly number[]): Promise<void> => {
  await sql`
    update platform_campaign y set campaign_key = null from unnest(${[...campaignKeys]}::int[]) k (campaign_key)
    where y.owner_key = ${ownerKey} and y.campaign_key = k.campaign_key
  `.execute(tx);
};

interface UnlinkedRow {
  channel: string;
  tradingPlatform: string;
  accountId: string;
  platformCampaignId: string;
  platformCampaignName: string;
}

/** The first rows of a platform's template: its campaigns without a link. */
export const listUnlinkedRows = async (
  tx: Tx,
  { ownerKey, clientKey, platformKey }: { ownerKey: number; clientKey: number | null; platformKey: number },
): Promise<UnlinkedRow[]> => {
  const { rows } = await sql<UnlinkedRow>`
    select a.channel, t.name as "tradingPlatform", a.account_id as "accountId", y.external_id as "platformCampaignId", y.name as "platformCampaignName"
    from platform_campaign y
    join platform_account a on a.owner_key = y.owner_key and a.account_key = y.account_key
    join trading_platform t on t.platform_key = a.platform_key
    where y.owner_key = ${ownerKey} and y.campaign_key is null and y.status <> 'REMOVED' and a.platform_key = ${platformKey}
      and (${clientKey}::int is null or a.client_key = ${clientKey})
    order by a.account_id, lower(y.name)
  `.execute(tx);
  return rows;
};
