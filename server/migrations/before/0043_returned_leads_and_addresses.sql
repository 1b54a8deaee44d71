-- What a returned lead still uses, how many leads an address sends, and tests of criteria that somebody stops.

-- How many leads came from an address of late.
create index lead_consent_ip on lead_consent (owner_key, ip, captured_date) where ip is not null;

-- A returned lead gives its unit back where its client has returned leads replaced, and only while the month is open in which
-- it was counted. Otherwise it keeps the unit, though it costs nothing.
alter table lead add column keeps_unit boolean not null default false;

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

-- When it turns into one: criteria that are saved later change nothing about it. Not before an insert, which would take a COPY row by row.
create trigger lead_keeps_unit before update on lead for each row
  when (new.status is distinct from old.status and (new.status = 'RTN' or old.keeps_unit)) execute function app.keep_unit();

create or replace function app.cap_units(l lead) returns table (kind text, ref int, from_day date, units int, client_cost numeric)
language sql stable parallel safe as $$
  select v.kind, v.ref, v.from_day, 1, case when l.keeps_unit then 0 else l.client_price end
  from (values ('month', 0, date_trunc('month', coalesce(l.counted_on, l.captured_date))::date),
               ('day', 0, coalesce(l.counted_on, l.captured_date)),
               ('source', l.publisher_source_key, date_trunc('month', coalesce(l.counted_on, l.captured_date))::date),
               ('program', l.program_key, date_trunc('month', coalesce(l.counted_on, l.captured_date))::date)) v (kind, ref, from_day)
  where v.ref is not null and (app.uses_cap(l.status) or l.keeps_unit) and not l.unpaid
$$;

create or replace function app.count_caps() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
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

alter table criteria_replay drop constraint criteria_replay_state_check,
  add constraint criteria_replay_state_check check (state in ('queued', 'running', 'done', 'failed', 'cancelled'));
