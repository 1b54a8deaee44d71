-- What a client pays for what a platform charged on a day: with the account's fee of that day, to the cent, halves up. One place for ad groups,
-- keywords, and days whose fee is corrected.
create function app.charged(cost numeric, of_owner int, of_account int, of_day date) returns numeric language sql stable parallel safe
  return round(cost * (1 + app.platform_fee(of_owner, of_account, of_day) / 100), 2);
grant execute on function app.charged to paceline_app;
