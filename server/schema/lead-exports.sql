-- Exports of leads: direct downloads, and background exports whose files are kept for some days.

-- Person: erased rows.
create table lead_export (
  owner_key int not null references owner,
  export_key int generated always as identity unique,
  user_key int not null references user_account on delete cascade,
  -- Set for a media partner's user: visible to that partner's users only.
  partner_key int references media_partner,
  -- The body of leadExportStart (contract).
  question jsonb not null,
  has_people boolean not null,
  -- A direct download: nothing is stored, and the row is deleted afterwards.
  is_direct boolean not null,
  state text not null check (state in ('ready', 'queued', 'running', 'failed', 'cancelled')),
  -- The number of matching leads at the start, and the number written so far.
  leads int not null,
  rows_written int not null default 0,
  size_bytes bigint,
  failure text,
  asked_at timestamptz not null,
  -- The worker that writes it, and the end of its claim unless it is extended.
  taken_by uuid,
  taken_until timestamptz,
  taken_times int not null default 0,
  finished_at timestamptz,
  expires_at timestamptz,
  primary key (owner_key, export_key)
);
-- One export at a time for each user, across all owners.
create unique index lead_export_running on lead_export (user_key) where state in ('queued', 'running');
create index lead_export_due on lead_export (asked_at) where state in ('queued', 'running');
create index lead_export_user on lead_export (user_key, asked_at desc);
create index lead_export_over on lead_export (expires_at) where expires_at is not null;
call app.protect('lead_export');
grant select, insert, update, delete on lead_export to paceline_app;

-- The file, compressed, split into parts and sealed with the owner's key.
-- Person: erased rows.
create table lead_export_part (
  owner_key int not null,
  export_key int not null,
  place int not null,
  partner_key int references media_partner,
  sealed bytea not null,
  primary key (owner_key, export_key, place),
  foreign key (owner_key, export_key) references lead_export on delete cascade
);
call app.protect('lead_export_part');
grant select, insert, delete on lead_export_part to paceline_app;
-- Sealed bytes cannot be compressed.
alter table lead_export_part alter column sealed set storage external;

-- Claims waiting exports and those whose worker stopped responding, with the rights that the maker has now. A direct download
-- whose server is gone is ended, so that it does not block the user.
create function app.take_lead_exports(most int, taken_for interval, worker uuid)
returns table (owner_key int, export_key int, taken_times int, user_key int, user_type text, partner_key int, permissions text[],
               email text, first_name text, is_allowed boolean)
language sql security definer set search_path = pg_catalog, public as $$
  with gone as (
    delete from lead_export d where d.is_direct and d.taken_until < clock_timestamp()
  ), ready as materialized (
    select e.owner_key, e.export_key from lead_export e
    where not e.is_direct and (e.state = 'queued' or (e.state = 'running' and e.taken_until < clock_timestamp()))
    order by e.asked_at limit most for update skip locked
  )
  update lead_export t
  set state = 'running', taken_by = worker, taken_until = clock_timestamp() + taken_for, taken_times = t.taken_times + 1
  from ready r, user_account u
  where t.owner_key = r.owner_key and t.export_key = r.export_key and u.user_key = t.user_key
  returning t.owner_key, t.export_key, t.taken_times, u.user_key, u.user_type, u.partner_key, u.permissions, u.email, u.first_name,
    u.active and u.partner_key is not distinct from t.partner_key
      and (u.all_owners or exists (select from user_owner w where w.user_key = u.user_key and w.owner_key = t.owner_key))
$$;
revoke execute on function app.take_lead_exports from public;
grant execute on function app.take_lead_exports to paceline_app;
