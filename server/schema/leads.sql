-- Inquiries: what grows. Cut into months by the owner's local date, which they carry in their keys.

-- The statuses of a lead that stands.
create function app.is_good(status text) returns boolean language sql immutable parallel safe
  return status in ('VAL', 'DLV', 'STK', 'RTR');

-- Billed, or to be billed once a requested return is decided.
create function app.is_billable(status text) returns boolean language sql immutable parallel safe
  return status in ('DLV', 'RTR');

-- Accepted and not at the client's yet.
create function app.waits_for_delivery(status text) returns boolean language sql immutable parallel safe
  return status in ('VAL', 'STK');

-- Delivered, whatever became of it since.
create function app.was_delivered(status text) returns boolean language sql immutable parallel safe
  return app.is_billable(status) or status = 'RTN';

-- Meant for the client: it passed our checks, whatever the client said since.
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
  -- What was in force for its device when it came. No later change of a price touches it.
  client_price numeric(12, 2) not null default 0,
  media_price numeric(12, 2) not null default 0,
  -- Accepted beyond the cap by a campaign that does not pay for that.
  unpaid boolean not null default false,
  delivered_at timestamptz,
  returned_at timestamptz,
  -- The milestones that stand and whose day has come; the whole history, voided and future ones included, is lead_milestone.
  contact_on date,
  appointment_on date,
  interview_on date,
  visit_on date,
  application_on date,
  enrollment_on date,
  start_on date,
  -- What a sale came to (home), and how far a loan came (lending); null where it came to nothing yet.
  sold_amount numeric(12, 2),
  pitch_amount numeric(12, 2),
  open_amount numeric(12, 2),
  funded_on date,
  transaction_id text,
  click_id uuid,
  crm_reference text,
  duplicate_of bigint,
  row_version int not null default 1,
  -- Marks that checks left on a lead that they let pass.
  flags text[] not null default '{}',
  -- The day whose caps it uses, where that is not the day it came: of a lead that was held.
  counted_on date,
  -- A returned lead gives its unit back where its client has returned leads replaced, and only while the month is open in which
  -- it was counted. Otherwise it keeps the unit, though it costs nothing.
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
-- The few leads that nobody pays for, which have no part in what a lead costs.
create index lead_unpaid on lead (owner_key, captured_date) where unpaid;
-- Leads are filtered by what they are for. An index of a table that is cut into months is one on every month.
create index lead_by_program on lead (owner_key, program_key, captured_date) where program_key is not null;
create index lead_by_campus on lead (owner_key, campus_key, captured_date) where campus_key is not null;
-- A media partner's leads of all owners, and those of one partner at an owner.
create index lead_desk_partner on lead (partner_key, created_at desc, lead_key desc);
create index lead_desk_source on lead (owner_key, publisher_source_key, created_at desc, lead_key desc);
create index lead_desk_state on lead (owner_key, state, created_at desc, lead_key desc);
-- The first reason is the one that decided. (An index of all of them could not be used: row-level security lets only operators
-- decide that tell nothing about rows, and those of arrays are not among them.)
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
-- A media partner searches at all of its owners at once: by reason or milestone its page would be gathered from every owner's
-- index and sorted. These give it in order.
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

-- The person behind a lead, sealed. Found by keyed hashes of the normalised email and phone, read only by who may.
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

-- Which person was last seen where. One row per place and hash: two posts at once cannot both be first.
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

-- What the person agreed to, word for word. Kept when the person is erased: it is the proof that there was consent.
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
  -- Which of the client's approved texts it is, by name.
  disclosure text,
  primary key (owner_key, captured_date, lead_key),
  foreign key (owner_key, captured_date, lead_key) references lead
) partition by range (captured_date);
-- How many leads came from an address of late.
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
  -- What the checks said when a lead was decided about, so that its page and its evidence can tell why it was taken or refused. It
  -- belongs to the change of status that followed: one post, one line. Only checks that were asked are in it.
  checks jsonb,
  primary key (owner_key, captured_date, lead_key, change_key),
  foreign key (owner_key, captured_date, lead_key) references lead
) partition by range (captured_date);
create index lead_status_change_time on lead_status_change (owner_key, at desc);
-- The kinds of a change of status, word for word as the view has them: returns are few among them.
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
  -- The client's words for what the person signed up for.
  program_code text,
  term text,
  voided_by int references user_account,
  -- Of a file that was taken back: it stays in the history, and the same row can come again.
  undone boolean not null default false,
  row_version int not null default 1,
  primary key (owner_key, captured_date, lead_key, milestone_key),
  foreign key (owner_key, captured_date, lead_key) references lead
) partition by range (captured_date);
-- The same report twice is one report.
create unique index lead_milestone_once on lead_milestone (owner_key, captured_date, lead_key, code, happened_on) where voided_at is null;
-- What happened in a range of days, and what was agreed for a day that has come.
create index lead_milestone_day on lead_milestone (owner_key, happened_on);
create index lead_milestone_time on lead_milestone (owner_key, recorded_at desc);
call app.protect('lead_milestone');
call app.close_to_partners('lead_milestone');
grant select, insert, update on lead_milestone to paceline_app;
-- Triggers of other files: webhooks.sql (tell_lead_milestone).

-- Rows that no lead, or more than one, was found for. Somebody chooses the lead or ignores the row.
-- Person: erased rows.
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
create index milestone_unmatched_lead on milestone_unmatched (owner_key, lead_key) where lead_key is not null;
call app.protect('milestone_unmatched');
call app.close_to_partners('milestone_unmatched');
grant select, insert, update, delete on milestone_unmatched to paceline_app;

-- What people of the agency write down about a lead.
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
