-- Up to when a demo's traffic goes: it is made on as time passes. Null: up to when it was loaded.
alter table scenario_load add column through_at timestamptz;
