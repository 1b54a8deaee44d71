/** Columns of the cluster's fact table, as in `app.cluster_fact`: a test compares the two. */

/** Dimensions that only a lead, or only a platform's row, has. */
export const LABEL_COLUMNS = {
  status: 'text',
  state: 'text',
  device: 'text',
  campus_key: 'int',
  program_key: 'int',
  publisher_source_key: 'int',
  sub_source: 'text',
  age_band: 'text',
  education: 'text',
  grad_year: 'int',
  military_status: 'text',
  military_branch: 'text',
  area_of_interest: 'text',
  degree_of_interest: 'text',
  start_timeframe: 'text',
  platform_campaign_key: 'int',
  ad_group_key: 'int',
  keyword_key: 'int',
} as const;
export type LabelColumn = keyof typeof LABEL_COLUMNS;
export const isLabelColumn = (name: string): name is LabelColumn => Object.hasOwn(LABEL_COLUMNS, name);
export const labelColumns = Object.keys(LABEL_COLUMNS) as LabelColumn[];

/** Amounts in cents. */
const AMOUNTS = [
  'lead_client_cost',
  'lead_media_cost',
  'sold_amount',
  'pitch_amount',
  'open_amount',
  'platform_cost',
  'platform_client_cost',
  'adjusted_client_cost',
  'adjusted_media_cost',
] as const;

const COUNTS = [
  'gross',
  'valid',
  'invalid',
  'duplicate',
  'scrubbed',
  'over_cap',
  'closed',
  'rejected',
  'returned',
  'delivered',
  'billable',
  'cohort_contacts',
  'cohort_appointments',
  'cohort_interviews',
  'cohort_visits',
  'cohort_applications',
  'cohort_enrollments',
  'cohort_starts',
  'days_to_contact',
  'days_to_appointment',
  'days_to_interview',
  'days_to_visit',
  'days_to_application',
  'days_to_enrollment',
  'days_to_start',
  'pitch_count',
  'open_count',
  'funded_count',
  'contacts',
  'appointments',
  'interviews',
  'visits',
  'applications',
  'enrollments',
  'starts',
  'clicks',
  'impressions',
  'platform_clicks',
  'conversions',
  'call_conversions',
  'view_through',
  'sends',
  'emails_delivered',
  'opens',
  'email_clicks',
  'unsubscribes',
] as const;

export type FactColumn = (typeof AMOUNTS)[number] | (typeof COUNTS)[number];
export const FACT_COLUMNS: readonly FactColumn[] = [...COUNTS, ...AMOUNTS];
const amounts: ReadonlySet<string> = new Set(AMOUNTS);
export const isAmount = (column: FactColumn): boolean => amounts.has(column);
export const isFactColumn = (name: string): name is FactColumn => (FACT_COLUMNS as readonly string[]).includes(name);

/**
 * Kinds of rows, as ranges: inquiries with their outcomes, everything that counts for a campaign (clicks, platforms, emails and adjustments
 * too), ad groups alone, keywords. A keyword's row is part of an ad group's and never added to it.
 */
export const KINDS = {
  inquiries: [0, 0],
  leads: [0, 7],
  all: [0, 16],
  platform: [12, 14],
  keyword: [20, 20],
} as const satisfies Record<string, readonly [from: number, to: number]>;
export type FactRows = keyof typeof KINDS;
/** A marker row: the block it was inserted with is present. It belongs to no owner. */
export const MARK = 99;
export const NO_OWNER = 0;
