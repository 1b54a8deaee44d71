-- Documents for partners: public links to posting instructions, what each user last read, and uploaded files.

-- Posting instructions are generated from a campaign's rules when opened. Only the version that a user last confirmed reading is
-- stored, to show what has changed since.
-- Person: none.
create table instructions_reading (
  owner_key int not null references owner,
  campaign_key int not null,
  user_key int not null references user_account on delete cascade,
  read_at timestamptz not null,
  -- readCells of server features/docs/describe/changes.rules.ts.
  cells jsonb not null,
  primary key (owner_key, campaign_key, user_key),
  foreign key (owner_key, campaign_key) references campaign on delete cascade
);
call app.protect('instructions_reading');
grant select, insert, update on instructions_reading to paceline_app;

-- A public link to a campaign's instructions. The address carries its expiry and a signature, so nothing here reveals it; the
-- row records who created it and can disable it. The link is bound to the partner and stops working if the campaign changes
-- partner.
-- Person: none.
create table instructions_link (
  owner_key int not null references owner,
  link_key int generated always as identity unique,
  campaign_key int not null,
  partner_key int not null references media_partner,
  note text not null default '' check (length(note) <= 100),
  made_by int references user_account on delete set null,
  made_by_agency boolean not null,
  made_at timestamptz not null,
  ends_at timestamptz not null check (ends_at >= made_at),
  shut_by int references user_account on delete set null,
  shut_at timestamptz,
  primary key (owner_key, link_key),
  foreign key (owner_key, campaign_key) references campaign on delete cascade
);
create index instructions_link_campaign on instructions_link (owner_key, campaign_key, link_key);
call app.protect('instructions_link');
grant select, insert, update on instructions_link to paceline_app;

-- Files that the agency uploads for itself, its clients or its media partners. Each side sees its own; a partner sees those for
-- all partners and for itself. Only the agency writes.
-- Person: none.
create table doc (
  owner_key int not null references owner,
  doc_key int generated always as identity unique,
  title text not null check (length(title) between 1 and 120),
  audience text not null check (audience in ('AGENCY', 'PARTNERS', 'CLIENTS', 'ALL')),
  for_partner_key int references media_partner check (for_partner_key is null or audience = 'PARTNERS'),
  row_version int not null default 1,
  updated_by int references user_account on delete set null,
  updated_at timestamptz not null,
  removed_at timestamptz,
  primary key (owner_key, doc_key)
);
call app.protect('doc');
call app.close_to_partners('doc', '(audience in (''ALL'', ''PARTNERS'') and (for_partner_key is null or for_partner_key = app.partner_key()))');
create policy client_reads on doc as restrictive for select to paceline_app
  using ((select app.user_group()) is distinct from 'cl' or audience in ('ALL', 'CLIENTS'));
create policy agency_adds on doc as restrictive for insert to paceline_app with check ((select app.user_group()) in ('ag', 'system'));
create policy agency_changes on doc as restrictive for update to paceline_app
  using ((select app.user_group()) in ('ag', 'system')) with check ((select app.user_group()) in ('ag', 'system'));
grant select, insert, update on doc to paceline_app;

-- The uploaded content, unchanged. Checked on upload and only served as a download. It is immutable; removing the document hides
-- it.
-- Person: none.
create table doc_version (
  owner_key int not null,
  doc_key int not null,
  version int not null check (version > 0),
  file_name text not null check (length(file_name) between 1 and 200),
  content_type text not null,
  bytes int not null check (bytes <= 26214400),
  content bytea not null check (length(content) = bytes),
  added_by int references user_account on delete set null,
  added_at timestamptz not null,
  primary key (owner_key, doc_key, version),
  foreign key (owner_key, doc_key) references doc
);
call app.protect('doc_version');
-- A version is visible if its document is: the subquery applies the document's own policies.
create policy of_doc on doc_version as restrictive to paceline_app
  using (exists (select from doc d where d.owner_key = doc_version.owner_key and d.doc_key = doc_version.doc_key));
create policy agency_adds on doc_version as restrictive for insert to paceline_app
  with check ((select app.user_group()) in ('ag', 'system'));
grant select, insert on doc_version to paceline_app;
alter table doc_version alter column content set storage external;
