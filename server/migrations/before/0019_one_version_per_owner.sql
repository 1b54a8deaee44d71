-- One version for whatever an owner's answers are made of: what was worked out at a version holds for as long as it stands.

-- A writer raises whichever row of the owner's nobody else is raising at that moment, and adds one if there is none: writers
-- never wait for each other here and cannot deadlock, and there are as many rows as the owner ever had writers at one time.
-- Nobody is notified either: Postgres lets the commits that notify through one after the other, whomever they concern.
-- The version is the sum. Every transaction that comes through raises it by one or more, so that two snapshots with the same
-- sum have seen the same transactions, however late one of them was committed.
create table data_version (
  owner_key int not null references owner,
  slot int generated always as identity,
  version bigint not null default 1,
  primary key (owner_key, slot)
) with (fillfactor = 50);
call app.protect('data_version');

create function app.raise_version(of_owners int[]) returns void language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  one int;
begin
  foreach one in array of_owners loop
    -- Once is enough for a transaction: nobody sees its rows before it has come through.
    perform from data_version where owner_key = one and xmin = pg_current_xact_id()::xid;
    continue when found;
    update data_version set version = version + 1
    where (owner_key, slot) = (select owner_key, slot from data_version where owner_key = one limit 1 for update skip locked);
    if not found then
      insert into data_version (owner_key) values (one);
    end if;
  end loop;
end $$;
revoke execute on function app.raise_version from public;

-- Whose version a changed row raises: its own owner's, or that of every owner who works with the partner, has an account on
-- the platform, or is there at all. Partners and clients write such rows as well, and none of them may write a version.
create function app.raise_versions() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  owners int[];
begin
  if tg_argv[0] = 'owner' then
    owners := array(select distinct owner_key from touched order by 1);
  elsif tg_argv[0] = 'partner' then
    owners := array(
      select owner_key from campaign where partner_key in (select partner_key from touched)
      union select owner_key from partner_client where partner_key in (select partner_key from touched) order by 1);
  elsif tg_argv[0] = 'platform' then
    owners := array(
      select distinct owner_key from platform_account where platform_key in (select platform_key from touched) order by 1);
  else
    owners := array(select owner_key from owner where exists (select from touched) order by 1);
  end if;
  perform app.raise_version(owners);
  return null;
end $$;
revoke execute on function app.raise_versions from public;

-- What a new table says whose rows an answer reads; server/src/testing/versioned-tables.ts has those that do and those that do not.
create procedure app.raises_version(target regclass, whose text default 'owner') language plpgsql as $$
begin
  execute format('create trigger raises_version_by_insert after insert on %s referencing new table as touched for each statement execute function app.raise_versions(%L)', target, whose);
  execute format('create trigger raises_version_by_update after update on %s referencing new table as touched for each statement execute function app.raise_versions(%L)', target, whose);
  execute format('create trigger raises_version_by_delete after delete on %s referencing old table as touched for each statement execute function app.raise_versions(%L)', target, whose);
end $$;

do $$
declare
  one text;
begin
  foreach one in array '{owner,brand,client,client_model,campus,program,custom_channel,goal,goal_month,goal_campus,campaign,campaign_month,campaign_price,campaign_pause,campaign_targeting,platform_account,platform_campaign,platform_ad_group,platform_keyword,platform_day,platform_keyword_day,website_day,website_event_day,fact_version}'::text[] loop
    call app.raises_version(one::regclass);
  end loop;
  foreach one in array '{media_partner,publisher,publisher_source}'::text[] loop
    call app.raises_version(one::regclass, 'partner');
  end loop;
  call app.raises_version('trading_platform', 'platform');
  call app.raises_version('channel', 'everyone');
end $$;

-- Which version each of these owners' data are at, in one statement and without a scope: it tells numbers and no row.
create function app.data_versions(of_owners int[]) returns table (owner_key int, version bigint)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select v.owner_key, sum(v.version)::bigint from data_version v where v.owner_key = any (of_owners) group by 1
$$;
revoke execute on function app.data_versions from public;
grant execute on function app.data_versions to paceline_app;

-- Of these sessions, those that could still make a call, and for which owners: what is open for long asks it again and again.
create function app.open_sessions(keys bigint[], at timestamptz) returns table (session_key bigint, owner_keys int[])
language sql stable security definer set search_path = pg_catalog, public
as $$
  select s.session_key,
         case when u.all_owners then array(select o.owner_key from owner o)
              else array(select o.owner_key from user_owner o where o.user_key = u.user_key) end
  from session s join user_account u using (user_key)
  where s.session_key = any (keys) and s.ended_at is null and s.expires_at > at and u.active and not u.must_change_password
    and exists (select from session_token t where t.session_key = s.session_key and t.expires_at > at)
$$;
revoke execute on function app.open_sessions from public;
grant execute on function app.open_sessions to paceline_app;

-- What the clock alone changes: a day ends in an owner's zone, a price comes into force. Between these two an answer holds.
create function app.steady_between(of_owners int[], at timestamptz, out since timestamptz, out until timestamptz)
language sql stable set search_path = pg_catalog, public
as $$
  select greatest(max(day.starts), (select max(valid_from) from campaign_price where owner_key = any (of_owners) and valid_from <= at)),
         least(min(day.ends), (select min(valid_from) from campaign_price where owner_key = any (of_owners) and valid_from > at))
  from owner o
  cross join lateral (values (date_trunc('day', at, o.time_zone),
                              date_trunc('day', date_trunc('day', at, o.time_zone) + interval '36 hours', o.time_zone))) day (starts, ends)
  where o.owner_key = any (of_owners)
$$;
revoke execute on function app.steady_between from public;
grant execute on function app.steady_between to paceline_app;

-- A report may tell leads apart by what no rollup holds: a change of that alone is a difference as well, so that it is folded
-- and the version rises.
create or replace function app.note_lead_changes() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'INSERT' then
    insert into fact_delta (sign, fact, attributes)
    select 1, f, app.lead_attributes(row(n.*)::lead) from new_rows n cross join lateral app.lead_facts(row(n.*)::lead) f;
  elsif tg_op = 'DELETE' then
    insert into fact_delta (sign, fact, attributes)
    select -1, f, app.lead_attributes(row(o.*)::lead) from old_rows o cross join lateral app.lead_facts(row(o.*)::lead) f;
  else
    insert into fact_delta (sign, fact, attributes)
    select s.sign, f, app.lead_attributes(s.l)
    from old_rows o join new_rows n using (owner_key, captured_date, lead_key)
    cross join lateral (values (-1, row(o.*)::lead), (1, row(n.*)::lead)) s (sign, l)
    cross join lateral app.lead_facts(s.l) f
    where (o.campaign_key, o.status, o.unpaid, o.client_price, o.media_price, o.delivered_at is null, o.contact_on, o.appointment_on,
           o.interview_on, o.visit_on, o.application_on, o.enrollment_on, o.start_on, o.sold_amount, o.pitch_amount, o.open_amount,
           o.funded_on, o.sub_source, o.grad_year, o.created_at)
      is distinct from
          (n.campaign_key, n.status, n.unpaid, n.client_price, n.media_price, n.delivered_at is null, n.contact_on, n.appointment_on,
           n.interview_on, n.visit_on, n.application_on, n.enrollment_on, n.start_on, n.sold_amount, n.pitch_amount, n.open_amount,
           n.funded_on, n.sub_source, n.grad_year, n.created_at)
      or app.lead_attributes(row(o.*)::lead) is distinct from app.lead_attributes(row(n.*)::lead);
  end if;
  return null;
end $$;

-- Everything anew, also for owners who have nothing left.
create or replace procedure app.rebuild_facts() language plpgsql as $$
begin
  call app.rebuild_days();
  call app.rebuild_attributes();
  call app.rebuild_platforms();
  perform app.raise_version(array(select owner_key from owner order by 1));
end $$;

-- What it replaces.
do $$
declare
  one record;
begin
  for one in select tgname, tgrelid::regclass as target from pg_trigger where tgfoid = 'app.touch_plans'::regproc loop
    execute format('drop trigger %I on %s', one.tgname, one.target);
  end loop;
end $$;
drop function app.touch_plans;
drop table plan_touch;
drop trigger fact_version_tell on fact_version;
drop function app.tell_data;

-- A campaign's tracking URLs are saved as a list, so the list has a version: whoever changes another part does not stand in the way.
alter table campaign_targeting add column tracking_version int not null default 1;
