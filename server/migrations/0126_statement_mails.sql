-- Mails of statements, one for each user of its side at each sending. A mail is stored as being sent before it is handed over. If the
-- process dies then, it may have arrived, and is never sent again by itself.
-- Person: kept to_address: of users.
create table billing_statement_mail (
  owner_key int not null,
  statement_mail_key bigint generated always as identity,
  statement_key bigint not null,
  -- The sending that it belongs to.
  event_key bigint not null,
  to_address text not null,
  to_name text not null,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'SENDING', 'SENT', 'KEPT', 'FAILED', 'UNSURE')),
  reason text not null default '',
  tries int not null default 0,
  mail_key bigint references mail on delete set null,
  created_at timestamptz not null,
  done_at timestamptz,
  primary key (owner_key, statement_mail_key),
  unique (owner_key, event_key, to_address),
  foreign key (owner_key, statement_key) references billing_statement,
  foreign key (owner_key, event_key) references billing_statement_event
);
create index billing_statement_mail_statement on billing_statement_mail (owner_key, statement_key, statement_mail_key);
call app.protect('billing_statement_mail');
create policy agency on billing_statement_mail as restrictive to paceline_app
  using ((select app.user_group()) in ('ag', 'system')) with check ((select app.user_group()) in ('ag', 'system'));
grant select, insert, update (state, reason, tries, mail_key, done_at) on billing_statement_mail to paceline_app;

-- Users of a statement's side who may see it; for the agency, which sends it to them.
create function app.statement_readers(of_owner int, of_side text, of_partner int)
returns table (user_key int, email text, name text)
language sql stable security definer set search_path = pg_catalog, public as $$
  select u.user_key, u.email, concat_ws(' ', u.first_name, u.last_name)
  from user_account u
  where u.active and app.user_group() in ('ag', 'system') and of_owner = any (app.owner_keys()) and 'reports:Billable' = any (u.permissions)
    and (u.all_owners or exists (select from user_owner w where w.user_key = u.user_key and w.owner_key = of_owner))
    and case of_side when 'media' then u.user_type = 'aggregator' and u.partner_key = of_partner else u.user_type = 'client' end
  order by 1
$$;
revoke execute on function app.statement_readers from public;
grant execute on function app.statement_readers to paceline_app;

-- A sending whose mails all failed is none. One without mails was made by hand. Mails are the agency's; the other sides see the sending.
create function app.was_sent(s billing_statement) returns boolean language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (
    select from billing_statement_event e
    where e.owner_key = s.owner_key and e.statement_key = s.statement_key and e.kind = 'SENT' and s.owner_key = any (app.owner_keys())
      and (exists (select from billing_statement_mail m where m.owner_key = e.owner_key and m.event_key = e.event_key and m.state <> 'FAILED')
           or not exists (select from billing_statement_mail m where m.owner_key = e.owner_key and m.event_key = e.event_key)))
$$;
revoke execute on function app.was_sent from public;
grant execute on function app.was_sent to paceline_app;

create or replace function app.statement_state(s billing_statement, today date) returns text language sql stable as $$
  select case
    when app.is_written_off(s) then 'WRITTEN_OFF'
    when abs(p.paid) >= abs(s.total) and p.paid * s.total >= 0 then 'PAID'
    when coalesce(e.disputed > e.settled, e.disputed is not null) then 'DISPUTED'
    when s.due_on < today and s.total > 0 then 'OVERDUE'
    when p.paid <> 0 then 'PART_PAID'
    when e.seen is not null then 'SEEN'
    when app.was_sent(s) then 'SENT'
    else 'DRAFT' end
  from (select app.statement_paid(s) as paid) p
  cross join lateral (
    select max(v.event_key) filter (where v.kind = 'SEEN') as seen, max(v.event_key) filter (where v.kind = 'DISPUTED') as disputed,
           max(v.event_key) filter (where v.kind = 'SETTLED') as settled
    from billing_statement_event v where v.owner_key = s.owner_key and v.statement_key = s.statement_key
  ) e
$$;
