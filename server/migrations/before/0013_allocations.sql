-- Every change of a campaign's month, cell by cell; what partners ask for; which months have begun.

-- By what the change came: a person at the screen unless the writer says otherwise in its transaction.
create function app.via() returns text language sql stable parallel safe
  return coalesce(nullif(current_setting('app.via', true), ''), 'screen');

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

-- No writer can forget the history, because no writer writes it. The loader of scenarios has no scope and leaves none.
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

-- A partner asks; the agency's answer makes it an allocation, or not. One open question per campaign and month.
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

-- A month that has begun has done so once: this row and what it did are one transaction.
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

-- Which owners there are, for what runs by the clock. It looks past the tenant wall and tells nothing but keys and zones.
create function app.owners_by_clock() returns table (owner_key int, time_zone text)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select owner_key, time_zone from owner where app.user_group() = 'system' order by 1
$$;
revoke execute on function app.owners_by_clock from public;
grant execute on function app.owners_by_clock to paceline_app;
