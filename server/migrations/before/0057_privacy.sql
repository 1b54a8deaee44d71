-- What people ask about their own data: that it is erased, told to them, or used no more. And for how long an owner keeps people.
--
-- A request keeps the keyed hashes of whom it was about and nothing else: enough to erase the same person again in a database that
-- was restored from a copy made before, and to show that it was done.
create table privacy_request (
  owner_key int not null references owner,
  request_key int generated always as identity unique,
  kind text not null check (kind in ('ERASE', 'TELL', 'DO_NOT_CONTACT')),
  email_hash bytea,
  phone_hash bytea,
  -- The number of the letter or ticket.
  reference text not null,
  -- How many leads it was about.
  leads int not null,
  asked_at timestamptz not null,
  asked_by int not null references user_account,
  primary key (owner_key, request_key)
);
create index privacy_request_by_time on privacy_request (owner_key, asked_at desc);
call app.protect('privacy_request');
call app.close_to_partners('privacy_request');
grant select, insert on privacy_request to paceline_app;

create table privacy_setting (
  owner_key int primary key references owner,
  -- People of older leads are erased; null keeps them.
  person_months int check (person_months between 1 and 240),
  row_version int not null default 1,
  saved_by int not null references user_account,
  saved_at timestamptz not null
);
call app.protect('privacy_setting');
call app.close_to_partners('privacy_setting');
grant select, insert, update on privacy_setting to paceline_app;

-- Takes everything that tells who they were from leads of one owner. The leads themselves stay, with what is counted and billed
-- of them, and so does what they agreed to, when, and on which page: it is the proof that there was consent.
create function app.erase_people(of_owner int, leads bigint[], at timestamptz) returns int
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
  update lead_status_change h set note = ''
  where h.owner_key = of_owner and h.captured_date = any (days) and h.lead_key = any (leads) and h.note <> '';
  update lead_delivery d set request = '', response = ''
  where d.owner_key = of_owner and d.captured_date = any (days) and d.lead_key = any (leads);
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
revoke execute on function app.erase_people from public;
grant execute on function app.erase_people to paceline_app;
