-- Posting keys have a name, accounts with verification providers remember their last check, and a client's own system can ask
-- for a credential.

alter table partner_posting_key add column label text not null default '' check (length(label) <= 60);

-- What the last check of the stored credential said. Replacing the credential clears it.
alter table provider_account
  add column checked_at timestamptz,
  add column check_outcome text check (check_outcome in ('accepted', 'refused', 'unknown')),
  add column check_detail text,
  add check ((checked_at is null) = (check_outcome is null));

-- What is shown to a client's own system when it is asked whether it knows a person. Its address is part of the client's
-- criteria; the credential goes to the host that it was set for, and to no other.
create table client_crm_account (
  owner_key int not null,
  client_key int not null,
  host text not null,
  header_name text not null check (length(header_name) between 1 and 100),
  sealed bytea not null,
  key_id smallint not null default 1,
  set_by int references user_account,
  set_at timestamptz not null,
  checked_at timestamptz,
  check_outcome text check (check_outcome in ('accepted', 'refused', 'unknown')),
  check_detail text,
  primary key (owner_key, client_key),
  foreign key (owner_key, client_key) references client,
  check ((checked_at is null) = (check_outcome is null))
);
call app.protect('client_crm_account');
call app.close_to_partners('client_crm_account');
grant select, insert, update, delete on client_crm_account to paceline_app;
