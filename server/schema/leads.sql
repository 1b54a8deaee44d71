-- Leads (inquiries), their persons, consents, status changes and milestones. Partitioned by month of captured_date, the owner's
-- local date, which is therefore part of the keys.

-- Statuses of valid leads.
create function app.is_good(status text) returns boolean language sql immutable parallel safe
  return status in ('VAL', 'DLV', 'STK', 'RTR');

-- Statuses that are billed, including those with a requested return that is not decided yet.
create function app.is_billable(status text) returns boolean language sql immutable parallel safe
  return status in ('DLV', 'RTR');

-- Accepted, but not delivered to the client yet.
create function app.waits_for_delivery(status text) returns boolean language sql immutable parallel safe
  return status in ('VAL', 'STK');

-- Delivered, whatever the status became afterwards.
create function app.was_delivered(status text) returns boolean language sql immutable parallel safe
  return app.is_billable(status) or status = 'RTN';

-- Passed our checks and meant for the client, whatever the client answered.
create function app.was_accepted(status text) returns boolean language sql immutable parallel safe
  return app.is_good(status) or status in ('REJ', 'RTN');

create sequence lead_key_seq as bigint;
grant usage on sequence lead_key_seq to paceline_app;

-- Person: erased zip, transaction_id, crm_reference, sub_source.
create table lead (
  owner_key int not null,
  captured_date date not null,
  lead_key bigint not null default nextval('lead_key_seq'),
  public_id text not null,
  created_at timestamptz not null,
  campaign_key int not null,
  partner_key int,
  publisher_source_key int,
  sub_source text,
  program_key int,
  campus_key int,
  status text not null check (status in
    ('RCV', 'HLD', 'VAL', 'DLV', 'STK', 'RTR', 'INV', 'DUP', 'SCR', 'CAP', 'CLS', 'REJ', 'RTN', 'TST')),
  status_reasons text[] not null default '{}',
  lead_source_type text not null default 'web' check (lead_source_type in ('web', 'Call Center')),
  device text not null check (device in ('desktop', 'tablet', 'mobile')),
  state text check (state ~ '^[A-Z]{2}$'),
  zip text check (zip ~ '^\d{5}$'),
  age smallint,
  education text,
  grad_year smallint,
  degree_of_interest text,
  area_of_interest text,
  military_status text,
  military_branch text,
  start_timeframe text,
  -- The prices in force for its device when it arrived. Later price changes do not affect it.
  client_price numeric(12, 2) not null default 0,
  media_price numeric(12, 2) not null default 0,
  -- Accepted beyond the cap of a campaign that does not pay for such leads.
  unpaid boolean not null default false,
  delivered_at timestamptz,
  returned_at timestamptz,
  -- The first valid date of each milestone, not in the future. lead_milestone has the full history, including voided and
  -- future ones.
  contact_on date,
  appointment_on date,
  interview_on date,
  visit_on date,
  application_on date,
  enrollment_on date,
  start_on date,
  -- The amount of a sale (home services) and the stage of a loan (lending); null: no outcome yet.
  sold_amount numeric(12, 2),
  pitch_amount numeric(12, 2),
  open_amount numeric(12, 2),
  funded_on date,
  transaction_id text,
  click_id uuid,
  crm_reference text,
  duplicate_of bigint,
  row_version int not null default 1,
  -- Warnings of checks that accepted the lead.
  flags text[] not null default '{}',
  -- The day whose caps it counts against if it was held and therefore differs from the day of arrival.
  counted_on date,
  -- A returned lead frees its cap unit if its client has returned leads replaced and the month it was counted in is still
  -- open. Otherwise it keeps the unit, although it costs nothing.
  keeps_unit boolean not null default false,
  primary key (owner_key, captured_date, lead_key),
  foreign key (owner_key, campaign_key) references campaign,
  foreign key (owner_key, program_key) references program,
  foreign key (owner_key, campus_key) references campus
) partition by range (captured_date);
create index lead_by_key on lead (lead_key);
create index lead_by_time on lead (owner_key, created_at desc, lead_key desc);
create index lead_by_status on lead (owner_key, status, created_at desc, lead_key desc);
create index lead_by_campaign on lead (owner_key, campaign_key, captured_date);
create index lead_by_public_id on lead (owner_key, public_id);
-- Unpaid leads, which are rare, are excluded from costs.
create index lead_unpaid on lead (owner_key, captured_date) where unpaid;
-- Filter by program. On a partitioned table this creates one index per partition.
create index lead_by_program on lead (owner_key, program_key, captured_date) where program_key is not null;
create index lead_by_campus on lead (owner_key, campus_key, captured_date) where campus_key is not null;
-- A media partner's leads across all owners, and one partner's leads of an owner.
create index lead_desk_partner on lead (partner_key, created_at desc, lead_key desc);
create index lead_desk_source on lead (owner_key, publisher_source_key, created_at desc, lead_key desc);
create index lead_desk_state on lead (owner_key, state, created_at desc, lead_key desc);
-- Only the first reason, which decided. An array index on all of them could not be used: under row-level security only leakproof
-- operators may use an index, and array operators are not leakproof.
create index lead_desk_reason on lead (owner_key, (status_reasons[1]), created_at desc, lead_key desc) where status_reasons[1] is not null;
create index lead_desk_milestone on lead (owner_key, (
  case when start_on is not null then 'START' when enrollment_on is not null then 'ENROLLMENT'
       when application_on is not null then 'APPLICATION' when visit_on is not null then 'VISIT'
       when interview_on is not null then 'INTERVIEW' when appointment_on is not null then 'APPOINTMENT'
       when contact_on is not null then 'CONTACT' end), created_at desc, lead_key desc)
  where coalesce(start_on, enrollment_on, application_on, visit_on, interview_on, appointment_on, contact_on) is not null;
create index lead_desk_transaction on lead (owner_key, transaction_id) where transaction_id is not null;
create index lead_desk_reference on lead (owner_key, crm_reference) where crm_reference is not null;
create index lead_desk_click on lead (owner_key, click_id) where click_id is not null;
-- A media partner searches across all its owners. Without these indexes, a page filtered by reason or milestone would be
-- collected from each owner's index and sorted.
create index lead_desk_partner_reason on lead (partner_key, (status_reasons[1]), created_at desc, lead_key desc)
  where status_reasons[1] is not null and partner_key is not null;
create index lead_desk_partner_milestone on lead (partner_key, (
  case when start_on is not null then 'START' when enrollment_on is not null then 'ENROLLMENT'
       when application_on is not null then 'APPLICATION' when visit_on is not null then 'VISIT'
       when interview_on is not null then 'INTERVIEW' when appointment_on is not null then 'APPOINTMENT'
       when contact_on is not null then 'CONTACT' end), created_at desc, lead_key desc)
  where coalesce(start_on, enrollment_on, application_on, visit_on, interview_on, appointment_on, contact_on) is not null
    and partner_key is not null;
call app.protect('lead');
grant select, insert, update on lead to paceline_app;
-- Triggers of other files: caps.sql (count_caps, keep_unit); cluster.sql (note_for_cluster); folding.sql
-- (note_lead_changes).

-- The person of a lead, sealed; found by keyed hashes of the normalised email and phone number.
-- Person: erased sealed, email_hash, phone_hash, name_zip_hash.
create table lead_person (
  owner_key int not null,
  captured_date date not null,
  lead_key bigint not null,
  key_id smallint not null,
  sealed bytea,
  email_hash bytea,
  phone_hash bytea,
  erased_at timestamptz,
  name_zip_hash bytea,
  primary key (owner_key, captured_date, lead_key),
  foreign key (owner_key, captured_date, lead_key) references lead
) partition by range (captured_date);
create index lead_person_email on lead_person (owner_key, email_hash);
create index lead_person_phone on lead_person (owner_key, phone_hash);
create index lead_person_name_zip on lead_person (owner_key, name_zip_hash);
create index lead_person_erased on lead_person (owner_key, erased_at desc) where erased_at is not null;
call app.protect('lead_person');
call app.close_to_partners('lead_person');
grant select, insert, update on lead_person to paceline_app;

-- The last lead of each person per scope and hash. A single row is locked, so that two concurrent posts cannot both count as the
-- first.
-- Person: erased rows.
create table lead_dedup (
  owner_key int not null references owner,
  scope text not null,
  hash bytea not null,
  last_at timestamptz not null,
  lead_key bigint not null,
  primary key (owner_key, scope, hash)
);
call app.protect('lead_dedup');
call app.close_to_partners('lead_dedup');
grant select, insert, update, delete on lead_dedup to paceline_app;

-- The consent text that the person agreed to, verbatim. Kept as proof of consent when the person is erased.
-- Person: erased ip, user_agent, page_url; kept consent_text: the proof that there was consent.
create table lead_consent (
  owner_key int not null,
  captured_date date not null,
  lead_key bigint not null,
  consent_text text not null,
  page_url text not null,
  given_at timestamptz not null,
  ip text,
  user_agent text,
  dialer_opt_in boolean,
  text_opt_in boolean,
  certificate text,
  -- The name of the client's approved text that it matches.
  disclosure text,
  primary key (owner_key, captured_date, lead_key),
  foreign key (owner_key, captured_date, lead_key) references lead
) partition by range (captured_date);
-- Recent leads from one IP address.
create index lead_consent_ip on lead_consent (owner_key, ip, captured_date) where ip is not null;
call app.protect('lead_consent');
call app.close_to_partners('lead_consent');
grant select, insert on lead_consent to paceline_app;

-- Person: erased note, checks.
create table lead_status_change (
  owner_key int not null,
  captured_date date not null,
  lead_key bigint not null,
  change_key bigint generated always as identity,
  at timestamptz not null,
  from_status text,
  to_status text not null,
  reasons text[] not null default '{}',
  note text not null default '',
  changed_by int references user_account,
  -- Results of the checks that were run when the lead was decided, shown on its page and in its evidence. Stored with the
  -- status change that followed.
  checks jsonb,
  primary key (owner_key, captured_date, lead_key, change_key),
  foreign key (owner_key, captured_date, lead_key) references lead
) partition by range (captured_date);
create index lead_status_change_time on lead_status_change (owner_key, at desc);
-- The kinds of status change, in exactly the same expression as the tracking_event view; returns are rare among them.
create index lead_status_change_kind on lead_status_change (owner_key, (
  case when to_status in ('RTR', 'RTN') or from_status in ('RTR', 'RTN') then 'RETURN'
       when to_status = 'DUP' then 'DEDUP'
       when reasons[1] in ('CERT_NOT_AUTHENTIC', 'CERT_MISMATCH', 'CERT_EXPIRED', 'CONSENT_MISSING', 'DISCLOSURE_MISMATCH') then 'CERT'
       when to_status = 'SCR' then 'SCRUB'
       when from_status is null or from_status in ('RCV', 'HLD') then 'VALIDATE'
       else 'STATUS' end), at desc);
call app.protect('lead_status_change');
call app.close_to_partners('lead_status_change');
grant select, insert on lead_status_change to paceline_app;
-- Triggers of other files: postbacks.sql (queue_postbacks); webhooks.sql (tell_lead_status).

-- Person: erased void_reason.
create table lead_milestone (
  owner_key int not null,
  captured_date date not null,
  lead_key bigint not null,
  milestone_key bigint generated always as identity,
  code text not null check (code in
    ('CONTACT', 'APPOINTMENT', 'INTERVIEW', 'VISIT', 'APPLICATION', 'ENROLLMENT', 'START', 'QUALIFIED', 'ADMIT', 'DEPOSIT', 'PERSIST')),
  happened_on date not null,
  recorded_at timestamptz not null,
  voided_at timestamptz,
  void_reason text,
  recorded_by int references user_account,
  -- The client's code of the program that the person enrolled in.
  program_code text,
  term text,
  voided_by int references user_account,
  -- From a file that was undone: kept in the history, and the same row may be imported again.
  undone boolean not null default false,
  row_version int not null default 1,
  primary key (owner_key, captured_date, lead_key, milestone_key),
  foreign key (owner_key, captured_date, lead_key) references lead
) partition by range (captured_date);
-- A repeated report of the same milestone is stored once.
create unique index lead_milestone_once on lead_milestone (owner_key, captured_date, lead_key, code, happened_on) where voided_at is null;
-- Milestones by date, including those reported ahead whose date has come.
create index lead_milestone_day on lead_milestone (owner_key, happened_on);
create index lead_milestone_time on lead_milestone (owner_key, recorded_at desc);
call app.protect('lead_milestone');
call app.close_to_partners('lead_milestone');
grant select, insert, update on lead_milestone to paceline_app;
-- Triggers of other files: webhooks.sql (tell_lead_milestone).

-- Rows of milestone files that match no lead, or several. A user assigns a lead or dismisses the row.
-- Person: erased rows.
create table milestone_unmatched (
  owner_key int not null references owner,
  unmatched_key int generated always as identity unique,
  -- Digest of the whole row, so that the same row is stored once.
  digest bytea not null,
  code text not null check (code in ('CONTACT', 'APPOINTMENT', 'INTERVIEW', 'VISIT', 'APPLICATION', 'ENROLLMENT', 'START')),
  happened_on date not null,
  -- The lead as the row identifies it. The person's data is sealed, and deleted when the row is closed.
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
  -- The lead that the row was assigned to.
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
create index milestone_unmatched_lead on milestone_unmatched (owner_key, lead_key) where lead_key is not null;
call app.protect('milestone_unmatched');
call app.close_to_partners('milestone_unmatched');
grant select, insert, update, delete on milestone_unmatched to paceline_app;

-- Notes of agency users on a lead.
-- Person: erased rows.
create table lead_note (
  owner_key int not null,
  captured_date date not null,
  lead_key bigint not null,
  note_key bigint generated always as identity,
  at timestamptz not null,
  note text not null check (note <> ''),
  written_by int not null references user_account,
  primary key (owner_key, lead_key, note_key),
  foreign key (owner_key, captured_date, lead_key) references lead
);
call app.protect('lead_note');
call app.close_to_partners('lead_note');
grant select, insert on lead_note to paceline_app;
