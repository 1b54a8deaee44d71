-- Saved work of users, private or shared: layouts, reports, dashboards, and scheduled mails of them.

-- A saved layout of a table or report; shared ones are visible to all users of the owner.
-- Person: none.
create table saved_view (
  owner_key int not null references owner,
  saved_view_key int generated always as identity unique,
  user_key int not null references user_account on delete cascade,
  screen text not null,
  name text not null check (length(name) between 1 and 80),
  body jsonb not null,
  shared boolean not null default false,
  updated_at timestamptz not null,
  -- A removed layout can be restored; its name can be reused meanwhile.
  removed_at timestamptz,
  primary key (owner_key, saved_view_key)
);
create unique index saved_view_name on saved_view (owner_key, user_key, screen, lower(name)) where removed_at is null;
call app.protect('saved_view');
call app.close_to_partners('saved_view',
  'exists (select from user_account u where u.user_key = saved_view.user_key and u.partner_key = app.partner_key())');
grant select, insert, update, delete on saved_view to paceline_app;

-- The layout that a page opens with for a user, by name, as built-in layouts have no row.
-- Person: none.
create table saved_view_default (
  owner_key int not null references owner,
  user_key int not null references user_account on delete cascade,
  screen text not null,
  name text not null check (length(name) between 1 and 80),
  primary key (owner_key, user_key, screen)
);
call app.protect('saved_view_default');
call app.close_to_partners('saved_view_default',
  'exists (select from user_account u where u.user_key = saved_view_default.user_key and u.partner_key = app.partner_key())');
grant select, insert, update, delete on saved_view_default to paceline_app;

-- Person: none.
create table report_view (
  owner_key int not null references owner,
  view_key int generated always as identity unique,
  user_key int not null references user_account on delete cascade,
  -- Sharing is limited to the maker's group; a media partner's users share among themselves only.
  user_group text not null check (user_group in ('ag', 'cl', 'mp')),
  maker_partner_key int references media_partner,
  sharing text not null check (sharing in ('private', 'team', 'owner')),
  name text not null check (length(name) between 1 and 80),
  description text not null default '' check (length(description) <= 300),
  -- Contract: reportQuestionSchema.
  question jsonb not null,
  row_version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by int references user_account on delete set null,
  removed_at timestamptz,
  primary key (owner_key, view_key),
  check ((user_group = 'mp') = (maker_partner_key is not null))
);
create unique index report_view_name on report_view (owner_key, user_key, lower(name)) where removed_at is null;
call app.protect('report_view');
call app.close_to_partners('report_view',
  '(maker_partner_key = app.partner_key() or (maker_partner_key is null and sharing = ''owner''))');
grant select, insert, update on report_view to paceline_app;

-- The saved report that Media Analysis opens with for a user.
-- Person: none.
create table report_view_default (
  owner_key int not null references owner,
  user_key int not null references user_account on delete cascade,
  view_key int not null,
  primary key (owner_key, user_key),
  foreign key (owner_key, view_key) references report_view on delete cascade
);
call app.protect('report_view_default');
call app.close_to_partners('report_view_default',
  'exists (select from user_account u where u.user_key = report_view_default.user_key and u.partner_key = app.partner_key())');
grant select, insert, update, delete on report_view_default to paceline_app;

-- Person: none.
create table report_dashboard (
  owner_key int not null references owner,
  dashboard_key int generated always as identity unique,
  user_key int not null references user_account on delete cascade,
  -- Shared like saved reports.
  user_group text not null check (user_group in ('ag', 'cl', 'mp')),
  maker_partner_key int references media_partner,
  sharing text not null check (sharing in ('private', 'team', 'owner')),
  name text not null check (length(name) between 1 and 80),
  description text not null default '' check (length(description) <= 300),
  -- Cards (contract: dashboardCardSchema). A card whose report was deleted remains and says so.
  cards jsonb not null,
  row_version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by int references user_account on delete set null,
  removed_at timestamptz,
  primary key (owner_key, dashboard_key),
  check ((user_group = 'mp') = (maker_partner_key is not null))
);
create unique index report_dashboard_name on report_dashboard (owner_key, user_key, lower(name)) where removed_at is null;
call app.protect('report_dashboard');
call app.close_to_partners('report_dashboard',
  '(maker_partner_key = app.partner_key() or (maker_partner_key is null and sharing = ''owner''))');
grant select, insert, update on report_dashboard to paceline_app;

-- The sites that may embed an owner's reports in a frame.
-- Person: none.
create table embed_setting (
  owner_key int primary key references owner,
  -- Contract: embedOriginSchema.
  origins text[] not null check (cardinality(origins) <= 20),
  row_version int not null default 1,
  updated_at timestamptz not null,
  updated_by int references user_account on delete set null
);
call app.protect('embed_setting');
grant select, insert, update on embed_setting to paceline_app;

-- Person: none.
create table report_schedule (
  owner_key int not null references owner,
  schedule_key int generated always as identity unique,
  view_key int not null,
  user_key int not null references user_account on delete cascade,
  maker_partner_key int references media_partner,
  every text not null check (every in ('day', 'week', 'month')),
  -- 1 is Monday. In months without the given day, the last day is used.
  weekday smallint check (weekday between 1 and 7),
  month_day smallint check (month_day between 1 and 31),
  hour smallint not null check (hour between 0 and 23),
  reader_keys int[] not null check (cardinality(reader_keys) between 1 and 50),
  file_kind text not null check (file_kind in ('csv', 'xlsx')),
  next_run_at timestamptz not null,
  paused_at timestamptz,
  -- Why it was paused automatically; null: paused by a user.
  pause_reason text,
  row_version int not null default 1,
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (owner_key, schedule_key),
  foreign key (owner_key, view_key) references report_view on delete cascade,
  check ((every = 'week') = (weekday is not null) and (every = 'month') = (month_day is not null))
);
create index report_schedule_due on report_schedule (owner_key, next_run_at) where paused_at is null and removed_at is null;
create index report_schedule_view on report_schedule (owner_key, view_key);
call app.protect('report_schedule');
call app.close_to_partners('report_schedule', 'maker_partner_key = app.partner_key()');
grant select, insert, update on report_schedule to paceline_app;

-- One execution of a schedule, due or requested by a user.
-- Person: none.
create table report_run (
  owner_key int not null references owner,
  run_key int generated always as identity unique,
  schedule_key int not null,
  cause text not null check (cause in ('due', 'now', 'test')),
  due_at timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (owner_key, run_key),
  foreign key (owner_key, schedule_key) references report_schedule on delete cascade
);
-- Prevents a second process from starting the same due run.
create unique index report_run_due on report_run (owner_key, schedule_key, due_at) where cause = 'due';
create index report_run_schedule on report_run (owner_key, schedule_key, run_key);
call app.protect('report_run');
call app.close_to_partners('report_run',
  'exists (select from report_schedule s where s.owner_key = report_run.owner_key and s.schedule_key = report_run.schedule_key and s.maker_partner_key = app.partner_key())');
grant select, insert, update on report_run to paceline_app;

-- A recipient of a run. The mail is queued in the transaction that ends the row's waiting state, so nobody gets it twice.
-- Person: none.
create table report_run_reader (
  owner_key int not null,
  run_key int not null,
  user_key int not null references user_account on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'skipped')),
  -- Why nothing was sent.
  reason text,
  row_count int,
  at timestamptz,
  primary key (owner_key, run_key, user_key),
  foreign key (owner_key, run_key) references report_run on delete cascade
);
call app.protect('report_run_reader');
call app.close_to_partners('report_run_reader',
  'exists (select from report_run r join report_schedule s using (owner_key, schedule_key) where r.owner_key = report_run_reader.owner_key and r.run_key = report_run_reader.run_key and s.maker_partner_key = app.partner_key())');
grant select, insert, update on report_run_reader to paceline_app;
