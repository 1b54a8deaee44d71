/** Channel of a change. `unknown` finds entries written before the channel was recorded. */
export const AUDIT_WAYS = {
  screen: 'Screen',
  file: 'File',
  call: 'Call of another system',
  job: 'Job of Paceline',
} as const;
export type AuditWay = keyof typeof AUDIT_WAYS;
export const WAY_NOT_RECORDED = 'Not recorded';
export const auditWayWords = (way: AuditWay | null): string => (way === null ? WAY_NOT_RECORDED : AUDIT_WAYS[way]);

export const AUDIT_OUTCOMES = { done: 'Done', denied: 'Refused', failed: 'Failed' } as const;
export type AuditOutcome = keyof typeof AUDIT_OUTCOMES;

/** Labels of the audited entities. */
export const AUDIT_ENTITIES = {
  alert_rule: 'Alert rule',
  allocations: 'Allocations',
  api_key: 'API key',
  billingMonth: 'Billing month',
  brand: 'Brand',
  bulk: 'Kind of file',
  bulkAction: 'Bulk action',
  bulkImport: 'File',
  call: 'Call',
  campaign: 'Campaign',
  campus: 'Campus',
  client: 'Client',
  client_criteria: 'Client criteria',
  client_crm_account: 'Client system',
  criteria_replay: 'Test of criteria',
  custom_channel: 'Custom channel',
  deliveryEndpoint: 'Delivery endpoint',
  deliveryNotice: 'Notice of stuck leads',
  disclosure_text: 'Disclosure text',
  doc: 'Document',
  owner_branding: 'Brand of an owner',
  agency_branding: 'Brand of the agency',
  embed_setting: 'Embedding',
  forecast: 'Forecast',
  forecastRun: 'Forecast build',
  forecastScenario: 'Forecast scenario',
  goal: 'Line item',
  goals: 'Line items',
  insertion_order: 'Insertion order',
  insertion_order_setting: 'Insertion order settings',
  instructionsLink: 'Link to posting instructions',
  layout: 'Table layout',
  lead: 'Lead',
  leadExport: 'Lead export',
  lead_test_setting: 'Lead test settings',
  media_partner: 'Media partner',
  milestones: 'Milestones',
  owner: 'Owner',
  owner_draft: 'New client',
  owner_setting: 'Owner setting',
  partner_mailing: 'Mail to partners',
  platformConnection: 'API connection',
  platformFile: 'Platform report',
  platformPushKey: 'Push key',
  platform_account: 'Platform account',
  posting_key: 'Posting key',
  privacy_request: 'Privacy request',
  privacy_setting: 'Privacy settings',
  program: 'Program',
  provider_account: 'Verification account',
  publisher: 'Publisher',
  publisher_source: 'Publisher source',
  reconciliationRow: 'Row of a reconciliation',
  reconciliationRun: 'Reconciliation',
  report: 'Report',
  report_dashboard: 'Saved dashboard',
  report_schedule: 'Report schedule',
  report_view: 'Saved view',
  session: 'Session',
  statement: 'Statement',
  suppression_list: 'Suppression list',
  trading_platform: 'Trading platform',
  unmatchedMilestone: 'Unmatched milestone',
  user: 'User',
  webhook: 'Webhook',
} as const;
export const AUDIT_ENTITY_KEYS = Object.keys(AUDIT_ENTITIES) as [
  keyof typeof AUDIT_ENTITIES,
  ...(keyof typeof AUDIT_ENTITIES)[],
];

/** Fallback label: "forecastLineCreated" in separate words. */
const spelledOut = (name: string): string => {
  const words = name
    .replaceAll(/[._]/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
/** Looks up labels in a table; missing names are spelled out. */
export const wordsFrom =
  (table: Readonly<Record<string, string>>) =>
  (name: string): string =>
    Object.hasOwn(table, name) ? (table[name] as string) : spelledOut(name);

export const auditEntityWords = wordsFrom(AUDIT_ENTITIES);
