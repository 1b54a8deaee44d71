-- Events of orders, returns and months for webhooks, beside those of leads and campaigns.

-- Queues an event for the webhooks that listen. Clients' webhooks get nothing where `for_clients` is false, and never `of_agency`.
create function app.queue_event(of_owner int, of_event text, body jsonb, of_agency jsonb, for_clients boolean, at timestamptz)
returns void language sql security definer set search_path = pg_catalog, public as $$
  insert into webhook_message (owner_key, webhook_key, event, body, created_at, began_at, due_at)
  select of_owner, w.webhook_key, of_event,
         jsonb_build_object('ownerKey', of_owner) || body || case when w.user_group = 'ag' then of_agency else '{}' end, at, at, at
  from webhook w
  where w.owner_keys @> array[of_owner] and w.removed_at is null and of_event = any (w.events)
    and (for_clients or w.user_group = 'ag') and app.may_hear(w.user_key, of_owner)
$$;
revoke execute on function app.queue_event from public;

-- An order was sent, opened or answered. Orders are between the agency and its media partners.
create function app.tell_order_status() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform app.queue_event(new.owner_key, 'order.status',
    jsonb_build_object('orderKey', new.io_key, 'month', to_char(new.month, 'YYYY-MM'), 'version', new.version, 'clientKey', new.client_key,
      'from', case when tg_op = 'UPDATE' then old.status end, 'to', new.status),
    jsonb_build_object('partnerKey', new.partner_key), false,
    case new.status when 'SENT' then new.sent_at when 'OPENED' then new.opened_at else new.answered_at end);
  return null;
end $$;
create trigger tell_webhooks_new after insert on insertion_order
  for each row when (new.status <> 'DRAFT') execute function app.tell_order_status();
create trigger tell_webhooks after update of status on insertion_order
  for each row when (new.status <> 'DRAFT' and new.status is distinct from old.status) execute function app.tell_order_status();

-- A return was requested, withdrawn or decided.
create function app.tell_return_status() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform app.queue_event(new.owner_key, 'return.status',
    jsonb_build_object('returnKey', new.return_key, 'leadKey', new.lead_key, 'leadId', l.public_id, 'campaignKey', l.campaign_key,
      'reason', new.reason, 'to', coalesce(new.decision, 'REQUESTED')),
    jsonb_build_object('partnerKey', new.partner_key), true, coalesce(new.decided_at, new.requested_at))
  from lead l where l.owner_key = new.owner_key and l.captured_date = new.captured_date and l.lead_key = new.lead_key;
  return null;
end $$;
create trigger tell_webhooks_new after insert on lead_return for each row execute function app.tell_return_status();
create trigger tell_webhooks after update of decision on lead_return
  for each row when (new.decision is distinct from old.decision) execute function app.tell_return_status();

-- A month was closed or reopened.
create function app.tell_month_status() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform app.queue_event(new.owner_key, 'month.status',
    jsonb_build_object('month', to_char(new.month, 'YYYY-MM'), 'from', new.from_status, 'to', new.to_status), '{}', true, new.at);
  return null;
end $$;
create trigger tell_webhooks after insert on billing_month_change for each row execute function app.tell_month_status();

-- As before, but a client's webhook hears nothing of a draft.
create or replace function app.tell_campaign_status() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if not exists (select from webhook where removed_at is null and events && '{campaign.status,campaign.cap}') then
    return null;
  end if;
  insert into webhook_message (owner_key, webhook_key, event, body, created_at, began_at, due_at)
  select n.owner_key, w.webhook_key, e.event,
         jsonb_build_object('ownerKey', n.owner_key, 'campaignKey', n.campaign_key, 'campaignCode', c.code, 'from', n.from_status,
           'to', n.to_status),
         n.at, n.at, n.at
  from new_rows n
  cross join lateral (
    values ('campaign.status', true), ('campaign.cap', n.to_status in ('GOAL_CAP', 'CAP_MONTH', 'CAP_WEEK', 'CAP_DAY', 'SOFT_CAP'))
  ) e (event, happened)
  join webhook w on w.owner_keys @> array[n.owner_key] and w.removed_at is null and e.event = any (w.events)
  join campaign c on c.owner_key = n.owner_key and c.campaign_key = n.campaign_key
  where e.happened and (w.user_group = 'ag' or c.activated_at is not null) and app.may_hear(w.user_key, n.owner_key);
  return null;
end $$;
