-- What lists are sorted by, in the order in which their pages are read: the owner, the column, the key.
create index campaign_by_code on campaign (owner_key, code, campaign_key);
create index campaign_by_start on campaign (owner_key, start_date, campaign_key);
create index campaign_by_end on campaign (owner_key, end_date, campaign_key);
