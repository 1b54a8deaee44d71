-- A lead without a consent certificate has a reason of its own: consent that is missing is something else.
create or replace view tracking_event with (security_invoker = true) as
  select 1 as source, owner_key, created_at as at, lead_key * 16 + 1 as event_key, captured_date as day, lead_key, 0::bigint as own_key,
         click_id, campaign_key,
         case when lead_source_type = 'Call Center' then 'CALL' when click_id is null then 'API' else 'FSB' end as tracking_type,
         'POST' as transaction_type, status as outcome
  from lead
  union all
  select 2, owner_key, at, change_key * 16 + 2, captured_date, lead_key, change_key, null::uuid, null::int, null::text,
         case when to_status in ('RTR', 'RTN') or from_status in ('RTR', 'RTN') then 'RETURN'
              when to_status = 'DUP' then 'DEDUP'
              when reasons[1] in ('CERT_NOT_AUTHENTIC', 'CERT_MISMATCH', 'CERT_EXPIRED', 'CERT_MISSING', 'CONSENT_MISSING', 'DISCLOSURE_MISMATCH') then 'CERT'
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

drop index lead_status_change_kind;
create index lead_status_change_kind on lead_status_change (owner_key, (
  case when to_status in ('RTR', 'RTN') or from_status in ('RTR', 'RTN') then 'RETURN'
       when to_status = 'DUP' then 'DEDUP'
       when reasons[1] in ('CERT_NOT_AUTHENTIC', 'CERT_MISMATCH', 'CERT_EXPIRED', 'CERT_MISSING', 'CONSENT_MISSING', 'DISCLOSURE_MISMATCH') then 'CERT'
       when to_status = 'SCR' then 'SCRUB'
       when from_status is null or from_status in ('RCV', 'HLD') then 'VALIDATE'
       else 'STATUS' end), at desc);
