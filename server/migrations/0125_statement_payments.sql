-- What a payment is. A wrong one is reversed by a line of its own; a credit note settles another statement by a line on each of both.
-- `attempt` counts the payments with a reference that were reversed before, so that the same reference can be noted anew after that.
alter table billing_payment
  add column kind text not null default 'PAYMENT' check (kind in ('PAYMENT', 'CREDIT', 'REVERSAL')),
  add column note text not null default '' check (length(note) <= 500),
  add column attempt int not null default 1 check (attempt > 0),
  -- The other statement of a credit.
  add column counter_key bigint,
  add column reverses_key bigint,
  drop constraint billing_payment_owner_key_statement_key_reference_key,
  add unique (owner_key, reverses_key),
  add foreign key (owner_key, counter_key) references billing_statement,
  add foreign key (owner_key, reverses_key) references billing_payment,
  add check ((kind = 'REVERSAL') = (reverses_key is not null)),
  add check (kind <> 'CREDIT' or counter_key is not null);
create unique index billing_payment_reference on billing_payment (owner_key, statement_key, lower(reference), attempt)
  where kind = 'PAYMENT';

-- The payments of a statement that nobody reversed.
create function app.standing_payments(s billing_statement) returns setof billing_payment language sql stable parallel safe as $$
  select p.* from billing_payment p
  where p.owner_key = s.owner_key and p.statement_key = s.statement_key and p.kind <> 'REVERSAL'
    and not exists (select from billing_payment r where r.owner_key = p.owner_key and r.reverses_key = p.payment_key)
$$;
grant execute on function app.standing_payments to paceline_app;

create function app.is_written_off(s billing_statement) returns boolean language sql stable parallel safe
  return coalesce((select e.kind = 'WRITTEN_OFF' from billing_statement_event e
    where e.owner_key = s.owner_key and e.statement_key = s.statement_key and e.kind in ('WRITTEN_OFF', 'TAKEN_BACK')
    order by e.event_key desc limit 1), false);
grant execute on function app.is_written_off to paceline_app;

-- What is left to pay of a statement; negative on a credit note, nothing of what was written off.
create function app.statement_open(s billing_statement) returns numeric language sql stable parallel safe
  return case when app.is_written_off(s) then 0 else s.total - app.statement_paid(s) end;
grant execute on function app.statement_open to paceline_app;

-- How late something due is. What is owed to the other side, such as a credit note, is never late.
create function app.statement_age(due_on date, total numeric, today date) returns text language sql immutable parallel safe
  return case when total <= 0 or due_on >= today then 'CURRENT'
    when today - due_on <= 30 then 'D30' when today - due_on <= 60 then 'D60' when today - due_on <= 90 then 'D90' else 'OLDER' end;
grant execute on function app.statement_age to paceline_app;
