-- Reports of ad platforms are also fetched from the platform itself. What opens an account there is stored sealed, one for each account; without
-- a row nothing is fetched.
create table platform_connection (
  owner_key int not null references owner,
  account_key int not null,
  connector text not null check (connector in ('GOOGLE_ADS')),
  sealed bytea not null,
  key_id smallint not null,
  set_by int references user_account on delete set null,
  set_at timestamptz not null,
  -- The last whole day that a fetch asked for and that was loaded; null: none yet.
  fetched_to date,
  tried_at timestamptz,
  -- Not asked again by itself before: the platform said so, or the last try failed.
  not_before timestamptz,
  primary key (owner_key, account_key),
  foreign key (owner_key, account_key) references platform_account
);
call app.protect('platform_connection');
call app.close_to_partners('platform_connection');
grant select, insert, delete on platform_connection to paceline_app;
grant update (connector, sealed, key_id, set_by, set_at, fetched_to, tried_at, not_before) on platform_connection to paceline_app;

-- An account that is paused or disconnected owes no days: its alert ends for that, and not because they arrived.
alter table alert drop constraint alert_resolution_check;
alter table alert add constraint alert_resolution_check check (resolution in
  ('RESET', 'LIMIT_CHANGED', 'BELOW', 'CAP_REACHED', 'CLEARED', 'RECOVERED', 'REMOVED', 'NOT_MET', 'TOLD_AGAIN', 'ARRIVED', 'NOT_EXPECTED'));

-- After how many minutes a lead is stuck is a setting of its owner. Nobody has fewer than are usual, so that the index still bounds what is looked at.
drop function app.list_overdue_deliveries(timestamptz, int);
create function app.list_overdue_deliveries(at timestamptz, usual_minutes int, most int) returns table (owner_key int, lead_key bigint)
language sql stable security definer set search_path = pg_catalog, public as $$
  select t.owner_key, t.lead_key
  from delivery_task t left join owner_setting s on s.owner_key = t.owner_key and s.name = 'stuckMinutes'
  where t.accepted_at <= at - make_interval(mins => usual_minutes) and t.done_at is null and not t.is_stuck
    and t.accepted_at <= at - make_interval(mins => coalesce((s.value #>> '{}')::int, usual_minutes))
    and (t.taken_until is null or t.taken_until < clock_timestamp())
  order by t.accepted_at limit most
$$;
revoke execute on function app.list_overdue_deliveries from public;
grant execute on function app.list_overdue_deliveries to paceline_app;
