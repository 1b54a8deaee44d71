-- Billing: each month's lines as of its closing, and the remarks of both sides. Closed lines never change; later changes are
-- dated adjustments (billing_adjustment) in the month in which they are decided.

-- Person: none.
create table billing_month (
  owner_key int not null references owner,
  month date not null check (extract(day from month) = 1),
  status text not null default 'OPEN' check (status in ('OPEN', 'IN_REVIEW', 'CLOSED', 'REOPENED')),
  changed_by int references user_account,
  changed_at timestamptz not null,
  reason text not null default '',
  -- The number of closings; each has its own lines.
  closing int not null default 0,
  primary key (owner_key, month)
);
call app.protect('billing_month');
-- Partners see the status of a month, but not who closed it or why.
create policy partner_adds on billing_month as restrictive for insert to paceline_app with check ((select app.partner_key() is null));
create policy partner_changes on billing_month as restrictive for update to paceline_app
  using ((select app.partner_key() is null)) with check ((select app.partner_key() is null));
create policy partner_removes on billing_month as restrictive for delete to paceline_app using ((select app.partner_key() is null));
grant select, insert, update on billing_month to paceline_app;

-- Person: none.
create table billing_month_change (
  owner_key int not null references owner,
  change_key bigint generated always as identity,
  month date not null check (extract(day from month) = 1),
  at timestamptz not null,
  from_status text not null check (from_status in ('OPEN', 'IN_REVIEW', 'CLOSED', 'REOPENED')),
  to_status text not null check (to_status in ('OPEN', 'IN_REVIEW', 'CLOSED', 'REOPENED')),
  reason text not null default '',
  -- Null: closed by the clock.
  changed_by int references user_account,
  primary key (owner_key, change_key)
);
create index billing_month_change_month on billing_month_change (owner_key, month, change_key);
call app.protect('billing_month_change');
call app.close_to_partners('billing_month_change');
grant select, insert on billing_month_change to paceline_app;
create trigger billing_month_change_append_only before update or delete or truncate on billing_month_change
  for each statement execute function app.refuse_change();

-- The status of a month: stored if it was closed or reopened, otherwise derived from the owner's local time. From the fifth it
-- counts as closed, even before the job has written its lines.
create function app.month_status(of_owner int, of_month date, at timestamptz) returns text language sql stable parallel safe as $$
  select coalesce(
    (select b.status from billing_month b where b.owner_key = of_owner and b.month = of_month and b.status in ('CLOSED', 'REOPENED')),
    (select case
       when at < ((of_month + interval '1 month')::timestamp at time zone o.time_zone) then 'OPEN'
       when at < ((of_month + interval '1 month 5 days' - interval '1 minute')::timestamp at time zone o.time_zone) then 'IN_REVIEW'
       else 'CLOSED' end
     from owner o where o.owner_key = of_owner))
$$;

-- Closed from a minute before midnight on the fifth of the next month, in the owner's time zone, unless it was reopened; or as
-- soon as it is closed by hand.
create function app.is_month_closed(of_owner int, of_month date, at timestamptz) returns boolean language sql stable parallel safe as $$
  select app.month_status(of_owner, of_month, at) = 'CLOSED'
$$;

-- Changes to a month's cost take the lock shared, closing the month takes it exclusively.
create function app.hold_month(of_owner int, of_month date, alone boolean) returns void language plpgsql as $$
declare
  lock_key bigint := hashtextextended('billing month ' || of_owner || ' ' || of_month, 0);
begin
  if alone then perform pg_advisory_xact_lock(lock_key); else perform pg_advisory_xact_lock_shared(lock_key); end if;
end $$;

-- Closed months are never edited: each later change is an adjustment in the month in which it is decided.
-- Person: none.
create table billing_adjustment (
  owner_key int not null,
  adjustment_key bigint generated always as identity,
  day date not null,
  campaign_key int not null,
  for_month date not null,
  lead_key bigint,
  client_amount numeric(12, 2) not null,
  media_amount numeric(12, 2) not null,
  reason text not null,
  made_by int references user_account,
  made_at timestamptz not null,
  cause text not null
    check (cause in ('RETURN', 'REINSTATED', 'STATUS', 'UNDELIVERED', 'PRICE', 'RECONCILIATION', 'PLATFORM')),
  -- Identifies the subject, such as one difference of a reconciliation, so that it is adjusted only once.
  cause_key text,
  primary key (owner_key, adjustment_key),
  foreign key (owner_key, campaign_key) references campaign
);
create index billing_adjustment_day on billing_adjustment (owner_key, day, campaign_key);
create index billing_adjustment_campaign on billing_adjustment (owner_key, campaign_key, day);
-- The credit line of a lead.
create index billing_adjustment_lead on billing_adjustment (owner_key, lead_key) where lead_key is not null;
create unique index billing_adjustment_cause on billing_adjustment (owner_key, cause, cause_key) where cause_key is not null;
call app.protect('billing_adjustment');
grant select, insert on billing_adjustment to paceline_app;
create trigger billing_adjustment_append_only before update or delete or truncate on billing_adjustment
  for each statement execute function app.refuse_change();
-- Triggers of other files: cluster.sql (note_for_cluster); folding.sql (note_adjustments).

-- The figures of a campaign's source in a month. Platform costs, and adjustments without a lead, are on the line without a
-- source.
-- Person: none.
create table billing_line (
  owner_key int not null references owner,
  line_key bigint generated always as identity,
  month date not null check (extract(day from month) = 1),
  closing int not null check (closing > 0),
  partner_key int references media_partner,
  client_key int not null,
  campaign_key int not null,
  publisher_source_key int,
  gross int not null,
  invalid int not null,
  duplicate int not null,
  scrubbed int not null,
  over_cap int not null,
  closed int not null,
  rejected int not null,
  valid int not null,
  returned int not null,
  billable int not null,
  -- Valid and payable, but not delivered yet.
  awaiting int not null,
  -- Valid, beyond the cap of a campaign that does not pay for such leads.
  unpaid int not null,
  impressions bigint not null,
  clicks bigint not null,
  primary key (owner_key, line_key),
  unique nulls not distinct (owner_key, month, closing, campaign_key, publisher_source_key),
  foreign key (owner_key, client_key) references client,
  foreign key (owner_key, campaign_key) references campaign
);
call app.protect('billing_line');
grant select, insert on billing_line to paceline_app;
create trigger billing_line_append_only before update or delete or truncate on billing_line
  for each statement execute function app.refuse_change();

-- The amounts of a line, one row per side, so that row-level security hides each side's amounts from the other.
-- Person: none.
create table billing_line_amount (
  owner_key int not null,
  line_key bigint not null,
  side text not null check (side in ('client', 'media')),
  partner_key int references media_partner,
  -- The cost of leads at this side's price.
  lead_amount numeric(14, 2) not null,
  -- Platform cost: with the fee for the client, without it for the agency.
  platform_amount numeric(14, 2) not null,
  -- Adjustments in this month of earlier months.
  prior_amount numeric(14, 2) not null,
  -- The number of billable leads with a price on this side, the denominator of the average unit price. Lines closed before
  -- decision 091 also include leads awaiting delivery.
  priced int not null,
  primary key (owner_key, line_key, side),
  foreign key (owner_key, line_key) references billing_line
);
call app.protect('billing_line_amount');
create policy side on billing_line_amount as restrictive to paceline_app
  using ((select app.user_group()) in ('ag', 'system')
         or side = case (select app.user_group()) when 'mp' then 'media' when 'cl' then 'client' end)
  with check ((select app.user_group()) in ('ag', 'system'));
grant select, insert on billing_line_amount to paceline_app;
create trigger billing_line_amount_append_only before update or delete or truncate on billing_line_amount
  for each statement execute function app.refuse_change();

-- Files attached to a dispute. Checked on upload and only served as downloads.
-- Person: none.
create table billing_file (
  owner_key int not null references owner,
  file_key bigint generated always as identity,
  partner_key int references media_partner,
  side text not null check (side in ('client', 'media')),
  name text not null check (length(name) between 1 and 200),
  content_type text not null,
  content bytea not null check (length(content) <= 10485760),
  added_by int not null references user_account,
  added_at timestamptz not null,
  primary key (owner_key, file_key)
);
call app.protect('billing_file');
create policy side on billing_file as restrictive to paceline_app
  using ((select app.user_group()) = 'ag' or side = case (select app.user_group()) when 'mp' then 'media' when 'cl' then 'client' end)
  with check ((select app.user_group()) = 'ag' or side = case (select app.user_group()) when 'mp' then 'media' when 'cl' then 'client' end);
grant select, insert on billing_file to paceline_app;
create trigger billing_file_append_only before update or delete or truncate on billing_file
  for each statement execute function app.refuse_change();

-- Remarks on a campaign's line of a month by one side. The last remark other than an answer is the current state.
-- Person: none.
create table billing_remark (
  owner_key int not null references owner,
  remark_key bigint generated always as identity,
  month date not null check (extract(day from month) = 1),
  campaign_key int not null,
  partner_key int references media_partner,
  side text not null check (side in ('client', 'media')),
  kind text not null check (kind in ('AGREED', 'DISPUTED', 'ANSWERED', 'SETTLED')),
  comment text not null default '' check (length(comment) <= 2000),
  file_key bigint,
  is_agency boolean not null,
  written_by int not null references user_account,
  at timestamptz not null,
  primary key (owner_key, remark_key),
  foreign key (owner_key, campaign_key) references campaign,
  foreign key (owner_key, file_key) references billing_file,
  check (kind not in ('DISPUTED', 'ANSWERED') or comment <> '')
);
create index billing_remark_month on billing_remark (owner_key, month, campaign_key, remark_key);
call app.protect('billing_remark');
create policy side on billing_remark as restrictive to paceline_app
  using ((select app.user_group()) in ('ag', 'system')
         or side = case (select app.user_group()) when 'mp' then 'media' when 'cl' then 'client' end)
  with check ((select app.user_group()) = 'ag' or side = case (select app.user_group()) when 'mp' then 'media' when 'cl' then 'client' end);
grant select, insert on billing_remark to paceline_app;
create trigger billing_remark_append_only before update or delete or truncate on billing_remark
  for each statement execute function app.refuse_change();
