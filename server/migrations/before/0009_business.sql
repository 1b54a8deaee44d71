-- What is agreed, given back, billed, foreseen and kept for oneself.

-- One insertion order per partner, client and month; a change after sending is a new version.
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
  answer_token_hash bytea unique,
  sent_at timestamptz,
  answered_at timestamptz,
  answer_note text,
  primary key (owner_key, io_key),
  unique (owner_key, partner_key, client_key, month, version),
  foreign key (owner_key, client_key) references client
);
call app.protect('insertion_order');
grant select, insert, update on insertion_order to paceline_app;

-- What was sent, as it was sent: a later change of the campaign does not reach it.
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
  primary key (owner_key, io_key, campaign_key),
  foreign key (owner_key, io_key) references insertion_order,
  foreign key (owner_key, campaign_key) references campaign
);
call app.protect('insertion_order_line');
grant select, insert on insertion_order_line to paceline_app;

create table lead_return (
  owner_key int not null,
  captured_date date not null,
  lead_key bigint not null,
  return_key bigint generated always as identity,
  partner_key int,
  reason text not null check (reason in
    ('WRONG_NUMBER', 'DISCONNECTED', 'BAD_EMAIL', 'DUPLICATE_IN_CRM', 'OUT_OF_AREA', 'NOT_QUALIFIED', 'NEVER_INQUIRED',
     'ALREADY_ENROLLED', 'LANGUAGE', 'UNDER_AGE', 'NO_CONTACT', 'TCPA_RISK', 'OTHER')),
  comment text not null default '',
  attempts int,
  requested_by int references user_account,
  requested_at timestamptz not null,
  decision text check (decision in ('APPROVED', 'DENIED')),
  decided_by int references user_account,
  decided_at timestamptz,
  primary key (owner_key, captured_date, lead_key, return_key),
  foreign key (owner_key, captured_date, lead_key) references lead
);
create index lead_return_open on lead_return (owner_key, requested_at) where decision is null;
call app.protect('lead_return');
grant select, insert, update on lead_return to paceline_app;

create table billing_month (
  owner_key int not null references owner,
  month date not null check (extract(day from month) = 1),
  status text not null default 'OPEN' check (status in ('OPEN', 'IN_REVIEW', 'CLOSED', 'REOPENED')),
  changed_by int references user_account,
  changed_at timestamptz not null,
  reason text not null default '',
  primary key (owner_key, month)
);
call app.protect('billing_month');
call app.close_to_partners('billing_month');
grant select, insert, update on billing_month to paceline_app;

create table forecast (
  owner_key int not null references owner,
  forecast_key int generated always as identity unique,
  -- A goal's key, or custom:{id}.
  line_item text not null,
  line_item_name text not null,
  kpi text not null check (kpi in
    ('spend', 'inquiries', 'cpl', 'contacts', 'applications', 'cpa', 'enrollments', 'cpe', 'starts', 'cps')),
  start_month date not null check (extract(day from start_month) = 1),
  months int not null check (months between 1 and 12),
  method text not null check (method in ('AUTO', 'RUN_RATE', 'SEASONAL_NAIVE', 'MANUAL')),
  plan jsonb not null default '{}',
  accuracy jsonb,
  notes text not null default '',
  row_version int not null default 1,
  updated_by int references user_account,
  updated_at timestamptz not null,
  primary key (owner_key, forecast_key),
  unique (owner_key, line_item, kpi)
);
call app.protect('forecast');
call app.close_to_partners('forecast');
grant select, insert, update, delete on forecast to paceline_app;

create table forecast_point (
  owner_key int not null,
  forecast_key int not null,
  month date not null check (extract(day from month) = 1),
  forecast numeric(14, 2),
  low80 numeric(14, 2),
  high80 numeric(14, 2),
  override numeric(14, 2),
  override_note text,
  primary key (owner_key, forecast_key, month),
  foreign key (owner_key, forecast_key) references forecast on delete cascade
);
call app.protect('forecast_point');
call app.close_to_partners('forecast_point');
grant select, insert, update, delete on forecast_point to paceline_app;

-- A table or a report as somebody likes it; shared ones are seen by all of the owner's users.
create table saved_view (
  owner_key int not null references owner,
  saved_view_key int generated always as identity unique,
  user_key int not null references user_account on delete cascade,
  screen text not null,
  name text not null check (length(name) between 1 and 80),
  body jsonb not null,
  shared boolean not null default false,
  updated_at timestamptz not null,
  primary key (owner_key, saved_view_key),
  unique (owner_key, user_key, screen, name)
);
call app.protect('saved_view');
grant select, insert, update, delete on saved_view to paceline_app;
