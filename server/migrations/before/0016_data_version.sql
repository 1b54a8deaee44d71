-- Whatever an answer is made of has a version: the folded facts have theirs, and here is that of plans and settings.

-- One row for each statement that touched something. Nothing is updated, so that writers never wait for each other; readers
-- look at the last row and at how many there are, so that one that becomes visible late is noticed too.
create table plan_touch (
  owner_key int not null references owner,
  touch_key bigint generated always as identity,
  primary key (owner_key, touch_key)
);
call app.protect('plan_touch');
grant select on plan_touch to paceline_app;

-- Partners and clients write plans as well, and none of them may write here.
create function app.touch_plans() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  insert into plan_touch (owner_key) select distinct owner_key from touched order by 1;
  return null;
end $$;
revoke execute on function app.touch_plans from public;

do $$
declare
  target text;
begin
  foreach target in array '{campaign,campaign_month,campaign_price,campaign_pause,campaign_targeting,goal,goal_month,goal_campus,custom_channel,insertion_order}'::text[] loop
    execute format('create trigger %1$s_touched_by_insert after insert on %1$I referencing new table as touched for each statement execute function app.touch_plans()', target);
    execute format('create trigger %1$s_touched_by_update after update on %1$I referencing new table as touched for each statement execute function app.touch_plans()', target);
    execute format('create trigger %1$s_touched_by_delete after delete on %1$I referencing old table as touched for each statement execute function app.touch_plans()', target);
  end loop;
end $$;

-- Open screens hear of it when the transaction comes through; what they hear is a key and nothing else.
create function app.tell_data() returns trigger language plpgsql as $$
begin
  perform pg_notify('paceline_data', new.owner_key::text);
  return null;
end $$;
create trigger plan_touch_tell after insert on plan_touch for each row execute function app.tell_data();
create trigger fact_version_tell after insert or update on fact_version for each row execute function app.tell_data();
