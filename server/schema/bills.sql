-- What each side is billed for a month.

-- The client's price of a platform cost: with the account's fee of that day, rounded half up to the cent. Used for ad groups,
-- keywords and corrections of fees.
create function app.charged(cost numeric, of_owner int, of_account int, of_day date) returns numeric language sql stable parallel safe
  return round(cost * (1 + app.platform_fee(of_owner, of_account, of_day) / 100), 2);
grant execute on function app.charged to paceline_app;

-- Valid, payable and not delivered yet: expected, but not billed.
create function app.awaits_delivery(l lead) returns boolean language sql stable parallel safe
  return app.waits_for_delivery(l.status) and not l.unpaid;

-- Causes of adjustments that follow a lead's status after its month was closed. Price changes and reconciliations are separate.
create function app.is_move(cause text) returns boolean language sql immutable parallel safe
  return cause in ('RETURN', 'REINSTATED', 'STATUS', 'UNDELIVERED');

-- The amounts of a lead including all later adjustments of its status.
create function app.due_of_lead(l lead, counts boolean default null) returns table (client_amount numeric, media_amount numeric) language sql stable as $$
  select w.counts * l.client_price + coalesce(b.client_amount, 0), w.counts * l.media_price + coalesce(b.media_amount, 0)
  from (select coalesce(due_of_lead.counts, app.is_due(l))::int as counts) w
  left join lateral (
    select sum(x.client_amount) as client_amount, sum(x.media_amount) as media_amount from billing_adjustment x
    where x.owner_key = l.owner_key and x.lead_key = l.lead_key and app.is_move(x.cause)
  ) b on true
$$;

-- What is billed for a range of days of an owner, line by line, from the raw rows: leads as app.inquiry_facts counts them,
-- platform days and adjustments. Adjustments for changes after the closing count on the lead's own day, with the lead's status
-- of that time.
create function app.billing_recount(of_owner int, first_day date, last_day date) returns table (
  campaign_key int, publisher_source_key int,
  gross bigint, invalid bigint, duplicate bigint, scrubbed bigint, over_cap bigint, closed bigint, rejected bigint, valid bigint, returned bigint,
  billable bigint, awaiting bigint, unpaid bigint, impressions bigint, clicks bigint,
  priced_client bigint, priced_media bigint, lead_client numeric, lead_media numeric, expected_client numeric, expected_media numeric,
  platform_client numeric, platform_media numeric, prior_client numeric, prior_media numeric
) language sql stable parallel safe as $$
  with adjustment as (
    select b.campaign_key, b.for_month, b.lead_key,
           case when b.for_month < date_trunc('month', b.day)::date then 'prior' when b.cause = 'PLATFORM' then 'platform' else 'lead' end as of,
           sum(b.client_amount) as client_amount, sum(b.media_amount) as media_amount,
           sum(b.client_amount + b.media_amount) filter (where app.is_move(b.cause)) as moved,
           bool_or(b.cause = 'UNDELIVERED') as undelivered
    from billing_adjustment b where b.owner_key = of_owner and b.day between first_day and last_day
    group by 1, 2, 3, 4
  ), adjusted as (
    select a.*, l.publisher_source_key, l as whole from adjustment a
    left join lead l on l.owner_key = of_owner and l.lead_key = a.lead_key
      and l.captured_date >= a.for_month and l.captured_date < a.for_month + interval '1 month'
  ), part as (
    select l.campaign_key, l.publisher_source_key,
      f.gross, f.invalid, f.duplicate, f.scrubbed, f.over_cap, f.closed, f.rejected, f.valid, f.returned, f.billable,
      w.awaiting, (f.valid = 1 and l.unpaid)::int as unpaid, 0::bigint as impressions, 0::bigint as clicks,
      f.billable * (l.client_price <> 0)::int as priced_client, f.billable * (l.media_price <> 0)::int as priced_media,
      f.billable * l.client_price as lead_client, f.billable * l.media_price as lead_media,
      w.awaiting * l.client_price as expected_client, w.awaiting * l.media_price as expected_media,
      0::numeric as platform_client, 0::numeric as platform_media, 0::numeric as prior_client, 0::numeric as prior_media
    from lead l cross join lateral app.inquiry_facts(l) f
    cross join lateral (select app.awaits_delivery(l)::int as awaiting) w
    where l.owner_key = of_owner and l.captured_date between first_day and last_day
    union all
    -- What was billed in the month itself and counts otherwise now, and what was not billed because it was not delivered.
    select a.campaign_key, a.publisher_source_key, 0,
      -f.invalid * a.was_billed, -f.duplicate * a.was_billed, -f.scrubbed * a.was_billed, -f.over_cap * a.was_billed, -f.closed * a.was_billed,
      -f.rejected * a.was_billed, a.was_billed - a.was_not, a.was_not - f.returned * a.was_billed,
      a.was_billed - f.billable * (a.was_not + a.waited), -(f.valid - f.billable) * (a.was_not + a.waited), 0, 0, 0,
      (a.was_billed - f.billable * (a.was_not + a.waited)) * ((a.whole).client_price <> 0)::int,
      (a.was_billed - f.billable * (a.was_not + a.waited)) * ((a.whole).media_price <> 0)::int,
      0, 0, 0, 0, 0, 0, 0, 0
    from (
      select o.*, (o.moved > 0 and not app.is_good((o.whole).status))::int as was_billed,
             (o.moved < 0 and app.is_good((o.whole).status) and not o.undelivered)::int as was_not,
             (o.moved < 0 and app.is_good((o.whole).status) and o.undelivered)::int as waited
      from adjusted o where o.of = 'lead' and o.moved is not null and (o.whole).lead_key is not null
    ) a cross join lateral app.inquiry_facts(a.whole) f
    where a.was_billed + a.was_not + a.waited > 0
    union all
    -- Of a lead that still waits, they say that nothing more is expected of it in this month.
    select a.campaign_key, a.publisher_source_key, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      case when a.of = 'lead' and not a.waits then a.client_amount else 0 end, case when a.of = 'lead' and not a.waits then a.media_amount else 0 end,
      case when a.of = 'lead' and a.waits then a.client_amount else 0 end, case when a.of = 'lead' and a.waits then a.media_amount else 0 end,
      case a.of when 'platform' then a.client_amount else 0 end, case a.of when 'platform' then a.media_amount else 0 end,
      case a.of when 'prior' then a.client_amount else 0 end, case a.of when 'prior' then a.media_amount else 0 end
    from (select o.*, coalesce(app.awaits_delivery(o.whole) and o.moved is not null, false) as waits from adjusted o) a
    union all
    select c.campaign_key, null, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, f.impressions, f.platform_clicks, 0, 0,
      0, 0, 0, 0, f.platform_client_cost, f.platform_cost, 0, 0
    from platform_day p join platform_campaign c using (owner_key, platform_campaign_key)
    cross join lateral app.platform_facts(p, c.campaign_key) f
    where p.owner_key = of_owner and p.day between first_day and last_day
  )
  select p.campaign_key, p.publisher_source_key, sum(gross), sum(invalid), sum(duplicate), sum(scrubbed), sum(over_cap), sum(closed),
    sum(rejected), sum(valid), sum(returned), sum(billable), sum(awaiting), sum(unpaid), sum(impressions)::bigint, sum(clicks)::bigint,
    sum(priced_client), sum(priced_media), sum(lead_client), sum(lead_media), sum(expected_client), sum(expected_media),
    sum(platform_client), sum(platform_media), sum(prior_client), sum(prior_media)
  from part p group by 1, 2
$$;

-- What a line item has spent of its hard cap: the cost of leads with a cap unit, and all other charges.
create function app.goal_spent(of_owner int, of_goal int, of_month date) returns table (spent numeric) language sql stable as $$
  select coalesce(sum(coalesce(x.client_cost, 0) + coalesce(f.platform_client_cost + f.adjusted_client_cost, 0)), 0)
  from campaign c
  left join cap_count x on x.owner_key = c.owner_key and x.campaign_key = c.campaign_key and x.kind = 'month' and x.ref = 0
    and x.from_day = of_month
  left join campaign_month_fact f on f.owner_key = c.owner_key and f.campaign_key = c.campaign_key and f.month = of_month
  where c.owner_key = of_owner and c.goal_key = of_goal
$$;
