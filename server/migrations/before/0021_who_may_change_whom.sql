-- Who may change whom, and how a mail address changes hands.

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
