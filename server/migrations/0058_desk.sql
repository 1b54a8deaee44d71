-- What the checks said when a lead was decided about, so that its page and its evidence can tell why it was taken or refused. It
-- belongs to the change of status that followed: one post, one line. Only checks that were asked are in it.
alter table lead_status_change add column checks jsonb;

-- The same as before, and what the checks said in words: it may name the person.
create or replace function app.erase_people(of_owner int, leads bigint[], at timestamptz) returns int
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare
  days date[];
  hashes bytea[];
  erased int;
begin
  if not coalesce(of_owner = any (app.owner_keys()), false) or app.user_group() not in ('ag', 'system') then
    raise exception 'only the agency and the product itself erase people, of owners they work on';
  end if;
  select array_agg(distinct l.captured_date) into days from lead l where l.owner_key = of_owner and l.lead_key = any (leads);
  select array_agg(h.hash) into hashes from lead_person p cross join lateral unnest(array[p.email_hash, p.phone_hash, p.name_zip_hash]) h (hash)
  where p.owner_key = of_owner and p.captured_date = any (days) and p.lead_key = any (leads) and h.hash is not null;
  update lead_person p set sealed = null, email_hash = null, phone_hash = null, name_zip_hash = null, erased_at = at
  where p.owner_key = of_owner and p.captured_date = any (days) and p.lead_key = any (leads) and p.erased_at is null;
  get diagnostics erased = row_count;
  update lead_consent c set ip = null, user_agent = null, page_url = regexp_replace(c.page_url, '[?#].*$', '')
  where c.owner_key = of_owner and c.captured_date = any (days) and c.lead_key = any (leads);
  update lead l set zip = null where l.owner_key = of_owner and l.captured_date = any (days) and l.lead_key = any (leads) and l.zip is not null;
  -- Whatever people wrote or systems answered may name the person.
  delete from lead_note n where n.owner_key = of_owner and n.captured_date = any (days) and n.lead_key = any (leads);
  update lead_status_change h set note = '', checks = h.checks - 'words'
  where h.owner_key = of_owner and h.captured_date = any (days) and h.lead_key = any (leads) and (h.note <> '' or h.checks ? 'words');
  update lead_delivery d set request = '', response = ''
  where d.owner_key = of_owner and d.captured_date = any (days) and d.lead_key = any (leads);
  update lead_postback_try p set response = ''
  where p.owner_key = of_owner and p.captured_date = any (days) and p.lead_key = any (leads) and p.response <> '';
  update delivery_task t set email_hash = null, phone_hash = null where t.owner_key = of_owner and t.lead_key = any (leads);
  update lead_return r set comment = '', decision_note = ''
  where r.owner_key = of_owner and r.captured_date = any (days) and r.lead_key = any (leads);
  delete from lead_return_comment r where r.owner_key = of_owner and r.lead_key = any (leads);
  -- What the client reported of the person and nobody has given to a lead.
  delete from milestone_unmatched u where u.owner_key = of_owner and (u.email_hash = any (hashes) or u.phone_hash = any (hashes));
  -- Files with people that were saved before somebody asked: they are made again within minutes. Whose time is over at night goes
  -- with the files' own end, days later.
  if app.user_group() = 'ag' then
    delete from lead_export e where e.owner_key = of_owner and e.has_people and e.finished_at is not null;
  end if;
  update click k set visitor_hash = null, referrer = null, platform_click = null, sent_to = null
  where k.owner_key = of_owner and k.lead_key = any (leads)
    and k.click_id in (select l.click_id from lead l where l.owner_key = of_owner and l.captured_date = any (days) and l.lead_key = any (leads));
  delete from lead_dedup x where x.owner_key = of_owner and x.hash = any (hashes);
  return erased;
end $$;

-- Whoever asked for a return may take the request back while it is open. And when its media partner was written to about it.
alter table lead_return drop constraint lead_return_decision_check;
alter table lead_return add constraint lead_return_decision_check check (decision in ('APPROVED', 'DENIED', 'WITHDRAWN'));
alter table lead_return add column partner_told_at timestamptz;
