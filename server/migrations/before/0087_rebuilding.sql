-- Making the rollups anew, part by part, while leads come in. Decision 086 has the reasoning: a part is counted at one moment,
-- what it finds is the difference to the rollups and to what waits to be folded at that same moment, and a difference may be
-- added at any time later, before or after whatever is folded meanwhile. A load, whose rows nobody else sees yet, goes on making them
-- from nothing by app.rebuild_facts(), which takes half the work.

-- The parts of a rebuilding that is under way or was the last one: a killed one goes on with those that have not ended.
create table rebuild_part (
  part_key int generated always as identity unique,
  owner_key int not null references owner,
  -- Every figure of a lead belongs to its campaign: campaigns from … to.
  from_campaign int,
  to_campaign int,
  -- About how many leads these have.
  leads bigint,
  -- What the platforms report belongs to a month: months from … to.
  from_month date,
  to_month date,
  -- How many cells were wrong.
  corrected bigint,
  ended_at timestamptz,
  primary key (owner_key, part_key),
  check (num_nulls(from_campaign, to_campaign, leads) = 3 * num_nonnulls(from_month) and num_nulls(from_month, to_month) in (0, 2))
);
call app.protect('rebuild_part');
call app.close_to_partners('rebuild_part');

-- The months that a table is cut into.
create function app.months_of(target regclass) returns setof date language sql stable as $$
  select to_date(right(c.relname, 6), 'YYYYMM') from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = target
$$;

-- How many rows it has, as far as the statistics know.
create function app.rows_about(target regclass) returns numeric language sql stable
  return (select coalesce(sum(greatest(c.reltuples, 0)), 0)::numeric from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = target);

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

create or replace function app.day_recount() returns text language sql stable
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

-- Rows put together by one attribute at a time, in these columns only: as the text of a query.
create function app.by_attribute(rows_of text, columns text[]) returns text language sql stable parallel safe
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

create or replace function app.by_attribute(rows_of text) returns text language sql stable parallel safe
  return app.by_attribute(rows_of, app.attribute_columns());

-- Cells of several queries laid over each other, and what is left of each: as the text of a query. Nothing is left of most.
create function app.left_over(keys text, columns text[], queries text) returns text language sql immutable
  return format('select %1$s, %2$s from (%3$s) r group by %1$s having (%4$s) is distinct from (%5$s)', keys,
    (select string_agg(format('sum(%1$I) as %1$I', c), ', ') from unnest(columns) c), queries,
    (select string_agg(format('sum(%I)', c), ', ') from unnest(columns) c),
    (select string_agg('0', ', ') from unnest(columns)));

create function app.negated(columns text[], prefix text default '') returns text language sql immutable
  return (select string_agg(format('-%s%I as %2$I', prefix, c), ', ') from unnest(columns) c);

-- What the rollups of an owner's campaigns from … to lack, into tables of this connection: days, months, months by attribute
-- and counters of caps. It has to see all rows at one moment: in a transaction with one snapshot, or while nobody writes.
create procedure app.find_corrections(of_owner int, from_campaign int, to_campaign int, leads bigint) language plpgsql
-- Cells are always counted in a hash table: the planner takes the events of a lead for seven, and would sort them for each attribute.
set jit = off set hash_mem_multiplier = 16 set client_min_messages = warning as $$
declare
  columns text[] := app.fact_columns();
  by_attribute text[] := app.attribute_columns();
  inquiry text[] := array(select c from unnest(by_attribute) c where c in (select unnest(s.counters) from app.day_sources() s where s.place = 1));
  event text[] := array(select c from unnest(by_attribute) c where c in (select unnest(s.counters) from app.day_sources() s where s.place = 2));
  of_rollups text := format('owner_key = %s and campaign_key between %s and %s', of_owner, from_campaign, to_campaign);
  of_facts text := format('f.owner_key = %s and f.campaign_key between %s and %s', of_owner, from_campaign, to_campaign);
  waiting text := format('(fact).owner_key = %s and (fact).campaign_key between %s and %s', of_owner, from_campaign, to_campaign);
  -- So many months of leads at a time that the cells of all attributes stay in memory.
  months int := greatest(1, (select count(*) from app.months_of('lead')) * 50000 / greatest(leads, 1));
  since date;
  until date;
begin
  -- Made once and emptied: tables that a long transaction makes and drops would each keep their lock.
  create temp table if not exists settled_day (like campaign_day);
  create temp table if not exists correction_of_day (like campaign_day);
  create temp table if not exists correction_of_month (like campaign_month_fact);
  create temp table if not exists settled_attribute (like attribute_month including defaults);
  create temp table if not exists correction_of_attribute (like attribute_month);
  create temp table if not exists correction_of_cap (like cap_count);
  truncate settled_day, correction_of_day, correction_of_month, settled_attribute, correction_of_attribute, correction_of_cap;

  -- The raw rows, less what waits: that is what the rollups should hold at this moment.
  execute format('insert into settled_day (owner_key, day, campaign_key, %s) %s', array_to_string(columns, ', '), app.left_over('owner_key, day, campaign_key', columns, (
    -- Of the same types in every query, so that their rows need no further step each.
    select string_agg(format('select f.owner_key, f.day, f.campaign_key, %s from %s where %s group by 1, 2, 3',
      (select string_agg(format(case when attname = any (s.counters) then 'sum(f.%1$I)::%2$s as %1$I' else '0::%2$s as %1$I' end, attname, format_type(atttypid, null)), ', ' order by attnum)
       from pg_attribute where attrelid = 'campaign_day'::regclass and attname = any (columns)),
      s.raw, of_facts), ' union all ' order by s.place) from app.day_sources() s)
    || format(' union all select (fact).owner_key, (fact).day, (fact).campaign_key, %s from fact_delta where %s',
      (select string_agg(format('-sign * (fact).%I', c), ', ') from unnest(columns) c), waiting)));
  execute format('insert into correction_of_day (owner_key, day, campaign_key, %s) %s order by 1, 2, 3', array_to_string(columns, ', '), app.left_over('owner_key, day, campaign_key', columns,
    format('select * from settled_day union all select owner_key, day, campaign_key, %s from campaign_day where %s', app.negated(columns), of_rollups)));
  execute format('insert into correction_of_month (owner_key, campaign_key, month, %s) %s order by 1, 3, 2', array_to_string(columns, ', '), app.left_over('owner_key, campaign_key, month', columns,
    format('select owner_key, campaign_key, date_trunc(''month'', day)::date as month, %s from settled_day
            union all select owner_key, campaign_key, month, %s from campaign_month_fact where %s',
      array_to_string(columns, ', '), app.negated(columns), of_rollups)));

  -- Inquiries and events each in the few columns they have; without the offset the list of attributes would be made anew for each of them.
  for since, until in
    select month, coalesce(lead(month) over (order by month), 'infinity')
    from (select month, row_number() over (order by month) as place from app.months_of('lead') month) m where place % months = 1 % months order by 1
  loop
    execute format('insert into settled_attribute (owner_key, attribute, month, campaign_key, value, %s) %s', array_to_string(inquiry, ', '),
      app.by_attribute(format('(select f.owner_key, date_trunc(''month'', f.day::timestamp)::date as month, f.campaign_key, app.lead_attributes(l) as attributes, %s
        from lead l cross join lateral app.inquiry_facts(l) f where %s and l.captured_date >= %L and l.captured_date < %L offset 0)',
        (select string_agg(format('f.%I', c), ', ') from unnest(inquiry) c), of_facts, since, until), inquiry));
    execute format('insert into settled_attribute (owner_key, attribute, month, campaign_key, value, %s) %s', array_to_string(event, ', '),
      app.by_attribute(format('(select f.owner_key, date_trunc(''month'', f.day::timestamp)::date as month, f.campaign_key, app.lead_attributes(l) as attributes, %s
        from lead l cross join lateral app.event_facts(l) f where %s and l.captured_date >= %L and l.captured_date < %L offset 0)',
        (select string_agg(format('f.%I', c), ', ') from unnest(event) c), of_facts, since, until), event));
  end loop;
  execute format('insert into correction_of_attribute (owner_key, attribute, month, campaign_key, value, %s) %s order by 1, 2, 3, 4, 5', array_to_string(by_attribute, ', '), app.left_over('owner_key, attribute, month, campaign_key, value', by_attribute,
    format('select owner_key, attribute, month, campaign_key, value, %1$s from settled_attribute
            union all select owner_key, attribute, month, campaign_key, value, %2$s from attribute_month where %3$s
            union all select owner_key, attribute, month, campaign_key, value, %2$s from (%4$s) folded
            union all select owner_key, attribute, month, campaign_key, value, %2$s from (%5$s) unfolded',
      array_to_string(by_attribute, ', '), app.negated(by_attribute), of_rollups,
      app.by_attribute(format('(select * from attribute_delta where %s)', of_rollups)),
      app.by_attribute(format('(select (fact).owner_key, date_trunc(''month'', (fact).day)::date as month, (fact).campaign_key, attributes, %s
                                from fact_delta where attributes is not null and %s)',
        (select string_agg(format('sign * (fact).%1$I as %1$I', c), ', ') from unnest(by_attribute) c), waiting)))));

  execute format('insert into correction_of_cap (owner_key, campaign_key, kind, ref, from_day, units, client_cost) %s order by 1, 2, kind <> ''month'', 3, 4, 5',
    app.left_over('owner_key, campaign_key, kind, ref, from_day', '{units,client_cost}', format(
      'select l.owner_key, l.campaign_key, u.kind, u.ref, u.from_day, u.units, u.client_cost from lead l cross join lateral app.cap_units(l) u where l.%1$s
       union all select owner_key, campaign_key, kind, ref, from_day, -units, -client_cost from cap_count where %1$s', of_rollups)));
end $$;

-- Adds corrections to a rollup and tells how many. A cell that nothing is left of goes, unless something is folded into it at that moment.
create function app.add_corrections(corrections regclass, target regclass, keys text, columns text[]) returns bigint language plpgsql as $$
declare
  added bigint;
begin
  execute format('insert into %2$s as t (%3$s, %4$s) select %3$s, %4$s from %1$s on conflict (%3$s) do update set %5$s', corrections, target, keys,
    array_to_string(columns, ', '), (select string_agg(format('%1$I = t.%1$I + excluded.%1$I', c), ', ') from unnest(columns) c));
  get diagnostics added = row_count;
  if added > 0 then
    execute format('delete from %2$s t using %1$s c where %3$s and (%4$s) = (%5$s)', corrections, target,
      (select string_agg(format('t.%1$s is not distinct from c.%1$s', k), ' and ') from unnest(string_to_array(keys, ', ')) k),
      (select string_agg(format('t.%I', c), ', ') from unnest(columns) c), (select string_agg('0', ', ') from unnest(columns)));
  end if;
  return added;
end $$;

-- Days before months before the counters of caps, as whoever folds and whoever posts take them: nobody waits in a circle. Caps come
-- last, because a post waits for them.
create function app.apply_corrections(of_owner int) returns bigint language plpgsql as $$
declare
  columns text[] := app.fact_columns();
  corrected bigint;
begin
  corrected := app.add_corrections('correction_of_day', 'campaign_day', 'owner_key, day, campaign_key', columns)
    + app.add_corrections('correction_of_month', 'campaign_month_fact', 'owner_key, campaign_key, month', columns)
    + app.add_corrections('correction_of_attribute', 'attribute_month', 'owner_key, attribute, month, campaign_key, value', app.attribute_columns());
  insert into fact_version as t (owner_key, version, folded_at)
    select of_owner, 1, statement_timestamp() where corrected > 0
    on conflict (owner_key) do update set version = t.version + 1, folded_at = excluded.folded_at;
  return corrected + app.add_corrections('correction_of_cap', 'cap_count', 'owner_key, campaign_key, kind, ref, from_day', '{units,client_cost}');
end $$;

-- The same for what the platforms report of some months: its months are kept by triggers and never lag.
create procedure app.find_platform_corrections(of_owner int, from_month date, to_month date) language plpgsql
set jit = off set client_min_messages = warning as $$
declare
  one record;
  columns text[];
  keys text;
begin
  create temp table if not exists correction_of_platform_month (like platform_month);
  create temp table if not exists correction_of_keyword_month (like keyword_month);
  truncate correction_of_platform_month, correction_of_keyword_month;
  for one in select * from (values ('platform_day', 'platform_month'), ('platform_keyword_day', 'keyword_month')) pair (raw, target) loop
    columns := app.columns_of(one.target, false);
    keys := array_to_string(app.columns_of(one.target, true), ', ');
    execute format('insert into correction_of_%s (%s, %s) %s order by %2$s', one.target, keys, array_to_string(columns, ', '), app.left_over(keys, columns, format(
      'select %1$s, %2$s from (select *, date_trunc(''month'', day)::date as month from %3$I where owner_key = %6$s and day >= %7$L and day < %8$L) d group by %1$s
       union all select %1$s, %4$s from %5$I where owner_key = %6$s and month >= %7$L and month < %8$L', keys,
      (select string_agg(format('sum(%1$I) as %1$I', c), ', ') from unnest(columns) c), one.raw, app.negated(columns), one.target,
      of_owner, from_month, to_month)));
  end loop;
end $$;

create function app.apply_platform_corrections(of_owner int) returns bigint language plpgsql as $$
declare
  corrected bigint := 0;
  one text;
begin
  foreach one in array '{platform_month,keyword_month}'::text[] loop
    corrected := corrected + app.add_corrections(('correction_of_' || one)::regclass, one::regclass,
      array_to_string(app.columns_of(one::regclass, true), ', '), app.columns_of(one::regclass, false));
  end loop;
  return corrected;
end $$;

-- The parts of a rebuilding, unless one is under way: an owner's campaigns in as many parts as have about so many leads each, and its
-- months of platforms. The first part begins before everything and the last one never ends, so that what is new is in one.
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

-- Adds what was found and notes the end of the part, in one transaction: a kill leaves both or neither.
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
