-- The audit log as a page, and as the history of a record.

-- By what way a change came; null for what was written before this was recorded.
alter table audit_log add column way text check (way in ('screen', 'file', 'call', 'job'));

-- One index for each question of the page, each in the order of the page: by time, by kind of record, by action, by person, by
-- record, by request. A row without an owner counts as one of owner 0: "is null" would not give an index's rows in
-- order, and behind row-level security no index answers a coalesce.
drop index audit_log_owner;
drop index audit_log_user;
drop index audit_log_lead;
drop index audit_log_partner;
drop index audit_log_source;
create index audit_log_owner on audit_log ((case when owner_key is null then 0 else owner_key end), at desc, audit_key desc);
create index audit_log_kind on audit_log ((case when owner_key is null then 0 else owner_key end), entity, at desc, audit_key desc);
create index audit_log_action on audit_log ((case when owner_key is null then 0 else owner_key end), action, at desc, audit_key desc);
create index audit_log_user on audit_log (user_key, at desc, audit_key desc);
create index audit_log_record on audit_log (entity, entity_key, at desc, audit_key desc);
-- Only ever asked for the whole of it, and no part of any order: a hash is smaller than the ids.
create index audit_log_request on audit_log using hash (request_id);

-- Still nobody's to change. What is over goes by the nightly job alone, which says so in its own transaction; the app role may
-- remove nothing in any case.
create function app.refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('app.audit_retention', true) = 'over' then return null; end if;
  raise exception '% is append-only', tg_table_name;
end $$;
drop trigger audit_log_append_only on audit_log;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function app.refuse_audit_change();
