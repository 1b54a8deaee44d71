import { type PlatformCampaign } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { type Candidate } from './linking.rules.ts';

export type PlatformCampaignRow = Omit<PlatformCampaign, 'lastSyncAt'> & { lastSyncAt: Date | null };

const listWhere = async (tx: Tx, condition: RawBuilder<unknown>): Promise<PlatformCampaignRow[]> => {
  const { rows } = await sql<PlatformCampaignRow>`
    select y.platform_campaign_key as "platformCampaignKey", y.external_id as "externalId", y.name, y.status,
           a.account_key as "semClientAccountKey", a.account_name as "accountName", t.name as "platformName",
           cl.client_key as "clientKey", cl.name as "clientName", a.last_sync_at as "lastSyncAt",
           y.campaign_key as "campaignKey", c.name as "campaignName"
    from platform_campaign y
    join platform_account a on a.owner_key = y.owner_key and a.account_key = y.account_key
    join trading_platform t on t.platform_key = a.platform_key
    join client cl on cl.owner_key = a.owner_key and cl.client_key = a.client_key
    left join campaign c on c.owner_key = y.owner_key and c.campaign_key = y.campaign_key
    where ${condition}
    order by a.account_name, lower(y.name), y.platform_campaign_key
  `.execute(tx);
  return rows;
};

interface UnlinkedFilter {
  ownerKey: number;
  channel: string;
  accountKey: number | null;
  text: string;
}

export const listUnlinked = (
  tx: Tx,
  { ownerKey, channel, accountKey, text }: UnlinkedFilter,
): Promise<PlatformCampaignRow[]> => {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return listWhere(
    tx,
    sql`y.owner_key = ${ownerKey} and y.campaign_key is null and y.status <> 'REMOVED' and a.channel = ${channel}
      and (${accountKey}::int is null or a.account_key = ${accountKey}) and (y.name ilike ${pattern} or y.external_id ilike ${pattern})`,
  );
};

export const listOfAccount = (tx: Tx, ownerKey: number, accountKey: number): Promise<PlatformCampaignRow[]> =>
  listWhere(tx, sql`y.owner_key = ${ownerKey} and y.account_key = ${accountKey}`);

export const isAccount = async (tx: Tx, ownerKey: number, accountKey: number): Promise<boolean> => {
  const { rows } =
    await sql`select from platform_account where owner_key = ${ownerKey} and account_key = ${accountKey}`.execute(tx);
  return rows.length > 0;
};

interface Candidates {
  campaigns: (Candidate & { accountKey: number | null })[];
  goals: (Candidate & { clientKey: number })[];
}

/** Candidates for a link: the channel's campaigns, and the line items that it may use. */
export const listCandidates = async (tx: Tx, ownerKey: number, channel: string): Promise<Candidates> => {
  const campaigns = await sql<Candidates['campaigns'][number]>`
    select campaign_key as key, name, account_key as "accountKey" from campaign
    where owner_key = ${ownerKey} and channel = ${channel} and deleted_at is null order by campaign_key
  `.execute(tx);
  const goals = await sql<Candidates['goals'][number]>`
    select goal_key as key, name, client_key as "clientKey" from goal
    where owner_key = ${ownerKey} and active and coalesce(channel = ${channel}, true) order by goal_key
  `.execute(tx);
  return { campaigns: campaigns.rows, goals: goals.rows };
};

export interface LockedLink {
  platformCampaignKey: number;
  name: string;
  accountKey: number;
  channel: string;
  campaignKey: number | null;
  campaignName: string | null;
}

/** The platform's campaigns, locked until the transaction ends, so that nobody else links them meanwhile. */
export const listLinksLocked = async (tx: Tx, ownerKey: number, keys: readonly number[]): Promise<LockedLink[]> => {
  const { rows } = await sql<LockedLink>`
    select y.platform_campaign_key as "platformCampaignKey", y.name, y.account_key as "accountKey", a.channel,
           y.campaign_key as "campaignKey", (select c.name from campaign c where c.owner_key = y.owner_key and c.campaign_key = y.campaign_key) as "campaignName"
    from platform_campaign y join platform_account a on a.owner_key = y.owner_key and a.account_key = y.account_key
    where y.owner_key = ${ownerKey} and y.platform_campaign_key = any (${[...keys]}::int[])
    order by y.platform_campaign_key for update of y
  `.execute(tx);
  return rows;
};

/** Their whole history moves too: the numbers of both campaigns follow in the same transaction. */
export const updateLinks = async (
  tx: Tx,
  ownerKey: number,
  links: readonly { platformCampaignKey: number; campaignKey: number | null }[],
): Promise<void> => {
  if (links.length === 0) return;
  await sql`
    update platform_campaign y set campaign_key = n.campaign_key
    from unnest(${links.map(({ platformCampaignKey }) => platformCampaignKey)}::int[], ${links.map(({ campaignKey }) => campaignKey)}::int[])
         n (platform_campaign_key, campaign_key)
    where y.owner_key = ${ownerKey} and y.platform_campaign_key = n.platform_campaign_key
  `.execute(tx);
};
