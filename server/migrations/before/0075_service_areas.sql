-- What a campus serves, and a program where that differs: leads from elsewhere are refused, whatever a campaign's own places say.
alter table program add unique (owner_key, campus_key, program_key);

-- One row for each campus or program that ever had an area. An area that is taken back stays as a row without one, so that versions
-- only grow: of a program it means its campus's area, of a campus the whole US.
create table service_area (
  owner_key int not null,
  service_area_key int generated always as identity unique,
  campus_key int not null,
  program_key int,
  area jsonb,
  row_version int not null default 1,
  saved_by int references user_account,
  saved_at timestamptz not null,
  primary key (owner_key, service_area_key),
  foreign key (owner_key, campus_key) references campus,
  foreign key (owner_key, campus_key, program_key) references program (owner_key, campus_key, program_key)
);
create unique index service_area_of on service_area (owner_key, campus_key, program_key) nulls not distinct;
call app.protect('service_area');
call app.close_to_partners('service_area');
grant select, insert, update on service_area to paceline_app;
call app.decides_leads('service_area');

-- Which DMA a county belongs to: a company's property, which a customer brings as a file. None is shipped.
create table dma_county (
  owner_key int not null references owner,
  fips text not null check (fips ~ '^\d{5}$'),
  dma int not null check (dma between 500 and 999),
  dma_name text not null,
  row_version int not null default 1,
  primary key (owner_key, fips)
);
call app.protect('dma_county');
call app.close_to_partners('dma_county');
grant select, insert, update, delete on dma_county to paceline_app;
call app.decides_leads('dma_county');
