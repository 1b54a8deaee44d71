-- The register of publishers and sources gets what people keep about them: versions for two who edit at once, why a source is
-- blocked, the wording of consent that it shows, and a status of the publisher that holds for all of its sources.
alter table publisher add column status_reason text;
alter table publisher add column row_version int not null default 1;

-- Wordings are never changed: what a lead was collected under stays true. A new wording is a new row.
create table disclosure_text (
  partner_key int not null references media_partner,
  disclosure_text_key int generated always as identity unique,
  name text not null,
  wording text not null,
  created_at timestamptz not null,
  created_by int references user_account,
  primary key (partner_key, disclosure_text_key)
);
create unique index disclosure_text_name on disclosure_text (partner_key, lower(name));
call app.protect_partner('disclosure_text');
grant select, insert on disclosure_text to paceline_app;

alter table publisher_source add column disclosure_text_key int;
alter table publisher_source add column status_reason text;
alter table publisher_source add column created_at timestamptz not null default now();
alter table publisher_source add foreign key (partner_key, disclosure_text_key) references disclosure_text;

-- What counts for a source's leads: the less open of what is said of it and of its publisher.
create function app.source_status(publisher_status text, source_status text) returns text language sql immutable parallel safe
  return case
    when 'BLOCKED' in (publisher_status, source_status) then 'BLOCKED'
    when 'PENDING' in (publisher_status, source_status) then 'PENDING'
    else source_status
  end;
grant execute on function app.source_status to paceline_app;

create index audit_log_source on audit_log (entity, entity_key, at desc) where entity in ('publisher', 'publisher_source');
