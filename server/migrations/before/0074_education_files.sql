-- Campuses and programs are changed by files that somebody downloaded, worked on and sent back: both count their versions, so that a
-- file never writes over what was changed meanwhile. By a trigger, as whoever writes one of them must not be able to forget it.
alter table campus add column row_version int not null default 1;
alter table program add column row_version int not null default 1;

create function app.raise_row_version() returns trigger language plpgsql as $$
begin
  new.row_version := old.row_version + 1;
  return new;
end $$;
create trigger raises_row_version before update on campus for each row execute function app.raise_row_version();
create trigger raises_row_version before update on program for each row execute function app.raise_row_version();
