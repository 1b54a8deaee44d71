-- What the ad platforms report comes in as their own files. Days of a file are replaced whole, so that rows can go, too.
grant delete on platform_day, platform_keyword_day, website_day, website_event_day to paceline_app;

-- Every file that came, whether it was loaded or refused. Its rows are the days themselves; of the file only its print is kept, so that the
-- same one is recognised.
create table platform_file (
  owner_key int not null references owner,
  file_key int generated always as identity unique,
  -- Null: the owner's website.
  account_key int,
  way text not null check (way in ('UPLOAD', 'PUSH', 'FETCH')),
  file_name text not null,
  bytes bigint not null,
  sha256 bytea not null,
  format text,
  report text check (report in ('daily', 'keywords', 'pages', 'events')),
  outcome text not null check (outcome in ('LOADED', 'UNCHANGED', 'REFUSED')),
  error text,
  problems jsonb not null default '[]',
  warnings jsonb not null default '[]',
  first_day date,
  last_day date,
  lines int not null default 0,
  days int not null default 0,
  new_days int not null default 0,
  corrected_days int not null default 0,
  changed_rows int not null default 0,
  -- What the file says, and what the database held of the same days after it.
  file_sums jsonb,
  stored_sums jsonb,
  received_by int references user_account on delete set null,
  received_at timestamptz not null,
  primary key (owner_key, file_key),
  foreign key (owner_key, account_key) references platform_account,
  check ((outcome = 'REFUSED') = (error is not null))
);
create index platform_file_account on platform_file (owner_key, account_key, file_key desc);
call app.protect('platform_file');
call app.close_to_partners('platform_file');
grant select, insert on platform_file to paceline_app;
-- A file is counted once its days are noted, which needs its key.
grant update (outcome, days, new_days, corrected_days) on platform_file to paceline_app;

-- What the last file that changed a day said about it. A day that nothing ran on has no rows of its own and stands here only.
create table platform_file_day (
  owner_key int not null,
  account_key int,
  report text not null check (report in ('daily', 'keywords', 'pages', 'events')),
  day date not null,
  file_key int not null,
  sums jsonb not null,
  loaded_at timestamptz not null,
  corrected_at timestamptz,
  unique nulls not distinct (owner_key, account_key, report, day),
  foreign key (owner_key, file_key) references platform_file
);
call app.protect('platform_file_day');
call app.close_to_partners('platform_file_day');
grant select, insert, update on platform_file_day to paceline_app;

-- The key with which a system pushes files for one account. Its secret signs what is sent, so it is stored sealed and not as a print.
create table platform_push_key (
  owner_key int not null references owner,
  account_key int,
  key_id text not null unique check (key_id ~ '^[\w-]{43}$'),
  secret bytea not null,
  made_by int references user_account on delete set null,
  made_at timestamptz not null,
  unique nulls not distinct (owner_key, account_key),
  foreign key (owner_key, account_key) references platform_account
);
call app.protect('platform_push_key');
call app.close_to_partners('platform_push_key');
grant select, insert, delete on platform_push_key to paceline_app;

-- Whose key it is, before there is a scope. The secret is sealed: whoever reads it here can do nothing with it.
create function app.find_push_key(id text) returns table (owner_key int, account_key int, secret bytea)
language sql stable security definer set search_path = pg_catalog, public as $$
  select k.owner_key, k.account_key, k.secret from platform_push_key k where k.key_id = id
$$;
revoke execute on function app.find_push_key from public;
grant execute on function app.find_push_key to paceline_app;

-- Reports reach back further than the months that are made every night. At most ten years, so that nobody fills the catalogue.
create function app.ensure_platform_months(from_day date, to_day date) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if from_day < now() - interval '20 years' or to_day > now() + interval '20 years' or to_day - from_day > 3700 then
    raise exception 'These months are too far away';
  end if;
  call app.ensure_months('platform_day', from_day, to_day);
  call app.ensure_months('platform_keyword_day', from_day, to_day);
end $$;
revoke execute on function app.ensure_platform_months from public;
grant execute on function app.ensure_platform_months to paceline_app;

-- Days that should have come and did not are an alert of the account, or of the website.
alter table alert add column account_key int;
alter table alert add foreign key (owner_key, account_key) references platform_account;
alter table alert drop constraint alert_kind_check;
alter table alert add constraint alert_kind_check check (kind in ('cap', 'budget', 'target', 'stuck', 'breaker', 'rule', 'dataGap'));
alter table alert drop constraint alert_resolution_check;
alter table alert add constraint alert_resolution_check check (resolution in
  ('RESET', 'LIMIT_CHANGED', 'BELOW', 'CAP_REACHED', 'CLEARED', 'RECOVERED', 'REMOVED', 'NOT_MET', 'TOLD_AGAIN', 'ARRIVED'));
