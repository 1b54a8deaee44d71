-- Files that people send to change many rows at once: what they sent, what it would do, what it did.

-- Person: erased file.
create table bulk_import (
  owner_key int not null references owner,
  import_key int generated always as identity unique,
  kind text not null,
  -- The sender's word: shown, never used as a path.
  file_name text not null,
  -- Gone once the file is no longer kept. One that names people is stored sealed, which takes some bytes more.
  file bytea check (length(file) <= 10485760 + 64),
  -- What the file is about beyond its rows, such as the month.
  params jsonb not null,
  user_group text not null check (user_group in ('ag', 'mp', 'cl')),
  partner_key int references media_partner,
  state text not null default 'VALIDATED' check (state in ('VALIDATED', 'APPLIED', 'UNDONE', 'EXPIRED')),
  counts jsonb not null,
  warnings jsonb not null,
  ignored_columns jsonb not null,
  uploaded_by int not null references user_account,
  uploaded_at timestamptz not null,
  mode text check (mode in ('goodRows', 'allOrNothing')),
  applied_rows int not null default 0,
  failed_rows int not null default 0,
  applied_by int references user_account,
  applied_at timestamptz,
  undone_by int references user_account,
  undone_at timestamptz,
  -- Of a bulk file some rows may have no way back: a lead that gave up its place under a cap cannot simply take it again. Whether
  -- anything of an applied file can be undone is known when it is applied, and shown wherever the file is listed.
  can_undo boolean not null default true,
  -- A file about leads may name people, whatever its columns are: it is stored sealed, and goes when one of an owner's people is erased.
  names_people boolean not null default false,
  primary key (owner_key, import_key),
  check ((state in ('APPLIED', 'UNDONE')) = (applied_at is not null)),
  check ((state = 'UNDONE') = (undone_at is not null))
);
create index bulk_import_kind on bulk_import (owner_key, kind, import_key desc);
create index bulk_import_kept on bulk_import (uploaded_at) where file is not null;
create index bulk_import_people on bulk_import (owner_key, uploaded_at) where names_people and file is not null;
call app.protect('bulk_import');
-- The agency sees every file; the others those of their own kind, and a partner only its own.
create policy sender on bulk_import as restrictive to paceline_app
  using ((select app.user_group() = 'ag') or user_group = (select app.user_group()))
  with check (user_group = (select app.user_group()) or (select app.user_group() = 'ag'));
grant select, insert, update on bulk_import to paceline_app;

-- Person: erased cells, before, after, entity_key.
create table bulk_import_row (
  owner_key int not null,
  import_key int not null,
  -- As the spreadsheet program numbers it.
  row int not null,
  state text not null check (state in ('error', 'new', 'changed', 'unchanged')),
  outcome text check (outcome in ('applied', 'failed', 'undone')),
  entity_key text,
  label text not null,
  -- What the row says, column by column, and of that what differs from what was there.
  cells jsonb not null,
  before jsonb,
  after jsonb,
  errors jsonb not null default '[]',
  warnings jsonb not null default '[]',
  version_before int,
  version_after int,
  primary key (owner_key, import_key, row),
  foreign key (owner_key, import_key) references bulk_import on delete cascade
);
-- The rows about a lead: by the name that the file has for it, `4711` or `L-01…`, or by a key that begins with it, `4711|CONTACT|…`.
create index bulk_import_row_entity on bulk_import_row (owner_key, entity_key text_pattern_ops) where entity_key is not null;
-- Rows that found no lead keep who they may be about until somebody chooses one.
create index bulk_import_row_email on bulk_import_row (owner_key, (cells ->> 'emailHash')) where cells ? 'emailHash';
create index bulk_import_row_phone on bulk_import_row (owner_key, (cells ->> 'phoneHash')) where cells ? 'phoneHash';
call app.protect('bulk_import_row');
-- Whoever cannot see the file cannot see its rows: the file's own policies answer here.
create policy file on bulk_import_row as restrictive to paceline_app
  using (exists (select from bulk_import i where i.owner_key = bulk_import_row.owner_key and i.import_key = bulk_import_row.import_key))
  with check (exists (select from bulk_import i where i.owner_key = bulk_import_row.owner_key and i.import_key = bulk_import_row.import_key));
grant select, insert, update on bulk_import_row to paceline_app;
