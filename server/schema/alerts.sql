-- Alerts: conditions that need attention, who has read them, how each user is notified, and the mails sent.

-- A user's condition on a measure of the report builder, evaluated when the data has changed.
-- Person: none.
create table alert_rule (
  owner_key int not null references owner,
  rule_key int generated always as identity unique,
  user_key int not null references user_account on delete cascade,
  user_group text not null check (user_group in ('ag', 'cl')),
  name text not null check (length(name) between 1 and 80),
  -- Contract: alertConditionSchema.
  condition jsonb not null,
  -- The measure of the condition, for permissions: readers who may not see it are not alerted.
  measure text not null,
  hours smallint not null check (hours between 1 and 720),
  reader_keys int[] not null check (cardinality(reader_keys) between 1 and 50),
  paused_at timestamptz,
  pause_reason text,
  row_version int not null default 1,
  created_at timestamptz not null,
  -- The last evaluation, and the owner's data version then.
  checked_at timestamptz,
  checked_version bigint,
  removed_at timestamptz,
  primary key (owner_key, rule_key)
);
call app.protect('alert_rule');
call app.close_to_partners('alert_rule');
grant select, insert, update on alert_rule to paceline_app;

-- Person: none.
create table alert (
  owner_key int not null references owner,
  alert_key int generated always as identity unique,
  kind text not null check (kind in ('cap', 'budget', 'target', 'stuck', 'breaker', 'rule', 'dataGap')),
  -- The subject, including its period and limit: a cause is reported once per period.
  cause text not null,
  period text not null,
  span text check (span in ('day', 'week', 'month')),
  -- The current level and the highest so far. Only a level above the peak counts as new; falling and rising again does not.
  level smallint not null,
  peak smallint not null,
  campaign_key int,
  goal_key int,
  client_key int,
  endpoint_key int,
  reason text,
  -- Units, dollars, stuck leads or failures, and the limit.
  used numeric(14, 2) not null,
  most numeric(14, 2),
  since timestamptz not null,
  first_seen_at timestamptz not null,
  changed_at timestamptz not null,
  -- When a cap resets, or an endpoint is tried again.
  ends_at timestamptz,
  times int not null default 1,
  resolved_at timestamptz,
  -- NOT_EXPECTED: the account was paused or disconnected, so its missing days are no longer expected.
  resolution text check (resolution in ('RESET', 'LIMIT_CHANGED', 'BELOW', 'CAP_REACHED', 'CLEARED', 'RECOVERED', 'REMOVED',
    'NOT_MET', 'TOLD_AGAIN', 'ARRIVED', 'NOT_EXPECTED')),
  rule_key int,
  -- The account whose days are missing (dataGap); null: the website's.
  account_key int,
  primary key (owner_key, alert_key),
  unique (owner_key, cause, period),
  foreign key (owner_key, campaign_key) references campaign,
  foreign key (owner_key, goal_key) references goal,
  foreign key (owner_key, client_key) references client,
  foreign key (owner_key, endpoint_key) references delivery_endpoint,
  foreign key (owner_key, rule_key) references alert_rule,
  foreign key (owner_key, account_key) references platform_account
);
create unique index alert_open on alert (owner_key, cause) where resolved_at is null;
call app.protect('alert');
grant select, insert, update on alert to paceline_app;

-- The levels at which a user read an alert, marked it done or was mailed. A higher level counts as new.
-- Person: none.
create table alert_mark (
  owner_key int not null,
  alert_key int not null,
  user_key int not null references user_account on delete cascade,
  read_level smallint not null default 0,
  done_level smallint not null default 0,
  mailed_level smallint not null default 0,
  snoozed_until timestamptz,
  primary key (owner_key, alert_key, user_key),
  foreign key (owner_key, alert_key) references alert on delete cascade
);
call app.protect('alert_mark');
call app.close_to_partners('alert_mark',
  'exists (select from user_account u where u.user_key = alert_mark.user_key and u.partner_key = app.partner_key())');
grant select, insert, update on alert_mark to paceline_app;

-- The last mail to a user about a cause, to send at most one per hour.
-- Person: none.
create table alert_mail (
  owner_key int not null references owner,
  user_key int not null references user_account on delete cascade,
  cause text not null,
  sent_at timestamptz not null,
  primary key (owner_key, user_key, cause)
);
create index alert_mail_user on alert_mail (user_key, sent_at);
call app.protect('alert_mail');
call app.close_to_partners('alert_mail');
grant select, insert, update on alert_mail to paceline_app;

-- How a user is notified of a topic (contract: ALERT_TOPICS). No row: the default.
-- Person: none.
create table alert_choice (
  user_key int not null references user_account on delete cascade,
  topic text not null,
  in_app boolean not null,
  by_mail boolean not null,
  primary key (user_key, topic)
);
grant select, insert, update on alert_choice to paceline_app;

-- The possible recipients: active users with their current rights and owners. For the product itself only.
create function app.alert_readers()
returns table (user_key int, user_type text, partner_key int, permissions text[], email text, first_name text, owner_keys int[])
language sql stable security definer set search_path = pg_catalog, public as $$
  select u.user_key, u.user_type, u.partner_key, u.permissions, u.email, u.first_name,
         case when u.all_owners then array(select o.owner_key from owner o order by 1)
              else array(select w.owner_key from user_owner w where w.user_key = u.user_key order by 1) end
  from user_account u
  where u.active and app.user_group() = 'system' order by 1
$$;
revoke execute on function app.alert_readers from public;
grant execute on function app.alert_readers to paceline_app;
