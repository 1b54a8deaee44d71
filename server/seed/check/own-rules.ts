import { type Check, WHOLE } from './check.ts';

const unitsAbove = (kind: 'month' | 'day', cap: string): string => `
  with used as (
    select l.owner_key, l.campaign_key, u.from_day, count(*) as units
    from lead l cross join lateral app.cap_units(l) u where u.kind = '${kind}' group by 1, 2, 3
  )
  select coalesce(sum(greatest(units - ${cap}, 0)), 0)::int as value
  from used join campaign c using (owner_key, campaign_key)
    join campaign_month m on (m.owner_key, m.campaign_key, m.month) = (c.owner_key, c.campaign_key, date_trunc('month', from_day)::date)
  where c.channel = 'ppl' and c.over_delivery in ('REJECT', 'HOLD')`;

/** Checks that the demo does not violate the rules it shows. */
export const OWN_RULE_CHECKS: readonly Check[] = [
  {
    name: 'Leads above the cap of their month, of campaigns that take none',
    query: unitsAbove('month', 'coalesce(m.user_defined_monthly_allocation, m.monthly_allocation)'),
    range: [0, 0],
    only: WHOLE,
  },
  {
    name: 'Leads above the cap of their day, of campaigns that take none',
    query: unitsAbove('day', 'coalesce(m.user_defined_daily_allocation, m.daily_allocation)'),
    range: [0, 0],
    only: WHOLE,
  },
  {
    name: 'Leads whose last change is not to their status',
    query: `
      select count(*)::int as value from lead l left join lateral (
        select to_status from lead_status_change s
        where (s.owner_key, s.captured_date, s.lead_key) = (l.owner_key, l.captured_date, l.lead_key)
        order by at desc, change_key desc limit 1) s on true
      where s.to_status is distinct from l.status`,
    range: [0, 0],
    only: WHOLE,
  },
];

const fewestOf = (what: string): string => `
  select min(n)::int as value from (
    select owner_key, count(distinct ${what}) as n from website_day
    where day > (select max(day) from website_day) - 30 group by 1) o`;

/** Lists that must span several pages, as specified. */
export const PAGED_LIST_CHECKS: readonly Check[] = [
  { name: 'Pages of the website with fewest', query: fewestOf('path'), range: [29, 60], small: [1, 60], only: WHOLE },
  {
    name: 'Sources of the website with fewest',
    query: fewestOf('(source, medium)'),
    range: [11, 60],
    small: [1, 60],
    only: WHOLE,
  },
];
