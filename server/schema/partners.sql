-- Data of media partners: contacts, value mappings, posting keys, publishers and their sources.

-- Person: kept name, email, phone: of contacts.
create table partner_contact (
  partner_key int not null references media_partner,
  contact_key int generated always as identity unique,
  name text not null,
  email text not null,
  -- The names of notifications as other systems know them (contract: PARTNER_NOTIFICATIONS).
  notifications text[] not null default '{}' check (notifications <@
    '{IO,CAP_REACHED,PAUSE_RESUME,RETURNS,STUCK,PRICE_CHANGE,SOURCE_BLOCKED,BILLING,COMPLIANCE}'::text[]),
  active boolean not null default true,
  phone text not null default '' check (length(phone) <= 40),
  row_version int not null default 1,
  primary key (partner_key, contact_key)
);
call app.protect_partner('partner_contact');
grant select, insert, update on partner_contact to paceline_app;

-- Person: none.
create table partner_client (
  owner_key int not null,
  partner_key int not null references media_partner,
  client_key int not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'PAUSED', 'PENDING', 'TERMINATED')),
  since date not null,
  note text,
  row_version int not null default 1,
  primary key (owner_key, partner_key, client_key),
  foreign key (owner_key, client_key) references client
);
create index partner_client_partner on partner_client (partner_key, owner_key, client_key);
call app.protect('partner_client');
grant select, insert, update on partner_client to paceline_app;
call app.decides_leads('partner_client');

-- Maps a partner's values to ours, per client.
-- Person: none.
create table partner_value_map (
  owner_key int not null,
  partner_key int not null references media_partner,
  client_key int not null,
  field text not null,
  partner_value text not null,
  our_value text not null,
  primary key (owner_key, partner_key, client_key, field, partner_value),
  foreign key (owner_key, client_key) references client
);
call app.protect('partner_value_map');
grant select, insert, update, delete on partner_value_map to paceline_app;
call app.decides_leads('partner_value_map');

-- A media partner's posting keys. Old and new key overlap, so that no post is refused during a change.
-- Person: none.
create table partner_posting_key (
  partner_key int not null references media_partner,
  posting_key int generated always as identity unique,
  -- Only the hash is stored; the key is shown once, when it is created.
  key_hash bytea not null unique,
  -- The last four characters, to tell keys apart.
  hint text not null,
  created_by int references user_account,
  created_at timestamptz not null,
  -- Set when the key is replaced; until then both keys are accepted.
  ends_at timestamptz,
  shut_at timestamptz,
  shut_by int references user_account,
  last_used_at timestamptz,
  label text not null default '' check (length(label) <= 60),
  primary key (partner_key, posting_key)
);
call app.protect_partner('partner_posting_key');
grant select, insert, update on partner_posting_key to paceline_app;

-- Person: none.
create table publisher (
  partner_key int not null references media_partner,
  publisher_key int generated always as identity unique,
  name text not null,
  domain text,
  traffic_types text[] not null default '{}',
  status text not null default 'APPROVED' check (status in ('PENDING', 'APPROVED', 'BLOCKED', 'INACTIVE')),
  -- Why it is blocked. A publisher's status applies to all of its sources.
  status_reason text,
  row_version int not null default 1,
  primary key (partner_key, publisher_key)
);
create unique index publisher_name on publisher (partner_key, lower(name));
call app.protect_partner('publisher');
grant select, insert, update on publisher to paceline_app;
call app.raises_version('publisher', 'partner');
call app.decides_leads('publisher', 'partner');

-- Wordings are immutable, so that a lead keeps the text it was collected under. A changed wording is a new row.
-- Person: none.
create table disclosure_text (
  partner_key int not null references media_partner,
  disclosure_text_key int generated always as identity unique,
  name text not null,
  wording text not null,
  created_at timestamptz not null,
  created_by int references user_account,
  primary key (partner_key, disclosure_text_key)
);
create unique index disclosure_text_name on disclosure_text (partner_key, lower(name));
call app.protect_partner('disclosure_text');
grant select, insert on disclosure_text to paceline_app;

-- Person: none.
create table publisher_source (
  partner_key int not null,
  publisher_source_key int generated always as identity unique,
  publisher_key int not null,
  source_tag text not null,
  display_name text not null,
  landing_urls text[] not null default '{}',
  status text not null default 'APPROVED' check (status in ('PENDING', 'APPROVED', 'BLOCKED', 'INACTIVE')),
  first_seen date,
  notes text,
  row_version int not null default 1,
  -- The consent wording that it shows.
  disclosure_text_key int,
  -- Why it is blocked.
  status_reason text,
  created_at timestamptz not null default now(),
  primary key (partner_key, publisher_source_key),
  foreign key (partner_key, publisher_key) references publisher,
  foreign key (partner_key, disclosure_text_key) references disclosure_text
);
create unique index publisher_source_tag on publisher_source (partner_key, lower(source_tag));
call app.protect_partner('publisher_source');
grant select, insert, update on publisher_source to paceline_app;
call app.raises_version('publisher_source', 'partner');
call app.decides_leads('publisher_source', 'partner');

-- The effective status of a source: the stricter of its own and its publisher's.
create function app.source_status(publisher_status text, source_status text) returns text language sql immutable parallel safe
  return case
    when 'BLOCKED' in (publisher_status, source_status) then 'BLOCKED'
    when 'PENDING' in (publisher_status, source_status) then 'PENDING'
    else source_status
  end;
grant execute on function app.source_status to paceline_app;
