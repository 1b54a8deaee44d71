-- Systems of the agency and of clients: the keys that they call with.

-- A key has some of its maker's owners and rights, and never more than the maker has at the moment of a call.
create table api_key (
  api_key int generated always as identity primary key,
  -- The first key of those that replaced one another: they share one limit.
  chain int,
  user_key int not null references user_account on delete cascade,
  user_group text not null check (user_group in ('ag', 'cl')),
  name text not null,
  key_hash bytea not null unique,
  -- The last four characters; of the key itself there is only the hash.
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
-- Seen and shut by whoever works on one of its owners: the agency its own and clients' keys, clients their own. Made only for
-- owners that all are the maker's.
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

-- With which key something was done, beside whose it is.
alter table audit_log add column api_key int references api_key;

-- What a call with a key asks first, in one round trip and before there is a scope: whose key it is, what of its owners and rights
-- its maker still has, and whether it calls too often. The counter is worth no wait for the disk.
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
