-- Forecasts of line items, manual overrides and scenarios.

-- One row per line item, because its figures depend on each other: planned spend changes inquiries, these change enrollments,
-- and a cost divides two of them. The row stores the known data at the time of the build and the users' inputs; the points are
-- computed when it is read.
-- Person: none.
create table forecast (
  owner_key int not null references owner,
  forecast_key int generated always as identity unique,
  -- A goal's key, or custom:{forecast_key}.
  line_item text not null,
  -- A custom line: its name, its line items (empty: it does not run yet) and its channel.
  custom_name text check (length(custom_name) between 1 and 120),
  goal_keys int[] not null,
  channel text references channel,
  start_month date not null check (extract(day from start_month) = 1),
  months int not null check (months between 1 and 12),
  method text not null check (method in ('AUTO', 'RUN_RATE', 'SEASONAL_NAIVE', 'MANUAL')),
  -- The figures of the forecast; others were removed by a user.
  kpis text[] not null,
  -- Contract: forecastPlanSchema.
  plan jsonb not null default '{}',
  -- The known data of each month, from the month of the build on.
  basis jsonb not null,
  basis_month date not null check (extract(day from basis_month) = 1),
  built_at timestamptz not null,
  notes text not null default '' check (length(notes) <= 2000),
  row_version int not null default 1,
  created_by int references user_account on delete set null,
  updated_by int references user_account on delete set null,
  updated_at timestamptz not null,
  primary key (owner_key, forecast_key),
  unique (owner_key, line_item),
  check ((custom_name is not null) = (line_item like 'custom:%'))
);
create unique index forecast_custom_name on forecast (owner_key, lower(custom_name));
call app.protect('forecast');
call app.close_to_partners('forecast');
grant select, insert, update, delete on forecast to paceline_app;

-- A user's value for a figure and a month, with the reason.
-- Person: none.
create table forecast_override (
  owner_key int not null,
  forecast_key int not null,
  kpi text not null check (kpi in
    ('spend', 'inquiries', 'cpl', 'contacts', 'applications', 'cpa', 'enrollments', 'cpe', 'starts', 'cps')),
  month date not null check (extract(day from month) = 1),
  value numeric(14, 2) not null check (value >= 0),
  note text not null check (length(note) <= 500),
  primary key (owner_key, forecast_key, kpi, month),
  foreign key (owner_key, forecast_key) references forecast on delete cascade
);
call app.protect('forecast_override');
call app.close_to_partners('forecast_override');
grant select, insert, update, delete on forecast_override to paceline_app;

-- An alternative plan, to compare with the forecast's own.
-- Person: none.
create table forecast_scenario (
  owner_key int not null,
  scenario_key int generated always as identity unique,
  forecast_key int not null,
  name text not null check (length(name) between 1 and 60),
  plan jsonb not null,
  row_version int not null default 1,
  updated_by int references user_account on delete set null,
  updated_at timestamptz not null,
  primary key (owner_key, scenario_key),
  foreign key (owner_key, forecast_key) references forecast on delete cascade
);
create unique index forecast_scenario_name on forecast_scenario (owner_key, forecast_key, lower(name));
call app.protect('forecast_scenario');
call app.close_to_partners('forecast_scenario');
grant select, insert, update, delete on forecast_scenario to paceline_app;

-- A background build of many line items.
-- Person: none.
create table forecast_run (
  owner_key int not null references owner,
  run_key int generated always as identity unique,
  -- The body of forecastCreate (contract) without its owner, with the line items listed.
  question jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  lines int not null,
  lines_done int not null default 0,
  failure text,
  asked_by int references user_account on delete set null,
  asked_at timestamptz not null,
  ended_at timestamptz,
  primary key (owner_key, run_key)
);
-- One build at a time per owner: two would write the same rows.
create unique index forecast_run_open on forecast_run (owner_key) where state in ('queued', 'running');
call app.protect('forecast_run');
call app.close_to_partners('forecast_run');
grant select, insert, update on forecast_run to paceline_app;
