-- An order is the agency's, not the product's: an owner that named no agency has none, and its own name stands in.
alter table insertion_order_setting alter column agency_name drop not null, alter column agency_name drop default;
update insertion_order_setting set agency_name = null where agency_name = 'Paceline';

-- In whose name a mail is sent and who gets the reply; null: the product.
alter table mail add column from_name text check (length(from_name) <= 200), add column reply_to text;
