import type pg from 'pg';

/**
 * The rollups in one call as they were made up to migration 0087, kept to be measured against: days, months, attributes, platforms and
 * caps one after the other, each from the raw rows, in one transaction.
 */
const ONE_CALL = `
create schema if not exists bench;

create or replace procedure bench.rebuild_days() language plpgsql set work_mem = '128MB' set enable_partitionwise_aggregate = on as $$
declare
  columns text[] := app.fact_columns();
  list text := array_to_string(columns, ', ');
  sums text := (select string_agg(format('sum(%I)', c), ', ') from unnest(columns) c);
begin
  lock table campaign_day, campaign_month_fact, fact_delta in exclusive mode;
  truncate fact_delta;
  delete from campaign_day;
  delete from campaign_month_fact;
  execute format('insert into campaign_day (owner_key, day, campaign_key, %s) %s order by 1, 2, 3', list, app.day_recount());
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
      array_to_string(app.attribute_columns(), ', '), app.attribute_recount()) using one;
  end loop;
end $$;

create or replace procedure bench.rebuild_platforms() language plpgsql set work_mem = '128MB' as $$
begin
  lock table platform_day, platform_keyword_day in share row exclusive mode;
  delete from platform_month;
  delete from keyword_month;
  execute 'insert into platform_month ' || app.month_recount('platform_day', 'platform_month') || ' order by 1, 2, 3, 4';
  execute 'insert into keyword_month ' || app.month_recount('platform_keyword_day', 'keyword_month') || ' order by 1, 2, 3';
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
