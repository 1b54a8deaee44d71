-- What is done about a campaign or line item that needs attention: who works on it, a note, and until when it is put off.
-- Person: kept note: the agency's words about a campaign or line item.
create table attention_item (
  owner_key int not null references owner,
  subject text not null check (subject in ('campaign', 'goal')),
  record_key int not null,
  assignee int references user_account,
  state text not null default 'OPEN' check (state in ('OPEN', 'IN_PROGRESS')),
  note text not null default '' check (length(note) <= 500),
  -- It is listed again on this day.
  snoozed_until date,
  row_version int not null default 1,
  updated_by int references user_account,
  updated_at timestamptz not null,
  primary key (owner_key, subject, record_key)
);
call app.protect('attention_item');
call app.close_to_partners('attention_item');
grant select, insert, update on attention_item to paceline_app;
call app.raises_version('attention_item');
