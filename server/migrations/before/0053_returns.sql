-- Returns of leads as people ask for them, comment on them and decide about them.

alter table lead_return add column decision_note text not null default '';
-- Whoever asks at the same moment as somebody else: one of them is first.
create unique index lead_return_undecided on lead_return (owner_key, lead_key) where decision is null;
create index lead_return_time on lead_return (owner_key, requested_at desc, return_key desc);
create index lead_return_partner on lead_return (partner_key, requested_at desc, return_key desc);
create index lead_return_lead on lead_return (owner_key, lead_key);
-- The credit line of a lead.
create index billing_adjustment_lead on billing_adjustment (owner_key, lead_key) where lead_key is not null;

-- What the media partner and the agency say to each other about a return.
create table lead_return_comment (
  owner_key int not null,
  captured_date date not null,
  lead_key bigint not null,
  comment_key bigint generated always as identity,
  partner_key int not null references media_partner,
  at timestamptz not null,
  is_partner boolean not null,
  comment text not null check (comment <> ''),
  written_by int not null references user_account,
  primary key (owner_key, lead_key, comment_key),
  foreign key (owner_key, captured_date, lead_key) references lead
);
call app.protect('lead_return_comment');
grant select, insert on lead_return_comment to paceline_app;

-- A month is closed from the fifth of the next one, a minute before midnight, by the owner's clock, unless somebody opened it
-- again; or as soon as it was closed by hand.
create function app.is_month_closed(of_owner int, of_month date, at timestamptz) returns boolean language sql stable parallel safe as $$
  select coalesce(
    (select case b.status when 'CLOSED' then true when 'REOPENED' then false end
     from billing_month b where b.owner_key = of_owner and b.month = of_month),
    at >= (select ((of_month + interval '1 month 5 days' - interval '1 minute')::timestamp at time zone o.time_zone)
           from owner o where o.owner_key = of_owner))
$$;

-- Who looks after leads at a client asks for returns as well: the right is new in the preset of client administrators.
update user_account set permissions = permissions || 'leadanalyzer:Return'::text
where user_type = 'client' and permissions @> array['leadanalyzer:View', 'leadanalyzer:Export']
  and not permissions @> array['leadanalyzer:Return'];
