-- Campaigns as people work on them: drafts, who changed what, what each status was and when it changes next.

-- Whether a campaign waits for the month's insertion order to be accepted.
alter table owner add column io_required boolean not null default false;

alter table campaign
  -- Leads are posted without a click: somebody has agreed on how with the partner.
  add column posting_confirmed boolean not null default false,
  -- A code is taken until it is given free: that of a deleted campaign after ninety days.
  add column code_released_at timestamptz,
  add column updated_by int references user_account,
  add column updated_at timestamptz,
  -- What lists are ordered by and searched in. As columns, because row-level security keeps a function call such as lower()
  -- from being looked up in an index.
  add column sort_name text collate "C" generated always as (lower(name)) stored,
  add column search_text text collate "C" generated always as (lower(name || ' ' || code || ' ' || client_code)) stored;

drop index campaign_code;
-- Within an owner and a partner: whether somebody else uses a code is not to be learnt here.
create unique index campaign_code on campaign (owner_key, coalesce(partner_key, 0), lower(code)) where code_released_at is null;

-- A list finds its page, its filters and its search in the index alone, and then reads the rows of that page.
create index campaign_sorted on campaign (owner_key, sort_name, campaign_key)
  include (search_text, code, partner_key, channel, goal_key, custom_channel_key, deleted_at, activated_at, start_date, end_date);
create index campaign_sorted_partner on campaign (owner_key, partner_key, sort_name, campaign_key);

-- A form that somebody has not finished, step by step, whole or with gaps.
create table campaign_draft (
  owner_key int not null references owner,
  draft_key int generated always as identity unique,
  user_key int not null references user_account on delete cascade,
  channel text not null references channel,
  -- Of the campaign that is being changed; null for a new one.
  campaign_key int,
  step text not null check (length(step) between 1 and 40),
  body jsonb not null,
  updated_at timestamptz not null,
  primary key (owner_key, draft_key),
  foreign key (owner_key, campaign_key) references campaign
);
create unique index campaign_draft_new on campaign_draft (owner_key, user_key, channel) where campaign_key is null;
create unique index campaign_draft_of on campaign_draft (owner_key, user_key, campaign_key) where campaign_key is not null;
call app.protect('campaign_draft');
grant select, insert, update, delete on campaign_draft to paceline_app;

-- The status that each campaign was last seen in. What it is now is worked out when it is asked; this tells what it was.
create table campaign_status (
  owner_key int not null,
  campaign_key int not null,
  sub_status text not null,
  since timestamptz not null,
  -- When the clock may change it, or the month turns.
  due_at timestamptz not null,
  primary key (owner_key, campaign_key),
  foreign key (owner_key, campaign_key) references campaign
);
create index campaign_status_due on campaign_status (owner_key, due_at);
call app.protect('campaign_status');
grant select, insert, update on campaign_status to paceline_app;

create table campaign_status_log (
  owner_key int not null,
  campaign_key int not null,
  log_key bigint generated always as identity,
  at timestamptz not null,
  from_status text not null,
  to_status text not null,
  -- What somebody did, or null where time or a counter did it.
  action text,
  reason text not null default '',
  set_by int references user_account,
  primary key (owner_key, campaign_key, log_key),
  foreign key (owner_key, campaign_key) references campaign
);
call app.protect('campaign_status_log');
grant select, insert on campaign_status_log to paceline_app;
create trigger campaign_status_log_append_only before update or delete or truncate on campaign_status_log
  for each statement execute function app.refuse_change();

-- When an owner's statuses were last looked at: what moved since then is looked at again.
create table campaign_status_run (
  owner_key int primary key references owner,
  at timestamptz not null
);
call app.protect('campaign_status_run');
call app.close_to_partners('campaign_status_run');
grant select, insert, update on campaign_status_run to paceline_app;

-- Which line items have spent the budget that stops them. A partner may learn that its campaign stands still, not what the
-- budget is or what others have spent of it: it looks past the wall and tells nothing but keys.
create function app.capped_goals(of_owner int, of_month date) returns setof int
language sql stable security definer set search_path = pg_catalog, public
as $$
  select g.goal_key from goal g
  join goal_month m on m.owner_key = g.owner_key and m.goal_key = g.goal_key and m.month = of_month
  join campaign c on c.owner_key = g.owner_key and c.goal_key = g.goal_key
  join campaign_month_fact f on f.owner_key = c.owner_key and f.campaign_key = c.campaign_key and f.month = of_month
  where g.owner_key = of_owner and of_owner = any (app.owner_keys()) and g.hard_cap
  group by g.goal_key, coalesce(m.revised_spend_goal, m.spend_goal)
  having sum(f.lead_client_cost + f.platform_client_cost + f.adjusted_client_cost) >= coalesce(m.revised_spend_goal, m.spend_goal)
$$;
revoke execute on function app.capped_goals from public;
grant execute on function app.capped_goals to paceline_app;
