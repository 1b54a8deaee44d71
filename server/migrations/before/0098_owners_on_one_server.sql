-- Owners on several servers by a map of our own are gone (docs/decisions/099). No server of the product ever asked the map.
drop function app.owners_away();
drop function app.enter_owners(int[], boolean);
drop table owner_away;
