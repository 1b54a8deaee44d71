-- Signatures of insertion orders: who agreed to a version for which side, and the hash of what the version says. A version has at most one
-- of each side. They never change, and a later version has its own.

-- Person: kept name, title, ip: of whoever signs for a company.
create table insertion_order_signature (
  owner_key int not null,
  io_key int not null,
  side text not null check (side in ('agency', 'partner')),
  partner_key int not null references media_partner,
  name text not null check (length(name) between 1 and 200),
  title text not null check (length(title) <= 100),
  -- Who was signed in, or whose mailed link was used.
  user_key int references user_account,
  io_mail_key int,
  ip text,
  signed_at timestamptz not null,
  -- What was agreed, in a sentence.
  agreement text not null,
  -- As the parties were called then; part of the content.
  parties jsonb not null,
  -- SHA-256 of the version's content.
  content_hash bytea not null check (length(content_hash) = 32),
  primary key (owner_key, io_key, side),
  foreign key (owner_key, io_key) references insertion_order
);
create index insertion_order_signature_user on insertion_order_signature (owner_key, user_key, signed_at);
call app.protect('insertion_order_signature');
create policy side on insertion_order_signature as restrictive to paceline_app
  using ((select app.user_group()) <> 'cl')
  with check ((select app.user_group()) in ('ag', 'system') or ((select app.user_group()) = 'mp' and side = 'partner'));
grant select, insert on insertion_order_signature to paceline_app;
create trigger insertion_order_signature_append_only before update or delete or truncate on insertion_order_signature
  for each statement execute function app.refuse_change();

-- Mails about the answer to a version: what it was, to the agency's user who sent it; the signed copy, to the media partner. Written with the
-- mails, so that a second run of the job finds that they are there.
-- Person: kept name, email: of contacts and users.
create table insertion_order_notice (
  owner_key int not null,
  io_key int not null,
  partner_key int not null references media_partner,
  side text not null check (side in ('agency', 'partner')),
  email text not null,
  name text not null,
  queued_at timestamptz not null,
  mail_key bigint references mail on delete set null,
  primary key (owner_key, io_key, email),
  foreign key (owner_key, io_key) references insertion_order
);
call app.protect('insertion_order_notice');
create policy agency on insertion_order_notice as restrictive to paceline_app
  using ((select app.user_group()) in ('ag', 'system')) with check ((select app.user_group()) in ('ag', 'system'));
grant select, insert on insertion_order_notice to paceline_app;
