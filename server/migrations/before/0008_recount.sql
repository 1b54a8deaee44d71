-- Proof of the rollups: what the raw rows say, where the two disagree, and how to make them anew.

-- The days as the raw rows have them.
create view campaign_day_recount with (security_invoker = true) as
  select f.* from lead l cross join lateral app.lead_facts(l) f
  union all
  select f.* from click c cross join lateral app.click_facts(c) f
  union all
  select f.* from platform_day p join platform_campaign c using (owner_key, platform_campaign_key)
  cross join lateral app.platform_facts(p, c.campaign_key) f
  union all
  select f.* from email_day e cross join lateral app.email_facts(e) f
  union all
  select f.* from billing_adjustment b cross join lateral app.adjustment_facts(b) f;

-- Where the rollups and the raw rows disagree, once everything is folded: nowhere, or something is broken.
create function app.fact_differences() returns table (owner_key int, day date, campaign_key int, counter text, rolled numeric, recounted numeric)
language plpgsql as $$
declare
  columns text[] := app.fact_columns();
begin
  return query execute format($check$
    with recount as (
      select owner_key, day, campaign_key, %1$s from campaign_day_recount group by 1, 2, 3
    ), tall as (
      select coalesce(d.owner_key, r.owner_key) as owner_key, coalesce(d.day, r.day) as day,
             coalesce(d.campaign_key, r.campaign_key) as campaign_key, v.counter, v.rolled, v.recounted
      from campaign_day d full join recount r using (owner_key, day, campaign_key)
      cross join lateral (values %2$s) v (counter, rolled, recounted)
    )
    select t.owner_key, t.day, t.campaign_key, t.counter, coalesce(t.rolled, 0), coalesce(t.recounted, 0)
    from tall t where coalesce(t.rolled, 0) <> coalesce(t.recounted, 0)
    union all
    select m.owner_key, m.month, m.campaign_key, 'month of ' || v.counter, v.monthly, v.daily
    from campaign_month_fact m
    left join (select owner_key, campaign_key, date_trunc('month', day)::date as month, %1$s from campaign_day group by 1, 2, 3) d
      using (owner_key, campaign_key, month)
    cross join lateral (values %3$s) v (counter, monthly, daily)
    where coalesce(v.monthly, 0) <> coalesce(v.daily, 0)
  $check$,
    (select string_agg(format('coalesce(sum(%1$I), 0) as %1$I', c), ', ') from unnest(columns) c),
    (select string_agg(format('(%1$L, d.%1$I::numeric, r.%1$I::numeric)', c), ', ') from unnest(columns) c),
    (select string_agg(format('(%1$L, m.%1$I::numeric, d.%1$I::numeric)', c), ', ') from unnest(columns) c));
end $$;

-- Makes the rollups anew from the raw rows: after a bulk load, or when differences were found.
create procedure app.rebuild_facts() language plpgsql as $$
declare
  columns text[] := app.fact_columns();
  list text := (select string_agg(quote_ident(c), ', ') from unnest(columns) c);
  sums text := (select string_agg(format('coalesce(sum(%I), 0)', c), ', ') from unnest(columns) c);
begin
  lock table campaign_day, campaign_month_fact, fact_delta in exclusive mode;
  truncate fact_delta;
  delete from campaign_day;
  delete from campaign_month_fact;
  execute format('insert into campaign_day (owner_key, day, campaign_key, %1$s)
    select owner_key, day, campaign_key, %2$s from campaign_day_recount group by 1, 2, 3', list, sums);
  execute format('insert into campaign_month_fact (owner_key, campaign_key, month, %1$s)
    select owner_key, campaign_key, date_trunc(''month'', day)::date, %2$s from campaign_day group by 1, 2, 3', list, sums);
  insert into fact_version as t (owner_key, version, folded_at)
    select distinct owner_key, 1, statement_timestamp() from campaign_day
    on conflict (owner_key) do update set version = t.version + 1, folded_at = excluded.folded_at;
end $$;
