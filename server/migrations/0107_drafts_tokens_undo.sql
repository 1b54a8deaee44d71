-- Drafts are the agency's: for media partners and clients a campaign exists from its first activation, a line item whose campaigns are
-- all drafts from that of the first of them, an insertion order from when it is sent.

create function app.sees_drafts() returns boolean language sql stable parallel safe
  return coalesce(app.user_group() not in ('mp', 'cl'), true);
grant execute on function app.sees_drafts to paceline_app;

-- A partner's policies ask for the campaign of a row, so this one also closes the tables that hang on campaigns to it.
create policy drafts on campaign as restrictive for select to paceline_app
  using ((select app.sees_drafts()) or activated_at is not null);

-- Whoever does not see drafts cannot tell such a line item from one without campaigns, which is shown: a budget that nothing spends yet.
create function app.draft_goals() returns int[] language sql stable security definer set search_path = pg_catalog, public as $$
  select coalesce(array_agg(goal_key), '{}') from (
    select goal_key from campaign where owner_key = any (app.owner_keys())
    group by goal_key having bool_and(activated_at is null)
  ) g
$$;
revoke execute on function app.draft_goals from public;
grant execute on function app.draft_goals to paceline_app;
create policy drafts on goal as restrictive for select to paceline_app
  using ((select app.sees_drafts()) or goal_key <> all ((select app.draft_goals())::int[]));

create policy drafts on insertion_order as restrictive for select to paceline_app
  using ((select app.sees_drafts()) or status <> 'DRAFT');

-- Hides the rows of drafts from clients, whose policies ask for the owner only.
create procedure app.close_drafts(target regclass, parent regclass, key_column name) language plpgsql as $$
begin
  execute format('create policy drafts on %1$s as restrictive for select to paceline_app using ((select app.sees_drafts()) or exists (
    select from %2$s d where d.owner_key = %1$s.owner_key and d.%3$I = %1$s.%3$I))', target, parent, key_column);
end $$;
comment on procedure app.close_drafts is 'Writes its statements: a policy is made on the table that it is given';

call app.close_drafts('campaign_price', 'campaign', 'campaign_key');
call app.close_drafts('campaign_pause', 'campaign', 'campaign_key');
call app.close_drafts('campaign_targeting', 'campaign', 'campaign_key');
call app.close_drafts('campaign_program', 'campaign', 'campaign_key');
call app.close_drafts('campaign_source', 'campaign', 'campaign_key');
call app.close_drafts('tracking_url', 'campaign', 'campaign_key');
call app.close_drafts('campaign_status', 'campaign', 'campaign_key');
call app.close_drafts('campaign_status_log', 'campaign', 'campaign_key');
call app.close_drafts('campaign_month', 'campaign', 'campaign_key');
call app.close_drafts('allocation_change', 'campaign', 'campaign_key');
call app.close_drafts('allocation_request', 'campaign', 'campaign_key');
call app.close_drafts('goal_month', 'goal', 'goal_key');
call app.close_drafts('goal_change', 'goal', 'goal_key');
call app.close_drafts('goal_campus', 'goal', 'goal_key');
call app.close_drafts('goal_program', 'goal', 'goal_key');

-- A token that was asked for an owner by name opens that owner's reports only.
alter table session_token add column only_owner int references owner (owner_key);
create or replace function app.take_analytics_token(hash bytea, cookie bytea, at timestamptz)
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
    returning t.session_key, t.expires_at, t.only_owner
  )
  select s.session_key, u.user_key, u.user_name, u.user_type, u.partner_key, u.permissions,
         u.must_change_password, u.active,
         array(select o.owner_key from owner o
               where (u.all_owners or exists (select from user_owner w where w.user_key = u.user_key and w.owner_key = o.owner_key))
                 and coalesce(o.owner_key = t.only_owner, true)
               order by 1),
         s.cookie_hash, t.expires_at, s.expires_at, s.ended_at
  from taken t
  join session s using (session_key)
  join user_account u on u.user_key = s.user_key
$$;

-- What a platform file replaced, kept for a day, so that the file can be undone.
-- Person: none.
create table platform_file_undo (
  owner_key int not null,
  file_key int not null,
  day date not null,
  -- The rows of the day before the file, as they were stored.
  rows jsonb not null,
  -- What the last file before it stated for the day; null: none did.
  noted jsonb,
  primary key (owner_key, file_key, day),
  foreign key (owner_key, file_key) references platform_file
);
call app.protect('platform_file_undo');
call app.close_to_partners('platform_file_undo');
grant select, insert, delete on platform_file_undo to paceline_app;
grant delete on platform_file_day to paceline_app;
alter table platform_file
  add column undone_at timestamptz,
  add column undone_by int references user_account on delete set null,
  -- Through when the account was read before the file.
  add column read_before timestamptz;
grant update (undone_at, undone_by) on platform_file to paceline_app;
