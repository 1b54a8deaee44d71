-- How an owner tells test leads from real ones and when they are removed, version by version.
create table lead_test_setting (
  owner_key int not null references owner,
  version int not null,
  body jsonb not null,
  saved_by int references user_account,
  saved_at timestamptz not null,
  primary key (owner_key, version)
);
call app.protect('lead_test_setting');
call app.close_to_partners('lead_test_setting');
grant select, insert on lead_test_setting to paceline_app;
call app.decides_leads('lead_test_setting');

-- An owner's accounts with companies that are asked about leads. What opens them is sealed; the local provider, which asks
-- nobody, has nothing to seal and comes with a demo only.
create table provider_account (
  owner_key int not null references owner,
  provider text not null check (provider in ('TRUSTEDFORM', 'JORNAYA', 'PHONE', 'EMAIL', 'LOCAL')),
  sealed bytea,
  key_id smallint not null default 1,
  set_by int references user_account,
  set_at timestamptz not null,
  primary key (owner_key, provider),
  check ((provider = 'LOCAL') = (sealed is null))
);
call app.protect('provider_account');
call app.close_to_partners('provider_account');
grant select, insert, update, delete on provider_account to paceline_app;
