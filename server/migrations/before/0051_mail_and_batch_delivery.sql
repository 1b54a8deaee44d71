-- Leads by mail and in files: the files that wait or were sent, and the keys of the servers that they go to.

alter table delivery_endpoint
  -- The fingerprint of the SFTP server, as it was seen first. Another one is refused until somebody forgets this.
  add column host_key text,
  add column host_key_at timestamptz;

-- A file of leads. Its name is given once: however often it is sent, it is one file at the client's.
create table delivery_batch (
  owner_key int not null,
  endpoint_key int not null,
  batch_no int not null,
  file_name text not null,
  -- Null: when one of its leads is due again.
  due_at timestamptz,
  -- Since it was tried first no more leads come into it.
  started_at timestamptz,
  taken_by uuid,
  taken_until timestamptz,
  done_at timestamptz,
  primary key (owner_key, endpoint_key, batch_no),
  foreign key (owner_key, endpoint_key) references delivery_endpoint
);
create index delivery_batch_due on delivery_batch (due_at) where done_at is null;
call app.protect('delivery_batch');
call app.close_to_partners('delivery_batch');
grant select, insert, update on delivery_batch to paceline_app;

alter table delivery_task add column batch_no int;
create index delivery_task_batch on delivery_task (owner_key, endpoint_key, batch_no) where batch_no is not null and done_at is null;

-- The files that are due, at endpoints that are neither paused nor stopped after failures.
create function app.list_due_batches(at_now timestamptz, most int) returns table (owner_key int, endpoint_key int, batch_no int)
language sql stable security definer set search_path = pg_catalog, public as $$
  select b.owner_key, b.endpoint_key, b.batch_no
  from delivery_batch b
  join delivery_endpoint e using (owner_key, endpoint_key)
  join delivery_health h using (owner_key, endpoint_key)
  where b.done_at is null and b.due_at <= at_now and (b.taken_until is null or b.taken_until < clock_timestamp())
    and e.paused_at is null and (h.open_until is null or h.open_until <= at_now)
  order by b.due_at limit most
$$;
revoke execute on function app.list_due_batches from public;
grant execute on function app.list_due_batches to paceline_app;
