-- What platforms tell of ad groups and keywords, for a report cluster: rows of ad groups say which they are, and rows of keywords
-- come as a kind of their own.

-- Nothing that is there already says it: whoever was fed is filled anew.
call app.feed_cluster(false);
delete from cluster_feed;
drop table cluster_delta;

alter type app.cluster_fact
  add attribute platform_campaign_key int,
  add attribute ad_group_key int,
  add attribute keyword_key int;

create or replace function app.cluster_facts_of_lead(l lead) returns setof app.cluster_fact language sql stable parallel safe as $$
  select f.*,
    (f.contacts + 2 * f.appointments + 3 * f.interviews + 4 * f.visits + 5 * f.applications + 6 * f.enrollments + 7 * f.starts)::smallint,
    l.lead_key, l.status, l.state, l.device, l.campus_key, l.program_key, l.publisher_source_key, l.sub_source,
    app.age_band(l.age), l.education, l.grad_year, l.military_status, l.military_branch, l.area_of_interest,
    l.degree_of_interest, l.start_timeframe, null::int, null::int, null::int
  from app.lead_facts(l) f
$$;

drop function app.cluster_fact_of(campaign_day, int, bigint);
create function app.cluster_fact_of(f campaign_day, kind int, source_key bigint, device text default null,
  platform_campaign_key int default null, ad_group_key int default null, keyword_key int default null)
returns setof app.cluster_fact language sql immutable parallel safe as $$
  select (f).*, kind::smallint, source_key, null::text, null::text, device, null::int, null::int, null::int, null::text,
    null::text, null::text, null::smallint, null::text, null::text, null::text, null::text, null::text,
    platform_campaign_key, ad_group_key, keyword_key
$$;

-- A keyword's row counts for what an ad group's counts for, and for no calls. It is the same money again: nothing may add up both.
create function app.keyword_facts(k platform_keyword_day, campaign int) returns setof campaign_day language sql stable parallel safe as $$
  select f.* from app.platform_facts(row(k.owner_key, k.day, null, null, null, k.impressions, k.clicks, k.cost, k.client_cost,
    k.conversions, 0, 0)::platform_day, campaign) f
$$;

-- As before, with keywords (kind 20). Rows of platforms count for whichever campaign the links say.
drop function app.cluster_facts_from(text, text);
create function app.cluster_facts_from(target text, rows_of text, links text default 'platform_campaign') returns text
language sql immutable
  return format('select x.* from %s r %s', rows_of, case target
    when 'lead' then 'cross join lateral app.cluster_facts_of_lead(row(r.*)::lead) x'
    when 'click' then 'cross join lateral app.click_facts(row(r.*)::click) f cross join lateral app.cluster_fact_of(f, 10, r.click_key) x'
    when 'click_day' then 'cross join lateral app.click_day_facts(row(r.*)::click_day) f cross join lateral app.cluster_fact_of(f, 11, r.campaign_key) x'
    when 'platform_day' then format(
      'join %s p on p.owner_key = r.owner_key and p.platform_campaign_key = r.platform_campaign_key
       cross join lateral app.platform_facts(row(r.*)::platform_day, p.campaign_key) f
       cross join lateral app.cluster_fact_of(f, case r.device when ''desktop'' then 12 when ''tablet'' then 13 else 14 end,
         (r.platform_campaign_key::bigint << 32) | r.ad_group_key, r.device, r.platform_campaign_key, r.ad_group_key) x', links)
    when 'platform_keyword_day' then format(
      'join platform_keyword k on k.owner_key = r.owner_key and k.keyword_key = r.keyword_key
       join platform_ad_group g on g.owner_key = k.owner_key and g.ad_group_key = k.ad_group_key
       join %s p on p.owner_key = g.owner_key and p.platform_campaign_key = g.platform_campaign_key
       cross join lateral app.keyword_facts(row(r.*)::platform_keyword_day, p.campaign_key) f
       cross join lateral app.cluster_fact_of(f, 20, r.keyword_key, null, g.platform_campaign_key, g.ad_group_key, r.keyword_key) x', links)
    when 'email_day' then 'cross join lateral app.email_facts(row(r.*)::email_day) f cross join lateral app.cluster_fact_of(f, 15, r.campaign_key) x'
    when 'billing_adjustment' then
      'cross join lateral app.adjustment_facts(row(r.*)::billing_adjustment) f cross join lateral app.cluster_fact_of(f, 16, r.adjustment_key) x'
  end);

-- A version before this one asks for `cluster_tables`, and would count keywords twice.
create function app.cluster_sources() returns text[] language sql immutable
  return app.cluster_tables() || array['platform_keyword_day'];

create table cluster_delta (like app.cluster_fact);
alter table cluster_delta
  alter column owner_key set not null,
  alter column day set not null,
  alter column campaign_key set not null,
  add column sign smallint not null check (sign in (-1, 1)),
  add column delta_key bigint generated always as identity unique,
  add column noted_at timestamptz not null default statement_timestamp(),
  -- The batch that it goes with; it stays until the cluster has the whole batch, and goes again as it was.
  add column batch int,
  add primary key (owner_key, delta_key);
create index cluster_delta_batch on cluster_delta (batch, delta_key);
call app.protect('cluster_delta');
grant select on cluster_delta to paceline_app;

create or replace function app.note_for_cluster() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  olds text := app.cluster_facts_from(tg_argv[0], 'old_rows');
  news text := app.cluster_facts_from(tg_argv[0], 'new_rows');
begin
  -- The link is held while a row is noted: one that changes at the same moment waits, and then finds the row. Ad groups have a
  -- rollup that does.
  if tg_argv[0] = 'platform_keyword_day' then
    execute format('select from platform_campaign c where (c.owner_key, c.platform_campaign_key) in (
        select g.owner_key, g.platform_campaign_key from (%s) r
        join platform_keyword k on k.owner_key = r.owner_key and k.keyword_key = r.keyword_key
        join platform_ad_group g on g.owner_key = k.owner_key and g.ad_group_key = k.ad_group_key) for share',
      case tg_op when 'INSERT' then 'table new_rows' when 'DELETE' then 'table old_rows'
        else 'table old_rows union all table new_rows' end);
  end if;
  execute 'insert into cluster_delta ' || case tg_op
    when 'INSERT' then format('select n.*, 1 from (%s) n', news)
    when 'DELETE' then format('select o.*, -1 from (%s) o', olds)
    else format('select * from (select o.*, -1 as sign from (%1$s except all %2$s) o
                 union all select n.*, 1 from (%2$s except all %1$s) n) d order by sign', olds, news) end;
  return null;
end $$;

-- Linking a platform campaign moves its whole history along, of ad groups or of keywords.
create or replace function app.note_link_for_cluster() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  links text := '(select %s.* from old_rows o join new_rows n using (owner_key, platform_campaign_key)
    where o.campaign_key is distinct from n.campaign_key)';
begin
  if not exists (select from old_rows o join new_rows n using (owner_key, platform_campaign_key)
                 where o.campaign_key is distinct from n.campaign_key) then
    return null;
  end if;
  execute format('insert into cluster_delta select y.*, -1 from (%s) y', app.cluster_facts_from(tg_argv[0], tg_argv[0], format(links, 'o')));
  execute format('insert into cluster_delta select y.*, 1 from (%s) y', app.cluster_facts_from(tg_argv[0], tg_argv[0], format(links, 'n')));
  return null;
end $$;

create trigger platform_keyword_day_written_inserted after insert on platform_keyword_day referencing new table as new_rows
  for each statement execute function app.note_for_cluster('platform_keyword_day');
create trigger platform_keyword_day_written_updated after update on platform_keyword_day
  referencing old table as old_rows new table as new_rows
  for each statement execute function app.note_for_cluster('platform_keyword_day');
create trigger platform_keyword_day_written_deleted after delete on platform_keyword_day referencing old table as old_rows
  for each statement execute function app.note_for_cluster('platform_keyword_day');
drop trigger platform_campaign_written_linked on platform_campaign;
create trigger platform_campaign_written_linked after update on platform_campaign referencing old table as old_rows new table as new_rows
  for each statement execute function app.note_link_for_cluster('platform_day');
create trigger platform_campaign_written_linked_keywords after update on platform_campaign
  referencing old table as old_rows new table as new_rows
  for each statement execute function app.note_link_for_cluster('platform_keyword_day');

-- A version before this one feeds no keywords.
drop procedure app.feed_cluster(boolean);
create procedure app.feed_cluster(fed boolean, keywords boolean default false) language plpgsql as $$
declare
  one record;
begin
  for one in
    select tgname, tgrelid::regclass as target, fed and (keywords or tgname not like '%keyword%') as is_on from pg_trigger
    where tgfoid in ('app.note_for_cluster'::regproc, 'app.note_link_for_cluster'::regproc) and not tgisinternal order by 2, 1
  loop
    execute format('alter table %s %s trigger %I', one.target, case when one.is_on then 'enable' else 'disable' end, one.tgname);
  end loop;
end $$;
call app.feed_cluster(false);
