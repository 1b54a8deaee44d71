-- Every change of a line item's targets, cell by cell, and who touched a line item last.

alter table goal
  add column updated_by int references user_account,
  add column updated_at timestamptz;

alter table goal_month
  add check (spend_goal between 0 and 99999999.99),
  add check (revised_spend_goal between 0 and 99999999.99),
  add check (cpl_goal between 0 and 99999999.99),
  add check (inquiry_goal between 0 and 1000000),
  add check (revised_inquiry_goal between 0 and 1000000);

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

-- As with the allocations: no writer can forget the history, because no writer writes it, and the loader leaves none.
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
