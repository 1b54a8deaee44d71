-- Leads as files: at once while the browser waits, or in the background with a file that is kept for some days. And one log of what
-- happened to leads and clicks, read from the tables that have it, each by an index of its times.

create table lead_export (
  owner_key int not null references owner,
  export_key int generated always as identity unique,
  user_key int not null references user_account on delete cascade,
  -- Of a media partner's user: only that partner's people see it.
  partner_key int references media_partner,
  -- What was asked for (contract: the body of leadExportStart).
  question jsonb not null,
  has_people boolean not null,
  -- The browser waits for it: nothing is kept, and the row goes with the download.
  is_direct boolean not null,
  state text not null check (state in ('ready', 'queued', 'running', 'failed', 'cancelled')),
  -- How many leads matched when it was asked for, and how many are written by now.
  leads int not null,
  rows_written int not null default 0,
  size_bytes bigint,
  failure text,
  asked_at timestamptz not null,
  -- Who writes it, and until when that is believed without another word.
  taken_by uuid,
  taken_until timestamptz,
  taken_times int not null default 0,
  finished_at timestamptz,
  expires_at timestamptz,
  primary key (owner_key, export_key)
);
-- One at a time for each user, whichever of their owners it is of.
create unique index lead_export_running on lead_export (user_key) where state in ('queued', 'running');
create index lead_export_due on lead_export (asked_at) where state in ('queued', 'running');
create index lead_export_user on lead_export (user_key, asked_at desc);
create index lead_export_over on lead_export (expires_at) where expires_at is not null;
call app.protect('lead_export');
grant select, insert, update, delete on lead_export to paceline_app;

-- The file, packed, cut and sealed with the owner's key.
create table lead_export_part (
  owner_key int not null,
  export_key int not null,
  place int not null,
  partner_key int references media_partner,
  sealed bytea not null,
  primary key (owner_key, export_key, place),
  foreign key (owner_key, export_key) references lead_export on delete cascade
);
-- Sealed bytes cannot be packed any more.
alter table lead_export_part alter column sealed set storage external;
call app.protect('lead_export_part');
grant select, insert, delete on lead_export_part to paceline_app;

-- Takes what waits, and what somebody took who has not been heard of since, with the rights that its maker has now. A download whose
-- server is gone gives its place back.
create function app.take_lead_exports(most int, taken_for interval, worker uuid)
returns table (owner_key int, export_key int, taken_times int, user_key int, user_type text, partner_key int, permissions text[],
               email text, first_name text, is_allowed boolean)
language sql security definer set search_path = pg_catalog, public as $$
  with gone as (
    delete from lead_export d where d.is_direct and d.taken_until < clock_timestamp()
  ), ready as materialized (
    select e.owner_key, e.export_key from lead_export e
    where not e.is_direct and (e.state = 'queued' or (e.state = 'running' and e.taken_until < clock_timestamp()))
    order by e.asked_at limit most for update skip locked
  )
  update lead_export t
  set state = 'running', taken_by = worker, taken_until = clock_timestamp() + taken_for, taken_times = t.taken_times + 1
  from ready r, user_account u
  where t.owner_key = r.owner_key and t.export_key = r.export_key and u.user_key = t.user_key
  returning t.owner_key, t.export_key, t.taken_times, u.user_key, u.user_type, u.partner_key, u.permissions, u.email, u.first_name,
    u.active and u.partner_key is not distinct from t.partner_key
      and (u.all_owners or exists (select from user_owner w where w.user_key = u.user_key and w.owner_key = t.owner_key))
$$;
revoke execute on function app.take_lead_exports from public;
grant execute on function app.take_lead_exports to paceline_app;

-- Which lead a message is about, as a column that an index can hold; whatever else a body says must not keep it from being written.
alter table webhook_message add column lead_key bigint
  generated always as (case when body ->> 'leadKey' ~ '^\d{1,15}$' then (body ->> 'leadKey')::bigint end) stored;

-- Everything that happened to leads and clicks, newest first. Each arm is one table, so that each is read by the index of its own
-- times and the arms are merged; what a row is about is looked up for a page of them only. `event_key` is the arm's own key and its
-- number: no two rows have the same. An arm with a condition of its own could not be merged in order, so whoever reads leaves out the
-- rows without a time: people who are not erased.
create view tracking_event with (security_invoker = true) as
  select 1 as source, owner_key, created_at as at, lead_key * 16 + 1 as event_key, captured_date as day, lead_key, 0::bigint as own_key,
         click_id, campaign_key,
         case when lead_source_type = 'Call Center' then 'CALL' when click_id is null then 'API' else 'FSB' end as tracking_type,
         'POST' as transaction_type, status as outcome
  from lead
  union all
  select 2, owner_key, at, change_key * 16 + 2, captured_date, lead_key, change_key, null::uuid, null::int, null::text,
         case when to_status in ('RTR', 'RTN') or from_status in ('RTR', 'RTN') then 'RETURN'
              when to_status = 'DUP' then 'DEDUP'
              when reasons[1] in ('CERT_NOT_AUTHENTIC', 'CERT_MISMATCH', 'CERT_EXPIRED', 'CONSENT_MISSING', 'DISCLOSURE_MISMATCH') then 'CERT'
              when to_status = 'SCR' then 'SCRUB'
              when from_status is null or from_status in ('RCV', 'HLD') then 'VALIDATE'
              else 'STATUS' end,
         to_status
  from lead_status_change
  union all
  select 3, owner_key, at, (lead_key * 1000 + attempt) * 16 + 3, captured_date, lead_key, attempt::bigint, null::uuid, null::int,
         null::text, case when attempt = 1 then 'DELIVER' else 'RETRY' end, outcome
  from lead_delivery
  union all
  select 4, owner_key, recorded_at, milestone_key * 16 + 4, captured_date, lead_key, milestone_key, null::uuid, null::int, null::text,
         'MILESTONE', code
  from lead_milestone
  union all
  select 5, owner_key, at, (postback_key * 10 + attempt) * 16 + 5, captured_date, lead_key, postback_key * 10 + attempt, null::uuid,
         null::int, 'PBK', 'NOTIFY', outcome
  from lead_postback_try
  union all
  select 6, owner_key, created_at, message_key * 16 + 6, null::date, lead_key, message_key, null::uuid, 
         case when body ->> 'campaignKey' ~ '^\d{1,9}$' then (body ->> 'campaignKey')::int end,
         null::text, 'NOTIFY', state
  from webhook_message
  union all
  select 7, owner_key, clicked_at, click_key * 16 + 7, clicked_date, lead_key, click_key, click_id, campaign_key, 'CLK', null::text,
         status::text
  from click
  union all
  select 8, owner_key, erased_at, lead_key * 16 + 8, captured_date, lead_key, 0::bigint, null::uuid, null::int, null::text, 'ERASE', 'erased'
  from lead_person;
grant select on tracking_event to paceline_app;

-- What has no index of its times yet.
create index lead_status_change_time on lead_status_change (owner_key, at desc);
create index lead_delivery_time on lead_delivery (owner_key, at desc);
create index lead_milestone_time on lead_milestone (owner_key, recorded_at desc);
create index lead_postback_try_time on lead_postback_try (owner_key, at desc);
create index webhook_message_time on webhook_message (owner_key, created_at desc);
create index lead_person_erased on lead_person (owner_key, erased_at desc) where erased_at is not null;
-- The kinds of a change of status, word for word as the view has them: returns are few among them.
create index lead_status_change_kind on lead_status_change (owner_key, (
  case when to_status in ('RTR', 'RTN') or from_status in ('RTR', 'RTN') then 'RETURN'
       when to_status = 'DUP' then 'DEDUP'
       when reasons[1] in ('CERT_NOT_AUTHENTIC', 'CERT_MISMATCH', 'CERT_EXPIRED', 'CONSENT_MISSING', 'DISCLOSURE_MISMATCH') then 'CERT'
       when to_status = 'SCR' then 'SCRUB'
       when from_status is null or from_status in ('RCV', 'HLD') then 'VALIDATE'
       else 'STATUS' end), at desc);
create index webhook_message_lead on webhook_message (owner_key, lead_key) where lead_key is not null;
