-- Outgoing mail: the queue, mailings to many partners, and the result of each.

-- Person: kept to_address: of users and contacts.
create table mail (
  mail_key bigint generated always as identity primary key,
  to_address text not null,
  subject text not null,
  body text not null,
  -- A mail that could not be sent, or whose delivery is unknown, is finished as well (failed).
  state text not null default 'queued' check (state in ('queued', 'sent', 'kept', 'failed')),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- The same content with pictures and tables; `body` is the plain text version.
  html text,
  -- The reason of the last failed attempt; it is tried again.
  failure text
);
grant select, insert, update on mail to paceline_app;

-- Pictures (by content ID) and attachments of a mail; deleted when it was sent.
-- Person: none.
create table mail_file (
  mail_key bigint not null references mail on delete cascade,
  place smallint not null,
  name text not null,
  content_type text not null,
  content_id text,
  content bytea not null,
  primary key (mail_key, place)
);
grant select, insert, delete on mail_file to paceline_app;

-- A mailing to many media partners.
-- Person: none.
create table partner_mailing (
  owner_key int not null references owner,
  mailing_key int generated always as identity unique,
  -- Chosen by the sender, so that a repeated request creates no second mailing.
  send_id uuid not null,
  -- The kind of notification (contract: PARTNER_NOTIFICATIONS).
  kind text not null,
  subject text not null check (length(subject) <= 200),
  message text not null check (length(message) <= 2000),
  created_by int references user_account on delete set null,
  created_at timestamptz not null,
  primary key (owner_key, mailing_key),
  unique (owner_key, send_id)
);
create index partner_mailing_newest on partner_mailing (owner_key, kind, mailing_key desc);
call app.protect('partner_mailing');
call app.close_to_partners('partner_mailing');
grant select, insert on partner_mailing to paceline_app;

-- The mail to one contact and its result. Skipped contacts have a row with the reason.
-- Person: kept to_address: of contacts.
create table partner_mail (
  owner_key int not null,
  partner_mail_key bigint generated always as identity unique,
  mailing_key int not null,
  partner_key int not null references media_partner,
  contact_key int references partner_contact (contact_key),
  -- The address at the time of sending.
  to_address text,
  -- Null after its text was deleted by retention.
  mail_key bigint unique references mail on delete set null,
  state text not null check (state in ('SKIPPED', 'QUEUED', 'SENDING', 'SENT', 'KEPT', 'FAILED', 'UNSURE')),
  -- The reason why it failed, was skipped, or has an unknown result.
  reason text not null default '',
  -- The mail that this one repeats.
  repeats bigint,
  created_at timestamptz not null,
  tries int not null default 0,
  due_at timestamptz,
  taken_by uuid,
  taken_until timestamptz,
  done_at timestamptz,
  primary key (owner_key, partner_mail_key),
  foreign key (owner_key, mailing_key) references partner_mailing,
  check ((state = 'SKIPPED') or (contact_key is not null and to_address is not null)),
  check ((due_at is not null) = (state = 'QUEUED')),
  check (done_at is null or state not in ('QUEUED', 'SENDING'))
);
create index partner_mail_mailing on partner_mail (owner_key, mailing_key, partner_mail_key);
create index partner_mail_contact on partner_mail (contact_key, created_at);
create index partner_mail_due on partner_mail (due_at, partner_mail_key) where state = 'QUEUED';
create index partner_mail_on_its_way on partner_mail (taken_until) where state = 'SENDING';
-- Hidden from partners, even mails to their own contacts.
alter table partner_mail enable row level security;
alter table partner_mail force row level security;
create policy tenant on partner_mail to paceline_app
  using (owner_key = any ((select app.owner_keys())::int[])) with check (owner_key = any ((select app.owner_keys())::int[]));
create policy migrator on partner_mail to current_user using (true) with check (true);
call app.close_to_partners('partner_mail');
grant select, insert, update on partner_mail to paceline_app;

-- Claims due mails of all owners for a worker. A mail is marked as being sent before it is handed over. If the worker dies, the
-- mail may have been delivered, so it is never resent automatically; a user decides.
create function app.take_partner_mails(at_now timestamptz, most int, taken_for interval, worker uuid)
returns table (owner_key int, partner_mail_key bigint)
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  with lost as (
    update partner_mail p set state = 'UNSURE', done_at = at_now,
      reason = 'The server stopped while this mail was on its way: it may have arrived.'
    where p.state = 'SENDING' and p.taken_until < clock_timestamp()
    returning p.mail_key
  )
  update mail m set state = 'failed' from lost where m.mail_key = lost.mail_key;
  return query
    update partner_mail p set state = 'SENDING', due_at = null, tries = p.tries + 1,
      taken_by = worker, taken_until = clock_timestamp() + taken_for
    from (
      select n.owner_key, n.partner_mail_key from partner_mail n
      where n.state = 'QUEUED' and n.due_at <= at_now
      order by n.due_at, n.partner_mail_key limit most for update skip locked
    ) n
    where p.owner_key = n.owner_key and p.partner_mail_key = n.partner_mail_key
    returning p.owner_key, p.partner_mail_key;
end $$;
revoke execute on function app.take_partner_mails from public;
grant execute on function app.take_partner_mails to paceline_app;
