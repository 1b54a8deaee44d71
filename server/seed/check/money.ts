import { type Check, WHOLE } from './check.ts';

const BILLABLE = `app.is_billed(lead)`;
/** Counted in a month's cost, and billed once delivered. */
const WAITING = `app.awaits_delivery(lead)`;

/** Compares the billable report of every month from leads and adjustments with that of the rollups. */
const DIFFERING_BILLS = `
  with lines as (
    select owner_key, campaign_key, date_trunc('month', captured_date)::date as month,
           count(*) filter (where ${BILLABLE}) as billable,
           sum(client_price) filter (where ${BILLABLE}) as client, sum(media_price) filter (where ${BILLABLE}) as media,
           sum(client_price) filter (where ${WAITING}) as client_waiting, sum(media_price) filter (where ${WAITING}) as media_waiting
    from lead group by 1, 2, 3
    union all
    select owner_key, campaign_key, date_trunc('month', day)::date, 0, sum(client_amount), sum(media_amount), 0, 0
    from billing_adjustment group by 1, 2, 3
  ), bills as (
    select owner_key, campaign_key, month, sum(billable) as billable, coalesce(sum(client), 0) as client, coalesce(sum(media), 0) as media,
           coalesce(sum(client_waiting), 0) as client_waiting, coalesce(sum(media_waiting), 0) as media_waiting
    from lines group by 1, 2, 3
  )
  select count(*) as value from bills b full join campaign_month_fact f using (owner_key, campaign_key, month)
  where (coalesce(b.billable, 0), coalesce(b.client, 0), coalesce(b.media, 0)) is distinct from
        (coalesce(f.billable, 0)::numeric, coalesce(f.lead_client_cost + f.adjusted_client_cost, 0) - coalesce(b.client_waiting, 0),
         coalesce(f.lead_media_cost + f.adjusted_media_cost, 0) - coalesce(b.media_waiting, 0))`;

/** Leads returned after their month was closed: billed, later credited, with a sum of zero. */
const OPEN_CREDITS = `
  select count(*) as value from (
    select b.owner_key, b.lead_key from billing_adjustment b
    left join lead l on (l.owner_key, l.lead_key) = (b.owner_key, b.lead_key)
    group by 1, 2
    having sum(b.client_amount) <> 0 or sum(b.media_amount) <> 0 or not bool_and(coalesce(l.status, '') = 'RTN')
  ) o`;

/** Leads whose status contradicts the decision on their return. */
const CONTRADICTED_RETURNS = `
  select count(*) as value from lead l full join lead_return r using (owner_key, captured_date, lead_key)
  where (l.status = 'RTN' and r.decision is distinct from 'APPROVED') or (l.status = 'RTR' and (r.lead_key is null or r.decision is not null))
     or (r.decision = 'APPROVED' and l.status <> 'RTN') or (r.lead_key is not null and r.decision is null and l.status <> 'RTR')`;

const RETURN_SHARE = `
  select 100.0 * (select count(*) from lead_return) / count(*) as value
  from lead where delivered_at is not null and partner_key is not null and status <> 'TST'`;

const orderShare = (status: string, least: number, most: number): Check => ({
  name: `Insertion orders that are ${status}, percent`,
  query: `select 100.0 * avg((status = '${status}')::int) as value from insertion_order`,
  range: [least, most],
  only: WHOLE,
});

export const MONEY_CHECKS: readonly Check[] = [
  {
    name: 'Lines of the billable report that the rollups contradict',
    query: DIFFERING_BILLS,
    range: [0, 0],
    only: WHOLE,
  },
  { name: 'Leads whose credits do not come to nothing', query: OPEN_CREDITS, range: [0, 0], only: WHOLE },
  { name: 'Leads whose return is told in two ways', query: CONTRADICTED_RETURNS, range: [0, 0], only: WHOLE },
  {
    name: 'Returns asked for of bought and delivered, percent',
    query: RETURN_SHARE,
    range: [2.4, 3.8],
    small: [1.5, 5],
    only: WHOLE,
  },
  orderShare('ACCEPTED', 74, 86),
  orderShare('OPENED', 6, 16),
  orderShare('CHANGE_REQUESTED', 2, 9),
  orderShare('DRAFT', 1.5, 8),
  {
    name: 'Months that are neither closed nor the last two of an owner',
    query: `select count(*) as value from billing_month b where status <> 'CLOSED'
            and month < (select max(month) - interval '1 month' from billing_month m where m.owner_key = b.owner_key)`,
    range: [0, 0],
    only: WHOLE,
  },
];
