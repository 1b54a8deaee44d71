-- Who has a month's allocations open: the page says so every few seconds, and a row counts for half a minute.
-- Person: none.
create table sheet_viewer (
  owner_key int not null references owner,
  month text not null check (month in ('current', 'next')),
  user_key int not null references user_account on delete cascade,
  user_group text not null check (user_group in ('ag', 'mp', 'cl')),
  -- Of a media partner's user.
  partner_key int references media_partner,
  seen_at timestamptz not null,
  primary key (owner_key, month, user_key)
);
create index sheet_viewer_user on sheet_viewer (user_key);
create index sheet_viewer_partner on sheet_viewer (partner_key);
call app.protect('sheet_viewer');
-- A media partner never learns who of another partner, or of the client, looks at its owner.
drop policy partner on sheet_viewer;
call app.close_to_partners('sheet_viewer', 'partner_key = app.partner_key() or (partner_key is null and user_group = ''ag'')');
grant select, insert, update on sheet_viewer to paceline_app;
