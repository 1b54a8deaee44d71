-- Which leads take a unit of a cap was said twice, by the counting of each lead and by the rebuild, and the rebuild had forgotten those that keep
-- theirs after a return: it opened caps again. Both ask these two functions now.

-- The day whose caps a lead takes a unit of; null where it takes none. A lead that was returned after its month keeps its unit.
create function app.cap_day(l lead) returns date language sql immutable parallel safe
  return case when (app.uses_cap(l.status) or l.keeps_unit) and not l.unpaid then coalesce(l.counted_on, l.captured_date) end;

-- What it takes of the budget beside its unit: nothing, once it was returned.
create function app.cap_cost(l lead) returns numeric language sql immutable parallel safe
  return case when l.keeps_unit then 0 else l.client_price end;

create or replace function app.cap_units(l lead) returns table (kind text, ref int, from_day date, units int, client_cost numeric)
language sql stable parallel safe as $$
  select v.kind, v.ref, v.from_day, 1, app.cap_cost(l)
  from (select app.cap_day(l) as day) c
  cross join lateral (values ('month', 0, date_trunc('month', c.day)::date), ('day', 0, c.day), ('source', l.publisher_source_key, date_trunc('month', c.day)::date),
    ('program', l.program_key, date_trunc('month', c.day)::date)) v (kind, ref, from_day)
  where v.ref is not null and c.day is not null
$$;

create or replace function app.counted_leads(of_owner int, from_campaign int, to_campaign int, since date, until date) returns text language sql stable
  return (select format('select campaign_key, day, month, %1$s, %2$s, cap_day, price, %3$s, publisher_source_key, program_key, %4$s
    from (select f.campaign_key, f.day, m.month, m.month_after, %5$s, %6$s,
            app.cap_day(l) as cap_day,
            (nullif(app.cap_cost(l), 0) * 100)::bigint as price, l.publisher_source_key, l.program_key, %7$s
          from lead l join month_day m on m.day = l.captured_date cross join lateral app.inquiry_facts(l) f
          where l.owner_key = %8$s and l.campaign_key between %9$s and %10$s and l.captured_date >= %11$L and l.captured_date < %12$L
          -- So that whether a lead stands is asked no more often than needed.
          offset 0) l',
    array_to_string(s.counters, ', '),
    (select string_agg(format('case when valid = 1 and %1$I >= month and %1$I < month_after then 1 end as %2$I', day, counter), ', ' order by place) from app.event_days()),
    (select string_agg(quote_ident(day), ', ' order by place) from app.event_days()),
    (select string_agg(format('a%s', n), ', ') from generate_subscripts(app.attribute_names(), 1) n),
    (select string_agg(format(case when app.is_amount(c) then '(nullif(f.%1$I, 0) * 100)::bigint as %1$I' else 'nullif(f.%1$I, 0) as %1$I' end, c), ', ') from unnest(s.counters) c),
    (select string_agg(format('l.%I', day), ', ') from app.event_days()),
    (select string_agg(format('%s as a%s', source, n), ', ') from unnest(app.attribute_sources()) with ordinality as a (source, n)),
    of_owner, from_campaign, to_campaign, since, until)
  from app.day_sources() s where s.place = 1);
