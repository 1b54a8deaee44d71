-- A layout that is removed can be restored; its name is free meanwhile.
alter table saved_view add column removed_at timestamptz;
alter table saved_view drop constraint saved_view_owner_key_user_key_screen_name_key;
create unique index saved_view_name on saved_view (owner_key, user_key, screen, lower(name)) where removed_at is null;

-- The layout that somebody starts with, by its name: the ones that the product brings have no row of their own.
create table saved_view_default (
  owner_key int not null references owner,
  user_key int not null references user_account on delete cascade,
  screen text not null,
  name text not null check (length(name) between 1 and 80),
  primary key (owner_key, user_key, screen)
);
call app.protect('saved_view_default');
call app.close_to_partners('saved_view_default',
  'exists (select from user_account u where u.user_key = saved_view_default.user_key and u.partner_key = app.partner_key())');
grant select, insert, update, delete on saved_view_default to paceline_app;
