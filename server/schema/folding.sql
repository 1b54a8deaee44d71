-- Each change of a row leaves its difference, in the transaction of the change; the worker adds them up.

-- Once into the outbox, with what both rollups need. A report may tell leads apart by what no rollup holds: a change of that
-- alone is a difference as well, so that it is folded and the version rises.
create function app.note_lead_changes() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op = 'INSERT' then
    insert into fact_delta (sign, fact, attributes)
    select 1, f, app.lead_attributes(row(n.*)::lead) from new_rows n cross join lateral app.lead_facts(row(n.*)::lead) f;
  elsif tg_op = 'DELETE' then
    insert into fact_delta (sign, fact, attributes)
    select -1, f, app.lead_attributes(row(o.*)::lead) from old_rows o cross join lateral app.lead_facts(row(o.*)::lead) f;
  else
    insert into fact_delta (sign, fact, attributes)
    select s.sign, f, app.lead_attributes(s.l)
    from old_rows o join new_rows n using (owner_key, captured_date, lead_key)
    cross join lateral (values (-1, row(o.*)::lead), (1, row(n.*)::lead)) s (sign, l)
    cross join lateral app.lead_facts(s.l) f
    where (o.campaign_key, o.status, o.unpaid, o.client_price, o.media_price, o.delivered_at is null, o.contact_on, o.appointment_on,
           o.interview_on, o.visit_on, o.application_on, o.enrollment_on, o.start_on, o.sold_amount, o.pitch_amount, o.open_amount,
           o.funded_on, o.sub_source, o.grad_year, o.created_at)
      is distinct from
          (n.campaign_key, n.status, n.unpaid, n.client_price, n.media_price, n.delivered_at is null, n.contact_on, n.appointment_on,
           n.interview_on, n.visit_on, n.application_on, n.enrollment_on, n.start_on, n.sold_amount, n.pitch_amount, n.open_amount,
           n.funded_on, n.sub_source, n.grad_year, n.created_at)
      or app.lead_attributes(row(o.*)::lead) is distinct from app.lead_attributes(row(n.*)::lead);
  end if;
  return null;
end $$;
create trigger lead_inserted after insert on lead referencing new table as new_rows
  for each statement execute function app.note_lead_changes();
create trigger lead_updated after update on lead referencing old table as old_rows new table as new_rows
  for each statement execute function app.note_lead_changes();
create trigger lead_deleted after delete on lead referencing old table as old_rows
  for each statement execute function app.note_lead_changes();

create function app.note_click_changes() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op <> 'INSERT' then
    insert into fact_delta (sign, fact) select -1, f from old_rows o cross join lateral app.click_facts(row(o.*)::click) f;
  end if;
  if tg_op <> 'DELETE' then
    insert into fact_delta (sign, fact) select 1, f from new_rows n cross join lateral app.click_facts(row(n.*)::click) f;
  end if;
  return null;
end $$;
create trigger click_inserted after insert on click referencing new table as new_rows
  for each statement execute function app.note_click_changes();
create trigger click_updated after update on click referencing old table as old_rows new table as new_rows
  for each statement execute function app.note_click_changes();
create trigger click_deleted after delete on click referencing old table as old_rows
  for each statement execute function app.note_click_changes();

create function app.note_click_day_changes() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if tg_op <> 'INSERT' then
    insert into fact_delta (sign, fact) select -1, f from old_rows o cross join lateral app.click_day_facts(row(o.*)::click_day) f;
  end if;
  if tg_op <> 'DELETE' then
    insert into fact_delta (sign, fact) select 1, f from new_rows n cross join lateral app.click_day_facts(row(n.*)::click_day) f;
  end if;
  return null;
end $$;
create trigger click_day_inserted after insert on click_day referencing new table as new_rows
  for each statement execute function app.note_click_day_changes();
create trigger click_day_updated after update on click_day referencing old table as old_rows new table as new_rows
  for each statement execute function app.note_click_day_changes();
create trigger click_day_deleted after delete on click_day referencing old table as old_rows
  for each statement execute function app.note_click_day_changes();

create function app.note_email_changes() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if tg_op <> 'INSERT' then
    insert into fact_delta (sign, fact) select -1, f from old_rows o cross join lateral app.email_facts(row(o.*)::email_day) f;
  end if;
  if tg_op <> 'DELETE' then
    insert into fact_delta (sign, fact) select 1, f from new_rows n cross join lateral app.email_facts(row(n.*)::email_day) f;
  end if;
  return null;
end $$;
create trigger email_day_inserted after insert on email_day referencing new table as new_rows
  for each statement execute function app.note_email_changes();
create trigger email_day_updated after update on email_day referencing old table as old_rows new table as new_rows
  for each statement execute function app.note_email_changes();
create trigger email_day_deleted after delete on email_day referencing old table as old_rows
  for each statement execute function app.note_email_changes();

-- A line is never changed or taken back; its opposite is another line.
create function app.note_adjustments() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into fact_delta (sign, fact)
  select 1, f from new_rows n cross join lateral app.adjustment_facts(row(n.*)::billing_adjustment) f;
  return null;
end $$;
create trigger billing_adjustment_inserted after insert on billing_adjustment referencing new table as new_rows
  for each statement execute function app.note_adjustments();

create function app.note_platform_changes() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  -- The link is held while the row is noted: one that changes at the same moment waits, and then finds the row.
  if tg_op <> 'INSERT' then
    with link as materialized (
      select c.owner_key, c.platform_campaign_key, c.campaign_key from platform_campaign c
      where (c.owner_key, c.platform_campaign_key) in (select owner_key, platform_campaign_key from old_rows) for share
    )
    insert into fact_delta (sign, fact)
    select -1, f from old_rows o join link using (owner_key, platform_campaign_key)
    cross join lateral app.platform_facts(row(o.*)::platform_day, link.campaign_key) f;
  end if;
  if tg_op <> 'DELETE' then
    with link as materialized (
      select c.owner_key, c.platform_campaign_key, c.campaign_key from platform_campaign c
      where (c.owner_key, c.platform_campaign_key) in (select owner_key, platform_campaign_key from new_rows) for share
    )
    insert into fact_delta (sign, fact)
    select 1, f from new_rows n join link using (owner_key, platform_campaign_key)
    cross join lateral app.platform_facts(row(n.*)::platform_day, link.campaign_key) f;
  end if;
  return null;
end $$;
create trigger platform_day_inserted after insert on platform_day referencing new table as new_rows
  for each statement execute function app.note_platform_changes();
create trigger platform_day_updated after update on platform_day referencing old table as old_rows new table as new_rows
  for each statement execute function app.note_platform_changes();
create trigger platform_day_deleted after delete on platform_day referencing old table as old_rows
  for each statement execute function app.note_platform_changes();

-- Linking a platform campaign moves its whole history along.
create function app.note_link_changes() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into fact_delta (sign, fact)
  select s.sign, f
  from old_rows o join new_rows n using (owner_key, platform_campaign_key)
  join platform_day p using (owner_key, platform_campaign_key)
  cross join lateral (values (-1, o.campaign_key), (1, n.campaign_key)) s (sign, campaign_key)
  cross join lateral app.platform_facts(p, s.campaign_key) f
  where o.campaign_key is distinct from n.campaign_key;
  return null;
end $$;
create trigger platform_campaign_linked after update on platform_campaign referencing old table as old_rows new table as new_rows
  for each statement execute function app.note_link_changes();

-- Adds up to `batch` differences and forgets them, in one statement: a kill leaves both or neither. What concerns attributes
-- goes on to a queue of its own in the same statement: it takes ten times as long and may wait.
create function app.fold_facts(batch int default 20000) returns int language plpgsql as $$
declare
  columns text[] := app.fact_columns();
  by_attribute text[] := app.attribute_columns();
  folded int;
begin
  execute format($fold$
    with taken as (
      delete from fact_delta d using (select delta_key from fact_delta order by delta_key limit %1$s for update skip locked) g
      where d.delta_key = g.delta_key returning d.sign, d.fact, d.attributes
    ), summed as (
      select (fact).owner_key, (fact).day, (fact).campaign_key, %2$s from taken group by 1, 2, 3
    ), days as (
      insert into campaign_day as t (owner_key, day, campaign_key, %3$s)
      select owner_key, day, campaign_key, %3$s from summed order by 1, 2, 3
      on conflict (owner_key, day, campaign_key) do update set %4$s
    ), months as (
      insert into campaign_month_fact as t (owner_key, campaign_key, month, %3$s)
      select owner_key, campaign_key, date_trunc('month', day)::date, %5$s from summed group by 1, 2, 3 order by 1, 2, 3
      on conflict (owner_key, campaign_key, month) do update set %4$s
    ), attributes as (
      insert into attribute_delta (owner_key, month, campaign_key, attributes, %6$s)
      select (fact).owner_key, date_trunc('month', (fact).day)::date, (fact).campaign_key, attributes, %7$s
      from taken where attributes is not null group by 1, 2, 3, 4 having (%8$s) is distinct from (%9$s)
    ), versions as (
      insert into fact_version as t (owner_key, version, folded_at)
      select distinct owner_key, 1, statement_timestamp() from summed order by 1
      on conflict (owner_key) do update set version = t.version + 1, folded_at = excluded.folded_at
    )
    select count(*) from taken
  $fold$, batch,
    (select string_agg(format('coalesce(sum(sign * (fact).%1$I), 0) as %1$I', c), ', ') from unnest(columns) c),
    (select string_agg(quote_ident(c), ', ') from unnest(columns) c),
    (select string_agg(format('%1$I = t.%1$I + excluded.%1$I', c), ', ') from unnest(columns) c),
    (select string_agg(format('sum(%I)', c), ', ') from unnest(columns) c),
    (select string_agg(quote_ident(c), ', ') from unnest(by_attribute) c),
    (select string_agg(format('sum(sign * (fact).%I)', c), ', ') from unnest(by_attribute) c),
    (select string_agg(format('sum(sign * (fact).%I)', c), ', ') from unnest(by_attribute) c),
    (select string_agg('0', ', ') from unnest(by_attribute))
  ) into folded;
  return folded;
end $$;

-- The same for the months by attribute. One lead is a dozen cells, and leads of one campaign share most of them: the larger
-- the batch, the fewer cells are written twice.
create function app.fold_attributes(batch int default 20000) returns int language plpgsql as $$
declare
  columns text[] := app.attribute_columns();
  folded int;
begin
  execute format($fold$
    with taken as (
      delete from attribute_delta d using (select delta_key from attribute_delta order by delta_key limit %1$s for update skip locked) g
      where d.delta_key = g.delta_key returning d.*
    ), summed as (%2$s), months as (
      insert into attribute_month as t (owner_key, attribute, month, campaign_key, value, %3$s)
      select owner_key, attribute, month, campaign_key, value, %3$s from summed order by 1, 2, 3, 4, 5
      on conflict (owner_key, attribute, month, campaign_key, value) do update set %4$s
    )
    select count(*) from taken
  $fold$, batch, app.by_attribute('taken'), array_to_string(columns, ', '),
    (select string_agg(format('%1$I = t.%1$I + excluded.%1$I', c), ', ') from unnest(columns) c)
  ) into folded;
  return folded;
end $$;
