-- Exact counters of the caps, updated in the transaction that changes a lead.

-- Cap usage: per campaign and month, per campaign and day, and per month by source and by program. The trigger writes it in the
-- lead's transaction, so it is always exact, unlike the rollups, which a worker updates later.
-- Person: none.
create table cap_count (
  owner_key int not null,
  campaign_key int not null,
  kind text not null check (kind in ('month', 'day', 'source', 'program')),
  -- The key of the source or program; 0 for the campaign itself.
  ref int not null default 0,
  from_day date not null,
  units int not null default 0,
  -- The client cost of these leads.
  client_cost numeric(14, 2) not null default 0,
  primary key (owner_key, campaign_key, kind, ref, from_day),
  foreign key (owner_key, campaign_key) references campaign
) with (fillfactor = 50);
-- The campaigns with usage in a period, without reading other periods.
create index cap_count_period on cap_count (owner_key, kind, from_day, campaign_key) where ref = 0;
call app.protect('cap_count');
grant select on cap_count to paceline_app;

-- Statuses that use a cap unit (contract: LEAD_STATUSES). Leads accepted without payment use none, as caps limit paid leads.
create function app.uses_cap(status text) returns boolean language sql immutable parallel safe
  return status = 'RCV' or app.is_good(status);

-- The day whose caps a lead counts against, null if it counts against none. A lead returned after the end of its month keeps its
-- unit.
create function app.cap_day(l lead) returns date language sql immutable parallel safe
  return case when (app.uses_cap(l.status) or l.keeps_unit) and not l.unpaid then coalesce(l.counted_on, l.captured_date) end;

-- The budget that a lead uses; none once it is returned.
create function app.cap_cost(l lead) returns numeric language sql immutable parallel safe
  return case when l.keeps_unit then 0 else l.client_price end;

-- The cap units of one lead. The only definition: the trigger, the recount and the rebuild all call it.
create function app.cap_units(l lead) returns table (kind text, ref int, from_day date, units int, client_cost numeric)
language sql stable parallel safe as $$
  select v.kind, v.ref, case v.kind when 'day' then c.day else date_trunc('month', c.day::timestamp)::date end, 1, app.cap_cost(l)
  from (select app.cap_day(l) as day) c
  cross join lateral (values ('month', 0), ('day', 0), ('source', l.publisher_source_key), ('program', l.program_key)) v (kind, ref)
  where v.ref is not null and c.day is not null
$$;

-- The units used: in the month, in the month by source and by program, in the week so far, and today.
create function app.units_taken(of_owner int, of_campaign int, of_month date, week_from date, today date, of_source int default null, of_program int default null)
returns table (month_units int, week_units int, day_units int, source_units int, program_units int) language sql stable as $$
  select
    coalesce((select c.units from cap_count c where c.owner_key = of_owner and c.campaign_key = of_campaign
              and c.kind = 'month' and c.ref = 0 and c.from_day = of_month), 0),
    coalesce((select sum(c.units) from cap_count c where c.owner_key = of_owner and c.campaign_key = of_campaign
              and c.kind = 'day' and c.ref = 0 and c.from_day between week_from and today), 0)::int,
    coalesce((select c.units from cap_count c where c.owner_key = of_owner and c.campaign_key = of_campaign
              and c.kind = 'day' and c.ref = 0 and c.from_day = today), 0),
    coalesce((select c.units from cap_count c where c.owner_key = of_owner and c.campaign_key = of_campaign
              and c.kind = 'source' and c.ref = of_source and c.from_day = of_month), 0),
    coalesce((select c.units from cap_count c where c.owner_key = of_owner and c.campaign_key = of_campaign
              and c.kind = 'program' and c.ref = of_program and c.from_day = of_month), 0)
$$;

-- The units used since a time of today or of the previous night. Counted from the leads, as there is no counter by hour.
create function app.units_since(of_owner int, of_campaign int, today date, since timestamptz) returns table (units int) language sql stable as $$
  select count(*)::int from lead l
  where l.owner_key = of_owner and l.campaign_key = of_campaign and l.captured_date between today - 1 and today
    and l.created_at >= since and app.cap_day(l) is not null
$$;

-- Rows are written in a fixed order that starts with the campaign's month, the row that holders of the caps lock first. This
-- avoids deadlocks.
create function app.count_caps() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'INSERT' then
    insert into cap_count as c (owner_key, campaign_key, kind, ref, from_day, units, client_cost)
    select n.owner_key, n.campaign_key, u.kind, u.ref, u.from_day, sum(u.units), sum(u.client_cost)
    from new_rows n cross join lateral app.cap_units(row(n.*)::lead) u
    group by 1, 2, 3, 4, 5 order by 1, 2, u.kind <> 'month', 3, 4, 5
    on conflict (owner_key, campaign_key, kind, ref, from_day)
      do update set units = c.units + excluded.units, client_cost = c.client_cost + excluded.client_cost;
  elsif tg_op = 'DELETE' then
    insert into cap_count as c (owner_key, campaign_key, kind, ref, from_day, units, client_cost)
    select o.owner_key, o.campaign_key, u.kind, u.ref, u.from_day, -sum(u.units), -sum(u.client_cost)
    from old_rows o cross join lateral app.cap_units(row(o.*)::lead) u
    group by 1, 2, 3, 4, 5 order by 1, 2, u.kind <> 'month', 3, 4, 5
    on conflict (owner_key, campaign_key, kind, ref, from_day)
      do update set units = c.units + excluded.units, client_cost = c.client_cost + excluded.client_cost;
  else
    insert into cap_count as c (owner_key, campaign_key, kind, ref, from_day, units, client_cost)
    select (s.l).owner_key, (s.l).campaign_key, u.kind, u.ref, u.from_day, sum(s.sign * u.units), sum(s.sign * u.client_cost)
    from old_rows o join new_rows n using (owner_key, captured_date, lead_key)
    cross join lateral (values (-1, row(o.*)::lead), (1, row(n.*)::lead)) s (sign, l)
    cross join lateral app.cap_units(s.l) u
    where (o.campaign_key, app.uses_cap(o.status), o.keeps_unit, o.unpaid, o.client_price, o.publisher_source_key, o.program_key, o.counted_on)
      is distinct from (n.campaign_key, app.uses_cap(n.status), n.keeps_unit, n.unpaid, n.client_price, n.publisher_source_key, n.program_key, n.counted_on)
    group by 1, 2, 3, 4, 5
    having sum(s.sign * u.units) <> 0 or sum(s.sign * u.client_cost) <> 0
    order by 1, 2, u.kind <> 'month', 3, 4, 5
    on conflict (owner_key, campaign_key, kind, ref, from_day)
      do update set units = c.units + excluded.units, client_cost = c.client_cost + excluded.client_cost;
  end if;
  return null;
end $$;
create trigger lead_inserted_in_caps after insert on lead referencing new table as new_rows
  for each statement execute function app.count_caps();
create trigger lead_updated_in_caps after update on lead referencing old table as old_rows new table as new_rows
  for each statement execute function app.count_caps();
create trigger lead_deleted_in_caps after delete on lead referencing old table as old_rows
  for each statement execute function app.count_caps();

create view cap_recount with (security_invoker = true) as
  select l.owner_key, l.campaign_key, u.kind, u.ref, u.from_day, sum(u.units)::int as units, sum(u.client_cost) as client_cost
  from lead l cross join lateral app.cap_units(l) u group by 1, 2, 3, 4, 5;

-- Differences between counters and leads. Any row is a bug.
create function app.cap_differences()
returns table (owner_key int, day date, campaign_key int, counter text, rolled numeric, recounted numeric)
language sql stable as $$
  select owner_key, from_day, campaign_key, 'cap of ' || kind || case when ref = 0 then '' else ' ' || ref end || ', ' || v.what,
         coalesce(v.counted, 0), coalesce(v.recounted, 0)
  from cap_count c full join cap_recount r using (owner_key, campaign_key, kind, ref, from_day)
  cross join lateral (values ('leads', c.units::numeric, r.units::numeric), ('client cost', c.client_cost, r.client_cost)) v (what, counted, recounted)
  where coalesce(v.counted, 0) <> coalesce(v.recounted, 0)
$$;

-- Sets whether a returned lead keeps its cap unit.
create function app.keep_unit() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  replaced boolean;
  zone text;
begin
  if new.status <> 'RTN' then
    new.keeps_unit := false;
    return new;
  end if;
  select coalesce((y.body -> 'returns' ->> 'replaceReturned')::boolean, true), o.time_zone into replaced, zone
  from campaign c
  join owner o on o.owner_key = c.owner_key
  join goal g on g.owner_key = c.owner_key and g.goal_key = c.goal_key
  left join lateral (
    select body from client_criteria where owner_key = g.owner_key and client_key = g.client_key order by version desc limit 1
  ) y on true
  where c.owner_key = new.owner_key and c.campaign_key = new.campaign_key;
  new.keeps_unit := coalesce(
    not replaced or to_char(new.returned_at at time zone zone, 'YYYYMM') > to_char(coalesce(new.counted_on, new.captured_date), 'YYYYMM'), false);
  return new;
end $$;
revoke execute on function app.keep_unit from public;
-- Decided once, at the time of the return, so that later changes of the criteria have no effect. Not on insert, because a row
-- trigger would slow down COPY.
create trigger lead_keeps_unit before update on lead for each row
  when (new.status is distinct from old.status and (new.status = 'RTN' or old.keeps_unit)) execute function app.keep_unit();
