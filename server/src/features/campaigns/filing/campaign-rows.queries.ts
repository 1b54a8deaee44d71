import { BID_PRICE_FIELDS } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { columnSql } from '../../../shared/lists/conditions.ts';
import { selectFields } from '../../../shared/records/record-store.ts';
import { campaignStore } from '../campaigns.queries.ts';
import { FILED_FIELDS, fileKey } from './file-fields.rules.ts';

/** A campaign as a row of the files: cells by column key, with the keys behind the names. */
export interface CampaignFileRow {
  readonly [column: string]: unknown;
  campaignKey: number;
  rowVersion: number;
  channel: string;
  clientKey: number;
  clientGoalKey: number;
  vendorKey: number | null;
  semClientAccountKey: number | null;
  channelCustomKey: number | null;
  campaignName: string;
  activatedAt: Date | null;
}

const KEYS = ['clientGoalKey', 'vendorKey', 'semClientAccountKey', 'channelCustomKey'] as const;
const CELLS = sql.join(
  [...FILED_FIELDS, ...BID_PRICE_FIELDS].map(
    (name) => sql`${columnSql(campaignStore[name].read)} as ${sql.id(fileKey(name))}`,
  ),
);

interface Question {
  ownerKey: number;
  /** The month of the plan, and the instant of the prices. */
  month: string;
  at: Date;
  lock: boolean;
}

/** The campaigns of an owner by key, without deleted ones and other owners'. */
export const listCampaignRows = async (
  tx: Tx,
  { ownerKey, month, at, lock }: Question,
  campaignKeys: readonly number[],
): Promise<CampaignFileRow[]> => {
  const { rows } = await sql<CampaignFileRow>`
    select c.campaign_key as "campaignKey", c.row_version as "rowVersion", c.channel, g.client_key as "clientKey",
           ${selectFields(campaignStore, ...KEYS)}, ${CELLS}, mp.code as "partnerCode", g.name as "lineItem",
           cc.name as "customChannel", c.activated_at as "activatedAt",
           m.monthly_capacity as "monthlyCapacity", m.monthly_allocation as "monthlyAllocation", m.monthly_soft_allocation as "monthlySoft",
           m.weekly_soft_allocation as "weeklySoft", m.daily_allocation as "dailyAllocation", m.weekly_allocation as "weeklyAllocation",
           x.codes as programs,
           (select string_agg(s, ';' order by s collate "C") from jsonb_array_elements_text(t.geo -> 'states') s) as states,
           tp.name as "tradingPlatform", a.account_id as "accountId", y.external_id as "platformCampaignId", y.name as "platformCampaignName"
    from unnest(${[...campaignKeys]}::int[]) k (campaign_key)
    join campaign c on c.owner_key = ${ownerKey} and c.campaign_key = k.campaign_key
    join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    left join media_partner mp on mp.partner_key = c.partner_key
    left join custom_channel cc on cc.owner_key = c.owner_key and cc.custom_channel_key = c.custom_channel_key
    left join lateral (
      select * from campaign_month m where m.owner_key = c.owner_key and m.campaign_key = c.campaign_key and m.month = ${month} limit 1
    ) m on true
    left join lateral (
      select t.geo from campaign_targeting t where t.owner_key = c.owner_key and t.campaign_key = c.campaign_key limit 1
    ) t on true
    left join platform_account a on a.owner_key = c.owner_key and a.account_key = c.account_key
    left join trading_platform tp on tp.platform_key = a.platform_key
    left join lateral (
      select * from campaign_price v where v.owner_key = c.owner_key and v.campaign_key = c.campaign_key
        and v.valid_from <= ${at}::timestamptz + interval '1 millisecond'
      order by v.valid_from desc limit 1
    ) p on true
    left join lateral (
      select string_agg(distinct q.code, ';' order by q.code) as codes from campaign_program s join program q using (owner_key, program_key)
      where s.owner_key = c.owner_key and s.campaign_key = c.campaign_key
    ) x on true
    left join lateral (
      select y.external_id, y.name from platform_campaign y where y.owner_key = c.owner_key and y.campaign_key = c.campaign_key
      order by y.platform_campaign_key limit 1
    ) y on true
    where c.deleted_at is null
    order by c.campaign_key ${lock ? sql`for update of c` : sql``}
  `.execute(tx);
  return rows;
};

interface TemplateChoice {
  ownerKey: number;
  clientKey: number | null;
  clientModelName: string | null;
  platformKey: number | null;
}

/** The campaigns of one kind: bought from partners, or on trading platforms. */
export const listCampaignKeys = async (
  tx: Tx,
  { ownerKey, clientKey, clientModelName, platformKey }: TemplateChoice,
  { onPlatforms }: { onPlatforms: boolean },
): Promise<number[]> => {
  const { rows } = await sql<{ key: number }>`
    select c.campaign_key as key from campaign c
    join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
    left join client_model m on m.owner_key = g.owner_key and m.client_model_key = g.client_model_key
    left join platform_account a on a.owner_key = c.owner_key and a.account_key = c.account_key
    where c.owner_key = ${ownerKey} and c.deleted_at is null and (c.channel <> 'ppl') = ${onPlatforms} and c.channel <> 'email'
      and (${clientKey}::int is null or g.client_key = ${clientKey})
      and (${clientModelName}::text is null or lower(m.name) = lower(${clientModelName}))
      and (${platformKey}::int is null or a.platform_key = ${platformKey})
    order by c.sort_name, c.campaign_key
  `.execute(tx);
  return rows.map(({ key }) => key);
};
