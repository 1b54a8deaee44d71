-- The lead desk: each filter of the search by an index that gives its rows newest first, and notes.

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

-- What people of the agency write down about a lead.
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

create index audit_log_lead on audit_log (owner_key, entity_key, at) where entity = 'lead';
