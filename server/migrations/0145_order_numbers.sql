-- Numbers of insertion orders, given when a version is sent: IO-2026-12-BrightPathMedia-1, later versions of it with -v2.

-- The last number of an owner's series. Whoever takes one holds the row until their transaction ends, so there are no gaps.
-- Person: none.
create table insertion_order_number (
  owner_key int not null references owner,
  -- Month and media partner, such as 2026-12-BrightPathMedia.
  series text not null,
  last int not null check (last > 0),
  primary key (owner_key, series)
);
call app.protect('insertion_order_number');
call app.close_to_partners('insertion_order_number');
create policy agency on insertion_order_number as restrictive to paceline_app
  using ((select app.user_group()) in ('ag', 'system')) with check ((select app.user_group()) in ('ag', 'system'));
grant select, insert, update (last) on insertion_order_number to paceline_app;

alter table insertion_order add column number text;
-- Versions that were sent keep the number that their files and mails have.
update insertion_order
set number = 'IO-' || owner_key || '-' || partner_key || '-' || to_char(month, 'YYYYMM') || '-' || client_key || '-v' || version
where sent_at is not null;
alter table insertion_order
  add constraint insertion_order_number_key unique (owner_key, number),
  add constraint insertion_order_sent_number check (sent_at is null or number is not null);
