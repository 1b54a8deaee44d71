-- A keyword's cost with the fee, as the ad groups have it: a client who saw the one without it beside the other with it could
-- work out what the agency earns. Months, recount and rebuild read their columns from the catalogue and follow by themselves.
alter table platform_keyword_day add column client_cost numeric(12, 2) not null default 0;
alter table keyword_month add column client_cost numeric(14, 2) not null default 0;

-- Rows that are there already were loaded with the account's fee, which has not changed since.
update platform_keyword_day d set client_cost = round(d.cost * (1 + a.fee_percent / 100), 2)
from platform_keyword k
join platform_ad_group g using (owner_key, ad_group_key)
join platform_campaign c using (owner_key, platform_campaign_key)
join platform_account a using (owner_key, account_key)
where k.owner_key = d.owner_key and k.keyword_key = d.keyword_key and d.cost <> 0;
