-- Owners (tenants), the partners and users that work on them, their sessions, and the record of what they did.

create table vertical (
  vertical_key int generated always as identity primary key,
  name text not null unique
);
grant select on vertical to paceline_app;

create table owner (
  owner_key int generated always as identity primary key,
  name text not null,
  description text not null,
  vertical_key int not null references vertical,
  time_zone text not null,
  dedup_days int not null check (dedup_days between 0 and 730),
  -- Which preset of menus, labels and widgets the owner carries. A name that looks alike carries none.
  variant text,
  row_version int not null default 1,
  created_at timestamptz not null default now()
);
create unique index owner_name on owner (lower(name));
call app.protect('owner');
grant select, insert, update on owner to paceline_app;

create table media_partner (
  partner_key int generated always as identity primary key,
  name text not null unique,
  code text not null unique,
  active boolean not null default true,
  created_at timestamptz not null default now()
);
alter table media_partner enable row level security;
alter table media_partner force row level security;
create policy migrator on media_partner to current_user using (true) with check (true);
create policy partner on media_partner to paceline_app
  using (app.partner_key() is null or partner_key = app.partner_key())
  with check (app.partner_key() is null);
grant select, insert, update on media_partner to paceline_app;

create table user_account (
  user_key int generated always as identity primary key,
  user_name text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  user_type text not null check (user_type in ('agency', 'aggregator', 'client')),
  partner_key int references media_partner,
  all_owners boolean not null default false,
  permissions text[] not null default '{}',
  password_hash text,
  must_change_password boolean not null default false,
  active boolean not null default true,
  demo boolean not null default false,
  row_version int not null default 1,
  created_at timestamptz not null default now(),
  check ((user_type = 'aggregator') = (partner_key is not null)),
  check (not all_owners or user_type = 'agency')
);
create unique index user_account_name on user_account (lower(user_name));
create index user_account_partner on user_account (partner_key);
grant select, insert, update on user_account to paceline_app;

create table user_owner (
  owner_key int not null references owner,
  user_key int not null references user_account on delete cascade,
  primary key (owner_key, user_key)
);
create index user_owner_user on user_owner (user_key);
call app.protect('user_owner');
grant select, insert, delete on user_owner to paceline_app;

-- One sign-in. Its refresh tokens form one chain: ending the session kills all of them.
create table session (
  session_key bigint generated always as identity primary key,
  jti uuid not null default gen_random_uuid() unique,
  user_key int not null references user_account on delete cascade,
  cookie_hash bytea,
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text
);
create index session_of_user on session (user_key, created_at desc);
grant select, insert, update on session to paceline_app;

-- Only hashes are kept: whoever reads this table can sign in as nobody.
create table session_token (
  token_hash bytea primary key,
  session_key bigint not null references session on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index session_token_session on session_token (session_key);
grant select, insert, update, delete on session_token to paceline_app;

-- What every request asks first, in one round trip. It must look past the tenant wall to tell which owners the caller has.
create function app.find_session(hash bytea)
returns table (
  session_key bigint, user_key int, user_name text, user_type text, partner_key int, permissions text[],
  must_change_password boolean, active boolean, owner_keys int[], cookie_hash bytea,
  token_expires_at timestamptz, session_expires_at timestamptz, ended_at timestamptz
)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select s.session_key, u.user_key, u.user_name, u.user_type, u.partner_key, u.permissions,
         u.must_change_password, u.active,
         case when u.all_owners then array(select owner_key from owner order by 1)
              else array(select owner_key from user_owner where user_key = u.user_key order by 1) end,
         s.cookie_hash, t.expires_at, s.expires_at, s.ended_at
  from session_token t
  join session s using (session_key)
  join user_account u on u.user_key = s.user_key
  where t.token_hash = hash and t.kind = 'access'
$$;
revoke execute on function app.find_session from public;
grant execute on function app.find_session to paceline_app;

-- Append only: the app role may add and read, and nobody's rights include change.
create table audit_log (
  audit_key bigint generated always as identity primary key,
  at timestamptz not null,
  owner_key int references owner,
  user_key int references user_account,
  user_type text,
  route text not null,
  action text not null,
  entity text,
  entity_key text,
  outcome text not null check (outcome in ('done', 'denied', 'failed')),
  before jsonb,
  after jsonb,
  ip text,
  request_id text
);
create index audit_log_owner on audit_log (owner_key, at desc);
create index audit_log_user on audit_log (user_key, at desc);
alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy migrator on audit_log to current_user using (true) with check (true);
create policy append on audit_log for insert to paceline_app
  with check (owner_key is null or owner_key = any (app.owner_keys()));
create policy tenant on audit_log for select to paceline_app
  using (owner_key = any (app.owner_keys()) or (owner_key is null and app.user_group() = 'ag'));
grant select, insert on audit_log to paceline_app;

create function app.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function app.refuse_change();
