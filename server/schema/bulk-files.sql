-- Bulk files: the upload, the preview of its effects, and the result.

-- Person: erased file.
create table bulk_import (
  owner_key int not null references owner,
  import_key int generated always as identity unique,
  kind text not null,
  -- As given by the sender; for display only, never used as a path.
  file_name text not null,
  -- Null after retention. A file with personal data is stored sealed, which adds some bytes.
  file bytea check (length(file) <= 10485760 + 64),
  -- Parameters of the file that are not in its rows, such as the month.
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
  -- Whether the applied file can be undone. Some changes cannot: a lead that freed its cap unit, for example, may not get it
  -- back. Set when the file is applied, and shown in lists.
  can_undo boolean not null default true,
  -- A file about leads may contain personal data in any column: it is stored sealed, and deleted when a person of the owner is
  -- erased.
  names_people boolean not null default false,
  primary key (owner_key, import_key),
  check ((state in ('APPLIED', 'UNDONE')) = (applied_at is not null)),
  check ((state = 'UNDONE') = (undone_at is not null))
);
create index bulk_import_kind on bulk_import (owner_key, kind, import_key desc);
create index bulk_import_kept on bulk_import (uploaded_at) where file is not null;
create index bulk_import_people on bulk_import (owner_key, uploaded_at) where names_people and file is not null;
call app.protect('bulk_import');
-- The agency sees every file, the other groups those of their own group, and a partner only its own.
create policy sender on bulk_import as restrictive to paceline_app
  using ((select app.user_group() = 'ag') or user_group = (select app.user_group()))
  with check (user_group = (select app.user_group()) or (select app.user_group() = 'ag'));
grant select, insert, update on bulk_import to paceline_app;

-- Person: erased cells, before, after, entity_key.
create table bulk_import_row (
  owner_key int not null,
  import_key int not null,
  -- The row number in the spreadsheet.
  row int not null,
  state text not null check (state in ('error', 'new', 'changed', 'unchanged')),
  outcome text check (outcome in ('applied', 'failed', 'undone')),
  entity_key text,
  label text not null,
  -- The row's values by column, and the differences from what was stored.
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
-- Rows about a lead, by the identifier in the file (`4711` or `L-01…`) or by a key that starts with it (`4711|CONTACT|…`).
create index bulk_import_row_entity on bulk_import_row (owner_key, entity_key text_pattern_ops) where entity_key is not null;
-- Rows without a matching lead keep the hashes of the person until a user assigns a lead.
create index bulk_import_row_email on bulk_import_row (owner_key, (cells ->> 'emailHash')) where cells ? 'emailHash';
create index bulk_import_row_phone on bulk_import_row (owner_key, (cells ->> 'phoneHash')) where cells ? 'phoneHash';
call app.protect('bulk_import_row');
-- A row is visible if its file is: the subquery applies the file's own policies.
create policy file on bulk_import_row as restrictive to paceline_app
  using (exists (select from bulk_import i where i.owner_key = bulk_import_row.owner_key and i.import_key = bulk_import_row.import_key))
  with check (exists (select from bulk_import i where i.owner_key = bulk_import_row.owner_key and i.import_key = bulk_import_row.import_key));
grant select, insert, update on bulk_import_row to paceline_app;
