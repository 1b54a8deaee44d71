-- Facts for a report cluster (ClickHouse), where one is set. What each row counts for goes there row by row with a sign, out of an
-- outbox that triggers fill in the transaction of the change. Without a cluster the triggers are off and cost nothing.

-- A fact with what it is of: the row it comes from, and what only a lead knows. No person, no address, no free answer of one.
do $$
begin
  execute format('create type app.cluster_fact as (%s,
    kind smallint, source_key bigint, status text, state text, device text, campus_key int, program_key int,
    publisher_source_key int, sub_source text, age_band text, education text, grad_year smallint, military_status text,
    military_branch text, area_of_interest text, degree_of_interest text, start_timeframe text)',
    (select string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), ', ' order by attnum)
     from pg_attribute where attrelid = 'campaign_day'::regclass and attnum > 0 and not attisdropped));
end $$;

-- Kinds: 0 the inquiry, 1 to 7 its milestones, 10 a click, 11 the clicks of a day, 12 to 14 a platform's row by device, 15 emails
-- of a day, 16 an adjustment. Kind and source are one row's alone.
create function app.cluster_facts_of_lead(l lead) returns setof app.cluster_fact language sql stable parallel safe as $$
  select f.*,
    (f.contacts + 2 * f.appointments + 3 * f.interviews + 4 * f.visits + 5 * f.applications + 6 * f.enrollments + 7 * f.starts)::smallint,
    l.lead_key, l.status, l.state, l.device, l.campus_key, l.program_key, l.publisher_source_key, l.sub_source,
    app.age_band(l.age), l.education, l.grad_year, l.military_status, l.military_branch, l.area_of_interest,
    l.degree_of_interest, l.start_timeframe
  from app.lead_facts(l) f
$$;

create function app.cluster_fact_of(f campaign_day, kind int, source_key bigint) returns setof app.cluster_fact
language sql immutable parallel safe as $$
  select (f).*, kind::smallint, source_key, null::text, null::text, null::text, null::int, null::int, null::int, null::text,
    null::text, null::text, null::smallint, null::text, null::text, null::text, null::text, null::text
$$;

-- The facts `x` of rows `r` of a table: as the text of a query, for rows that change and for all that are there.
create function app.cluster_facts_from(target text, rows_of text) returns text language sql immutable
  return format('select x.* from %s r %s', rows_of, case target
    when 'lead' then 'cross join lateral app.cluster_facts_of_lead(row(r.*)::lead) x'
    when 'click' then 'cross join lateral app.click_facts(row(r.*)::click) f cross join lateral app.cluster_fact_of(f, 10, r.click_key) x'
    when 'click_day' then 'cross join lateral app.click_day_facts(row(r.*)::click_day) f cross join lateral app.cluster_fact_of(f, 11, r.campaign_key) x'
    when 'platform_day' then
      'join platform_campaign p on p.owner_key = r.owner_key and p.platform_campaign_key = r.platform_campaign_key
       cross join lateral app.platform_facts(row(r.*)::platform_day, p.campaign_key) f
       cross join lateral app.cluster_fact_of(f, case r.device when ''desktop'' then 12 when ''tablet'' then 13 else 14 end,
         (r.platform_campaign_key::bigint << 32) | r.ad_group_key) x'
    when 'email_day' then 'cross join lateral app.email_facts(row(r.*)::email_day) f cross join lateral app.cluster_fact_of(f, 15, r.campaign_key) x'
    when 'billing_adjustment' then
      'cross join lateral app.adjustment_facts(row(r.*)::billing_adjustment) f cross join lateral app.cluster_fact_of(f, 16, r.adjustment_key) x'
  end);

create function app.cluster_tables() returns text[] language sql immutable
  return array['lead', 'click', 'click_day', 'platform_day', 'email_day', 'billing_adjustment'];

-- What the cluster has not been told yet. Reports add it to what they read there, so that it may wait.
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

-- How far the cluster is: one row while one is fed, none else.
create table cluster_feed (
  is_fed boolean primary key default true check (is_fed),
  -- Names the tables in the cluster: whoever begins anew has new ones.
  epoch text not null check (epoch ~ '^[a-z0-9]{4,20}$'),
  -- Which machines have which part of the rows.
  layout text not null,
  -- Whether what was there before is there as well.
  filled boolean not null default false,
  -- Of what was there before, how many blocks each shard has.
  blocks int[] not null,
  -- Batches count from one without a gap: the last that was put together, and the last that the cluster has.
  taken int not null default 0,
  sent int not null default 0 check (sent <= taken),
  sent_at timestamptz
);
grant select on cluster_feed to paceline_app;

-- Minus what was, plus what is, and nothing for what stays the same.
create function app.note_for_cluster() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  olds text := app.cluster_facts_from(tg_argv[0], 'old_rows');
  news text := app.cluster_facts_from(tg_argv[0], 'new_rows');
begin
  execute 'insert into cluster_delta ' || case tg_op
    when 'INSERT' then format('select n.*, 1 from (%s) n', news)
    when 'DELETE' then format('select o.*, -1 from (%s) o', olds)
    else format('select * from (select o.*, -1 as sign from (%1$s except all %2$s) o
                 union all select n.*, 1 from (%2$s except all %1$s) n) d order by sign', olds, news) end;
  return null;
end $$;

-- Linking a platform campaign moves its whole history along.
create function app.note_link_for_cluster() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into cluster_delta
  select x.*, s.sign
  from old_rows o join new_rows n using (owner_key, platform_campaign_key)
  join platform_day r using (owner_key, platform_campaign_key)
  cross join lateral (values (-1, o.campaign_key), (1, n.campaign_key)) s (sign, campaign_key)
  cross join lateral app.platform_facts(r, s.campaign_key) f
  cross join lateral app.cluster_fact_of(f, case r.device when 'desktop' then 12 when 'tablet' then 13 else 14 end,
    (r.platform_campaign_key::bigint << 32) | r.ad_group_key) x
  where o.campaign_key is distinct from n.campaign_key order by s.sign;
  return null;
end $$;

-- They come after the triggers of the other rollups, by their names: one of those holds a platform campaign's link meanwhile.
do $$
declare
  one text;
begin
  foreach one in array app.cluster_tables() loop
    execute format('create trigger %1$s_written_inserted after insert on %1$I referencing new table as new_rows for each statement execute function app.note_for_cluster(%1$L)', one);
    -- A line of billing is never changed or taken back.
    continue when one = 'billing_adjustment';
    execute format('create trigger %1$s_written_updated after update on %1$I referencing old table as old_rows new table as new_rows for each statement execute function app.note_for_cluster(%1$L)', one);
    execute format('create trigger %1$s_written_deleted after delete on %1$I referencing old table as old_rows for each statement execute function app.note_for_cluster(%1$L)', one);
  end loop;
end $$;
create trigger platform_campaign_written_linked after update on platform_campaign referencing old table as old_rows new table as new_rows
  for each statement execute function app.note_link_for_cluster();
revoke execute on function app.note_for_cluster, app.note_link_for_cluster from public;

-- Nothing is written while the triggers are switched: whoever is at it is waited for.
create procedure app.feed_cluster(fed boolean) language plpgsql as $$
declare
  one record;
begin
  for one in
    select tgname, tgrelid::regclass as target from pg_trigger
    where tgfoid in ('app.note_for_cluster'::regproc, 'app.note_link_for_cluster'::regproc) and not tgisinternal order by 2, 1
  loop
    execute format('alter table %s %s trigger %I', one.target, case when fed then 'enable' else 'disable' end, one.tgname);
  end loop;
end $$;
call app.feed_cluster(false);
