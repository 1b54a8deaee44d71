-- What an owner differs in, as rows: whoever administers it changes them on a page, and nobody has to change a preset for it.
-- A row says who changed a setting last. Its value stands in place of what the owner's preset says; null where the owner has the
-- default again, or where the value is a column of its own, which other statements read.
create table owner_setting (
  owner_key int not null references owner,
  -- Contract: OWNER_SETTINGS.
  name text not null,
  value jsonb,
  changed_at timestamptz not null,
  changed_by int references user_account on delete set null,
  primary key (owner_key, name)
);
call app.protect('owner_setting');
-- Menus and words of media partners follow it too.
grant select, insert, update on owner_setting to paceline_app;

-- The history of an owner's settings is read from the audit log.
create index audit_log_owner_setting on audit_log (owner_key, at desc) where entity = 'owner_setting';
