-- What a client asks of leads stands in one place, the versions of its criteria: how duplicates are told and what may be
-- returned were columns of the client besides, which nothing read.
update client_criteria c
set body = (c.body - 'delivery') || jsonb_build_object(
  'consent', coalesce(c.body -> 'consent', '{}') || jsonb_build_object(
    'certificate', upper(coalesce(c.body -> 'consent' ->> 'certificate', 'NONE')),
    'onFailure', upper(coalesce(c.body -> 'consent' ->> 'onFailure', 'REJECT'))),
  'dedup', jsonb_build_object('match', l.dedup_match, 'scope', l.dedup_scope, 'compareWith', l.dedup_compare)
    || coalesce(c.body -> 'dedup', '{}'),
  'returns', jsonb_build_object('windowDays', l.return_window_days, 'maxPercent', l.max_return_percent)
    || coalesce(c.body -> 'returns', '{}'))
from client l
where l.owner_key = c.owner_key and l.client_key = c.client_key;

alter table client
  drop column dedup_match,
  drop column dedup_scope,
  drop column dedup_compare,
  drop column return_window_days,
  drop column max_return_percent;

-- People of whom no lead is wanted, of a whole owner or of one client. An uploaded SHA-256 of an address or a number is stored
-- as a keyed hash of it: whoever has the table but not the secret cannot even try numbers one by one.
create table suppression_list (
  owner_key int not null references owner,
  suppression_list_key int generated always as identity unique,
  -- Null: for every client of the owner.
  client_key int,
  name text not null,
  created_by int references user_account,
  created_at timestamptz not null,
  primary key (owner_key, suppression_list_key),
  foreign key (owner_key, client_key) references client
);
create unique index suppression_list_name on suppression_list (owner_key, coalesce(client_key, 0), lower(name));
call app.protect('suppression_list');
call app.close_to_partners('suppression_list');
grant select, insert, update, delete on suppression_list to paceline_app;

create table suppression_entry (
  owner_key int not null,
  suppression_list_key int not null,
  kind text not null check (kind in ('email', 'phone')),
  hash bytea not null,
  -- The first day on which it no longer counts, as days are at the owner's; null counts for ever.
  expires_on date,
  row_version int not null default 1,
  primary key (owner_key, suppression_list_key, hash),
  foreign key (owner_key, suppression_list_key) references suppression_list on delete cascade
);
create index suppression_entry_hash on suppression_entry (owner_key, hash);
call app.protect('suppression_entry');
call app.close_to_partners('suppression_entry');
grant select, insert, update, delete on suppression_entry to paceline_app;

-- What new criteria would have done with a client's past leads. Nothing but this row is written by such a test.
create table criteria_replay (
  owner_key int not null,
  replay_key int generated always as identity unique,
  client_key int not null,
  -- The criteria that the new ones are compared with.
  base_version int not null,
  body jsonb not null,
  days int not null check (days between 1 and 366),
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  leads_done int not null default 0,
  leads_total int,
  result jsonb,
  started_by int not null references user_account,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (owner_key, replay_key),
  foreign key (owner_key, client_key) references client
);
create index criteria_replay_client on criteria_replay (owner_key, client_key, replay_key desc);
call app.protect('criteria_replay');
call app.close_to_partners('criteria_replay');
grant select, insert, update on criteria_replay to paceline_app;
