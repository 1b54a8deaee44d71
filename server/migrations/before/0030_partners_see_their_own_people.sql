-- A media partner works inside many owners. Whose users work there, what they did and which views they stored is the owner's own;
-- a partner sees what belongs to its own people. No call showed more: this holds for the calls that are still to come.
call app.close_to_partners('user_owner',
  'exists (select from user_account u where u.user_key = user_owner.user_key and u.partner_key = app.partner_key())');
call app.close_to_partners('saved_view',
  'exists (select from user_account u where u.user_key = saved_view.user_key and u.partner_key = app.partner_key())');

call app.close_to_partners('audit_log',
  'exists (select from user_account u where u.user_key = audit_log.user_key and u.partner_key = app.partner_key())');
