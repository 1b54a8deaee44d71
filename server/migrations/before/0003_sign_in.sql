-- What signing in needs beyond a session: guesses counted, links mailed, devices known, passwords not used again.

-- Wrong passwords of a user name, existing or not, from a device that is known or from all that are not. Counted before the
-- password is looked at, so that fifty guesses at once are fifty guesses.
create table password_guess (
  subject bytea primary key,
  failures int not null,
  consecutive int not null,
  last_at timestamptz not null
);
grant select, insert, update, delete on password_guess to paceline_app;

-- One-time links: a reset, or an invitation.
create table password_link (
  token_hash bytea primary key,
  user_key int not null references user_account on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_link_user on password_link (user_key);
grant select, insert, update on password_link to paceline_app;

create table password_history (
  user_key int not null references user_account on delete cascade,
  set_at timestamptz not null,
  password_hash text not null,
  primary key (user_key, set_at)
);
grant select, insert on password_history to paceline_app;

-- Devices a user has signed in from: an attacker elsewhere cannot lock the user out of them.
create table known_device (
  user_key int not null references user_account on delete cascade,
  cookie_hash bytea not null,
  seen_at timestamptz not null,
  primary key (user_key, cookie_hash)
);
grant select, insert, update on known_device to paceline_app;

create table user_login (
  user_login_key bigint generated always as identity primary key,
  user_key int not null references user_account on delete cascade,
  at timestamptz not null,
  ip text not null,
  user_agent text not null
);
create index user_login_user on user_login (user_key, at desc);
grant select, insert on user_login to paceline_app;
