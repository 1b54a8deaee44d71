-- The plan of a campaign for a month: caps, the history of every changed cell, requests of partners, and the start of each
-- month.

-- Null means no cap, zero means closed.
-- Person: none.
create table campaign_month (
  owner_key int not null,
  campaign_key int not null,
  month date not null check (extract(day from month) = 1),
  monthly_capacity int check (monthly_capacity between 0 and 1000000),
  incremental_capacity int not null default 0,
  monthly_allocation int check (monthly_allocation between 0 and 1000000),
  monthly_soft_allocation int check (monthly_soft_allocation between 0 and 1000000),
  weekly_allocation int check (weekly_allocation between 0 and 1000000),
  weekly_soft_allocation int check (weekly_soft_allocation between 0 and 1000000),
  daily_allocation int check (daily_allocation between 0 and 1000000),
  client_monthly_allocation int check (client_monthly_allocation between 0 and 1000000),
  user_defined_monthly_allocation int check (user_defined_monthly_allocation between 0 and 1000000),
  user_defined_monthly_soft_allocation int check (user_defined_monthly_soft_allocation between 0 and 1000000),
  user_defined_weekly_soft_allocation int check (user_defined_weekly_soft_allocation between 0 and 1000000),
  user_defined_daily_allocation int check (user_defined_daily_allocation between 0 and 1000000),
  client_bid_price numeric(12, 2) check (client_bid_price between 0 and 9999.99),
  aggregator_bid_price numeric(12, 2) check (aggregator_bid_price between 0 and 9999.99),
  -- When the month began and its plan was copied as it stood then.
  frozen_at timestamptz,
  row_version int not null default 1,
  updated_by int references user_account,
  updated_at timestamptz not null default now(),
  primary key (owner_key, campaign_key, month),
  foreign key (owner_key, campaign_key) references campaign
);
call app.protect('campaign_month');
grant select, insert, update on campaign_month to paceline_app;
call app.raises_version('campaign_month');
call app.decides_leads('campaign_month');

-- Person: none.
create table allocation_change (
  owner_key int not null,
  campaign_key int not null,
  month date not null,
  change_key bigint generated always as identity,
  field text not null,
  before numeric(12, 2),
  after numeric(12, 2),
  row_version int not null,
  changed_by int references user_account,
  changed_at timestamptz not null,
  via text not null check (via in ('screen', 'file', 'job', 'request', 'undo', 'restore')),
  primary key (owner_key, campaign_key, month, change_key),
  foreign key (owner_key, campaign_key, month) references campaign_month
);
create index allocation_change_time on allocation_change (owner_key, month, changed_at);
call app.protect('allocation_change');
grant select, insert on allocation_change to paceline_app;

-- Written by a trigger, so that no writer can forget the history. Scenario loading has no user group and leaves none.
create function app.note_allocation_change() returns trigger language plpgsql as $$
begin
  if app.user_group() is null then
    return null;
  end if;
  insert into allocation_change (owner_key, campaign_key, month, field, before, after, row_version, changed_by, changed_at, via)
  select new.owner_key, new.campaign_key, new.month, n.key, o.value::numeric, n.value::numeric, new.row_version,
         new.updated_by, new.updated_at, app.via()
  from jsonb_each_text(to_jsonb(new) - '{owner_key,campaign_key,month,frozen_at,row_version,updated_by,updated_at}'::text[]) n
  left join jsonb_each_text(case when tg_op = 'UPDATE' then to_jsonb(old) else '{"incremental_capacity": 0}' end) o using (key)
  where n.value is distinct from o.value;
  return null;
end $$;
create trigger campaign_month_change after insert or update on campaign_month
  for each row execute function app.note_allocation_change();

-- A partner's request for an allocation, which the agency accepts or refuses. At most one is open per campaign and month.
-- Person: none.
create table allocation_request (
  owner_key int not null,
  request_key int generated always as identity unique,
  campaign_key int not null,
  partner_key int not null,
  month date not null check (extract(day from month) = 1),
  requested int not null check (requested between 0 and 1000000),
  note text not null default '' check (length(note) <= 500),
  requested_by int references user_account,
  requested_at timestamptz not null,
  state text not null default 'OPEN' check (state in ('OPEN', 'ACCEPTED', 'DECLINED', 'WITHDRAWN')),
  decided_by int references user_account,
  decided_at timestamptz,
  answer text not null default '' check (length(answer) <= 500),
  primary key (owner_key, request_key),
  foreign key (owner_key, campaign_key, partner_key) references campaign (owner_key, campaign_key, partner_key),
  check ((state = 'OPEN') = (decided_at is null))
);
create unique index allocation_request_open on allocation_request (owner_key, campaign_key, month) where state = 'OPEN';
call app.protect('allocation_request');
grant select, insert, update on allocation_request to paceline_app;

-- Marks that the start of a month was processed; inserted in the same transaction, so it happens once.
-- Person: none.
create table month_turn (
  owner_key int not null references owner,
  month date not null check (extract(day from month) = 1),
  turned_at timestamptz not null,
  campaigns int not null,
  primary key (owner_key, month)
);
call app.protect('month_turn');
call app.close_to_partners('month_turn');
grant select, insert on month_turn to paceline_app;

-- The ratio of each line item's targets to those of the month before. Projections scale the previous month by it. A media
-- partner must get the same projection as the agency without learning the targets, so only the ratio is returned.
create function app.plan_changes(of_owner int, of_month date)
returns table (goal_key int, spend float8, leads float8)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select m.goal_key,
         coalesce(m.revised_spend_goal, m.spend_goal)::float8 / nullif(coalesce(b.revised_spend_goal, b.spend_goal), 0)::float8,
         coalesce(m.revised_inquiry_goal, m.inquiry_goal)::float8 / nullif(coalesce(b.revised_inquiry_goal, b.inquiry_goal), 0)::float8
  from goal_month m
  join goal_month b on b.owner_key = m.owner_key and b.goal_key = m.goal_key and b.month = (of_month - interval '1 month')::date
  where m.owner_key = of_owner and m.month = of_month and m.owner_key = any (app.owner_keys())
$$;
revoke execute on function app.plan_changes from public;
grant execute on function app.plan_changes to paceline_app;
