-- Statements: what a closed month comes to for one client (to pay to the agency) or one media partner (to be paid by it). They are
-- numbered, never change, and are corrected by statements of their own. What happens to them stands beside them.

-- The last number of an owner's side and year. Whoever takes numbers holds the row until their transaction ends, so there are no gaps.
-- Person: none.
create table billing_statement_number (
  owner_key int not null references owner,
  side text not null check (side in ('media', 'client')),
  year int not null,
  last int not null check (last > 0),
  primary key (owner_key, side, year)
);
call app.protect('billing_statement_number');
create policy agency on billing_statement_number as restrictive to paceline_app
  using ((select app.user_group()) in ('ag', 'system')) with check ((select app.user_group()) in ('ag', 'system'));
grant select, insert, update (last) on billing_statement_number to paceline_app;

-- Person: none.
create table billing_statement (
  owner_key int not null references owner,
  statement_key bigint generated always as identity,
  -- `client`: the client owes it to the agency. `media`: the agency owes it to the media partner.
  side text not null check (side in ('media', 'client')),
  partner_key int references media_partner,
  client_key int,
  month date not null check (extract(day from month) = 1),
  closing int not null check (closing > 0),
  -- Of a correction: the first statement of its party and month.
  corrects_key bigint,
  year int not null,
  place int not null check (place > 0),
  number text not null,
  issued_on date not null,
  due_on date not null,
  issued_at timestamptz not null,
  -- As they were called then.
  owner_name text not null,
  agency_name text not null,
  party_name text not null,
  party_code text not null,
  amount numeric(14, 2) not null,
  tax_label text not null,
  tax_rate numeric(6, 3) not null,
  tax_amount numeric(14, 2) not null,
  total numeric(14, 2) not null,
  primary key (owner_key, statement_key),
  unique (owner_key, statement_key, side),
  unique (owner_key, side, year, place),
  unique (owner_key, number),
  foreign key (owner_key, client_key) references client,
  foreign key (owner_key, corrects_key) references billing_statement,
  check (total = amount + tax_amount)
);
create index billing_statement_month on billing_statement (owner_key, month, side);
-- A media partner's, at all its owners.
create index billing_statement_partner on billing_statement (partner_key) where partner_key is not null;

-- A line's amount is its quantity times its price. `OTHER` is what a bill has beyond its leads, platform costs and adjustments.
-- Person: none.
create table billing_statement_line (
  owner_key int not null,
  statement_key bigint not null,
  line int not null,
  side text not null check (side in ('media', 'client')),
  partner_key int references media_partner,
  campaign_key int not null,
  campaign_name text not null,
  campaign_code text not null,
  kind text not null check (kind in ('LEADS', 'PLATFORM', 'ADJUSTMENT', 'OTHER')),
  -- Of an adjustment: the month that it adjusts, and why.
  for_month date,
  cause text,
  quantity int not null,
  unit_price numeric(14, 2) not null,
  amount numeric(14, 2) not null,
  primary key (owner_key, statement_key, line),
  foreign key (owner_key, statement_key, side) references billing_statement (owner_key, statement_key, side),
  foreign key (owner_key, campaign_key) references campaign,
  check (amount = quantity * unit_price)
);

-- What happened to a statement. The last of DISPUTED and SETTLED, and of WRITTEN_OFF and TAKEN_BACK, counts. MAILED says that the mails of
-- a SENT of the same time are queued, so that they are queued once.
-- Person: kept note: what a side says about a statement.
create table billing_statement_event (
  owner_key int not null,
  event_key bigint generated always as identity,
  statement_key bigint not null,
  side text not null check (side in ('media', 'client')),
  partner_key int references media_partner,
  kind text not null check (kind in ('SENT', 'MAILED', 'SEEN', 'DISPUTED', 'SETTLED', 'WRITTEN_OFF', 'TAKEN_BACK')),
  note text not null default '' check (length(note) <= 2000),
  is_agency boolean not null,
  made_by int references user_account,
  at timestamptz not null,
  primary key (owner_key, event_key),
  foreign key (owner_key, statement_key, side) references billing_statement (owner_key, statement_key, side)
);
create index billing_statement_event_statement on billing_statement_event (owner_key, statement_key, event_key);
create unique index billing_statement_event_mailed on billing_statement_event (owner_key, statement_key, at) where kind = 'MAILED';

-- Payments as they are noted; no money is moved. One that was wrong is reversed by another.
-- Person: none.
create table billing_payment (
  owner_key int not null,
  payment_key bigint generated always as identity,
  statement_key bigint not null,
  side text not null check (side in ('media', 'client')),
  partner_key int references media_partner,
  paid_on date not null,
  amount numeric(14, 2) not null check (amount <> 0),
  -- The same payment noted twice is one.
  reference text not null check (length(reference) between 1 and 100),
  made_by int references user_account,
  made_at timestamptz not null,
  primary key (owner_key, payment_key),
  unique (owner_key, statement_key, reference),
  foreign key (owner_key, statement_key, side) references billing_statement (owner_key, statement_key, side)
);

-- Each side reads its own; a partner's policy says besides whose.
create procedure app.protect_statements(target regclass, writers text) language plpgsql as $$
begin
  call app.protect(target);
  execute format('create policy side on %1$s as restrictive to paceline_app
    using ((select app.user_group()) in (''ag'', ''system'')
           or side = case (select app.user_group()) when ''mp'' then ''media'' when ''cl'' then ''client'' end)
    with check ((select app.user_group()) in (%2$s)
                and ((select app.user_group()) in (''ag'', ''system'')
                     or side = case (select app.user_group()) when ''mp'' then ''media'' when ''cl'' then ''client'' end))', target, writers);
  execute format('grant select, insert on %s to paceline_app', target);
  execute format('create trigger append_only before update or delete or truncate on %s
    for each statement execute function app.refuse_change()', target);
end $$;
comment on procedure app.protect_statements is 'Writes its statements: policies are made on the table that it is given';
call app.protect_statements('billing_statement', $$'ag', 'system'$$);
call app.protect_statements('billing_statement_line', $$'ag', 'system'$$);
call app.protect_statements('billing_statement_event', $$'ag', 'mp', 'cl', 'system'$$);
call app.protect_statements('billing_payment', $$'ag', 'system'$$);

-- A month's billed leads by their prices, as app.billing_recount counts them: what a later change of status keeps as it was billed too.
create function app.billed_leads(of_owner int, first_day date, last_day date)
returns table (campaign_key int, client_price numeric, media_price numeric, quantity bigint)
language sql stable parallel safe as $$
  select p.campaign_key, p.client_price, p.media_price, sum(p.quantity) from (
    select l.campaign_key, l.client_price, l.media_price, 1 as quantity
    from lead l where l.owner_key = of_owner and l.captured_date between first_day and last_day and app.is_billed(l)
    union all
    select l.campaign_key, l.client_price, l.media_price,
           case when a.moved > 0 and not app.is_good(l.status) then 1
                when a.moved < 0 and app.is_good(l.status) then -app.is_billed(l)::int else 0 end
    from (
      select b.lead_key, b.for_month, sum(b.client_amount + b.media_amount) as moved
      from billing_adjustment b
      where b.owner_key = of_owner and b.day between first_day and last_day and b.lead_key is not null and app.is_move(b.cause)
        and b.for_month = date_trunc('month', b.day)::date
      group by 1, 2
    ) a
    join lead l on l.owner_key = of_owner and l.lead_key = a.lead_key
      and l.captured_date >= a.for_month and l.captured_date < a.for_month + interval '1 month'
  ) p group by 1, 2, 3 having sum(p.quantity) <> 0
$$;
grant execute on function app.billed_leads to paceline_app;

-- The days that terms of payment such as "Net 45" give; null where they name none.
create function app.days_of_terms(terms text) returns int language sql immutable parallel safe
  return coalesce(substring(lower(terms) from 'net\s*(\d{1,3})'), substring(lower(terms) from '(\d{1,3})\s*days'))::int;
grant execute on function app.days_of_terms to paceline_app;

-- What was paid of a statement.
create function app.statement_paid(s billing_statement) returns numeric language sql stable parallel safe
  return (select coalesce(sum(p.amount), 0) from billing_payment p where p.owner_key = s.owner_key and p.statement_key = s.statement_key);
grant execute on function app.statement_paid to paceline_app;

create function app.statement_state(s billing_statement, today date) returns text language sql stable parallel safe as $$
  select case
    when coalesce(e.written_off > e.taken_back, e.written_off is not null) then 'WRITTEN_OFF'
    when abs(p.paid) >= abs(s.total) and p.paid * s.total >= 0 then 'PAID'
    when coalesce(e.disputed > e.settled, e.disputed is not null) then 'DISPUTED'
    when s.due_on < today and s.total > 0 then 'OVERDUE'
    when p.paid <> 0 then 'PART_PAID'
    when e.seen is not null then 'SEEN'
    when e.sent is not null then 'SENT'
    else 'DRAFT' end
  from (select app.statement_paid(s) as paid) p
  cross join lateral (
    select max(v.event_key) filter (where v.kind = 'SENT') as sent, max(v.event_key) filter (where v.kind = 'SEEN') as seen,
           max(v.event_key) filter (where v.kind = 'DISPUTED') as disputed, max(v.event_key) filter (where v.kind = 'SETTLED') as settled,
           max(v.event_key) filter (where v.kind = 'WRITTEN_OFF') as written_off,
           max(v.event_key) filter (where v.kind = 'TAKEN_BACK') as taken_back
    from billing_statement_event v where v.owner_key = s.owner_key and v.statement_key = s.statement_key
  ) e
$$;
grant execute on function app.statement_state to paceline_app;

-- Clients may see their bills now: whoever sees reports does.
update user_account u set permissions = u.permissions || array['reports:Billable']
where u.user_type = 'client' and 'reports:View' = any (u.permissions) and not 'reports:Billable' = any (u.permissions);
