-- What the checks said when a lead was decided about, so that its page and its evidence can tell why it was taken or refused. It
-- belongs to the change of status that followed: one post, one line. Only checks that were asked are in it.
alter table lead_status_change add column checks jsonb;

-- Whoever asked for a return may take the request back while it is open. And when its media partner was written to about it.
alter table lead_return drop constraint lead_return_decision_check;
alter table lead_return add constraint lead_return_decision_check check (decision in ('APPROVED', 'DENIED', 'WITHDRAWN'));
alter table lead_return add column partner_told_at timestamptz;
