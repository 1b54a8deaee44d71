-- Cards of dashboards stand on a grid, with an id, a width in columns and a height in rows; besides views there are figures and texts.
update report_dashboard set cards = (
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', 'c' || one.place, 'kind', 'view', 'viewKey', one.card -> 'viewKey', 'shows', one.card -> 'shows',
    'width', case one.card ->> 'width' when 'half' then 6 else 12 end, 'height', 8) order by one.place), '[]')
  from jsonb_array_elements(cards) with ordinality as one (card, place));
