import { type Check, type Range } from './check.ts';
import { MONEY_CHECKS } from './money.ts';
import { OWN_RULE_CHECKS, PAGED_LIST_CHECKS } from './own-rules.ts';
import { PACING_CHECKS } from './pacing.ts';
import { PEOPLE_CHECKS } from './people.ts';
import { type Kind, ratesOf } from '../leads/rates.ts';

const FACTS = 'campaign_month_fact join campaign using (owner_key, campaign_key)';
/** The current month is incomplete. */
const CURRENT = `(select max(month) from campaign_month_fact where gross > 0)`;
const GOOD = `app.is_good(status)`;

const share = (part: string, whole: string, where: string): string =>
  `select 100.0 * sum(${part}) / nullif(sum(${whole}), 0) as value from ${FACTS} where ${where}`;

/** From the lowest to the highest range of a channel's segments. */
const rangeOf = (kinds: readonly Kind[]): Range => {
  const segments = ['career', 'online', 'graduate', 'home'] as const;
  const ranges = segments.flatMap((segment) => kinds.map((kind) => ratesOf(segment, kind).range));
  return [Math.min(...ranges.map(([least]) => least)), Math.max(...ranges.map(([, most]) => most))];
};

const costPerInquiry = (channel: string, kinds: readonly Kind[]): Check => ({
  name: `Cost per inquiry of ${channel}`,
  query: `select sum(lead_client_cost + platform_client_cost) / nullif(sum(valid), 0) as value
          from ${FACTS} where channel = '${channel}' and month < ${CURRENT}`,
  range: rangeOf(kinds),
});

/** Difference of a sum between raw rows and rollups: must be zero to the cent. */
const difference = (what: string, raw: string, rolled: string): Check => ({
  name: `${what} of the rows less that of the rollups`,
  query: `select (${raw}) - (${rolled}) as value`,
  range: [0, 0],
});

const JANUARY_TO_DECEMBER = `
  select avg(valid) filter (where extract(month from month) = 1) / avg(valid) filter (where extract(month from month) = 12) as value
  from (select month, sum(valid) as valid from campaign_month_fact where month < ${CURRENT} group by 1) m`;

const NESTING = `
  select 100.0 * avg((not (start_on is not null and enrollment_on is null) and not (enrollment_on is not null and application_on is null)
    and not (application_on is not null and contact_on is null) and not (appointment_on is not null and contact_on is null))::int) as value
  from lead where app.is_billable(status)`;

/** For campaigns open all month with at least twenty inquiries: fewer are too random. */
const RUN_RATE = `
  with months as (
    select owner_key, campaign_key, date_trunc('month', day)::date as month, sum(valid) as whole,
           coalesce(sum(valid) filter (where extract(day from day) <= 10), 0) * extract(day from date_trunc('month', min(day)) + interval '1 month - 1 day') / 10 as run_rate
    from campaign_day group by 1, 2, 3
  )
  select coalesce(100.0 * avg((run_rate > whole * 3 or run_rate * 3 < whole)::int), 0) as value
  from months m join campaign c using (owner_key, campaign_key)
  where whole >= 20 and month < ${CURRENT} and start_date <= month and (end_date is null or end_date >= month + interval '1 month')
    and not exists (select from campaign_pause p where (p.owner_key, p.campaign_key) = (m.owner_key, m.campaign_key)
                    and p.starts_on < month + interval '1 month' and coalesce(p.ends_on, 'infinity') >= month)`;

export const CHECKS: readonly Check[] = [
  { name: 'Valid of gross, percent', query: share('valid', 'gross', 'true'), range: [82, 89], small: [80, 91] },
  {
    name: 'Valid of gross in pay per lead, percent',
    query: share('valid', 'gross', `channel = 'ppl'`),
    range: [79, 84],
    small: [76, 87],
  },
  costPerInquiry('ppl', ['ppl', 'call']),
  costPerInquiry('ppc', ['search', 'brand']),
  costPerInquiry('social', ['social']),
  costPerInquiry('programmaticDisplay', ['display']),
  {
    name: 'Enrolled of valid in the last twelve months, percent',
    query: share('cohort_enrollments', 'valid', `month > ${CURRENT} - interval '12 months'`),
    range: [4, 6],
    small: [2.5, 8],
  },
  { name: 'January against December', query: JANUARY_TO_DECEMBER, range: [1.4, 1.7], small: [0.9, 2.6] },
  { name: 'Inquiries whose stages nest, percent', query: NESTING, range: [99, 100] },
  {
    name: 'Months whose run rate after ten days was off by more than three times, percent',
    query: RUN_RATE,
    range: [0, 2],
    small: [0, 20],
  },
  difference(
    'Cost',
    `(select sum(client_price) from lead where app.is_due(lead))
     + (select sum(client_cost) from platform_day join platform_campaign using (owner_key, platform_campaign_key) where campaign_key is not null and complete)`,
    'select sum(lead_client_cost + platform_client_cost) from campaign_month_fact',
  ),
  {
    name: 'Rows of platforms and keywords of the last weeks that are charged otherwise than their cost and fee say',
    query: `select count(*) filter (where client_cost <> app.charged(cost, owner_key, account_key, day)) as value from (
      select d.owner_key, c.account_key, d.day, d.cost, d.client_cost from platform_day d join platform_campaign c using (owner_key, platform_campaign_key)
      union all
      select d.owner_key, c.account_key, d.day, d.cost, d.client_cost from platform_keyword_day d join platform_keyword using (owner_key, keyword_key)
      join platform_ad_group using (owner_key, ad_group_key) join platform_campaign c using (owner_key, platform_campaign_key)
    ) d where day > (select max(day) from platform_day) - 40`,
    range: [0, 0],
  },
  difference(
    'Billable cost',
    `select sum(client_price) from lead where app.is_billed(lead)`,
    `(select sum(lead_client_cost) from campaign_day)
     - (select coalesce(sum(client_price), 0) from lead where app.awaits_delivery(lead))`,
  ),
  difference('Number of valid', `select count(*) from lead where ${GOOD}`, 'select sum(valid) from campaign_day'),
  difference(
    'Number of billable',
    `select count(*) from lead where app.is_billed(lead)`,
    'select sum(billable) from campaign_month_fact',
  ),
  difference(
    'Number of starts',
    `select count(start_on) from lead where ${GOOD}`,
    'select sum(starts) from campaign_day',
  ),
  ...MONEY_CHECKS,
  ...PACING_CHECKS,
  ...PEOPLE_CHECKS,
  ...OWN_RULE_CHECKS,
  ...PAGED_LIST_CHECKS,
];
