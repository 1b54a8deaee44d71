-- Two-sided reconciliation: the list of a month's leads that a media partner or a client sends is compared with ours, row by
-- row. A run compares one side's amounts: a partner's with what the agency pays, a client's with what it is billed.

-- Person: none.
create table reconciliation_run (
  owner_key int not null references owner,
  run_key int generated always as identity unique,
  side text not null check (side in ('media', 'client')),
  partner_key int references media_partner,
  client_key int,
  month date not null check (extract(day from month) = 1),
  -- The file's name as uploaded, and the number of rows read.
  file_name text not null,
  file_rows int not null,
  uploaded_by int not null references user_account,
  uploaded_group text not null check (uploaded_group in ('ag', 'mp', 'cl')),
  uploaded_at timestamptz not null,
  -- Set when a newer file of the same side and month replaced it; it stays in the history.
  replaced_at timestamptz,
  primary key (owner_key, run_key),
  foreign key (owner_key, client_key) references client,
  check ((side = 'media') = (partner_key is not null) and (side = 'client') = (client_key is not null))
);
create unique index reconciliation_run_current on reconciliation_run (owner_key, month, side, coalesce(partner_key, client_key))
  where replaced_at is null;
call app.protect('reconciliation_run');
create policy side on reconciliation_run as restrictive to paceline_app
  using ((select app.user_group()) <> 'cl' or side = 'client') with check ((select app.user_group()) <> 'cl' or side = 'client');
grant select, insert, update on reconciliation_run to paceline_app;

-- Person: erased note.
create table reconciliation_row (
  owner_key int not null,
  run_key int not null,
  row_key int generated always as identity unique,
  side text not null check (side in ('media', 'client')),
  partner_key int,
  kind text not null check (kind in ('OURS', 'MATCHED', 'THEIRS', 'PRICE', 'STATUS')),
  reason text not null check (reason in ('SAME', 'NOT_IN_FILE', 'UNKNOWN_ID', 'NAMED_TWICE', 'OTHER_MONTH', 'OTHER_CAMPAIGN', 'OTHER_CLIENT',
    'REFUSED', 'RETURNED', 'PENDING', 'UNPAID', 'TEST', 'OTHER_PRICE', 'OTHER_STATUS')),
  -- From the file; empty if only we have the lead.
  file_row int,
  their_id text,
  their_campaign text,
  their_status text check (their_status in ('BILLABLE', 'RETURNED', 'REFUSED', 'PENDING')),
  their_amount numeric(12, 2) not null,
  -- Our data; empty if no lead was found. No foreign key: test leads are deleted after some days, the comparison is kept.
  captured_date date,
  lead_key bigint,
  campaign_key int,
  our_status text,
  our_amount numeric(12, 2) not null,
  difference numeric(12, 2) not null generated always as (their_amount - our_amount) stored,
  state text not null default 'OPEN' check (state in ('OPEN', 'DISPUTED', 'ACCEPTED', 'AGREED')),
  note text not null default '',
  decided_group text check (decided_group in ('ag', 'mp', 'cl')),
  decided_by int references user_account,
  decided_at timestamptz,
  row_version int not null default 1,
  -- The adjustment of an accepted difference. Undoing it adds a reversing line for exactly this adjustment.
  adjustment_key bigint,
  -- Day and price from the file: used to suggest matches of rows whose IDs differ.
  their_date date,
  their_price numeric(12, 2),
  -- How a user matched the row with a lead, and on our row: the row it was merged into, after which it is hidden.
  matched_by text check (matched_by in ('SPELLING', 'CAMPAIGN_DAY_PRICE')),
  merged_into int,
  primary key (owner_key, run_key, row_key),
  foreign key (owner_key, run_key) references reconciliation_run,
  check ((side = 'media') = (partner_key is not null)),
  check ((file_row is null) = (kind = 'OURS')),
  check ((lead_key is null) = (captured_date is null)),
  foreign key (owner_key, adjustment_key) references billing_adjustment,
  foreign key (owner_key, run_key, merged_into) references reconciliation_row,
  check (merged_into is null or kind = 'OURS')
);
create index reconciliation_row_kind on reconciliation_row (owner_key, run_key, kind, row_key);
create index reconciliation_row_lead on reconciliation_row (owner_key, lead_key) where lead_key is not null;
create index reconciliation_row_merged on reconciliation_row (owner_key, merged_into) where merged_into is not null;
call app.protect('reconciliation_row');
create policy side on reconciliation_row as restrictive to paceline_app
  using ((select app.user_group()) <> 'cl' or side = 'client') with check ((select app.user_group()) <> 'cl' or side = 'client');
grant select, insert, update on reconciliation_row to paceline_app;

-- Comments between the agency and the other side about a row.
-- Person: erased rows.
create table reconciliation_comment (
  owner_key int not null,
  run_key int not null,
  row_key int not null,
  comment_key int generated always as identity unique,
  side text not null check (side in ('media', 'client')),
  partner_key int,
  user_group text not null check (user_group in ('ag', 'mp', 'cl')),
  comment text not null check (comment <> ''),
  written_by int not null references user_account,
  at timestamptz not null,
  primary key (owner_key, run_key, row_key, comment_key),
  foreign key (owner_key, run_key, row_key) references reconciliation_row,
  check ((side = 'media') = (partner_key is not null))
);
call app.protect('reconciliation_comment');
create policy side on reconciliation_comment as restrictive to paceline_app
  using ((select app.user_group()) <> 'cl' or side = 'client') with check ((select app.user_group()) <> 'cl' or side = 'client');
grant select, insert on reconciliation_comment to paceline_app;
