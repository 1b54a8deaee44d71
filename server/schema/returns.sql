-- Returns of leads: requests, comments and decisions.

-- Person: erased comment, decision_note.
create table lead_return (
  owner_key int not null,
  captured_date date not null,
  lead_key bigint not null,
  return_key bigint generated always as identity,
  partner_key int,
  reason text not null check (reason in
    ('WRONG_NUMBER', 'DISCONNECTED', 'BAD_EMAIL', 'DUPLICATE_IN_CRM', 'OUT_OF_AREA', 'NOT_QUALIFIED', 'NEVER_INQUIRED',
     'ALREADY_ENROLLED', 'LANGUAGE', 'UNDER_AGE', 'NO_CONTACT', 'TCPA_RISK', 'OTHER')),
  comment text not null default '',
  attempts int,
  requested_by int references user_account,
  requested_at timestamptz not null,
  -- The requester can withdraw the request while it is open.
  decision text check (decision in ('APPROVED', 'DENIED', 'WITHDRAWN')),
  decided_by int references user_account,
  decided_at timestamptz,
  decision_note text not null default '',
  -- When the media partner was notified of it.
  partner_told_at timestamptz,
  primary key (owner_key, captured_date, lead_key, return_key),
  foreign key (owner_key, captured_date, lead_key) references lead
);
create index lead_return_open on lead_return (owner_key, requested_at) where decision is null;
-- Of two concurrent requests for a lead, the first one wins.
create unique index lead_return_undecided on lead_return (owner_key, lead_key) where decision is null;
create index lead_return_time on lead_return (owner_key, requested_at desc, return_key desc);
create index lead_return_partner on lead_return (partner_key, requested_at desc, return_key desc);
create index lead_return_lead on lead_return (owner_key, lead_key);
call app.protect('lead_return');
grant select, insert, update on lead_return to paceline_app;

-- Comments between the media partner and the agency about a return.
-- Person: erased rows.
create table lead_return_comment (
  owner_key int not null,
  captured_date date not null,
  lead_key bigint not null,
  comment_key bigint generated always as identity,
  partner_key int not null references media_partner,
  at timestamptz not null,
  is_partner boolean not null,
  comment text not null check (comment <> ''),
  written_by int not null references user_account,
  primary key (owner_key, lead_key, comment_key),
  foreign key (owner_key, captured_date, lead_key) references lead
);
call app.protect('lead_return_comment');
grant select, insert on lead_return_comment to paceline_app;
