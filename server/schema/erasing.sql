-- Erasure of personal data: requests, retention settings, and the functions that erase.

-- A request keeps only keyed hashes of the person: to repeat the erasure after restoring an older backup, and to prove that it
-- was done.
-- Person: kept email_hash, phone_hash: to erase the same person again in a database that was restored.
create table privacy_request (
  owner_key int not null references owner,
  request_key int generated always as identity unique,
  kind text not null check (kind in ('ERASE', 'TELL', 'DO_NOT_CONTACT')),
  email_hash bytea,
  phone_hash bytea,
  -- The reference number of the letter or ticket.
  reference text not null,
  -- The number of leads concerned.
  leads int not null,
  asked_at timestamptz not null,
  -- Null: the request was repeated in a restored database that does not have the user.
  asked_by int references user_account,
  primary key (owner_key, request_key)
);
create index privacy_request_by_time on privacy_request (owner_key, asked_at desc);
call app.protect('privacy_request');
call app.close_to_partners('privacy_request');
grant select, insert on privacy_request to paceline_app;

-- Person: none.
create table privacy_setting (
  owner_key int primary key references owner,
  -- Age in months after which persons of leads are erased; null: never.
  person_months int check (person_months between 1 and 240),
  row_version int not null default 1,
  saved_by int not null references user_account,
  saved_at timestamptz not null
);
call app.protect('privacy_setting');
call app.close_to_partners('privacy_setting');
grant select, insert, update on privacy_setting to paceline_app;

-- Erases personal data from leads of one owner. The leads remain with their counts and amounts, and so do the consent text, its
-- time and page as proof of consent.
-- `asked_hashes`: the hashes of an erasure request; then files containing the person and rows without a lead that name the
-- person are deleted too. Null: the retention period is over; files have a shorter retention of their own.
-- Runs with the rights of its caller, erase_people.
create function app.erase_people_of_leads(of_owner int, leads bigint[], at timestamptz, asked_hashes bytea[]) returns int
language plpgsql volatile set search_path = pg_catalog, public as $$
declare
  -- What of a row of a file may name a person.
  said constant text[] := array['note', 'comment', 'voidReason', 'sealed', 'emailHash', 'phoneHash', 'digest'];
  days date[];
  new_days date[];
  hashes bytea[];
  as_hex text[];
  names text[];
  exports int[];
  erased int;
begin
  if not coalesce(of_owner = any (app.owner_keys()), false) or app.user_group() not in ('ag', 'system') then
    raise exception 'only the agency and the product itself erase people, of owners they work on';
  end if;
  -- No export of the owner begins before this is over: it would read the person and store them afterwards.
  if asked_hashes is not null then
    perform pg_advisory_xact_lock(hashtextextended('lead exports of owner ' || of_owner, 0));
  end if;
  select array_agg(distinct l.captured_date),
         array_agg(l.lead_key::text) || array_agg(l.public_id) || array_remove(array_agg(l.transaction_id), null)
  into days, names from lead l where l.owner_key = of_owner and l.lead_key = any (leads);
  select array_agg(distinct h.hash), array_agg(distinct p.captured_date) filter (where p.erased_at is null) into hashes, new_days
  from lead_person p left join lateral unnest(array[p.email_hash, p.phone_hash, p.name_zip_hash]) h (hash) on h.hash is not null
  where p.owner_key = of_owner and p.captured_date = any (days) and p.lead_key = any (leads);
  hashes := array_remove(coalesce(hashes, '{}') || coalesce(asked_hashes, '{}'), null);
  as_hex := array(select encode(h, 'hex') from unnest(hashes) h);

  if asked_hashes is not null and new_days is not null then
    -- Of the exports of these days the finished ones go: they are made again within minutes. One that is being written is begun again
    -- when this is over, its writer finds that it is no longer theirs; a download ends.
    select array_agg(x.export_key) into exports from (
      select e.export_key from lead_export e
      where e.owner_key = of_owner and e.state in ('ready', 'queued', 'running') and exists (
        select from unnest(new_days) d
        where d between coalesce((e.question ->> 'startDate')::date, '-infinity') and coalesce((e.question ->> 'endDate')::date, 'infinity'))
      for update
    ) x;
    delete from lead_export e where e.owner_key = of_owner and e.export_key = any (exports) and e.state = 'ready';
    update lead_export e set state = 'cancelled', finished_at = at, taken_until = null
    where e.owner_key = of_owner and e.export_key = any (exports) and e.is_direct and e.has_people and e.state = 'running';
    update lead_export e
    set state = 'queued', rows_written = 0, taken_by = null, taken_until = null, taken_times = greatest(e.taken_times - 1, 0)
    where e.owner_key = of_owner and e.export_key = any (exports) and not e.is_direct and e.state in ('queued', 'running');
    delete from lead_export_part p where p.owner_key = of_owner and p.export_key = any (exports);
  end if;

  update lead_person p set sealed = null, email_hash = null, phone_hash = null, name_zip_hash = null, erased_at = at
  where p.owner_key = of_owner and p.captured_date = any (days) and p.lead_key = any (leads) and p.erased_at is null;
  get diagnostics erased = row_count;
  -- Somebody has mended a stuck lead at this moment.
  update lead_person p set sealed = null, email_hash = null, phone_hash = null, name_zip_hash = null
  where p.owner_key = of_owner and p.captured_date = any (days) and p.lead_key = any (leads)
    and coalesce(p.sealed, p.email_hash, p.phone_hash, p.name_zip_hash) is not null;
  update lead_consent c set ip = null, user_agent = null, page_url = regexp_replace(c.page_url, '[?#].*$', '')
  where c.owner_key = of_owner and c.captured_date = any (days) and c.lead_key = any (leads);
  -- Ids are the partner's and the client's own, unless they took the person's address for one.
  update lead l
  set zip = null, transaction_id = nullif(l.transaction_id, substring(l.transaction_id from '^.*@.*$')),
      crm_reference = nullif(l.crm_reference, substring(l.crm_reference from '^.*@.*$')),
      sub_source = nullif(l.sub_source, substring(l.sub_source from '^.*@.*$'))
  where l.owner_key = of_owner and l.captured_date = any (days) and l.lead_key = any (leads)
    and (l.zip is not null or concat(l.transaction_id, l.crm_reference, l.sub_source) like '%@%');
  -- Whatever people wrote or systems answered may name the person.
  delete from lead_note n where n.owner_key = of_owner and n.captured_date = any (days) and n.lead_key = any (leads);
  update lead_status_change h set note = '', checks = h.checks - 'words'
  where h.owner_key = of_owner and h.captured_date = any (days) and h.lead_key = any (leads) and (h.note <> '' or h.checks ? 'words');
  update lead_milestone m set void_reason = ''
  where m.owner_key = of_owner and m.captured_date = any (days) and m.lead_key = any (leads) and m.void_reason <> '';
  update lead_delivery d set request = '', response = ''
  where d.owner_key = of_owner and d.captured_date = any (days) and d.lead_key = any (leads)
    and (d.request <> '' or d.response <> '');
  update delivery_task t set email_hash = null, phone_hash = null where t.owner_key = of_owner and t.lead_key = any (leads);
  update delivery_claim c set reference = '' where c.owner_key = of_owner and c.lead_key = any (leads) and c.reference like '%@%';
  update lead_postback_try t set url = regexp_replace(t.url, '[?#].*$', ''), response = ''
  where t.owner_key = of_owner and t.captured_date = any (days) and t.lead_key = any (leads);
  update webhook_try t set response = '' from webhook_message m
  where m.owner_key = of_owner and m.lead_key = any (leads) and t.owner_key = m.owner_key and t.message_key = m.message_key;
  update lead_return r set comment = '', decision_note = ''
  where r.owner_key = of_owner and r.captured_date = any (days) and r.lead_key = any (leads);
  delete from lead_return_comment r where r.owner_key = of_owner and r.lead_key = any (leads);
  -- What the client reported of the person, whether somebody has given it to a lead or not: the milestone is the lead's own.
  delete from milestone_unmatched u
  where u.owner_key = of_owner and (u.email_hash = any (hashes) or u.phone_hash = any (hashes) or u.lead_key = any (leads));
  update click k set visitor_hash = null, referrer = null, platform_click = null, sent_to = null
  where k.owner_key = of_owner and k.lead_key = any (leads)
    and k.click_id in (select l.click_id from lead l where l.owner_key = of_owner and l.captured_date = any (days) and l.lead_key = any (leads));
  delete from lead_dedup x where x.owner_key = of_owner and x.hash = any (hashes);

  -- Rows of files: what they did stays, what they said about the person goes. One that waits for a lead and is not applied yet could
  -- only bring the person back.
  update bulk_import_row r set cells = r.cells - said, before = r.before - said, after = r.after - said
  from bulk_import i
  where i.owner_key = r.owner_key and i.import_key = r.import_key and i.names_people
    and r.owner_key = of_owner and r.entity_key = any (names);
  update bulk_import_row r set cells = r.cells - said, before = r.before - said, after = r.after - said
  from bulk_import i, unnest(leads) k
  where i.owner_key = r.owner_key and i.import_key = r.import_key and i.names_people
    and r.owner_key = of_owner and r.entity_key ~>=~ (k || '|') and r.entity_key ~<~ (k || '}');
  with gone as (
    update bulk_import_row r
    set cells = '{}', before = null, after = null, entity_key = null,
        state = case when r.outcome is null then 'error' else r.state end, outcome = nullif(r.outcome, 'applied'),
        errors = case when r.outcome is null then '[{"column": null, "message": "The person was erased."}]' else r.errors end
    where r.owner_key = of_owner
      and (r.cells ? 'emailHash' and r.cells ->> 'emailHash' = any (as_hex)
        or r.cells ? 'phoneHash' and r.cells ->> 'phoneHash' = any (as_hex))
    returning r.import_key, r.row
  )
  update bulk_import i set counts = (
    select jsonb_build_object('new', count(*) filter (where s.state = 'new'), 'changed', count(*) filter (where s.state = 'changed'),
             'unchanged', count(*) filter (where s.state = 'unchanged'), 'error', count(*) filter (where s.state = 'error'),
             'total', count(*))
    from (select case when g.row is null then r.state else 'error' end as state
          from bulk_import_row r left join gone g on g.import_key = r.import_key and g.row = r.row
          where r.owner_key = of_owner and r.import_key = i.import_key) s)
  where i.owner_key = of_owner and i.state = 'VALIDATED' and i.import_key in (select import_key from gone);
  -- Which of its rows names the person cannot be told of a sealed file.
  if asked_hashes is not null then
    update bulk_import i set file = null
    where i.owner_key = of_owner and i.names_people and i.file is not null and i.uploaded_at <= at;
  end if;
  return erased;
end $$;
revoke execute on function app.erase_people_of_leads from public;

-- Erases persons from leads, and from texts elsewhere about these leads.
create function app.erase_people(of_owner int, leads bigint[], at timestamptz, asked_hashes bytea[]) returns int
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare
  erased int := app.erase_people_of_leads(of_owner, leads, at, asked_hashes);
begin
  delete from reconciliation_comment c using reconciliation_row r
  where r.owner_key = of_owner and r.lead_key = any (leads)
    and c.owner_key = r.owner_key and c.run_key = r.run_key and c.row_key = r.row_key;
  update reconciliation_row r set note = '' where r.owner_key = of_owner and r.lead_key = any (leads) and r.note <> '';
  return erased;
end $$;
revoke execute on function app.erase_people from public;
grant execute on function app.erase_people to paceline_app;
