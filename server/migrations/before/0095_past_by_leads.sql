-- Historical rates are of our own leads: their months end with the leads' last complete day, however late the campaign's ad account is. Sums
-- hold for both days; what is stored was made without the second and is made anew by the worker.
delete from campaign_past;
alter table campaign_past add column leads_through date not null;

create or replace function app.forget_past() returns trigger language plpgsql as $$
begin
  delete from campaign_past p
  using (select owner_key, campaign_key, min(day) as day from touched group by 1, 2) t
  where p.owner_key = t.owner_key and p.campaign_key = t.campaign_key and greatest(p.through, p.leads_through) >= t.day;
  return null;
end $$;
