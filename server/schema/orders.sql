-- Insertion orders that live: an order keeps what was sent, whom it was mailed to, who opened and answered it; what changes after it was
-- sent is the next version, with who changed it. Money in it is the media partner's price and nothing else.

-- One insertion order per partner, client and month; a change after sending is a new version.
-- Person: kept answered_by: of contacts.
create table insertion_order (
  owner_key int not null,
  io_key int generated always as identity unique,
  partner_key int not null references media_partner,
  client_key int not null,
  month date not null check (extract(day from month) = 1),
  version int not null default 1,
  status text not null default 'DRAFT'
    check (status in ('DRAFT', 'SENT', 'OPENED', 'ACCEPTED', 'CHANGE_REQUESTED', 'DECLINED')),
  message text not null default '' check (length(message) <= 2000),
  sent_at timestamptz,
  answered_at timestamptz,
  answer_note text,
  created_at timestamptz not null default now(),
  sent_by int references user_account,
  opened_at timestamptz,
  -- Whoever answered, by name: a contact has no account.
  answered_by text,
  -- What the partner wants changed, line by line: [{campaignKey, note}].
  answer_lines jsonb not null default '[]',
  -- What holds beside the lines, as it was sent (contract: ioTermsSchema). Null: an order from before there were any, which nobody follows.
  terms jsonb,
  primary key (owner_key, io_key),
  unique (owner_key, partner_key, client_key, month, version),
  foreign key (owner_key, client_key) references client
);
create index insertion_order_month on insertion_order (owner_key, month);
call app.protect('insertion_order');
-- A partner sees what was sent to it; a draft is the agency's.
create policy sent on insertion_order as restrictive to paceline_app
  using ((select app.partner_key()) is null or status <> 'DRAFT')
  with check ((select app.partner_key()) is null or status <> 'DRAFT');
-- A draft that has nothing to say any more goes; what was sent stays.
create policy drafts_go on insertion_order as restrictive for delete to paceline_app using (status = 'DRAFT' and sent_at is null);
grant select, insert, update, delete on insertion_order to paceline_app;
call app.decides_leads('insertion_order');

-- What was sent, as it was sent: a later change of the campaign does not reach it.
-- Person: none.
create table insertion_order_line (
  owner_key int not null,
  io_key int not null,
  campaign_key int not null,
  media_desktop numeric(12, 2) not null,
  media_tablet numeric(12, 2),
  media_mobile numeric(12, 2),
  monthly_capacity int,
  monthly_allocation int,
  monthly_soft_allocation int,
  weekly_allocation int,
  daily_allocation int,
  -- What a line said beside its figures. Null: not written down at the time.
  campaign_name text,
  campaign_code text,
  client_campaign_code text,
  campus text,
  programs text,
  geo text,
  start_date date,
  end_date date,
  recurring boolean,
  amount numeric(14, 2),
  primary key (owner_key, io_key, campaign_key),
  foreign key (owner_key, io_key) references insertion_order,
  foreign key (owner_key, campaign_key) references campaign
);
call app.protect('insertion_order_line');
-- Clients know their campaigns by another price; partners know what was sent to them.
create policy side on insertion_order_line as restrictive to paceline_app
  using ((select app.user_group()) <> 'cl'
         and exists (select from insertion_order i where i.owner_key = insertion_order_line.owner_key and i.io_key = insertion_order_line.io_key))
  with check ((select app.user_group()) in ('ag', 'system'));
create policy drafts_go on insertion_order_line as restrictive for delete to paceline_app
  using (exists (select from insertion_order i where i.owner_key = insertion_order_line.owner_key and i.io_key = insertion_order_line.io_key
                 and i.status = 'DRAFT' and i.sent_at is null));
grant select, insert, delete on insertion_order_line to paceline_app;

-- Who changed a field of a line since the version before. What it was and is stands in the lines of the two versions.
-- Person: none.
create table insertion_order_change (
  owner_key int not null,
  io_key int not null,
  campaign_key int not null,
  field text not null,
  -- Nobody: the clock, or the product itself.
  changed_by int references user_account,
  changed_at timestamptz,
  primary key (owner_key, io_key, campaign_key, field),
  foreign key (owner_key, io_key) references insertion_order on delete cascade,
  foreign key (owner_key, campaign_key) references campaign
);
call app.protect('insertion_order_change');
create policy side on insertion_order_change as restrictive to paceline_app
  using ((select app.user_group()) <> 'cl'
         and exists (select from insertion_order i where i.owner_key = insertion_order_change.owner_key and i.io_key = insertion_order_change.io_key))
  with check ((select app.user_group()) in ('ag', 'system'));
grant select, insert, delete on insertion_order_change to paceline_app;

-- One mail to one contact, with the hash of the link in it.
-- Person: kept name, email: of contacts.
create table insertion_order_mail (
  owner_key int not null,
  io_key int not null,
  io_mail_key int generated always as identity unique,
  partner_key int not null references media_partner,
  contact_key int not null,
  name text not null,
  email text not null,
  message text not null default '' check (length(message) <= 2000),
  requested_by int references user_account,
  requested_at timestamptz not null,
  -- Waits until its files are made; then the mail is in the outbox, which says how it went on.
  state text not null default 'waiting' check (state in ('waiting', 'queued')),
  failure text,
  mail_key bigint references mail on delete set null,
  token_hash bytea unique,
  expires_at timestamptz,
  opened_at timestamptz,
  answered_at timestamptz,
  primary key (owner_key, io_key, io_mail_key),
  foreign key (owner_key, io_key) references insertion_order,
  foreign key (partner_key, contact_key) references partner_contact,
  check ((state = 'queued') = (token_hash is not null) and (token_hash is null) = (expires_at is null))
);
create index insertion_order_mail_contact on insertion_order_mail (owner_key, contact_key, requested_at);
call app.protect('insertion_order_mail');
create policy side on insertion_order_mail as restrictive to paceline_app
  using ((select app.user_group()) <> 'cl') with check ((select app.user_group()) <> 'cl');
grant select, insert, update on insertion_order_mail to paceline_app;

-- How an owner's orders are written, and how far they were compared with the plans.
-- Person: none.
create table insertion_order_setting (
  owner_key int primary key references owner,
  agency_name text not null default 'Paceline' check (length(agency_name) between 1 and 100),
  payment_terms text not null default 'Net 30' check (length(payment_terms) <= 200),
  -- Whether the client's own code of a campaign is left out.
  hides_client_code boolean not null default false,
  row_version int not null default 1,
  looked_version bigint,
  looked_on date
);
call app.protect('insertion_order_setting');
call app.close_to_partners('insertion_order_setting');
create policy side on insertion_order_setting as restrictive to paceline_app
  using ((select app.user_group()) <> 'cl') with check ((select app.user_group()) <> 'cl');
grant select, insert, update on insertion_order_setting to paceline_app;

-- Whose order a link is about, before there is a scope. It tells keys, and until when the link can be used.
create function app.find_order_link(hash bytea)
returns table (owner_key int, partner_key int, io_key int, io_mail_key int, expires_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public as $$
  select m.owner_key, m.partner_key, m.io_key, m.io_mail_key, m.expires_at
  from insertion_order_mail m where m.token_hash = hash and m.state = 'queued'
$$;
revoke execute on function app.find_order_link from public;
grant execute on function app.find_order_link to paceline_app;
