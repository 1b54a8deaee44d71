-- Media partners, users and how users sign in: failed attempts, one-time links, known devices, earlier passwords.

-- Person: none.
create table media_partner (
  partner_key int generated always as identity primary key,
  name text not null unique,
  code text not null unique,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  affiliate_key text,
  product_types text[] not null default '{PPL}',
  payment_terms text,
  posts_per_second int not null default 20 check (posts_per_second between 1 and 10000),
  row_version int not null default 1
);
create unique index media_partner_name_any_case on media_partner (lower(name));
create unique index media_partner_code_any_case on media_partner (lower(code));
alter table media_partner enable row level security;
alter table media_partner force row level security;
create policy migrator on media_partner to current_user using (true) with check (true);
create policy partner on media_partner to paceline_app
  using ((select app.partner_key() is null) or partner_key = (select app.partner_key()))
  with check ((select app.partner_key() is null));
grant select, insert, update on media_partner to paceline_app;
call app.raises_version('media_partner', 'partner');
call app.decides_leads('media_partner', 'partner');

-- Person: kept user_name, email, first_name, last_name: of users.
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

-- Person: none.
create table user_owner (
  owner_key int not null references owner,
  user_key int not null references user_account on delete cascade,
  primary key (owner_key, user_key)
);
create index user_owner_user on user_owner (user_key);
call app.protect('user_owner');
-- A media partner works with many owners and sees only its own users there. No call shows more at present; the policy protects
-- against a future one that would.
call app.close_to_partners('user_owner',
  'exists (select from user_account u where u.user_key = user_owner.user_key and u.partner_key = app.partner_key())');
grant select, insert, delete on user_owner to paceline_app;

-- Whether a user works on an owner that the caller does not work on. The policy hides those rows from the caller, so the
-- function bypasses it; it returns yes or no only.
create function app.works_on_other_owners(target int) returns boolean
language sql stable security definer set search_path = pg_catalog, public
as $$
  select exists (select from user_owner where user_key = target and owner_key <> all (coalesce(app.owner_keys(), '{}')))
$$;
revoke execute on function app.works_on_other_owners from public;
grant execute on function app.works_on_other_owners to paceline_app;

-- The names of a user's owners, which the user's password must not contain. Called before there is a session.
create function app.owner_names_of(target int) returns table (name text)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select o.name from user_owner w join owner o using (owner_key) where w.user_key = target
  union all
  select o.name from owner o where (select u.all_owners from user_account u where u.user_key = target)
$$;
revoke execute on function app.owner_names_of from public;
grant execute on function app.owner_names_of to paceline_app;

-- A requested change of an email address. It takes effect when the old address confirms it or a second administrator approves
-- it; until then all mail goes to the old address. Only the hash of the mailed token is stored.
-- Person: kept old_email, new_email: of users.
create table user_email_change (
  email_change_key int generated always as identity primary key,
  user_key int not null references user_account on delete cascade,
  old_email text not null,
  new_email text not null,
  requested_by int not null references user_account on delete cascade,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  token_hash bytea unique,
  ended_at timestamptz,
  outcome text check (outcome in ('confirmed', 'approved', 'cancelled', 'refused', 'replaced')),
  ended_by int references user_account on delete set null,
  check ((ended_at is null) = (outcome is null))
);
create unique index user_email_change_open on user_email_change (user_key) where ended_at is null;
create index user_email_change_user on user_email_change (user_key);
create index user_email_change_requester on user_email_change (requested_by);
create index user_email_change_ender on user_email_change (ended_by);
grant select, insert, update on user_email_change to paceline_app;

-- Failed sign-ins per user name, whether it exists or not: one row for each known device, one for all other devices. Attempts
-- are counted before the password is checked, so concurrent attempts cannot bypass the limit.
-- Person: kept subject: of users.
create table password_guess (
  subject bytea primary key,
  failures int not null,
  consecutive int not null,
  last_at timestamptz not null
);
grant select, insert, update, delete on password_guess to paceline_app;

-- One-time links for a password reset or an invitation.
-- Person: none.
create table password_link (
  token_hash bytea primary key,
  user_key int not null references user_account on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_link_user on password_link (user_key);
grant select, insert, update on password_link to paceline_app;

-- Person: none.
create table password_history (
  user_key int not null references user_account on delete cascade,
  set_at timestamptz not null,
  password_hash text not null,
  primary key (user_key, set_at)
);
grant select, insert on password_history to paceline_app;

-- Devices that a user has signed in from. Failed attempts elsewhere do not lock these out.
-- Person: kept cookie_hash: of users.
create table known_device (
  user_key int not null references user_account on delete cascade,
  cookie_hash bytea not null,
  seen_at timestamptz not null,
  primary key (user_key, cookie_hash)
);
grant select, insert, update on known_device to paceline_app;

-- Person: kept ip, user_agent: of users.
create table user_login (
  user_login_key bigint generated always as identity primary key,
  user_key int not null references user_account on delete cascade,
  at timestamptz not null,
  ip text not null,
  user_agent text not null
);
create index user_login_user on user_login (user_key, at desc);
grant select, insert on user_login to paceline_app;
