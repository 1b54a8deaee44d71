-- Line items: a budget and a target for a part of a client by month, with a history of every changed cell.

-- Person: none.
create table goal (
  owner_key int not null,
  goal_key int generated always as identity unique,
  client_key int not null,
  client_model_key int,
  name text not null,
  channel text references channel,
  start_month date not null check (extract(day from start_month) = 1),
  end_month date check (extract(day from end_month) = 1),
  kpi text not null default 'inquiries',
  cpe_goal numeric(12, 2),
  hard_cap boolean not null default false,
  pacing_curve text not null default 'EVEN' check (pacing_curve in ('EVEN', 'SEASONAL')),
  criteria jsonb not null default '[]',
  active boolean not null default true,
  row_version int not null default 1,
  updated_by int references user_account,
  updated_at timestamptz,
  -- Where visitors are sent whose click the campaign does not accept.
  fallback_url text check (fallback_url ~ '^https://' and length(fallback_url) <= 2000),
  primary key (owner_key, goal_key),
  foreign key (owner_key, client_key) references client,
  foreign key (owner_key, client_model_key) references client_model
);
create unique index goal_name on goal (owner_key, client_key, lower(name));
call app.protect('goal');
grant select, insert, update on goal to paceline_app;
call app.raises_version('goal');
call app.decides_leads('goal');
-- Triggers of other files: stored-days.sql (forget_past_of_segment).

-- No data version: answers are filtered by the campus of the lead, not by the campuses of its line item.
-- Person: none.
create table goal_campus (
  owner_key int not null,
  goal_key int not null,
  campus_key int not null,
  primary key (owner_key, goal_key, campus_key),
  foreign key (owner_key, goal_key) references goal,
  foreign key (owner_key, campus_key) references campus
);
call app.protect('goal_campus');
grant select, insert, delete on goal_campus to paceline_app;
call app.decides_leads('goal_campus');

-- Person: none.
create table goal_program (
  owner_key int not null,
  goal_key int not null,
  program_key int not null,
  primary key (owner_key, goal_key, program_key),
  foreign key (owner_key, goal_key) references goal,
  foreign key (owner_key, program_key) references program
);
call app.protect('goal_program');
grant select, insert, delete on goal_program to paceline_app;
call app.decides_leads('goal_program');

-- Person: none.
create table goal_month (
  owner_key int not null,
  goal_key int not null,
  month date not null check (extract(day from month) = 1),
  spend_goal numeric(12, 2) check (spend_goal between 0 and 99999999.99),
  revised_spend_goal numeric(12, 2) check (revised_spend_goal between 0 and 99999999.99),
  inquiry_goal int check (inquiry_goal between 0 and 1000000),
  revised_inquiry_goal int check (revised_inquiry_goal between 0 and 1000000),
  cpl_goal numeric(12, 2) check (cpl_goal between 0 and 99999999.99),
  row_version int not null default 1,
  updated_by int references user_account,
  updated_at timestamptz not null default now(),
  primary key (owner_key, goal_key, month),
  foreign key (owner_key, goal_key) references goal
);
call app.protect('goal_month');
call app.close_to_partners('goal_month');
grant select, insert, update on goal_month to paceline_app;
call app.raises_version('goal_month');
call app.decides_leads('goal_month');

-- Person: none.
create table goal_change (
  owner_key int not null,
  goal_key int not null,
  month date not null,
  change_key bigint generated always as identity,
  field text not null,
  before numeric(12, 2),
  after numeric(12, 2),
  row_version int not null,
  changed_by int references user_account,
  changed_at timestamptz not null,
  via text not null check (via in ('screen', 'file', 'job', 'undo', 'restore')),
  primary key (owner_key, goal_key, month, change_key),
  foreign key (owner_key, goal_key, month) references goal_month
);
create index goal_change_time on goal_change (owner_key, month, changed_at);
call app.protect('goal_change');
call app.close_to_partners('goal_change');
grant select, insert on goal_change to paceline_app;

-- Written by a trigger, so that no writer can forget the history. Scenario loading has no user group and leaves none.
create function app.note_goal_change() returns trigger language plpgsql as $$
begin
  if app.user_group() is null then
    return null;
  end if;
  insert into goal_change (owner_key, goal_key, month, field, before, after, row_version, changed_by, changed_at, via)
  select new.owner_key, new.goal_key, new.month, n.key, o.value::numeric, n.value::numeric, new.row_version,
         new.updated_by, new.updated_at, app.via()
  from jsonb_each_text(to_jsonb(new) - '{owner_key,goal_key,month,row_version,updated_by,updated_at}'::text[]) n
  left join jsonb_each_text(case when tg_op = 'UPDATE' then to_jsonb(old) end) o using (key)
  where n.value is distinct from o.value;
  return null;
end $$;
create trigger goal_month_change after insert or update on goal_month
  for each row execute function app.note_goal_change();
