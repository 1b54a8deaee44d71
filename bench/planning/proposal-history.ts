import { listOnlineModels } from '@paceline/server/src/metrics/curves/curves.queries.ts';
import { type Tx } from '@paceline/server/src/db/scope/tx.ts';
import {
  ageWeights,
  MATURE_DAYS,
  type MatureParts,
  NO_MATURE_PARTS,
  WEIGHT_UNITS,
} from '@paceline/server/src/metrics/maturity/mature-cost.rules.ts';
import { DEFAULT_LAG_CURVES, shareMatured } from '@paceline/server/src/metrics/maturity/maturity.rules.ts';
import { sql } from 'kysely';

/** A campaign in one past month: what was known of it on the first day, and what came of it later. */
export interface PastCampaign {
  campaignKey: number;
  goalKey: number;
  clientKey: number;
  partnerKey: number | null;
  online: boolean;
  /** What held in the month before, which rolls over. */
  before: number;
  capacity: number | null;
  price: number;
  /** What was allocated in the month itself, and what of it came. */
  allocated: number;
  delivered: number;
}

/** Pay-per-lead campaigns that had an allocation in the month and in the one before it. */
export const listCampaigns = async (tx: Tx, ownerKey: number, month: string): Promise<PastCampaign[]> => {
  const online = await listOnlineModels(tx, [ownerKey]);
  const { rows } = await sql<PastCampaign>`
    select c.campaign_key as "campaignKey", c.goal_key as "goalKey", g.client_key as "clientKey", c.partner_key as "partnerKey",
           coalesce(g.client_model_key = any (${online}::int[]), false) as online,
           coalesce(l.user_defined_monthly_allocation, l.monthly_allocation) as before,
           m.monthly_capacity as capacity, p.client_desktop::float8 as price,
           coalesce(m.user_defined_monthly_allocation, m.monthly_allocation) as allocated, coalesce(f.valid, 0)::int as delivered
    from campaign c
    join goal g using (owner_key, goal_key)
    join campaign_month m on m.owner_key = c.owner_key and m.campaign_key = c.campaign_key and m.month = ${month}
    join campaign_month l on l.owner_key = c.owner_key and l.campaign_key = c.campaign_key
      and l.month = (${month}::date - interval '1 month')::date
    left join campaign_month_fact f on f.owner_key = c.owner_key and f.campaign_key = c.campaign_key and f.month = m.month
    join lateral (
      select v.client_desktop from campaign_price v
      where v.owner_key = c.owner_key and v.campaign_key = c.campaign_key and v.valid_from <= ${month}::date + 1
      order by v.valid_from desc limit 1
    ) p on true
    where c.owner_key = ${ownerKey} and c.channel = 'ppl' and p.client_desktop > 0
      and coalesce(l.user_defined_monthly_allocation, l.monthly_allocation) > 0
      and coalesce(m.user_defined_monthly_allocation, m.monthly_allocation) > 0
    order by c.campaign_key
  `.execute(tx);
  return rows;
};

interface Cohort {
  campaignKey: number;
  age: number;
  inquiries: number;
  outcomes: number;
}

/** Good inquiries of the days, and how many of them had enrolled by a day; ages are counted from that day. */
const listCohorts = async (
  tx: Tx,
  ownerKey: number,
  { from, to, by }: { from: string; to: string; by: string },
): Promise<Cohort[]> => {
  const { rows } = await sql<Cohort>`
    select l.campaign_key as "campaignKey", ${by}::date - l.captured_date as age, count(*)::int as inquiries,
           (count(*) filter (where l.enrollment_on <= ${by}::date))::int as outcomes
    from lead l join campaign c using (owner_key, campaign_key)
    where l.owner_key = ${ownerKey} and c.channel = 'ppl' and l.captured_date between ${from} and ${to} and app.is_good(l.status)
    group by 1, 2
  `.execute(tx);
  return rows;
};

/** The sums of mature costs as they stood on a day: nothing that came in later is in them. */
export const maturePartsAt = async (
  tx: Tx,
  ownerKey: number,
  campaigns: readonly PastCampaign[],
  day: string,
): Promise<Map<number, MatureParts>> => {
  const { rows } = await sql<{ from: string }>`select (${day}::date - ${MATURE_DAYS - 1}::int)::text as from`.execute(
    tx,
  );
  const cohorts = await listCohorts(tx, ownerKey, { from: rows[0]!.from, to: day, by: day });
  const campaignsByKey = new Map(campaigns.map((campaign) => [campaign.campaignKey, campaign]));
  const sums = new Map<number, MatureParts>();
  for (const { campaignKey, age, inquiries, outcomes } of cohorts) {
    const campaign = campaignsByKey.get(campaignKey);
    if (!campaign) continue;
    const weights = ageWeights(DEFAULT_LAG_CURVES[campaign.online ? 'online' : 'career'].enrollment, age);
    const parts = sums.get(campaignKey) ?? { ...NO_MATURE_PARTS };
    parts.weightedOutcomes += (outcomes * weights.recent) / WEIGHT_UNITS;
    parts.squaredOutcomes += (outcomes * weights.recentSquared) / WEIGHT_UNITS;
    parts.weightedInquiries += (inquiries * weights.weight) / WEIGHT_UNITS;
    parts.maturedInquiries += (inquiries * weights.matured) / WEIGHT_UNITS;
    parts.inquiries += inquiries;
    parts.outcomes += outcomes;
    sums.set(campaignKey, parts);
  }
  return sums;
};

/** What really became of the inquiries of these days, by now: enrollments for each that could have matured. */
export const trueRates = async (
  tx: Tx,
  ownerKey: number,
  campaigns: readonly PastCampaign[],
  days: { from: string; to: string; by: string },
): Promise<(campaign: PastCampaign) => number> => {
  const cohorts = Map.groupBy(await listCohorts(tx, ownerKey, days), ({ campaignKey }) => campaignKey);
  const sumOf = (own: readonly PastCampaign[]) => {
    let [outcomes, matured] = [0, 0];
    for (const { campaignKey, online } of own)
      for (const cohort of cohorts.get(campaignKey) ?? []) {
        outcomes += cohort.outcomes;
        matured +=
          cohort.inquiries * shareMatured(DEFAULT_LAG_CURVES[online ? 'online' : 'career'].enrollment, cohort.age);
      }
    return { outcomes, matured };
  };
  const all = sumOf(campaigns);
  return (campaign) => {
    const { outcomes, matured } = sumOf([campaign]);
    // A campaign that had no inquiry in these days is taken as an average one.
    if (matured > 0) return outcomes / matured;
    return all.matured > 0 ? all.outcomes / all.matured : 0;
  };
};
