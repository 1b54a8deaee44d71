-- How a line item's targets of a month stand to those of the month before. Projections count what came before the month by it,
-- and a media partner's projection of a campaign is to be the agency's: the partner learns neither of the two targets.
create function app.plan_changes(of_owner int, of_month date)
returns table (goal_key int, spend float8, leads float8)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select m.goal_key,
         coalesce(m.revised_spend_goal, m.spend_goal)::float8 / nullif(coalesce(b.revised_spend_goal, b.spend_goal), 0)::float8,
         coalesce(m.revised_inquiry_goal, m.inquiry_goal)::float8 / nullif(coalesce(b.revised_inquiry_goal, b.inquiry_goal), 0)::float8
  from goal_month m
  join goal_month b on b.owner_key = m.owner_key and b.goal_key = m.goal_key and b.month = (of_month - interval '1 month')::date
  where m.owner_key = of_owner and m.month = of_month and m.owner_key = any (app.owner_keys())
$$;
revoke execute on function app.plan_changes from public;
grant execute on function app.plan_changes to paceline_app;
