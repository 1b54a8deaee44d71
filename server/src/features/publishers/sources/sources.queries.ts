import { type PublisherSource, type SentValues, sourceRecord, type SourceStatus } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../../db/scope/tx.ts';
import { blankable, insertFields, recordStore, selectFields, setFields } from '../../../shared/records/record-store.ts';

const store = recordStore(sourceRecord, {
  alias: 's',
  places: {
    aggregatorKey: 'partner_key',
    notes: { ...blankable('notes', 's'), write: (notes) => (notes === '' ? null : notes) },
  },
});

/** A source with all its stored fields. */
export interface SourceRow extends PublisherSource {
  aggregatorName: string;
  /** The source's own status, beside the effective one. */
  ownStatus: SourceStatus;
  ownReason: string | null;
  notes: string;
}

/** The effective status is derived from its own and its publisher's. */
const FORM_FIELDS = Object.keys(sourceRecord.fields) as (keyof typeof sourceRecord.fields)[];
const columns = sql`
  s.publisher_source_key as "publisherSourceKey", ${selectFields(store, ...FORM_FIELDS)}, m.name as "aggregatorName",
  p.name as "publisherName", p.domain, p.traffic_types as "trafficTypes",
  d.name as "disclosureName", d.wording as "disclosureWording",
  app.source_status(p.status, s.status) as status, s.status as "ownStatus", s.status_reason as "ownReason",
  coalesce(s.status_reason, p.status_reason) as "statusReason", s.first_seen::text as "firstSeen",
  s.row_version as "rowVersion"`;
const tables = sql`
  publisher_source s
  join publisher p on p.partner_key = s.partner_key and p.publisher_key = s.publisher_key
  join media_partner m on m.partner_key = s.partner_key
  left join disclosure_text d on d.partner_key = s.partner_key and d.disclosure_text_key = s.disclosure_text_key`;

/** The sources of a media partner, or of one of its publishers, by tag. */
export const listPartnerSources = async (
  tx: Tx,
  partnerKey: number,
  { publisherKey = null }: { publisherKey?: number | null } = {},
): Promise<SourceRow[]> => {
  const { rows } = await sql<SourceRow>`
    select ${columns} from ${tables}
    where s.partner_key = ${partnerKey} and s.publisher_key = coalesce(${publisherKey}::int, s.publisher_key)
    order by lower(s.source_tag)
  `.execute(tx);
  return rows;
};

/** In the order of their keys, so that two callers locking the same ones wait for each other without a deadlock. */
export const listSourcesByKey = async (
  tx: Tx,
  keys: readonly number[],
  { lock }: { lock: boolean },
): Promise<SourceRow[]> => {
  const { rows } = await sql<SourceRow>`
    select ${columns} from ${tables} where s.publisher_source_key = any (${[...keys]}::int[])
    order by s.publisher_source_key ${lock ? sql`for update of s` : sql``}
  `.execute(tx);
  return rows;
};

export const listSourcesByTag = async (
  tx: Tx,
  partnerKey: number,
  tags: readonly string[],
  { lock }: { lock: boolean },
): Promise<SourceRow[]> => {
  const { rows } = await sql<SourceRow>`
    select ${columns} from unnest(${[...tags]}::text[]) n (tag) join ${tables}
      on s.partner_key = ${partnerKey} and lower(s.source_tag) = lower(n.tag)
    order by s.publisher_source_key ${lock ? sql`for update of s` : sql``}
  `.execute(tx);
  return rows;
};

type SourceValues = Omit<SentValues<typeof sourceRecord.fields>, 'aggregatorKey'>;

export const insertSource = async (
  tx: Tx,
  partnerKey: number,
  { at, ...values }: SourceValues & { status: SourceStatus; statusReason: string | null; at: Date },
): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    insert into publisher_source ${insertFields(store, values, { partner_key: partnerKey, created_at: at })}
    returning publisher_source_key as key
  `.execute(tx);
  return rows[0]!.key;
};

export const updateSource = async (tx: Tx, sourceKey: number, values: SourceValues): Promise<void> => {
  await sql`
    update publisher_source set ${setFields(store, values)}, row_version = row_version + 1
    where publisher_source_key = ${sourceKey}
  `.execute(tx);
};

export const updateSourceStatus = async (
  tx: Tx,
  keys: readonly number[],
  status: SourceStatus,
  reason: string | null,
): Promise<void> => {
  await sql`
    update publisher_source set status = ${status}, status_reason = ${reason}, row_version = row_version + 1
    where publisher_source_key = any (${[...keys]}::int[])
  `.execute(tx);
};

interface StoredChange {
  at: Date;
  by: string | null;
  entity: 'publisher' | 'publisher_source';
  before: Record<string, unknown> | null;
  after: Record<string, unknown>;
}

/** The audit entries of a source and of its publisher, the newest first. */
export const listSourceChanges = async (
  tx: Tx,
  { publisherSourceKey, publisherKey }: Pick<SourceRow, 'publisherSourceKey' | 'publisherKey'>,
): Promise<StoredChange[]> => {
  const { rows } = await sql<StoredChange>`
    select a.at, u.first_name || ' ' || u.last_name as by, a.entity, a.before, a.after
    from audit_log a left join user_account u on u.user_key = a.user_key
    where a.after is not null and ((a.entity = 'publisher_source' and a.entity_key = ${String(publisherSourceKey)})
      or (a.entity = 'publisher' and a.entity_key = ${String(publisherKey)}))
    order by a.at desc, a.audit_key desc limit 200
  `.execute(tx);
  return rows;
};
