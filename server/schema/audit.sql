-- The audit log: the page of all actions and the history of each record.

-- Refuses changes. Only the nightly retention job deletes rows: it sets app.audit_retention in its transaction, and the app role
-- has no right to delete.
create function app.refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('app.audit_retention', true) = 'over' then return null; end if;
  raise exception '% is append-only', tg_table_name;
end $$;

-- Append-only: the app role can insert and read; no right includes changing it.
-- Person: kept ip: of users.
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
  request_id text,
  -- The API key that was used, in addition to the key's user.
  api_key int references api_key,
  -- How the change was made; null for rows from before this was recorded.
  way text check (way in ('screen', 'file', 'call', 'job'))
);
create index audit_log_posting_key on audit_log ((after ->> 'partnerKey'), at desc) where entity = 'posting_key';
-- The history of an owner's settings.
create index audit_log_owner_setting on audit_log (owner_key, at desc) where entity = 'owner_setting';
-- One index for each search of the page, in its sort order: by time, entity, action, user, record and request. Rows without an
-- owner are indexed as owner 0: "is null" would not return them in index order, and row-level security prevents a coalesce from
-- using an index.
create index audit_log_owner on audit_log ((case when owner_key is null then 0 else owner_key end), at desc, audit_key desc);
create index audit_log_kind on audit_log ((case when owner_key is null then 0 else owner_key end), entity, at desc, audit_key desc);
create index audit_log_action on audit_log ((case when owner_key is null then 0 else owner_key end), action, at desc, audit_key desc);
create index audit_log_user on audit_log (user_key, at desc, audit_key desc);
create index audit_log_record on audit_log (entity, entity_key, at desc, audit_key desc);
-- Only searched for equality, so a hash index, which is smaller, is enough.
create index audit_log_request on audit_log using hash (request_id);
alter table audit_log enable row level security;
alter table audit_log force row level security;
call app.close_to_partners('audit_log',
  'exists (select from user_account u where u.user_key = audit_log.user_key and u.partner_key = app.partner_key())');
create policy migrator on audit_log to current_user using (true) with check (true);
create policy append on audit_log for insert to paceline_app
  with check (owner_key is null or owner_key = any ((select app.owner_keys())::int[]));
create policy tenant on audit_log for select to paceline_app
  using (owner_key = any ((select app.owner_keys())::int[]) or (owner_key is null and (select app.user_group() = 'ag')));
grant select, insert on audit_log to paceline_app;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function app.refuse_audit_change();
