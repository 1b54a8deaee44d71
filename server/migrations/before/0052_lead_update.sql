-- Of a bulk file some rows may have no way back: a lead that gave up its place under a cap cannot simply take it again. Whether
-- anything of an applied file can be undone is known when it is applied, and shown wherever the file is listed.
alter table bulk_import add column can_undo boolean not null default true;
