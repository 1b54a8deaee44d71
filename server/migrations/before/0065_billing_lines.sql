-- What was billed for a month, as it stood when the month was closed, and what the two sides say about it. Closed lines never change:
-- whatever comes later is a dated line of its own (billing_adjustment) in the month in which it was decided.

-- Why an adjustment was made. All that are there were made by returns.
alter table billing_adjustment add column cause text not null default 'RETURN'
  check (cause in ('RETURN', 'REINSTATED', 'STATUS', 'PRICE', 'RECONCILIATION', 'PLATFORM'));
alter table billing_adjustment alter column cause drop default;
-- What it was made for, such as one difference of a reconciliation: the same thing is never adjusted twice.
alter table billing_adjustment add column cause_key text;
create unique index billing_adjustment_cause on billing_adjustment (owner_key, cause, cause_key) where cause_key is not null;

-- Partners see how far a month is; who closed it and why is the agency's.
drop policy partner on billing_month;
create policy partner_adds on billing_month as restrictive for insert to paceline_app with check ((select app.partner_key() is null));
create policy partner_changes on billing_month as restrictive for update to paceline_app
  using ((select app.partner_key() is null)) with check ((select app.partner_key() is null));
create policy partner_removes on billing_month as restrictive for delete to paceline_app using ((select app.partner_key() is null));
-- How often it was closed: each closing has lines of its own.
alter table billing_month add column closing int not null default 0;

create table billing_month_change (
  owner_key int not null references owner,
  change_key bigint generated always as identity,
  month date not null check (extract(day from month) = 1),
  at timestamptz not null,
  from_status text not null check (from_status in ('OPEN', 'IN_REVIEW', 'CLOSED', 'REOPENED')),
  to_status text not null check (to_status in ('OPEN', 'IN_REVIEW', 'CLOSED', 'REOPENED')),
  reason text not null default '',
  -- Nobody: the clock.
  changed_by int references user_account,
  primary key (owner_key, change_key)
);
create index billing_month_change_month on billing_month_change (owner_key, month, change_key);
call app.protect('billing_month_change');
call app.close_to_partners('billing_month_change');
grant select, insert on billing_month_change to paceline_app;
create trigger billing_month_change_append_only before update or delete or truncate on billing_month_change
  for each statement execute function app.refuse_change();

-- What a campaign's source delivered in a month. Cost of platforms, and adjustments without a lead, stand on the line without a source.
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
  -- Valid and paid for, and not delivered yet.
  awaiting int not null,
  -- Valid beyond the cap of a campaign that does not pay for that.
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

-- The money of a line: one row for each side, so that a side cannot even read the other's.
create table billing_line_amount (
  owner_key int not null,
  line_key bigint not null,
  side text not null check (side in ('client', 'media')),
  partner_key int references media_partner,
  -- Leads at this side's price.
  lead_amount numeric(14, 2) not null,
  -- Platforms: with the fee for the client, without it for the agency.
  platform_amount numeric(14, 2) not null,
  -- Lines of the month that adjust earlier months.
  prior_amount numeric(14, 2) not null,
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

-- What a side sent along with a dispute. It is checked when it comes in and only ever handed out as a download.
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

-- What is said about a campaign's line of a month on one side: agreed, disputed, answered, settled. The last one that is no answer holds.
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

-- How far a month is: closed and reopened by hand or by the clock's job, otherwise by the owner's clock. After the fifth it counts as
-- closed even before the job has written its lines.
create function app.month_status(of_owner int, of_month date, at timestamptz) returns text language sql stable parallel safe as $$
  select coalesce(
    (select b.status from billing_month b where b.owner_key = of_owner and b.month = of_month and b.status in ('CLOSED', 'REOPENED')),
    (select case
       when at < ((of_month + interval '1 month')::timestamp at time zone o.time_zone) then 'OPEN'
       when at < ((of_month + interval '1 month 5 days' - interval '1 minute')::timestamp at time zone o.time_zone) then 'IN_REVIEW'
       else 'CLOSED' end
     from owner o where o.owner_key = of_owner))
$$;

create or replace function app.is_month_closed(of_owner int, of_month date, at timestamptz) returns boolean language sql stable parallel safe as $$
  select app.month_status(of_owner, of_month, at) = 'CLOSED'
$$;

-- Who changes what a month costs holds it together with others; who closes it holds it alone.
create function app.hold_month(of_owner int, of_month date, alone boolean) returns void language plpgsql as $$
declare
  lock_key bigint := hashtextextended('billing month ' || of_owner || ' ' || of_month, 0);
begin
  if alone then perform pg_advisory_xact_lock(lock_key); else perform pg_advisory_xact_lock_shared(lock_key); end if;
end $$;

-- What is billed for days of an owner, line by line, from the raw rows: leads as app.inquiry_facts counts them, platform days and
-- adjustments. A lead that was billed before its month was closed, and does not count any more, stands as it was billed.
create function app.billing_recount(of_owner int, first_day date, last_day date) returns table (
  campaign_key int, publisher_source_key int,
  gross bigint, invalid bigint, duplicate bigint, scrubbed bigint, over_cap bigint, closed bigint, rejected bigint, valid bigint, returned bigint,
  billable bigint, awaiting bigint, unpaid bigint, impressions bigint, clicks bigint,
  lead_client numeric, lead_media numeric, platform_client numeric, platform_media numeric, prior_client numeric, prior_media numeric
) language sql stable parallel safe as $$
  with adjustment as (
    select b.campaign_key, b.for_month, b.lead_key,
           case when b.for_month < date_trunc('month', b.day)::date then 'prior' when b.cause = 'PLATFORM' then 'platform' else 'lead' end as of,
           sum(b.client_amount) as client_amount, sum(b.media_amount) as media_amount,
           -- Another price changes what a lead costs, and not whether it is billed.
           sum(b.client_amount + b.media_amount) filter (where b.cause not in ('PRICE', 'RECONCILIATION')) as moved
    from billing_adjustment b where b.owner_key = of_owner and b.day between first_day and last_day
    group by 1, 2, 3, 4
  ), adjusted as (
    select a.*, l.publisher_source_key, l as whole from adjustment a
    left join lead l on l.owner_key = of_owner and l.lead_key = a.lead_key
      and l.captured_date >= a.for_month and l.captured_date < a.for_month + interval '1 month'
  ), part as (
    select l.campaign_key, l.publisher_source_key,
      f.gross, f.invalid, f.duplicate, f.scrubbed, f.over_cap, f.closed, f.rejected, f.valid, f.returned, f.billable,
      (f.valid = 1 and f.billable = 0 and not l.unpaid)::int as awaiting, (f.valid = 1 and l.unpaid)::int as unpaid,
      0::bigint as impressions, 0::bigint as clicks, f.lead_client_cost as lead_client, f.lead_media_cost as lead_media,
      0::numeric as platform_client, 0::numeric as platform_media, 0::numeric as prior_client, 0::numeric as prior_media
    from lead l cross join lateral app.inquiry_facts(l) f
    where l.owner_key = of_owner and l.captured_date between first_day and last_day
    union all
    -- What was billed in the month itself and counts otherwise now.
    select a.campaign_key, a.publisher_source_key, 0,
      -f.invalid * a.was_billed, -f.duplicate * a.was_billed, -f.scrubbed * a.was_billed, -f.over_cap * a.was_billed, -f.closed * a.was_billed,
      -f.rejected * a.was_billed, a.was_billed - a.was_not, a.was_not - f.returned * a.was_billed, a.was_billed - f.billable * a.was_not,
      -(f.valid - f.billable) * a.was_not, 0,
      0, 0, 0, 0, 0, 0, 0, 0
    from (
      select o.*, (o.moved > 0 and not app.is_good((o.whole).status))::int as was_billed,
             (o.moved < 0 and app.is_good((o.whole).status))::int as was_not
      from adjusted o where o.of = 'lead' and o.moved is not null and (o.whole).lead_key is not null
    ) a cross join lateral app.inquiry_facts(a.whole) f
    where a.was_billed + a.was_not > 0
    union all
    select a.campaign_key, a.publisher_source_key, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      case a.of when 'lead' then a.client_amount else 0 end, case a.of when 'lead' then a.media_amount else 0 end,
      case a.of when 'platform' then a.client_amount else 0 end, case a.of when 'platform' then a.media_amount else 0 end,
      case a.of when 'prior' then a.client_amount else 0 end, case a.of when 'prior' then a.media_amount else 0 end
    from adjusted a
    union all
    select c.campaign_key, null, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, f.impressions, f.platform_clicks,
      0, 0, f.platform_client_cost, f.platform_cost, 0, 0
    from platform_day p join platform_campaign c using (owner_key, platform_campaign_key)
    cross join lateral app.platform_facts(p, c.campaign_key) f
    where p.owner_key = of_owner and p.day between first_day and last_day
  )
  select p.campaign_key, p.publisher_source_key, sum(gross), sum(invalid), sum(duplicate), sum(scrubbed), sum(over_cap), sum(closed),
    sum(rejected), sum(valid), sum(returned), sum(billable), sum(awaiting), sum(unpaid), sum(impressions)::bigint, sum(clicks)::bigint,
    sum(lead_client), sum(lead_media), sum(platform_client), sum(platform_media), sum(prior_client), sum(prior_media)
  from part p group by 1, 2
$$;
