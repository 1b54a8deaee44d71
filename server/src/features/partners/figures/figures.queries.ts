import { type MonthPlan } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';

export interface PartnerCampaign {
  campaignKey: number;
  partnerKey: number;
  clientKey: number;
}

const ofClients = (clientKeys: readonly number[]): RawBuilder<unknown> =>
  clientKeys.length === 0 ? sql`true` : sql`g.client_key = any (${[...clientKeys]}::int[])`;

/** The campaigns of media partners that may be live on a day; their status decides. */
export const listOpenCampaigns = async (
  tx: Tx,
  ownerKey: number,
  today: string,
  clientKeys: readonly number[],
): Promise<PartnerCampaign[]> => {
  const { rows } = await sql<PartnerCampaign>`
    select c.campaign_key as "campaignKey", c.partner_key as "partnerKey", g.client_key as "clientKey"
    from campaign c join goal g using (owner_key, goal_key)
    where c.owner_key = ${ownerKey} and c.partner_key is not null and c.deleted_at is null and c.activated_at is not null
      and c.start_date <= ${today} and coalesce(c.end_date >= ${today}, true) and ${ofClients(clientKeys)}
  `.execute(tx);
  return rows;
};

type PlanOfPartner = MonthPlan & { partnerKey: number };

/** The plans of a month for the campaigns that run in it. */
export const listPlans = async (
  tx: Tx,
  ownerKey: number,
  month: { from: string; to: string },
  clientKeys: readonly number[],
): Promise<PlanOfPartner[]> => {
  const { rows } = await sql<PlanOfPartner>`
    select c.partner_key as "partnerKey", p.monthly_capacity as "monthlyCapacity", p.incremental_capacity as "incrementalCapacity",
           p.monthly_allocation as "monthlyAllocation", p.monthly_soft_allocation as "monthlySoftAllocation",
           p.weekly_soft_allocation as "weeklySoftAllocation", p.weekly_allocation as "weeklyAllocation",
           p.daily_allocation as "dailyAllocation", p.client_monthly_allocation as "clientMonthlyAllocation",
           p.user_defined_monthly_allocation as "userDefinedMonthlyAllocation",
           p.user_defined_monthly_soft_allocation as "userDefinedMonthlySoftAllocation",
           p.user_defined_weekly_soft_allocation as "userDefinedWeeklySoftAllocation",
           p.user_defined_daily_allocation as "userDefinedDailyAllocation"
    from campaign_month p join campaign c using (owner_key, campaign_key) join goal g using (owner_key, goal_key)
    where p.owner_key = ${ownerKey} and p.month = ${month.from} and c.partner_key is not null and c.deleted_at is null
      and c.start_date <= ${month.to} and coalesce(c.end_date >= ${month.from}, true) and ${ofClients(clientKeys)}
  `.execute(tx);
  return rows;
};

interface PartnerCounts {
  partnerKey: number;
  activeClients: number;
  otherClients: number;
  contacts: number;
}

export const listCounts = async (tx: Tx, ownerKey: number): Promise<PartnerCounts[]> => {
  const { rows } = await sql<PartnerCounts>`
    select p.partner_key as "partnerKey",
           (select count(*) from partner_client m where m.owner_key = ${ownerKey} and m.partner_key = p.partner_key
              and m.status = 'ACTIVE')::int as "activeClients",
           (select count(*) from partner_client m where m.owner_key = ${ownerKey} and m.partner_key = p.partner_key
              and m.status <> 'ACTIVE')::int as "otherClients",
           (select count(*) from partner_contact k where k.partner_key = p.partner_key and k.active)::int as contacts
    from media_partner p
  `.execute(tx);
  return rows;
};
