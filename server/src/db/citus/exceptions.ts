// Named exceptions to Citus' rules, with reasons. The check reports every violation that is not listed here.

/** Tables with an owner that are reference tables nevertheless. */
export const REFERENCE_TABLES: Record<string, string> = {
  owner: 'Its name is unique among all owners, and tables that are no owner’s refer to it',
  audit_log: 'Lines of sign-ins and of the agency have no owner, and a distribution column cannot be null',
};

/** Unique across owners, and not enforced once distributed: a plain index replaces each. */
export const UNIQUE_OVER_OWNERS: Record<string, string> = {
  lead_export_running: 'One export at a time for each user: would hold for each owner',
  insertion_order_mail_token_hash_key: 'The hash of a random token',
  platform_push_key_key_id_key: 'A random name',
  owner_branding_address: 'The word of a sign-in page, asked for at each save (branding_address_taken)',
  partner_mail_mail_key_key: 'A mail is made with its row and named by it alone',
};

const OF_ROWS = 'Writes for the owners of the rows that a statement changed: those of one call are one owner’s';
const OF_ANY_OWNER = 'A worker takes what is due, of whatever owner';
const FOLDS = 'The worker adds up what all owners noted, by their keys';
const REBUILDS = 'A rebuild, by hand, of the owners that it is told';
const OF_FOUND_OWNER = 'Of the one owner that the statement before found';

/** Functions with a write that is not restricted to one owner by the parameter `of_owner`. */
export const CROSSES_OWNERS: Record<string, string> = {
  raise_version: 'One owner after the other; the counters of a change for all owners are raised at once',
  make_owner: 'The owner is made in it',
  store_click: OF_FOUND_OWNER,
  raise_rules: OF_ROWS,
  note_goal_change: OF_ROWS,
  note_allocation_change: OF_ROWS,
  count_caps: OF_ROWS,
  queue_postbacks: OF_ROWS,
  tell_lead_status: OF_ROWS,
  tell_lead_milestone: OF_ROWS,
  tell_campaign_status: OF_ROWS,
  forget_past: OF_ROWS,
  forget_past_of_owner: OF_ROWS,
  forget_past_of_segment: OF_ROWS,
  note_for_cluster: OF_ROWS,
  note_link_for_cluster: OF_ROWS,
  look_at_partner_again: 'The campaigns of one partner, for whichever owners they run',
  take_deliveries: OF_ANY_OWNER,
  take_postbacks: OF_ANY_OWNER,
  take_lead_exports: OF_ANY_OWNER,
  take_webhooks: OF_ANY_OWNER,
  take_partner_mails: OF_ANY_OWNER,
  add_platform_months: FOLDS,
  add_keyword_months: FOLDS,
  add_days: FOLDS,
  add_months: FOLDS,
  add_attributes: FOLDS,
  fold_facts: FOLDS,
  fold_attributes: FOLDS,
  plan_rebuild: REBUILDS,
  add_corrections: REBUILDS,
  apply_platform_corrections: REBUILDS,
  apply_part: REBUILDS,
  rebuild_facts: REBUILDS,
};
