-- What a recount found: how many numbers of an owner's rollups differ from what its raw rows say, and the first of them. The
-- worker recounts every night; the agency reads the newest beside its figures.
create table recount (
  owner_key int not null references owner,
  at timestamptz not null,
  differences int not null check (differences >= 0),
  -- A list of day, campaign, counter, what the rollup says and what the raw rows come to.
  found json not null,
  primary key (owner_key, at)
);
call app.protect('recount');
call app.close_to_partners('recount');
grant select on recount to paceline_app;
