-- Processes that start together make the months that are coming, and all of them would find the same one missing: the second to make
-- it failed, and did not start. Now they make months one after the other, and each looks again once it is its turn.

create or replace procedure app.ensure_months(target regclass, from_day date, to_day date) language plpgsql as $$
declare
  month date := date_trunc('month', from_day);
  part text;
begin
  while month <= to_day loop
    part := format('%s_%s', (select relname from pg_class where oid = target), to_char(month, 'YYYYMM'));
    if to_regclass(format('public.%I', part)) is null then
      perform pg_advisory_xact_lock(hashtextextended('months of tables', 0));
      -- Asked of the table: to_regclass remembers that there was none, and nobody tells it otherwise while it waits for this lock.
      if not exists (select from pg_class where relnamespace = 'public'::regnamespace and relname = part) then
        execute format('create table public.%I partition of %s for values from (%L) to (%L)', part, target, month, (month + interval '1 month')::date);
      end if;
    end if;
    month := month + interval '1 month';
  end loop;
end $$;
