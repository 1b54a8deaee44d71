-- Partners and users that work on owners, and how a user signs in: guesses counted, links mailed, devices known, passwords not used again.

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
-- A media partner works inside many owners. Whose users work there, what they did and which views they stored is the owner's own;
-- a partner sees what belongs to its own people. No call showed more: this holds for the calls that are still to come.
call app.close_to_partners('user_owner',
  'exists (select from user_account u where u.user_key = user_owner.user_key and u.partner_key = app.partner_key())');
grant select, insert, delete on user_owner to paceline_app;

-- Whether a user works on an owner that the caller does not. The policy hides those rows from the caller, so that only a
-- function that looks past it can tell; it tells no more than yes or no.
create function app.works_on_other_owners(target int) returns boolean
language sql stable security definer set search_path = pg_catalog, public
as $$
  select exists (select from user_owner where user_key = target and owner_key <> all (coalesce(app.owner_keys(), '{}')))
$$;
revoke execute on function app.works_on_other_owners from public;
grant execute on function app.works_on_other_owners to paceline_app;

-- The names of a user's owners: words that are no password of theirs. Asked before there is a session.
create function app.owner_names_of(target int) returns table (name text)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select o.name from user_owner w join owner o using (owner_key) where w.user_key = target
  union all
  select o.name from owner o where (select u.all_owners from user_account u where u.user_key = target)
$$;
revoke execute on function app.owner_names_of from public;
grant execute on function app.owner_names_of to paceline_app;

-- A mail address that is to replace another. It does so when the old address confirms it or a second administrator approves
-- it; until then every mail goes to the old one. Only the hash of the mailed secret is stored.
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

-- Wrong passwords of a user name, existing or not, from a device that is known or from all that are not. Counted before the
-- password is looked at, so that fifty guesses at once are fifty guesses.
-- Person: kept subject: of users.
create table password_guess (
  subject bytea primary key,
  failures int not null,
  consecutive int not null,
  last_at timestamptz not null
);
grant select, insert, update, delete on password_guess to paceline_app;

-- One-time links: a reset, or an invitation.
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

-- Devices a user has signed in from: an attacker elsewhere cannot lock the user out of them.
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
