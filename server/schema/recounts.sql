-- Proof of the rollups: what the raw rows say, and where the two disagree.

-- What a recount found: how many numbers of an owner's rollups differ from what its raw rows say, and the first of them. The
-- worker recounts every night; the agency reads the newest beside its figures.
-- Person: none.
create table recount (
  owner_key int not null references owner,
  at timestamptz not null,
  differences int not null check (differences >= 0),
  -- A list of day, campaign, counter, what the rollup says and what the raw rows come to.
  found json not null,
  primary key (owner_key, at)
);
call app.protect('recount');
call app.close_to_partners('recount');
grant select on recount to paceline_app;

-- What the days are made of: each kind of raw row, and the first and the last column that it can have anything in.
create function app.day_sources() returns table (place int, raw text, counters text[]) language sql stable as $$
  select s.place, s.raw, (select array_agg(c.name order by c.place) from unnest(app.fact_columns()) with ordinality as c (name, place)
    where c.place between array_position(app.fact_columns(), s.first) and array_position(app.fact_columns(), s.last))
  from (values
    (1, 'lead l cross join lateral app.inquiry_facts(l) f', 'gross', 'funded_count'),
    (2, 'lead l cross join lateral app.event_facts(l) f', 'contacts', 'starts'),
    (3, '(select f.* from click c cross join lateral app.click_facts(c) f
          union all select f.* from click_day c cross join lateral app.click_day_facts(c) f) f', 'clicks', 'clicks'),
    (4, 'platform_day p join platform_campaign c using (owner_key, platform_campaign_key) cross join lateral app.platform_facts(p, c.campaign_key) f',
     'impressions', 'view_through'),
    (5, 'email_day e cross join lateral app.email_facts(e) f', 'sends', 'unsubscribes'),
    (6, 'billing_adjustment b cross join lateral app.adjustment_facts(b) f', 'adjusted_client_cost', 'adjusted_media_cost')
  ) s (place, raw, first, last)
$$;

-- The days as the raw rows have them: as the text of a query. Each kind of row is added up by itself, in the columns that it
-- can have anything in, and the cells are laid side by side: nothing is added up that is nothing anyway.
create function app.day_recount() returns text language sql stable
  return (
    with source as (
      select place, format('(select f.owner_key, f.day, f.campaign_key, %s from %s group by 1, 2, 3) s%s',
        (select string_agg(format('sum(f.%1$I) as %1$I', c), ', ') from unnest(counters) c), raw, place) as query
      from app.day_sources()
    )
    select format('select owner_key, day, campaign_key, %s from %s',
      (select string_agg(format('coalesce(%1$I, 0) as %1$I', name), ', ' order by place) from unnest(app.fact_columns()) with ordinality as c (name, place)),
      (select string_agg(query || case place when 1 then '' else ' using (owner_key, day, campaign_key)' end, ' full join ' order by place)
       from source))
  );

-- Where the days and the raw rows disagree.
create function app.day_differences() returns table (owner_key int, day date, campaign_key int, counter text, rolled numeric, recounted numeric)
language plpgsql set work_mem = '128MB' set enable_partitionwise_aggregate = on as $$
declare
  columns text[] := app.fact_columns();
begin
  return query execute format($check$
    with recount as (%1$s), tall as (
      select coalesce(d.owner_key, r.owner_key) as owner_key, coalesce(d.day, r.day) as day,
             coalesce(d.campaign_key, r.campaign_key) as campaign_key, v.counter, v.rolled, v.recounted
      from campaign_day d full join recount r using (owner_key, day, campaign_key)
      cross join lateral (values %2$s) v (counter, rolled, recounted)
    )
    select t.owner_key, t.day, t.campaign_key, t.counter, coalesce(t.rolled, 0), coalesce(t.recounted, 0)
    from tall t where coalesce(t.rolled, 0) <> coalesce(t.recounted, 0)
    union all
    select coalesce(m.owner_key, d.owner_key), coalesce(m.month, d.month), coalesce(m.campaign_key, d.campaign_key),
           'month of ' || v.counter, coalesce(v.monthly, 0), coalesce(v.daily, 0)
    from campaign_month_fact m
    full join (select owner_key, campaign_key, date_trunc('month', day)::date as month, %3$s from campaign_day group by 1, 2, 3) d
      using (owner_key, campaign_key, month)
    cross join lateral (values %4$s) v (counter, monthly, daily)
    where coalesce(v.monthly, 0) <> coalesce(v.daily, 0)
  $check$,
    app.day_recount(),
    (select string_agg(format('(%1$L, d.%1$I::numeric, r.%1$I::numeric)', c), ', ') from unnest(columns) c),
    (select string_agg(format('sum(%1$I) as %1$I', c), ', ') from unnest(columns) c),
    (select string_agg(format('(%1$L, m.%1$I::numeric, d.%1$I::numeric)', c), ', ') from unnest(columns) c));
end $$;

-- The months by attribute of one owner, $1, as the leads have them: as the text of a query. Leads that are alike are added
-- up before they are put together by each attribute.
create function app.attribute_recount() returns text language sql stable parallel safe
  return app.by_attribute(format($count$(
    select f.owner_key, date_trunc('month', f.day)::date as month, f.campaign_key, app.lead_attributes(l) as attributes, %s
    from lead l cross join lateral app.lead_facts(l) f where l.owner_key = $1 group by 1, 2, 3, 4)$count$,
    (select string_agg(format('sum(f.%1$I)::%2$s as %1$I', attname, format_type(atttypid, null)), ', ')
     from pg_attribute where attrelid = 'attribute_month'::regclass and attname = any (app.attribute_columns()))));

-- Where the months by attribute and the raw rows disagree, owner by owner.
create function app.attribute_differences() returns table (owner_key int, month date, campaign_key int, counter text, rolled numeric, recounted numeric)
language plpgsql set work_mem = '128MB' as $$
declare
  columns text[] := app.attribute_columns();
  list text := array_to_string(columns, ', ');
  one int;
begin
  for one in select o.owner_key from owner o order by 1 loop
    return query execute format($check$
      with rolled as (
        select attribute, month, campaign_key, value, %1$s from (
          select owner_key, attribute, month, campaign_key, value, %2$s from attribute_month where owner_key = $1
          union all
          select owner_key, attribute, month, campaign_key, value, %2$s from (%3$s) waiting
        ) both_of_them group by 1, 2, 3, 4
      ), recounted as (%4$s)
      select $1, coalesce(d.month, r.month), coalesce(d.campaign_key, r.campaign_key),
             coalesce(d.attribute, r.attribute) || ' ' || coalesce(d.value, r.value, 'unknown') || ': ' || v.counter,
             coalesce(v.rolled, 0), coalesce(v.recounted, 0)
      from rolled d full join recounted r
        on (d.attribute, d.month, d.campaign_key, coalesce('=' || d.value, '')) = (r.attribute, r.month, r.campaign_key, coalesce('=' || r.value, ''))
      cross join lateral (values %5$s) v (counter, rolled, recounted)
      where (%6$s) is distinct from (%7$s) and coalesce(v.rolled, 0) <> coalesce(v.recounted, 0)
    $check$,
      (select string_agg(format('sum(%1$I) as %1$I', c), ', ') from unnest(columns) c),
      list,
      app.by_attribute('(select * from attribute_delta where owner_key = $1)'),
      app.attribute_recount(),
      (select string_agg(format('(%1$L, d.%1$I::numeric, r.%1$I::numeric)', c), ', ') from unnest(columns) c),
      (select string_agg(format('d.%I', c), ', ') from unnest(columns) c),
      (select string_agg(format('r.%I', c), ', ') from unnest(columns) c)) using one;
  end loop;
end $$;

-- Where any rollup and the raw rows disagree, once everything is folded: nowhere, or something is broken.
create function app.fact_differences() returns table (owner_key int, day date, campaign_key int, counter text, rolled numeric, recounted numeric)
language sql as $$
  select * from app.day_differences() union all select * from app.attribute_differences() union all select * from app.platform_differences()
$$;
