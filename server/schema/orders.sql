-- Insertion orders with versions. Each version keeps what was sent, to whom, who opened it and who answered; later changes
-- create a new version and record who made them. Amounts are the media partner's prices only.

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
  -- The contact's name; contacts have no account.
  answered_by text,
  -- The changes that the partner requests, by line: [{campaignKey, note}].
  answer_lines jsonb not null default '[]',
  -- The order's terms as sent (contract: ioTermsSchema). Null: created before terms existed; such orders are not revised
  -- automatically.
  terms jsonb,
  primary key (owner_key, io_key),
  unique (owner_key, partner_key, client_key, month, version),
  foreign key (owner_key, client_key) references client
);
create index insertion_order_month on insertion_order (owner_key, month);
call app.protect('insertion_order');
-- A partner sees orders that were sent to it, but no drafts.
create policy sent on insertion_order as restrictive to paceline_app
  using ((select app.partner_key()) is null or status <> 'DRAFT')
  with check ((select app.partner_key()) is null or status <> 'DRAFT');
-- An outdated draft can be deleted; sent orders cannot.
create policy drafts_go on insertion_order as restrictive for delete to paceline_app using (status = 'DRAFT' and sent_at is null);
grant select, insert, update, delete on insertion_order to paceline_app;
call app.decides_leads('insertion_order');

-- The lines as sent. Later changes of a campaign do not affect them.
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
  -- Descriptive columns; null in lines from before they were stored.
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
-- Hidden from clients, because the prices are the partner's; partners see the lines of orders that they can see.
create policy side on insertion_order_line as restrictive to paceline_app
  using ((select app.user_group()) <> 'cl'
         and exists (select from insertion_order i where i.owner_key = insertion_order_line.owner_key and i.io_key = insertion_order_line.io_key))
  with check ((select app.user_group()) in ('ag', 'system'));
create policy drafts_go on insertion_order_line as restrictive for delete to paceline_app
  using (exists (select from insertion_order i where i.owner_key = insertion_order_line.owner_key and i.io_key = insertion_order_line.io_key
                 and i.status = 'DRAFT' and i.sent_at is null));
grant select, insert, delete on insertion_order_line to paceline_app;

-- Who changed a field of a line since the previous version. The values are in the lines of both versions.
-- Person: none.
create table insertion_order_change (
  owner_key int not null,
  io_key int not null,
  campaign_key int not null,
  field text not null,
  -- Null: changed by the clock or the product itself.
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

-- One mail to one contact, with the hash of its link.
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
  -- 'waiting' until its files are created; then the mail is in the outbox, which has the further state.
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

-- An owner's settings for its orders, and up to when they were compared with the plans.
-- Person: none.
create table insertion_order_setting (
  owner_key int primary key references owner,
  agency_name text not null default 'Paceline' check (length(agency_name) between 1 and 100),
  payment_terms text not null default 'Net 30' check (length(payment_terms) <= 200),
  -- Whether the client's own campaign code is omitted.
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

-- The order of a link, looked up before there is a scope. It returns keys and the expiry only.
create function app.find_order_link(hash bytea)
returns table (owner_key int, partner_key int, io_key int, io_mail_key int, expires_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public as $$
  select m.owner_key, m.partner_key, m.io_key, m.io_mail_key, m.expires_at
  from insertion_order_mail m where m.token_hash = hash and m.state = 'queued'
$$;
revoke execute on function app.find_order_link from public;
grant execute on function app.find_order_link to paceline_app;
