import { type RawBuilder, sql } from 'kysely';

/** For how many years a line of the audit log is there: what moved money or a status longer than the rest. */
const AUDIT_YEARS = { moneyAndStatus: 7, other: 2 } as const;

/** What such lines are about: prices, plans, bills, orders, and what a campaign, a lead, a partner or a source may do. */
const MONEY_AND_STATUS: readonly string[] = [
  'allocations',
  'billingMonth',
  'bulkImport',
  'campaign',
  'goal',
  'goals',
  'insertionOrder',
  'insertion_order',
  'insertion_order_setting',
  'lead',
  'media_partner',
  'owner',
  'publisher',
  'publisher_source',
  'reconciliation',
  'reconciliationRow',
  'reconciliationRun',
];
/** Looks at such records move neither. */
const LOOKS: readonly string[] = ['leadPersonViewed', 'leadEvidenceTaken', 'postingInstructionsRead', 'ioOpened'];

/** Removes what is over. The trigger of the table lets it pass only in a transaction that began with `letAuditGo`. */
export const oldAuditLines = (now: Date): RawBuilder<unknown> => {
  const before = (years: number) => sql`${now}::timestamptz - make_interval(years => ${years})`;
  return sql`
    delete from audit_log where at <= ${before(AUDIT_YEARS.moneyAndStatus)} or (at <= ${before(AUDIT_YEARS.other)} and not
      (outcome = 'done' and coalesce(entity, '') = any (${[...MONEY_AND_STATUS]}::text[]) and action <> all (${[...LOOKS]}::text[])))`;
};

export const letAuditGo: RawBuilder<unknown> = sql`select set_config('app.audit_retention', 'over', true)`;
