import { type DB } from '../db/types.generated.ts';

/**
 * Whether a table's rows are in the answers that are stored by the version of an owner's data (shared/answers), and then whose
 * version a change of them raises, in the same transaction. A new table says it here and in its migration, by
 * `call app.raises_version('…')`; one that says nothing does not compile, and one that says it in one place only is found.
 */
export type Versioning =
  | { raises: 'owner' | 'partner' | 'platform' | 'everyone' }
  /** Answers read it, and it is written only together with rows of a table that raises the version. */
  | { with: keyof DB; why: string }
  /** No answer reads it. */
  | { out: string };

const FOLD = 'the fold writes both in one statement';
const DELTA = 'a change is a difference that the fold adds up; until then it is in no number';

export const VERSIONED_TABLES: Readonly<Record<keyof DB, Versioning>> = {
  // What an owner is made of.
  owner: { raises: 'owner' },
  brand: { raises: 'owner' },
  client: { raises: 'owner' },
  client_model: { raises: 'owner' },
  campus: { raises: 'owner' },
  program: { raises: 'owner' },
  custom_channel: { raises: 'owner' },
  vertical: { out: 'a report is told its vertical' },
  channel: { raises: 'everyone' },
  client_criteria: { out: 'only intake and its screen read it' },
  privacy_request: { out: 'only its screen and the nightly job read it' },
  privacy_setting: { out: 'only its screen and the nightly job read it' },
  suppression_list: { out: 'only intake and its screen read it' },
  suppression_entry: { out: 'only intake and its screen read it' },
  lead_test_setting: { out: 'only intake and its screen read it' },
  client_crm_account: { out: 'credentials: no answer shows them' },
  webhook: { out: 'only its screen and its sender read it' },
  webhook_message: { out: 'only its screen and its sender read it' },
  webhook_try: { out: 'only its screen reads it' },
  api_key: { out: 'credentials: no answer shows them' },
  provider_account: { out: 'credentials: no answer shows them' },
  criteria_replay: { out: 'a trial of rules: no answer shows it' },

  // Whom it buys from.
  media_partner: { raises: 'partner' },
  publisher: { raises: 'partner' },
  publisher_source: { raises: 'partner' },
  trading_platform: { raises: 'platform' },
  partner_contact: { out: 'people, no numbers' },
  partner_client: { out: 'who may work for whom: no answer shows it' },
  partner_value_map: { out: 'only intake reads it' },
  partner_posting_key: { out: 'only intake and its screen read it' },

  // Plans.
  goal: { raises: 'owner' },
  goal_month: { raises: 'owner' },
  goal_campus: { out: 'no answer is cut by it: leads have campuses of their own' },
  goal_program: { out: 'no answer is cut by it' },
  campaign: { raises: 'owner' },
  campaign_month: { raises: 'owner' },
  campaign_price: { raises: 'owner' },
  campaign_pause: { raises: 'owner' },
  campaign_targeting: { raises: 'owner' },
  campaign_program: { out: 'only the editor and intake read it' },
  campaign_source: { out: 'only the editor and intake read it' },
  tracking_url: { out: 'only the editor reads it' },
  campaign_status: { out: 'what was seen last; an answer works the status out' },
  campaign_status_log: { out: 'history' },
  campaign_status_run: { out: 'when the clock looked last' },
  month_turn: { out: 'which months have begun; their plans are campaign_month' },
  allocation_change: { out: 'history' },
  allocation_request: { out: 'a question of a partner; its answer is campaign_month' },
  goal_change: { out: 'history' },
  insertion_order: { out: 'no answer shows it' },
  insertion_order_line: { out: 'no answer shows it' },
  billing_month: { out: 'no figure is made of it' },
  forecast: { out: 'no answer shows it' },
  forecast_point: { out: 'no answer shows it' },

  // Platforms and websites.
  platform_account: { raises: 'owner' },
  platform_campaign: { raises: 'owner' },
  platform_ad_group: { raises: 'owner' },
  platform_keyword: { raises: 'owner' },
  platform_day: { raises: 'owner' },
  platform_keyword_day: { raises: 'owner' },
  platform_month: { with: 'platform_day', why: 'its trigger writes it' },
  keyword_month: { with: 'platform_keyword_day', why: 'its trigger writes it' },
  website_day: { raises: 'owner' },
  website_event_day: { raises: 'owner' },

  // Numbers.
  fact_version: { raises: 'owner' },
  campaign_day: { with: 'fact_version', why: FOLD },
  campaign_month_fact: { with: 'fact_version', why: FOLD },
  attribute_delta: { with: 'fact_version', why: FOLD },
  attribute_month: { with: 'fact_version', why: 'it takes over what attribute_delta had: their sum stays' },
  owner_fit: { raises: 'owner' },
  recount: { out: 'told beside the figures by a call of its own' },
  campaign_past: { with: 'fact_version', why: 'sums of campaign_day: an answer is the same with and without them' },
  campaign_open_days: { with: 'campaign_targeting', why: 'what the schedule says when a day ends, written down' },
  lead: { with: 'fact_version', why: DELTA },
  click: { out: DELTA },
  click_day: { out: DELTA },
  email_day: { out: DELTA },
  billing_adjustment: { out: DELTA },
  fact_delta: { out: 'what is not in the numbers yet' },
  cap_count: { out: 'only intake reads it; reports count by the rollups' },
  cap_recount: { out: 'the proof of cap_count' },
  rules_version: { out: 'the version of what decides about leads' },
  data_version: { out: 'the version itself' },

  // People behind leads, and what happened to them.
  lead_consent: { out: 'no answer shows a person' },
  lead_dedup: { out: 'no answer shows a person' },
  lead_delivery: { out: 'no answer shows a single lead' },
  lead_note: { out: 'only the lead’s own page shows it' },
  lead_postback: { out: 'what waits to be told to a partner' },
  lead_postback_try: { out: 'no answer shows a single lead' },
  lead_hold: { out: 'when a held lead is tried again' },
  post_answer: { out: 'what a partner was answered' },
  delivery_endpoint: { out: 'only delivery and its screens read it' },
  delivery_endpoint_version: { out: 'history' },
  delivery_batch: { out: 'which files went out' },
  delivery_health: { out: 'only delivery and its screens read it' },
  delivery_task: { out: 'what waits to be sent; the status is the lead’s' },
  delivery_claim: { out: 'only the page of stuck leads shows it' },
  delivery_retry: { out: 'only the page of stuck leads shows it' },
  delivery_notice: { out: 'which mails went out' },
  alert: { out: 'told of what the numbers say; no answer shows it' },
  alert_mark: { out: 'what users have read' },
  alert_mail: { out: 'which mails went out' },
  alert_choice: { out: 'how users hear of alerts' },
  lead_milestone: { out: 'history; what counts of it is in the lead' },
  milestone_unmatched: { out: 'in no number: only its screen reads it' },
  lead_person: { out: 'no answer shows a person' },
  lead_return: { out: 'only the page of returns shows it; what counts of it is in the lead' },
  lead_return_comment: { out: 'only the page of returns and the lead’s own show it' },
  lead_status_change: { out: 'history; what counts of it is in the lead' },

  // Users, files and the product itself.
  user_account: { out: 'who asks is in the key of an answer' },
  user_email_change: { out: 'no answer shows it' },
  user_owner: { out: 'whose data may be asked for is in the key of an answer' },
  session: { out: 'no answer shows it' },
  session_token: { out: 'no answer shows it' },
  password_guess: { out: 'no answer shows it' },
  password_history: { out: 'no answer shows it' },
  password_link: { out: 'no answer shows it' },
  known_device: { out: 'no answer shows it' },
  user_login: { out: 'no answer shows it' },
  audit_log: { out: 'history' },
  saved_view: { out: 'how a table is shown, not what is in it' },
  saved_view_default: { out: 'how a table is shown, not what is in it' },
  campaign_draft: { out: 'not saved yet' },
  bulk_import: { out: 'what it changes is changed in the tables themselves' },
  bulk_import_row: { out: 'what it changes is changed in the tables themselves' },
  mail: { out: 'no answer shows it' },
  rate_limit: { out: 'no answer shows it' },
  scenario_load: { out: 'no answer shows it' },
  worker_heartbeat: { out: 'no answer shows it' },
  migration: { out: 'no answer shows it' },
  migration_lock: { out: 'no answer shows it' },
};
