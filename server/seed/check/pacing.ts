import { type Check, type Range, WHOLE } from './check.ts';

/** The last complete day with inquiries. */
const THROUGH = `(select max(day) - 1 from campaign_day where gross > 0)`;
/** Minimum days for a run rate; before that, the previous month is checked, which is complete. */
const WORTH = 7;

/**
 * Spend so far ÷ open days so far × all open days, over all campaigns of a goal, against the goal's budget: domain handbook, 3.3 and 3.4.
 * For a platform with late data, up to its last loaded day.
 */
const PACE = `
  with month as (
    select first, (first + interval '1 month - 1 day')::date as last, ${THROUGH} as through
    from (select case when extract(day from ${THROUGH}) >= ${WORTH} then date_trunc('month', ${THROUGH})
                      else date_trunc('month', ${THROUGH}) - interval '1 month' end::date as first) f
  ), loaded as (
    select owner_key, account_key, max(day) as day from platform_day join platform_campaign using (owner_key, platform_campaign_key)
    where complete group by 1, 2
  ), running as (
    select c.owner_key, c.campaign_key, c.goal_key, least(m.last, m.through, l.day) as through, m.first, d::date as day
    from campaign c join campaign_targeting t using (owner_key, campaign_key) cross join month m
    left join loaded l on (l.owner_key, l.account_key) = (c.owner_key, c.account_key)
    cross join lateral generate_series(m.first, m.last, interval '1 day') d
    where c.activated_at is not null and d between c.start_date and coalesce(c.end_date, 'infinity')
      and (jsonb_array_length(t.day_parting -> 'days') in (0, 7) or extract(isodow from d) <= 5)
      and not exists (select from campaign_pause p where (p.owner_key, p.campaign_key) = (c.owner_key, c.campaign_key)
                      and d between p.starts_on and coalesce(p.ends_on, 'infinity'))
  ), eligible as (
    select owner_key, campaign_key, goal_key, first, through, count(*) filter (where day <= through) as done, count(*) as days
    from running group by 1, 2, 3, 4, 5
  ), spent as (
    select e.owner_key, e.goal_key, e.days, e.done,
           (select coalesce(sum(f.lead_client_cost + f.platform_client_cost + f.adjusted_client_cost), 0) from campaign_day f
            where (f.owner_key, f.campaign_key) = (e.owner_key, e.campaign_key) and f.day between e.first and e.through) as spend
    from eligible e
  ), goals as (
    select 100 * sum(coalesce(s.spend * s.days / nullif(s.done, 0), s.spend)) / coalesce(g.revised_spend_goal, g.spend_goal) as pace
    from goal_month g join spent s using (owner_key, goal_key)
    where g.month = (select first from month) and coalesce(g.revised_spend_goal, g.spend_goal) >= 250
    group by g.owner_key, g.goal_key, g.revised_spend_goal, g.spend_goal
  )`;

const shareOfGoals = (name: string, condition: string, range: Range): Check => ({
  name,
  query: `${PACE} select 100.0 * avg((${condition})::int) as value from goals`,
  range,
  small: [0, 80],
  only: WHOLE,
});

/** Delivered share of the allocation in the last complete month, of campaigns with an allocation. */
const DELIVERY = `
  with plans as (
    select owner_key, campaign_key, month, coalesce(user_defined_monthly_allocation, monthly_allocation) as allocation
    from campaign_month where month = (date_trunc('month', ${THROUGH} + 1) - interval '1 month')::date
  )
  select avg(coalesce(valid, 0)::numeric / allocation) as value
  from plans left join campaign_month_fact using (owner_key, campaign_key, month) where allocation > 0`;

/** About a fifth and an eighth of them; either share varies over the month. */
export const PACING_CHECKS: readonly Check[] = [
  { name: 'Delivered of allocated', query: DELIVERY, range: [0.9, 0.96], small: [0.8, 1.06], only: WHOLE },
  shareOfGoals('Goals that pace at 90 % or less, percent', 'pace <= 90', [3, 60]),
  shareOfGoals('Goals that pace at 110 % or more, percent', 'pace >= 110', [1, 45]),
];
