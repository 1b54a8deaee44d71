import { type RawBuilder, sql } from 'kysely';

/** Retention of audit log lines in years: longer for changes of money or status. */
const AUDIT_YEARS = { moneyAndStatus: 7, other: 2 } as const;

/** Entities with the longer retention: prices, plans, bills, orders, and permissions of campaigns, leads, partners and sources. */
const MONEY_AND_STATUS: readonly string[] = [
  'allocations',
  'billingMonth',
  'bulkImport',
  'campaign',
  'goal',
  'goals',
  'insertion_order',
  'insertion_order_setting',
  'lead',
  'media_partner',
  'owner',
  'publisher',
  'publisher_source',
  'reconciliationRow',
  'reconciliationRun',
];
/** Read accesses to such records, with the shorter retention. */
const LOOKS: readonly string[] = ['leadPersonViewed', 'leadEvidenceTaken', 'postingInstructionsRead', 'ioOpened'];

/** Deletes expired lines. The table's trigger allows it only in a transaction that began with `letAuditGo`. */
export const oldAuditLines = (now: Date): RawBuilder<unknown> => {
  const before = (years: number) => sql`${now}::timestamptz - make_interval(years => ${years})`;
  return sql`
    delete from audit_log where at <= ${before(AUDIT_YEARS.moneyAndStatus)} or (at <= ${before(AUDIT_YEARS.other)} and not
      (outcome = 'done' and coalesce(entity, '') = any (${[...MONEY_AND_STATUS]}::text[]) and action <> all (${[...LOOKS]}::text[])))`;
};

export const letAuditGo: RawBuilder<unknown> = sql`select set_config('app.audit_retention', 'over', true)`;
