-- A schedule mails a saved report or a dashboard, which is a PDF.
alter table report_schedule
  alter column view_key drop not null,
  add column dashboard_key int,
  add foreign key (owner_key, dashboard_key) references report_dashboard on delete cascade,
  add check (num_nonnulls(view_key, dashboard_key) = 1),
  drop constraint report_schedule_file_kind_check,
  add constraint report_schedule_file_kind_check
    check (file_kind in ('csv', 'xlsx', 'pdf')),
  add check ((file_kind = 'pdf') = (dashboard_key is not null));
create index report_schedule_dashboard on report_schedule (owner_key, dashboard_key) where dashboard_key is not null;
