-- What a side says about a statement: which line (null: the whole), what it should be, and how the agency closed it. The last of DISPUTED and
-- what closes it (SETTLED, REFUSED) counts.
alter table billing_statement_event
  add column line int,
  add column amount numeric(14, 2) check (amount >= 0),
  drop constraint billing_statement_event_kind_check,
  add constraint billing_statement_event_kind_check
    check (kind in ('SENT', 'MAILED', 'SEEN', 'DISPUTED', 'ANSWERED', 'SETTLED', 'REFUSED', 'WRITTEN_OFF', 'TAKEN_BACK')),
  add foreign key (owner_key, statement_key, line) references billing_statement_line;
-- The other sides open and dispute; all else is the agency's to say.
create policy kinds on billing_statement_event as restrictive for insert to paceline_app
  with check ((select app.user_group()) in ('ag', 'system') or (kind in ('SEEN', 'DISPUTED') and not is_agency));

create function app.is_disputed(s billing_statement) returns boolean language sql stable parallel safe
  return coalesce((select e.kind = 'DISPUTED' from billing_statement_event e
    where e.owner_key = s.owner_key and e.statement_key = s.statement_key and e.kind in ('DISPUTED', 'SETTLED', 'REFUSED')
    order by e.event_key desc limit 1), false);
grant execute on function app.is_disputed to paceline_app;

-- A dispute of a paid statement is one too.
create or replace function app.statement_state(s billing_statement, today date) returns text language sql stable as $$
  select case
    when app.is_written_off(s) then 'WRITTEN_OFF'
    when app.is_disputed(s) then 'DISPUTED'
    when abs(p.paid) >= abs(s.total) and p.paid * s.total >= 0 then 'PAID'
    when s.due_on < today and s.total > 0 then 'OVERDUE'
    when p.paid <> 0 then 'PART_PAID'
    when exists (select from billing_statement_event v
                 where v.owner_key = s.owner_key and v.statement_key = s.statement_key and v.kind = 'SEEN') then 'SEEN'
    when app.was_sent(s) then 'SENT'
    else 'DRAFT' end
  from (select app.statement_paid(s) as paid) p
$$;
