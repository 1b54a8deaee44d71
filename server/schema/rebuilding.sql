-- A rebuild runs part by part. After loading data that nobody else sees yet, app.rebuild_facts() does everything in one
-- transaction.

-- The parts of the current or last rebuild; an interrupted rebuild continues with the unfinished ones.
-- Person: none.
create table rebuild_part (
  part_key int generated always as identity unique,
  owner_key int not null references owner,
  -- Lead counters belong to a campaign: the range of campaign keys.
  from_campaign int,
  to_campaign int,
  -- The approximate number of their leads.
  leads bigint,
  -- Platform figures belong to a month: the range of months.
  from_month date,
  to_month date,
  -- The number of corrected cells.
  corrected bigint,
  ended_at timestamptz,
  primary key (owner_key, part_key),
  check (num_nulls(from_campaign, to_campaign, leads) = 3 * num_nonnulls(from_month) and num_nulls(from_month, to_month) in (0, 2))
);
call app.protect('rebuild_part');
call app.close_to_partners('rebuild_part');

-- The approximate number of rows of a partitioned table, from the statistics.
create function app.rows_about(target regclass) returns numeric language sql stable
  return (select coalesce(sum(greatest(c.reltuples, 0)), 0)::numeric from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = target);

-- The approximate number of an owner's leads, in proportion to its campaigns.
create function app.leads_about(of_owner int) returns bigint language sql stable
  return (select app.rows_about('lead') * count(*) filter (where owner_key = of_owner) / greatest(count(*), 1) from campaign)::bigint;

-- Plans a rebuild unless one is running: each owner's campaigns in parts of about the given number of leads, and its platform
-- months. The first and the last part are unbounded, so that new campaigns and months are included.
create procedure app.plan_rebuild(leads_of_a_part int) language plpgsql as $$
begin
  lock table rebuild_part in share row exclusive mode;
  if exists (select from rebuild_part where ended_at is null) then
    return;
  end if;
  delete from rebuild_part;
  insert into rebuild_part (owner_key, from_campaign, to_campaign, leads)
  with campaigns as (
    select o.owner_key, c.campaign_key, app.rows_about('lead') * count(c.campaign_key) over (partition by o.owner_key) / greatest(count(c.campaign_key) over (), 1) as leads
    from owner o left join campaign c using (owner_key)
  ), cut as (
    select owner_key, campaign_key, leads, ntile(greatest(1, ceil(leads / leads_of_a_part)::int)) over (partition by owner_key order by campaign_key) as part from campaigns
  ), parts as (
    select owner_key, part, min(campaign_key) as first, min(leads) as leads from cut group by 1, 2
  )
  select owner_key, case part when 1 then -2147483648 else first end, coalesce(lead(first) over w - 1, 2147483647), leads / count(*) over (partition by owner_key)
  from parts window w as (partition by owner_key order by part) order by owner_key, part;
  insert into rebuild_part (owner_key, from_month, to_month)
  with cut as (
    select month, ntile(greatest(1, ceil((app.rows_about('platform_day') + app.rows_about('platform_keyword_day'))
      / greatest((select count(*) from owner), 1) / leads_of_a_part / 4)::int)) over (order by month) as part
    from (select app.months_of('platform_day') as month union select app.months_of('platform_keyword_day')) m
  ), parts as (
    select part, min(month) as first from cut group by 1
  )
  select owner_key, case part when 1 then '-infinity' else first end, coalesce(lead(first) over (partition by owner_key order by part), 'infinity')
  from owner, parts order by owner_key, part;
end $$;

-- Computes the corrections of one part.
create procedure app.find_part(of_part int) language plpgsql as $$
declare
  part rebuild_part;
begin
  select * into strict part from rebuild_part where part_key = of_part;
  if part.from_month is null then
    call app.find_corrections(part.owner_key, part.from_campaign, part.to_campaign, part.leads);
  else
    call app.find_platform_corrections(part.owner_key, part.from_month, part.to_month);
  end if;
end $$;

-- Adds corrections to a rollup and returns their number. A cell that no raw row supports is deleted if it is zero, unless
-- differences are folded into it at the same time.
create function app.add_corrections(corrections regclass, target regclass, keys text, columns text[], in_order text default '') returns bigint language plpgsql as $$
declare
  adding text := format('insert into %2$s as t (%3$s, %4$s) select %3$s, %4$s from %1$s %5$s', corrections, target, keys, array_to_string(columns, ', '), in_order);
  all_new boolean;
  to_go boolean;
  added bigint;
begin
  execute format('select count(*), coalesce(bool_and(sides & 2 = 0), false), coalesce(bool_or(sides & 1 = 0), false) from %s', corrections) into added, all_new, to_go;
  -- Where the rollup had none of them, rows are written without a look at each, unless one was folded in meanwhile.
  if all_new then
    begin
      execute adding;
    exception when unique_violation then
      all_new := false;
    end;
  end if;
  if added > 0 and not all_new then
    execute format('%s on conflict (%s) do update set %s', adding, keys, (select string_agg(format('%1$I = t.%1$I + excluded.%1$I', c), ', ') from unnest(columns) c));
  end if;
  if to_go then
    execute format('delete from %2$s t using %1$s c where c.sides & 1 = 0 and %3$s and (%4$s) = (%5$s)', corrections, target,
      -- Equality finds rows by their key; only the value of an attribute may be missing.
      (select string_agg(format(case k when 'value' then 't.%1$s is not distinct from c.%1$s' else 't.%1$s = c.%1$s' end, k), ' and ') from unnest(string_to_array(keys, ', ')) k),
      (select string_agg(format('t.%I', c), ', ') from unnest(columns) c), (select string_agg('0', ', ') from unnest(columns)));
  end if;
  return added;
end $$;
comment on function app.add_corrections is 'Writes its statements: one for each of three rollups, by their columns';

-- Rollups are written in the same order as by folding and posting, which avoids deadlocks: days, months, cap counters. Caps come
-- last, because posts wait for them. Without concurrent writers, months are written in the order that reports read them.
create function app.apply_corrections(of_owner int, alone boolean default false) returns bigint language plpgsql as $$
declare
  columns text[] := app.fact_columns();
  corrected bigint;
begin
  corrected := app.add_corrections('correction_of_day', 'campaign_day', 'owner_key, day, campaign_key', columns)
    + app.add_corrections('correction_of_month', 'campaign_month_fact', 'owner_key, campaign_key, month', columns, case when alone then 'order by month, campaign_key' else '' end)
    + app.add_corrections('correction_of_attribute', 'attribute_month', 'owner_key, attribute, month, campaign_key, value', app.attribute_columns());
  insert into fact_version as t (owner_key, version, folded_at)
    select of_owner, 1, statement_timestamp() where corrected > 0
    on conflict (owner_key) do update set version = t.version + 1, folded_at = excluded.folded_at;
  return corrected + app.add_corrections('correction_of_cap', 'cap_count', 'owner_key, campaign_key, kind, ref, from_day', '{units,client_cost}');
end $$;

create function app.apply_platform_corrections(of_owner int) returns bigint language plpgsql as $$
begin
  insert into platform_month as t (owner_key, month, platform_campaign_key, ad_group_key, impressions, clicks, cost, client_cost, conversions, call_conversions, view_through)
  select owner_key, month, platform_campaign_key, ad_group_key, impressions, clicks, cost, client_cost, conversions, call_conversions, view_through from correction_of_platform_month order by owner_key, month, platform_campaign_key, ad_group_key
  on conflict (owner_key, month, platform_campaign_key, ad_group_key) do update set (
    impressions, clicks, cost, client_cost, conversions, call_conversions, view_through
  ) = row (
    t.impressions + excluded.impressions, t.clicks + excluded.clicks, t.cost + excluded.cost, t.client_cost + excluded.client_cost,
    t.conversions + excluded.conversions, t.call_conversions + excluded.call_conversions, t.view_through + excluded.view_through
  );
  delete from platform_month t using correction_of_platform_month c
  where c.sides & 1 = 0 and t.owner_key = c.owner_key and t.month = c.month and t.platform_campaign_key = c.platform_campaign_key and t.ad_group_key = c.ad_group_key
    and (t.impressions, t.clicks, t.cost, t.client_cost, t.conversions, t.call_conversions, t.view_through) = (0, 0, 0, 0, 0, 0, 0);
  insert into keyword_month as t (owner_key, month, keyword_key, impressions, clicks, cost, conversions, client_cost)
  select owner_key, month, keyword_key, impressions, clicks, cost, conversions, client_cost from correction_of_keyword_month order by owner_key, month, keyword_key
  on conflict (owner_key, month, keyword_key) do update set (
    impressions, clicks, cost, conversions, client_cost
  ) = row (
    t.impressions + excluded.impressions, t.clicks + excluded.clicks, t.cost + excluded.cost, t.conversions + excluded.conversions,
    t.client_cost + excluded.client_cost
  );
  delete from keyword_month t using correction_of_keyword_month c
  where c.sides & 1 = 0 and t.owner_key = c.owner_key and t.month = c.month and t.keyword_key = c.keyword_key
    and (t.impressions, t.clicks, t.cost, t.conversions, t.client_cost) = (0, 0, 0, 0, 0);
  return (select count(*) from correction_of_platform_month) + (select count(*) from correction_of_keyword_month);
end $$;

-- Adds the corrections and marks the part as finished in one transaction, so that an interruption leaves both or neither.
create procedure app.apply_part(of_part int) language plpgsql as $$
declare
  part rebuild_part;
  found_wrong bigint;
begin
  select * into strict part from rebuild_part where part_key = of_part for update;
  if part.ended_at is not null then
    return;
  end if;
  found_wrong := case when part.from_month is null then app.apply_corrections(part.owner_key) else app.apply_platform_corrections(part.owner_key) end;
  update rebuild_part set corrected = found_wrong, ended_at = clock_timestamp() where part_key = of_part;
  perform app.raise_version(array[part.owner_key]);
end $$;

-- Rebuilds everything in one transaction after loading data that nobody else sees yet, also for owners without any rows. It goes
-- owner by owner, starting from empty rollups. Complete days are marked first, because loading fires no triggers.
create procedure app.rebuild_facts() language plpgsql set work_mem = '128MB' as $$
declare
  one int;
begin
  lock table fact_delta, attribute_delta, campaign_day, campaign_month_fact, attribute_month, cap_count in exclusive mode;
  lock table platform_day, platform_keyword_day in share row exclusive mode;
  for one in select owner_key from owner order by 1 loop
    call app.mark_complete_days(one, null, '-infinity');
  end loop;
  truncate fact_delta, attribute_delta;
  delete from campaign_day;
  delete from campaign_month_fact;
  delete from attribute_month;
  delete from cap_count;
  delete from platform_month;
  delete from keyword_month;
  for one in select owner_key from owner order by 1 loop
    call app.find_corrections(one, -2147483648, 2147483647, app.leads_about(one));
    perform app.apply_corrections(one, true);
    call app.find_platform_corrections(one, '-infinity', 'infinity');
    perform app.apply_platform_corrections(one);
  end loop;
  perform app.raise_version(array(select owner_key from owner order by 1));
end $$;
