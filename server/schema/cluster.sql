-- The feed of facts to an optional report cluster (ClickHouse). Triggers write the counters of each changed row with a sign to
-- an outbox, in the transaction of the change. Without a cluster the triggers are disabled.

-- A fact: the counters of a day (campaign_day), the row they come from, and columns that only leads or platform rows have. It
-- contains no personal data and no free text.
create type app.cluster_fact as (
  owner_key int, day date, campaign_key int, gross int, valid int, invalid int, duplicate int, scrubbed int, over_cap int,
  closed int, rejected int, returned int, delivered int, billable int, lead_client_cost numeric(14, 2),
  lead_media_cost numeric(14, 2), cohort_contacts int, cohort_appointments int, cohort_interviews int, cohort_visits int,
  cohort_applications int, cohort_enrollments int, cohort_starts int, days_to_contact int, days_to_appointment int,
  days_to_interview int, days_to_visit int, days_to_application int, days_to_enrollment int, days_to_start int,
  sold_amount numeric(14, 2), pitch_count int, pitch_amount numeric(14, 2), open_count int, open_amount numeric(14, 2),
  funded_count int, contacts int, appointments int, interviews int, visits int, applications int, enrollments int, starts int,
  clicks int, impressions bigint, platform_clicks int, platform_cost numeric(14, 2), platform_client_cost numeric(14, 2),
  conversions int, call_conversions int, view_through int, sends int, emails_delivered int, opens int, email_clicks int,
  unsubscribes int, adjusted_client_cost numeric(14, 2), adjusted_media_cost numeric(14, 2), kind smallint, source_key bigint,
  status text, state text, device text, campus_key int, program_key int, publisher_source_key int, sub_source text,
  age_band text, education text, grad_year smallint, military_status text, military_branch text, area_of_interest text,
  degree_of_interest text, start_timeframe text, platform_campaign_key int, ad_group_key int, keyword_key int
);

-- Kinds: 0 the inquiry, 1 to 7 its milestones, 10 a click, 11 clicks of a day, 12 to 14 a platform row by device, 15 emails of a
-- day, 16 an adjustment, 20 a keyword row. Kind and source identify a row.
create function app.cluster_facts_of_lead(l lead) returns setof app.cluster_fact language sql stable parallel safe as $$
  select f.*,
    (f.contacts + 2 * f.appointments + 3 * f.interviews + 4 * f.visits + 5 * f.applications + 6 * f.enrollments + 7 * f.starts)::smallint,
    l.lead_key, l.status, l.state, l.device, l.campus_key, l.program_key, l.publisher_source_key, l.sub_source,
    app.age_band(l.age), l.education, l.grad_year, l.military_status, l.military_branch, l.area_of_interest,
    l.degree_of_interest, l.start_timeframe, null::int, null::int, null::int
  from app.lead_facts(l) f
$$;

create function app.cluster_fact_of(f campaign_day, kind int, source_key bigint, device text default null,
  platform_campaign_key int default null, ad_group_key int default null, keyword_key int default null)
returns setof app.cluster_fact language sql immutable parallel safe as $$
  select (f).*, kind::smallint, source_key, null::text, null::text, device, null::int, null::int, null::int, null::text,
    null::text, null::text, null::smallint, null::text, null::text, null::text, null::text, null::text,
    platform_campaign_key, ad_group_key, keyword_key
$$;

-- The text of a query for the facts `x` of rows `r` of a table, for changed rows or the whole table. Platform rows count for the
-- campaign that `links` gives.
create function app.cluster_facts_from(target text, rows_of text, links text default 'platform_campaign') returns text
language sql immutable
  return format('select x.* from %s r %s', rows_of, case target
    when 'lead' then 'cross join lateral app.cluster_facts_of_lead(row(r.*)::lead) x'
    when 'click' then 'cross join lateral app.click_facts(row(r.*)::click) f cross join lateral app.cluster_fact_of(f, 10, r.click_key) x'
    when 'click_day' then 'cross join lateral app.click_day_facts(row(r.*)::click_day) f cross join lateral app.cluster_fact_of(f, 11, r.campaign_key) x'
    when 'platform_day' then format(
      'join %s p on p.owner_key = r.owner_key and p.platform_campaign_key = r.platform_campaign_key
       cross join lateral app.platform_facts(row(r.*)::platform_day, p.campaign_key) f
       cross join lateral app.cluster_fact_of(f, case r.device when ''desktop'' then 12 when ''tablet'' then 13 else 14 end,
         (r.platform_campaign_key::bigint << 32) | r.ad_group_key, r.device, r.platform_campaign_key, r.ad_group_key) x', links)
    when 'platform_keyword_day' then format(
      'join platform_keyword k on k.owner_key = r.owner_key and k.keyword_key = r.keyword_key
       join platform_ad_group g on g.owner_key = k.owner_key and g.ad_group_key = k.ad_group_key
       join %s p on p.owner_key = g.owner_key and p.platform_campaign_key = g.platform_campaign_key
       cross join lateral app.keyword_facts(row(r.*)::platform_keyword_day, p.campaign_key) f
       cross join lateral app.cluster_fact_of(f, 20, r.keyword_key, null, g.platform_campaign_key, g.ad_group_key, r.keyword_key) x', links)
    when 'email_day' then 'cross join lateral app.email_facts(row(r.*)::email_day) f cross join lateral app.cluster_fact_of(f, 15, r.campaign_key) x'
    when 'billing_adjustment' then
      'cross join lateral app.adjustment_facts(row(r.*)::billing_adjustment) f cross join lateral app.cluster_fact_of(f, 16, r.adjustment_key) x'
  end);
comment on function app.cluster_facts_from is 'Writes its query: over any of seven tables, over a partition of one that is copied out, and over what a statement changed in one';

create function app.cluster_tables() returns text[] language sql immutable
  return array['lead', 'click', 'click_day', 'platform_day', 'email_day', 'billing_adjustment'];

-- The previous version calls cluster_tables, which therefore must not include keywords: it would count them twice.
create function app.cluster_sources() returns text[] language sql immutable
  return app.cluster_tables() || array['platform_keyword_day'];

-- The outbox. Its first columns are those of app.cluster_fact, in the same order. Reports add it to what they read from the
-- cluster, so that sending may lag.
-- Person: none.
create table cluster_delta (
  owner_key int not null, day date not null, campaign_key int not null, gross int, valid int, invalid int, duplicate int,
  scrubbed int, over_cap int, closed int, rejected int, returned int, delivered int, billable int,
  lead_client_cost numeric(14, 2), lead_media_cost numeric(14, 2), cohort_contacts int, cohort_appointments int,
  cohort_interviews int, cohort_visits int, cohort_applications int, cohort_enrollments int, cohort_starts int,
  days_to_contact int, days_to_appointment int, days_to_interview int, days_to_visit int, days_to_application int,
  days_to_enrollment int, days_to_start int, sold_amount numeric(14, 2), pitch_count int, pitch_amount numeric(14, 2),
  open_count int, open_amount numeric(14, 2), funded_count int, contacts int, appointments int, interviews int, visits int,
  applications int, enrollments int, starts int, clicks int, impressions bigint, platform_clicks int,
  platform_cost numeric(14, 2), platform_client_cost numeric(14, 2), conversions int, call_conversions int, view_through int,
  sends int, emails_delivered int, opens int, email_clicks int, unsubscribes int, adjusted_client_cost numeric(14, 2),
  adjusted_media_cost numeric(14, 2), kind smallint, source_key bigint, status text, state text, device text, campus_key int,
  program_key int, publisher_source_key int, sub_source text, age_band text, education text, grad_year smallint,
  military_status text, military_branch text, area_of_interest text, degree_of_interest text, start_timeframe text,
  platform_campaign_key int, ad_group_key int, keyword_key int,
  sign smallint not null check (sign in (-1, 1)),
  delta_key bigint generated always as identity unique,
  noted_at timestamptz not null default statement_timestamp(),
  -- The batch in which it is sent; kept until the cluster has confirmed the whole batch, so that a retry sends the same rows.
  batch int,
  primary key (owner_key, delta_key)
);
create index cluster_delta_batch on cluster_delta (batch, delta_key);
call app.protect('cluster_delta');
grant select on cluster_delta to paceline_app;

-- The state of the feed: one row while a cluster is fed, otherwise none.
-- Person: none.
create table cluster_feed (
  is_fed boolean primary key default true check (is_fed),
  -- Part of the tables' names in the cluster; a new feed starts with new tables.
  epoch text not null check (epoch ~ '^[a-z0-9]{4,20}$'),
  -- Which machines hold which rows.
  layout text not null,
  -- Whether the rows from before the feed are loaded too.
  filled boolean not null default false,
  -- The number of blocks of those rows that each shard has.
  blocks int[] not null,
  -- Batch numbers, starting at one without gaps: the last one created, and the last one that the cluster has confirmed.
  taken int not null default 0,
  sent int not null default 0 check (sent <= taken),
  sent_at timestamptz
);
grant select on cluster_feed to paceline_app;

-- Records the old row negative and the new row positive, and nothing for facts that stay the same.
create function app.note_for_cluster() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  olds text := app.cluster_facts_from(tg_argv[0], 'old_rows');
  news text := app.cluster_facts_from(tg_argv[0], 'new_rows');
begin
  -- The link is held while a row is noted: one that changes at the same moment waits, and then finds the row. Ad groups have a
  -- rollup that does.
  if tg_argv[0] = 'platform_keyword_day' then
    execute format('select from platform_campaign c where (c.owner_key, c.platform_campaign_key) in (
        select g.owner_key, g.platform_campaign_key from (%s) r
        join platform_keyword k on k.owner_key = r.owner_key and k.keyword_key = r.keyword_key
        join platform_ad_group g on g.owner_key = k.owner_key and g.ad_group_key = k.ad_group_key) for share',
      case tg_op when 'INSERT' then 'table new_rows' when 'DELETE' then 'table old_rows'
        else 'table old_rows union all table new_rows' end);
  end if;
  execute 'insert into cluster_delta ' || case tg_op
    when 'INSERT' then format('select n.*, 1 from (%s) n', news)
    when 'DELETE' then format('select o.*, -1 from (%s) o', olds)
    else format('select * from (select o.*, -1 as sign from (%1$s except all %2$s) o
                 union all select n.*, 1 from (%2$s except all %1$s) n) d order by sign', olds, news) end;
  return null;
end $$;
comment on function app.note_for_cluster is 'Writes its statements: one trigger for seven tables, over what a statement changed in each';
revoke execute on function app.note_for_cluster from public;
-- By name, these triggers run after those of the other rollups, one of which locks the link of a platform campaign.
create trigger lead_written_inserted after insert on lead referencing new table as new_rows
  for each statement execute function app.note_for_cluster('lead');
create trigger lead_written_updated after update on lead referencing old table as old_rows new table as new_rows
  for each statement execute function app.note_for_cluster('lead');
create trigger lead_written_deleted after delete on lead referencing old table as old_rows
  for each statement execute function app.note_for_cluster('lead');
create trigger click_written_inserted after insert on click referencing new table as new_rows
  for each statement execute function app.note_for_cluster('click');
create trigger click_written_updated after update on click referencing old table as old_rows new table as new_rows
  for each statement execute function app.note_for_cluster('click');
create trigger click_written_deleted after delete on click referencing old table as old_rows
  for each statement execute function app.note_for_cluster('click');
create trigger click_day_written_inserted after insert on click_day referencing new table as new_rows
  for each statement execute function app.note_for_cluster('click_day');
create trigger click_day_written_updated after update on click_day referencing old table as old_rows new table as new_rows
  for each statement execute function app.note_for_cluster('click_day');
create trigger click_day_written_deleted after delete on click_day referencing old table as old_rows
  for each statement execute function app.note_for_cluster('click_day');
create trigger platform_day_written_inserted after insert on platform_day referencing new table as new_rows
  for each statement execute function app.note_for_cluster('platform_day');
create trigger platform_day_written_updated after update on platform_day referencing old table as old_rows new table as new_rows
  for each statement execute function app.note_for_cluster('platform_day');
create trigger platform_day_written_deleted after delete on platform_day referencing old table as old_rows
  for each statement execute function app.note_for_cluster('platform_day');
create trigger platform_keyword_day_written_inserted after insert on platform_keyword_day referencing new table as new_rows
  for each statement execute function app.note_for_cluster('platform_keyword_day');
create trigger platform_keyword_day_written_updated after update on platform_keyword_day
  referencing old table as old_rows new table as new_rows
  for each statement execute function app.note_for_cluster('platform_keyword_day');
create trigger platform_keyword_day_written_deleted after delete on platform_keyword_day referencing old table as old_rows
  for each statement execute function app.note_for_cluster('platform_keyword_day');
create trigger email_day_written_inserted after insert on email_day referencing new table as new_rows
  for each statement execute function app.note_for_cluster('email_day');
create trigger email_day_written_updated after update on email_day referencing old table as old_rows new table as new_rows
  for each statement execute function app.note_for_cluster('email_day');
create trigger email_day_written_deleted after delete on email_day referencing old table as old_rows
  for each statement execute function app.note_for_cluster('email_day');
-- Adjustments are never updated or deleted.
create trigger billing_adjustment_written_inserted after insert on billing_adjustment referencing new table as new_rows
  for each statement execute function app.note_for_cluster('billing_adjustment');

-- Linking a platform campaign moves its whole history to the campaign, of ad groups or of keywords.
create function app.note_link_for_cluster() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  links text := '(select %s.* from old_rows o join new_rows n using (owner_key, platform_campaign_key)
    where o.campaign_key is distinct from n.campaign_key)';
begin
  if not exists (select from old_rows o join new_rows n using (owner_key, platform_campaign_key)
                 where o.campaign_key is distinct from n.campaign_key) then
    return null;
  end if;
  execute format('insert into cluster_delta select y.*, -1 from (%s) y', app.cluster_facts_from(tg_argv[0], tg_argv[0], format(links, 'o')));
  execute format('insert into cluster_delta select y.*, 1 from (%s) y', app.cluster_facts_from(tg_argv[0], tg_argv[0], format(links, 'n')));
  return null;
end $$;
comment on function app.note_link_for_cluster is 'Writes its statements: one trigger for two tables, over the rows of links that changed';
revoke execute on function app.note_link_for_cluster from public;
create trigger platform_campaign_written_linked after update on platform_campaign referencing old table as old_rows new table as new_rows
  for each statement execute function app.note_link_for_cluster('platform_day');
create trigger platform_campaign_written_linked_keywords after update on platform_campaign
  referencing old table as old_rows new table as new_rows
  for each statement execute function app.note_link_for_cluster('platform_keyword_day');

-- Switching triggers takes table locks, so it waits for running writers and nothing is written meanwhile. Keywords are optional,
-- because the previous version does not feed them.
create procedure app.feed_cluster(fed boolean, keywords boolean default false) language plpgsql as $$
declare
  one record;
begin
  for one in
    select tgname, tgrelid::regclass as target, fed and (keywords or tgname not like '%keyword%') as is_on from pg_trigger
    where tgfoid in ('app.note_for_cluster'::regproc, 'app.note_link_for_cluster'::regproc) and not tgisinternal order by 2, 1
  loop
    execute format('alter table %s %s trigger %I', one.target, case when one.is_on then 'enable' else 'disable' end, one.tgname);
  end loop;
end $$;
comment on procedure app.feed_cluster is 'Writes its statements: triggers are switched on the tables that have them';
call app.feed_cluster(false);
