-- Reports inside the pages of other sites, and dashboards that somebody puts together from saved views.
-- A frame is opened with a token that is taken once: it is one more kind of a session's tokens, so that it ends with the session.

alter table session_token drop constraint session_token_kind_check;
alter table session_token add constraint session_token_kind_check check (kind in ('access', 'refresh', 'analytics'));
-- Whose browser it is that opens a frame.
create index session_cookie on session (cookie_hash);

-- Takes a token that opens a report in a frame, once, and tells whose it is, as find_session does. A browser in which somebody
-- else is signed in takes nothing.
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

-- The sites that may show an owner's reports in a frame.
create table embed_setting (
  owner_key int primary key references owner,
  -- Contract: embedOriginSchema.
  origins text[] not null check (cardinality(origins) <= 20),
  row_version int not null default 1,
  updated_at timestamptz not null,
  updated_by int references user_account on delete set null
);
call app.protect('embed_setting');
grant select, insert, update on embed_setting to paceline_app;

create table report_dashboard (
  owner_key int not null references owner,
  dashboard_key int generated always as identity unique,
  user_key int not null references user_account on delete cascade,
  -- Shared as saved views are.
  user_group text not null check (user_group in ('ag', 'cl', 'mp')),
  maker_partner_key int references media_partner,
  sharing text not null check (sharing in ('private', 'team', 'owner')),
  name text not null check (length(name) between 1 and 80),
  description text not null default '' check (length(description) <= 300),
  -- Contract: dashboardCardSchema. A view that is gone leaves its card, which says so.
  cards jsonb not null,
  row_version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by int references user_account on delete set null,
  removed_at timestamptz,
  primary key (owner_key, dashboard_key),
  check ((user_group = 'mp') = (maker_partner_key is not null))
);
create unique index report_dashboard_name on report_dashboard (owner_key, user_key, lower(name)) where removed_at is null;
call app.protect('report_dashboard');
call app.close_to_partners('report_dashboard',
  '(maker_partner_key = app.partner_key() or (maker_partner_key is null and sharing = ''owner''))');
grant select, insert, update on report_dashboard to paceline_app;
