-- An owner's current month against its plan, as its pacing page has it. The agency's page over all owners reads these rows: loading
-- every campaign of every owner for it takes longer than anybody waits. A row holds for its data version from `since` until `until`.
-- Person: none.
create table owner_pacing (
  owner_key int primary key references owner,
  version bigint not null,
  since timestamptz not null,
  until timestamptz not null,
  -- The owner's day on which it was made.
  day date not null,
  made_at timestamptz not null,
  -- The numbers, by the names of the contract (`ownerMonthSchema`).
  figures jsonb not null
);
call app.protect('owner_pacing');
-- What needs attention leaves out what the agency put off, which is told to nobody else.
create policy agency on owner_pacing as restrictive to paceline_app
  using ((select app.user_group()) in ('ag', 'system')) with check ((select app.user_group()) in ('ag', 'system'));
grant select, insert, update on owner_pacing to paceline_app;
