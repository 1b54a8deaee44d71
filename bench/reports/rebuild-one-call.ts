import type pg from 'pg';

/**
 * The rollups in one call as they were made up to migration 0087, kept to be measured against: days, months, attributes, platforms and
 * caps one after the other, each from the raw rows, in one transaction.
 */
const ONE_CALL = `
create schema if not exists bench;

create or replace function bench.fact_columns() returns text[] language sql stable
  return (select array_agg(attname::text order by attnum) from pg_attribute
          where attrelid = 'campaign_day'::regclass and attnum > 0 and not attisdropped
            and attname not in ('owner_key', 'day', 'campaign_key'));

create or replace function bench.day_sources() returns table (place int, raw text, counters text[]) language sql stable as $$
  select s.place, s.raw, (select array_agg(c.name order by c.place) from unnest(bench.fact_columns()) with ordinality as c (name, place)
    where c.place between array_position(bench.fact_columns(), s.first) and array_position(bench.fact_columns(), s.last))
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

create or replace function bench.day_recount() returns text language sql stable
  return (
    with source as (
      select place, format('(select f.owner_key, f.day, f.campaign_key, %s from %s group by 1, 2, 3) s%s',
        (select string_agg(format('sum(f.%1$I) as %1$I', c), ', ') from unnest(counters) c), raw, place) as query
      from bench.day_sources()
    )
    select format('select owner_key, day, campaign_key, %s from %s',
      (select string_agg(format('coalesce(%1$I, 0) as %1$I', name), ', ' order by place) from unnest(bench.fact_columns()) with ordinality as c (name, place)),
      (select string_agg(query || case place when 1 then '' else ' using (owner_key, day, campaign_key)' end, ' full join ' order by place)
       from source))
  );

create or replace function bench.attribute_columns() returns text[] language sql stable
  return (select array_agg(attname::text order by attnum) from pg_attribute
          where attrelid = 'attribute_month'::regclass and attnum > 0 and not attisdropped
            and attname not in ('owner_key', 'attribute', 'month', 'campaign_key', 'value'));

create or replace function bench.by_attribute(rows_of text, columns text[]) returns text language sql stable parallel safe
  return (select format(
    'select owner_key, case 0 %s end as attribute, month, campaign_key, coalesce(%s) as value, %s
     from (select owner_key, month, campaign_key, %s, %s from %s r) t group by grouping sets (%s)',
    string_agg(format('when grouping(a%s) then %L', n, name), ' ' order by n),
    string_agg(format('a%s', n), ', ' order by n),
    (select string_agg(format('sum(%1$I) as %1$I', c), ', ') from unnest(columns) c),
    string_agg(format('attributes[%1$s] as a%1$s', n), ', ' order by n),
    array_to_string(columns, ', '),
    rows_of,
    string_agg(format('(owner_key, month, campaign_key, a%s)', n), ', ' order by n))
  from unnest(app.attribute_names()) with ordinality as a (name, n));

create or replace function bench.by_attribute(rows_of text) returns text language sql stable parallel safe
  return bench.by_attribute(rows_of, bench.attribute_columns());

create or replace function bench.attribute_recount() returns text language sql stable
  return bench.by_attribute(format($count$(
    select f.owner_key, date_trunc('month', f.day)::date as month, f.campaign_key, app.lead_attributes(l) as attributes, %s
    from lead l cross join lateral app.lead_facts(l) f where l.owner_key = $1 group by 1, 2, 3, 4)$count$,
    (select string_agg(format('sum(f.%1$I)::%2$s as %1$I', attname, format_type(atttypid, null)), ', ')
     from pg_attribute where attrelid = 'attribute_month'::regclass and attname = any (bench.attribute_columns()))));

create or replace function bench.columns_of(target regclass, keys boolean) returns text[] language sql stable
  return (select array_agg(attname::text order by attnum) from pg_attribute
          where attrelid = target and attnum > 0 and not attisdropped and (attname = 'month' or attname like '%\\_key') = keys);

create or replace function bench.month_recount(raw regclass, target regclass) returns text language sql stable
  return format('select %1$s, %2$s from (select *, date_trunc(''month'', day)::date as month from %3$s where complete) d group by %1$s',
    array_to_string(bench.columns_of(target, true), ', '),
    (select string_agg(format('sum(%1$I) as %1$I', c), ', ') from unnest(bench.columns_of(target, false)) c), raw);

create or replace procedure bench.rebuild_days() language plpgsql set work_mem = '128MB' set enable_partitionwise_aggregate = on as $$
declare
  columns text[] := bench.fact_columns();
  list text := array_to_string(columns, ', ');
  sums text := (select string_agg(format('sum(%I)', c), ', ') from unnest(columns) c);
begin
  lock table campaign_day, campaign_month_fact, fact_delta in exclusive mode;
  truncate fact_delta;
  delete from campaign_day;
  delete from campaign_month_fact;
  execute format('insert into campaign_day (owner_key, day, campaign_key, %s) %s order by 1, 2, 3', list, bench.day_recount());
  execute format('insert into campaign_month_fact (owner_key, campaign_key, month, %1$s)
    select owner_key, campaign_key, date_trunc(''month'', day)::date, %2$s from campaign_day group by 1, 2, 3 order by 1, 3, 2', list, sums);
  insert into fact_version as t (owner_key, version, folded_at)
    select distinct owner_key, 1, statement_timestamp() from campaign_day
    on conflict (owner_key) do update set version = t.version + 1, folded_at = excluded.folded_at;
end $$;

create or replace procedure bench.rebuild_attributes() language plpgsql set work_mem = '128MB' as $$
declare
  one int;
begin
  lock table fact_delta, attribute_month, attribute_delta in exclusive mode;
  update fact_delta set attributes = null where attributes is not null;
  truncate attribute_delta;
  delete from attribute_month;
  for one in select owner_key from owner order by 1 loop
    execute format('insert into attribute_month (owner_key, attribute, month, campaign_key, value, %s) %s order by 1, 2, 3, 4, 5',
      array_to_string(bench.attribute_columns(), ', '), bench.attribute_recount()) using one;
  end loop;
end $$;

create or replace procedure bench.rebuild_platforms() language plpgsql set work_mem = '128MB' as $$
begin
  lock table platform_day, platform_keyword_day in share row exclusive mode;
  delete from platform_month;
  delete from keyword_month;
  execute 'insert into platform_month ' || bench.month_recount('platform_day', 'platform_month') || ' order by 1, 2, 3, 4';
  execute 'insert into keyword_month ' || bench.month_recount('platform_keyword_day', 'keyword_month') || ' order by 1, 2, 3';
end $$;

create or replace procedure bench.rebuild_caps() language plpgsql as $$
begin
  lock table cap_count in exclusive mode;
  delete from cap_count;
  insert into cap_count (owner_key, campaign_key, kind, ref, from_day, units, client_cost)
  select owner_key, campaign_key, kind, ref, from_day, units, client_cost from cap_recount;
end $$;

create or replace procedure bench.rebuild_facts() language plpgsql as $$
begin
  call bench.rebuild_days();
  call bench.rebuild_attributes();
  call bench.rebuild_platforms();
  call bench.rebuild_caps();
  perform app.raise_version(array(select owner_key from owner order by 1));
end $$;
`;

/** Makes the procedure, and returns what calls it. */
export const makeOneCall = async (client: pg.ClientBase): Promise<() => Promise<unknown>> => {
  await client.query(ONE_CALL);
  return () => client.query('call bench.rebuild_facts()');
};
