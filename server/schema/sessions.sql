-- Sessions of users, and API keys of the agency's and clients' systems.

-- One sign-in. Its refresh tokens form a chain; ending the session invalidates all of them.
-- Person: kept cookie_hash, ip, user_agent: of users.
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
-- Finds the session of a browser that opens an embedded report.
create index session_cookie on session (cookie_hash);
grant select, insert, update on session to paceline_app;

-- Only hashes are stored: reading this table does not allow signing in.
-- Person: none.
create table session_token (
  token_hash bytea primary key,
  session_key bigint not null references session on delete cascade,
  kind text not null check (kind in ('access', 'refresh', 'analytics')),
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index session_token_session on session_token (session_key);
grant select, insert, update, delete on session_token to paceline_app;

-- The first lookup of every request, in one round trip. It bypasses row-level security, because the caller's owners are not
-- known yet.
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

-- Which of these sessions may still make calls, and for which owners. Long-lived connections check this repeatedly.
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

-- Redeems a one-time token that opens a report in a frame, and returns its user as find_session does. Refused in a browser where
-- another user is signed in.
create function app.take_analytics_token(hash bytea, cookie bytea, at timestamptz)
returns table (
  session_key bigint, user_key int, user_name text, user_type text, partner_key int, permissions text[],
  must_change_password boolean, active boolean, owner_keys int[], cookie_hash bytea,
  token_expires_at timestamptz, session_expires_at timestamptz, ended_at timestamptz
)
language sql volatile security definer set search_path = pg_catalog, public
as $$
  with taken as (
    update session_token t set used_at = at from session s
    where t.token_hash = hash and t.kind = 'analytics' and t.used_at is null and t.expires_at > at
      and s.session_key = t.session_key and s.ended_at is null and s.expires_at > at
      and not exists (select from session o where o.cookie_hash = cookie and o.user_key <> s.user_key)
    returning t.session_key, t.expires_at
  )
  select s.session_key, u.user_key, u.user_name, u.user_type, u.partner_key, u.permissions,
         u.must_change_password, u.active,
         case when u.all_owners then array(select owner_key from owner order by 1)
              else array(select owner_key from user_owner where user_key = u.user_key order by 1) end,
         s.cookie_hash, t.expires_at, s.expires_at, s.ended_at
  from taken t
  join session s using (session_key)
  join user_account u on u.user_key = s.user_key
$$;
revoke execute on function app.take_analytics_token from public;
grant execute on function app.take_analytics_token to paceline_app;

-- An API key has a subset of its maker's owners and rights, and at each call never more than the maker has then.
-- Person: none.
create table api_key (
  api_key int generated always as identity primary key,
  -- The first key of a sequence of replacements: all of them share one rate limit.
  chain int,
  user_key int not null references user_account on delete cascade,
  user_group text not null check (user_group in ('ag', 'cl')),
  name text not null,
  key_hash bytea not null unique,
  -- The last four characters of the key, for display. Only the key's hash is stored.
  hint text not null,
  owner_keys int[] not null check (cardinality(owner_keys) > 0),
  permissions text[] not null,
  per_minute int not null check (per_minute > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  replaced_by int references api_key,
  last_used_at timestamptz,
  shut_at timestamptz,
  shut_by int references user_account
);
create index api_key_of_user on api_key (user_key);
create index api_key_owners on api_key using gin (owner_keys);
alter table api_key enable row level security;
alter table api_key force row level security;
create policy migrator on api_key to current_user using (true) with check (true);
-- Listed and disabled by users who work on one of its owners: the agency sees its own keys and clients' keys, clients see their
-- own. Inserted only for owners that the maker works on.
create policy tenant on api_key for select to paceline_app
  using (owner_keys && (select app.owner_keys())::int[] and (select app.user_group()) in ('ag', user_group));
create policy change on api_key for update to paceline_app
  using (owner_keys && (select app.owner_keys())::int[] and (select app.user_group()) in ('ag', user_group))
  with check (owner_keys && (select app.owner_keys())::int[] and (select app.user_group()) in ('ag', user_group));
create policy make on api_key for insert to paceline_app
  with check (owner_keys <@ (select app.owner_keys())::int[] and user_group = (select app.user_group()));
create policy partner on api_key as restrictive to paceline_app
  using ((select app.partner_key()) is null) with check ((select app.partner_key()) is null);
grant select, insert, update on api_key to paceline_app;

-- The first lookup of a call with an API key, in one round trip and before there is a scope: the key's user, the owners and
-- rights that this user still has, and the rate limit. It does not wait for the disk: a counter may be lost in a crash.
create function app.admit_api_key(hash bytea, at timestamptz)
returns table (api_key int, chain int, user_key int, user_name text, user_type text, permissions text[],
               must_change_password boolean, owner_keys int[], over_limit boolean, retry_ms int)
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare
  found_key record;
  used int;
  until bigint;
  now_ms bigint := (extract(epoch from at) * 1000)::bigint;
begin
  select k.api_key, coalesce(k.chain, k.api_key) as chain, k.last_used_at, k.per_minute, u.user_key, u.user_name, u.user_type,
         u.must_change_password,
         array(select p from unnest(k.permissions) p where p = any (u.permissions)) as permissions,
         array(select o from unnest(k.owner_keys) o
               where u.all_owners or exists (select from user_owner w where w.user_key = u.user_key and w.owner_key = o)
               order by 1) as owner_keys
  into found_key
  from api_key k join user_account u on u.user_key = k.user_key
  where k.key_hash = hash and k.shut_at is null and k.expires_at > at and u.active
    and u.user_type = case k.user_group when 'ag' then 'agency' else 'client' end;
  if not found then
    return;
  end if;
  perform set_config('synchronous_commit', 'off', true);
  insert into rate_limit as r (key, points, expire) values ('apiKey:' || found_key.chain, 1, now_ms + 60000)
  on conflict (key) do update
    set points = case when r.expire <= now_ms then 1 else r.points + 1 end,
        expire = case when r.expire <= now_ms then now_ms + 60000 else r.expire end
  returning points, expire into used, until;
  if found_key.last_used_at is null or found_key.last_used_at < at - interval '1 minute' then
    update api_key k set last_used_at = at where k.api_key = found_key.api_key;
  end if;
  api_key := found_key.api_key;
  chain := found_key.chain;
  user_key := found_key.user_key;
  user_name := found_key.user_name;
  user_type := found_key.user_type;
  permissions := found_key.permissions;
  must_change_password := found_key.must_change_password;
  owner_keys := found_key.owner_keys;
  over_limit := used > found_key.per_minute;
  retry_ms := until - now_ms;
  return next;
end $$;
revoke execute on function app.admit_api_key from public;
grant execute on function app.admit_api_key to paceline_app;
