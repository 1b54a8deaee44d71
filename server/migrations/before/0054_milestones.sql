-- Milestones as clients report them: what a report says beyond code and day, who voided one, and the rows for which no lead was found.

alter table lead_milestone
  -- The client's words for what the person signed up for.
  add column program_code text,
  add column term text,
  add column voided_by int references user_account,
  -- Of a file that was taken back: it stays in the history, and the same row can come again.
  add column undone boolean not null default false,
  add column row_version int not null default 1;
-- The same report twice is one report.
create unique index lead_milestone_once on lead_milestone (owner_key, captured_date, lead_key, code, happened_on) where voided_at is null;
-- What happened in a range of days, and what was agreed for a day that has come.
create index lead_milestone_day on lead_milestone (owner_key, happened_on);

-- Rows that no lead, or more than one, was found for. Somebody chooses the lead or ignores the row.
create table milestone_unmatched (
  owner_key int not null references owner,
  unmatched_key int generated always as identity unique,
  -- Of all that the row said: the same row is parked once.
  digest bytea not null,
  code text not null check (code in ('CONTACT', 'APPOINTMENT', 'INTERVIEW', 'VISIT', 'APPLICATION', 'ENROLLMENT', 'START')),
  happened_on date not null,
  -- What the row named the lead by. The person is sealed, and gone once the row is closed.
  named_key bigint,
  named_id text,
  crm_reference text,
  transaction_id text,
  key_id smallint,
  sealed bytea,
  email_hash bytea,
  phone_hash bytea,
  program_code text,
  term text,
  why text not null check (why in ('none', 'several', 'status')),
  state text not null default 'OPEN' check (state in ('OPEN', 'MATCHED', 'IGNORED')),
  received_at timestamptz not null,
  received_by int references user_account,
  closed_at timestamptz,
  closed_by int references user_account,
  close_reason text,
  -- The lead that it was given to.
  captured_date date,
  lead_key bigint,
  row_version int not null default 1,
  primary key (owner_key, unmatched_key),
  unique (owner_key, digest),
  foreign key (owner_key, captured_date, lead_key) references lead,
  check ((state = 'OPEN') = (closed_at is null)),
  check (state = 'OPEN' or sealed is null)
);
create index milestone_unmatched_open on milestone_unmatched (owner_key, state, received_at desc, unmatched_key desc);
create index milestone_unmatched_time on milestone_unmatched (owner_key, received_at desc, unmatched_key desc);
call app.protect('milestone_unmatched');
call app.close_to_partners('milestone_unmatched');
grant select, insert, update, delete on milestone_unmatched to paceline_app;

-- A file that names people is stored sealed, which takes some bytes more.
alter table bulk_import drop constraint bulk_import_file_check, add constraint bulk_import_file_check check (length(file) <= 10485760 + 64);
