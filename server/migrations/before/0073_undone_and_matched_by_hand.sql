-- An accepted difference can be undone: the row knows its line, so that exactly that one is reversed, by a line of its own.
alter table reconciliation_row add column adjustment_key bigint;
alter table reconciliation_row add foreign key (owner_key, adjustment_key) references billing_adjustment;
update reconciliation_row r set adjustment_key = b.adjustment_key from billing_adjustment b
where r.state = 'ACCEPTED' and b.owner_key = r.owner_key and b.cause = 'RECONCILIATION' and b.cause_key = r.run_key || ':' || r.row_key;

-- What two sides may have meant by one lead although their ids differ is told by the file's day and price, and by spelling.
alter table reconciliation_row add column their_date date;
alter table reconciliation_row add column their_price numeric(12, 2);
update reconciliation_row set their_price = their_amount where side = 'media' and file_row is not null;
-- By what somebody matched a row of theirs with a lead; the row of ours that it was before is not shown beside it any more.
alter table reconciliation_row add column matched_by text check (matched_by in ('SPELLING', 'CAMPAIGN_DAY_PRICE'));
alter table reconciliation_row add column merged_into int;
alter table reconciliation_row add foreign key (owner_key, run_key, merged_into) references reconciliation_row;
alter table reconciliation_row add check (merged_into is null or kind = 'OURS');
create index reconciliation_row_merged on reconciliation_row (owner_key, merged_into) where merged_into is not null;

-- An id as it is compared where spelling does not matter: without case, signs between, and zeros before a number.
create function app.plain_id(id text) returns text language sql immutable parallel safe as $$
  select regexp_replace(regexp_replace(lower(id), '[^a-z0-9]', '', 'g'), '(^|[a-z])0+(?=[a-z0-9])', '\1', 'g')
$$;
