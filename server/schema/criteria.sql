-- What decides about a client's leads besides its criteria: suppression lists, external providers, and trials of new criteria.

-- People whose leads are refused, for a whole owner or one client. An uploaded SHA-256 of an address or a phone number is stored
-- as a keyed hash of it, so phone numbers cannot be found by trying them without the secret.
-- Person: none.
create table suppression_list (
  owner_key int not null references owner,
  suppression_list_key int generated always as identity unique,
  -- Null: applies to all clients of the owner.
  client_key int,
  name text not null,
  created_by int references user_account,
  created_at timestamptz not null,
  primary key (owner_key, suppression_list_key),
  foreign key (owner_key, client_key) references client
);
create unique index suppression_list_name on suppression_list (owner_key, coalesce(client_key, 0), lower(name));
call app.protect('suppression_list');
call app.close_to_partners('suppression_list');
grant select, insert, update, delete on suppression_list to paceline_app;

-- Person: kept hash: whoever is not to be contacted stays on the list.
create table suppression_entry (
  owner_key int not null,
  suppression_list_key int not null,
  kind text not null check (kind in ('email', 'phone')),
  hash bytea not null,
  -- The first day on which it no longer applies, by the owner's time zone; null: it never expires.
  expires_on date,
  row_version int not null default 1,
  primary key (owner_key, suppression_list_key, hash),
  foreign key (owner_key, suppression_list_key) references suppression_list on delete cascade
);
create index suppression_entry_hash on suppression_entry (owner_key, hash);
call app.protect('suppression_entry');
call app.close_to_partners('suppression_entry');
grant select, insert, update, delete on suppression_entry to paceline_app;

-- An owner's accounts with companies that check leads, with sealed credentials. The local provider asks nobody, has no
-- credentials and exists in demos only.
-- Person: none.
create table provider_account (
  owner_key int not null references owner,
  provider text not null check (provider in ('TRUSTEDFORM', 'JORNAYA', 'PHONE', 'EMAIL', 'LOCAL')),
  sealed bytea,
  key_id smallint not null default 1,
  set_by int references user_account,
  set_at timestamptz not null,
  -- The result of the last check of the stored credential; cleared when the credential is replaced.
  checked_at timestamptz,
  check_outcome text check (check_outcome in ('accepted', 'refused', 'unknown')),
  check_detail text,
  primary key (owner_key, provider),
  check ((provider = 'LOCAL') = (sealed is null)),
  check ((checked_at is null) = (check_outcome is null))
);
call app.protect('provider_account');
call app.close_to_partners('provider_account');
grant select, insert, update, delete on provider_account to paceline_app;

-- A trial: what new criteria would have decided about a client's past leads. It changes nothing but this row.
-- Person: none.
create table criteria_replay (
  owner_key int not null,
  replay_key int generated always as identity unique,
  client_key int not null,
  -- The version of the criteria to compare with.
  base_version int not null,
  body jsonb not null,
  days int not null check (days between 1 and 366),
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  leads_done int not null default 0,
  leads_total int,
  result jsonb,
  started_by int not null references user_account,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (owner_key, replay_key),
  foreign key (owner_key, client_key) references client
);
create index criteria_replay_client on criteria_replay (owner_key, client_key, replay_key desc);
call app.protect('criteria_replay');
call app.close_to_partners('criteria_replay');
grant select, insert, update on criteria_replay to paceline_app;

-- How an owner's test leads are recognised and when they are deleted, one row per version.
-- Person: none.
create table lead_test_setting (
  owner_key int not null references owner,
  version int not null,
  body jsonb not null,
  saved_by int references user_account,
  saved_at timestamptz not null,
  primary key (owner_key, version)
);
call app.protect('lead_test_setting');
call app.close_to_partners('lead_test_setting');
grant select, insert on lead_test_setting to paceline_app;
call app.decides_leads('lead_test_setting');
