-- What somebody of the agency corrected of a lead before it was sent again.
-- Person: erased changes.
create table lead_edit (
  owner_key int not null,
  captured_date date not null,
  lead_key bigint not null,
  edit_key bigint generated always as identity,
  at timestamptz not null,
  edited_by int references user_account,
  fields text[] not null,
  -- Each field in words, before and after, the person masked. Null once the person is erased.
  changes jsonb,
  primary key (owner_key, lead_key, edit_key),
  foreign key (owner_key, captured_date, lead_key) references lead
);
call app.protect('lead_edit');
call app.close_to_partners('lead_edit');
grant select, insert on lead_edit to paceline_app;

create or replace function app.erase_people(of_owner int, leads bigint[], at timestamptz, asked_hashes bytea[]) returns int
language plpgsql volatile security definer set search_path = pg_catalog, public as $$
declare
  erased int := app.erase_people_of_leads(of_owner, leads, at, asked_hashes);
begin
  delete from reconciliation_comment c using reconciliation_row r
  where r.owner_key = of_owner and r.lead_key = any (leads)
    and c.owner_key = r.owner_key and c.run_key = r.run_key and c.row_key = r.row_key;
  update reconciliation_row r set note = '' where r.owner_key = of_owner and r.lead_key = any (leads) and r.note <> '';
  update lead_edit e set changes = null where e.owner_key = of_owner and e.lead_key = any (leads) and e.changes is not null;
  return erased;
end $$;
