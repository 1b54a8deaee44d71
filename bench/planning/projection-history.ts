import { type DayParting } from '@paceline/contract';
import { type Pause, pastEligibility } from '@paceline/server/src/metrics/periods/period-calendar.ts';
import { type Day, dayOf, type DayRange, daysOf } from '@paceline/server/src/metrics/periods/periods.ts';
import type pg from 'pg';

/** A campaign's past: on which days it could run, and what each of them brought. Days are counted from the history's first. */
export interface PastCampaign {
  goalKey: number;
  stopsAtCap: boolean;
  open: readonly boolean[];
  spend: Float64Array;
  leads: Float64Array;
  /** The hard cap of a month, by its first day. */
  caps: ReadonlyMap<string, number | null>;
  /** What its line item's targets of a month are to those of the month before, by its first day. */
  planChanges: ReadonlyMap<string, PlanChange>;
}

type PlanChange = Record<'spend' | 'leads', number | null>;

interface OwnerHistory {
  days: readonly Day[];
  campaigns: PastCampaign[];
}

interface CampaignRow {
  campaignKey: number;
  goalKey: number;
  channel: string;
  overDelivery: string;
  startDate: string;
  endDate: string | null;
  activatedAt: Date | null;
  deletedAt: Date | null;
  dayParting: DayParting | null;
}

export const listOwners = async (client: pg.Client): Promise<{ ownerKey: number; zone: string }[]> => {
  const { rows } = await client.query<{ ownerKey: number; zone: string }>(
    `select owner_key as "ownerKey", time_zone as zone from owner order by 1`,
  );
  return rows;
};

/** What an owner's campaigns cost and brought on each day of the range, and when they could run, as far as their rows tell. */
export const readHistory = async (
  client: pg.Client,
  { ownerKey, zone }: { ownerKey: number; zone: string },
  range: DayRange,
): Promise<OwnerHistory> => {
  const days = daysOf(range);
  const place = new Map(days.map((day, index) => [day.toString(), index]));
  const { rows: campaigns } = await client.query<CampaignRow>(
    `select c.campaign_key as "campaignKey", c.goal_key as "goalKey", c.channel, c.over_delivery as "overDelivery",
            c.start_date::text as "startDate", c.end_date::text as "endDate", c.activated_at as "activatedAt",
            c.deleted_at as "deletedAt",
            case when jsonb_array_length(t.day_parting -> 'days') > 0 then t.day_parting end as "dayParting"
     from campaign c left join campaign_targeting t using (owner_key, campaign_key) where c.owner_key = $1`,
    [ownerKey],
  );
  const { rows: pauses } = await client.query<Pause & { campaignKey: number }>(
    `select campaign_key as "campaignKey", starts_on::text as "startsOn", ends_on::text as "endsOn", set_at as "setAt",
            cancelled_at as "cancelledAt" from campaign_pause where owner_key = $1`,
    [ownerKey],
  );
  const { rows: caps } = await client.query<{ campaignKey: number; month: string; cap: number | null }>(
    `select campaign_key as "campaignKey", month::text, coalesce(user_defined_monthly_allocation, monthly_allocation) as cap
     from campaign_month where owner_key = $1`,
    [ownerKey],
  );
  const { rows: plans } = await client.query<PlanChange & { goalKey: number; month: string }>(
    `select goal_key as "goalKey", m.month::text, change.spend, change.leads
     from (select set_config('app.owner_keys', array[$1::int]::text, false)) scope
     cross join (select distinct month from goal_month where owner_key = $1) m
     cross join lateral app.plan_changes($1, m.month) change`,
    [ownerKey],
  );
  const { rows: facts } = await client.query<{ campaignKey: number; day: string; spend: number; leads: number }>(
    `select campaign_key as "campaignKey", day::text,
            (lead_client_cost + platform_client_cost + adjusted_client_cost)::float8 as spend, valid::int as leads
     from campaign_day where owner_key = $1 and day between $2 and $3`,
    [ownerKey, range.from.toString(), range.to.toString()],
  );
  const pausesOf = Map.groupBy(pauses, ({ campaignKey }) => campaignKey);
  const capsOf = Map.groupBy(caps, ({ campaignKey }) => campaignKey);
  const plansOf = Map.groupBy(plans, ({ goalKey }) => goalKey);
  const factsOf = Map.groupBy(facts, ({ campaignKey }) => campaignKey);
  const today = dayOf(range.to.add({ days: 1 }).toString());
  return {
    days,
    campaigns: campaigns
      .filter(({ campaignKey }) => factsOf.has(campaignKey))
      .map((row): PastCampaign => {
        const isOpen = pastEligibility(row, pausesOf.get(row.campaignKey) ?? [], zone, today);
        const spend = new Float64Array(days.length);
        const leads = new Float64Array(days.length);
        for (const fact of factsOf.get(row.campaignKey) ?? []) {
          const at = place.get(fact.day) ?? 0;
          spend[at] = fact.spend;
          leads[at] = fact.leads;
        }
        return {
          goalKey: row.goalKey,
          stopsAtCap: row.channel === 'ppl' && row.overDelivery !== 'ACCEPT_UNPAID',
          open: days.map(isOpen),
          spend,
          leads,
          caps: new Map(capsOf.get(row.campaignKey)?.map(({ month, cap }) => [month, cap])),
          planChanges: new Map(plansOf.get(row.goalKey)?.map(({ month, ...change }) => [month, change])),
        };
      }),
  };
};
