import { type DisclosureText, type Publisher, publisherRecord, type SourceStatus } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { insertFields, recordStore, selectFields, setFields } from '../../shared/records/record-store.ts';

const store = recordStore(publisherRecord, {
  alias: 'p',
  places: { publisherName: 'name', reason: 'status_reason' },
});

/** One writer of a media partner's register at a time: names and tags are checked before they are written. */
export const holdRegister = (tx: Tx, partnerKey: number): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('publishers of partner ' || ${partnerKey}::int, 0))`.execute(tx);

export const findPartnerName = async (tx: Tx, partnerKey: number): Promise<string | null> => {
  const { rows } = await sql<{ name: string }>`
    select name from media_partner where partner_key = ${partnerKey}
  `.execute(tx);
  return rows[0]?.name ?? null;
};

/** By name; with a key, only that one. */
export const listPublishers = async (tx: Tx, partnerKey: number, publisherKey?: number): Promise<Publisher[]> => {
  const { rows } = await sql<Publisher>`
    select p.publisher_key as "publisherKey", p.partner_key as "aggregatorKey", p.row_version as "rowVersion",
           ${selectFields(store, 'publisherName', 'domain', 'trafficTypes', 'status')}, p.status_reason as "statusReason",
           (select count(*) from publisher_source s where s.partner_key = p.partner_key and s.publisher_key = p.publisher_key)::int
             as "sourceCount"
    from publisher p
    where p.partner_key = ${partnerKey} and p.publisher_key = coalesce(${publisherKey ?? null}::int, p.publisher_key)
    order by lower(p.name)
  `.execute(tx);
  return rows;
};

export const findPublisherNamed = async (tx: Tx, partnerKey: number, name: string): Promise<number | null> => {
  const { rows } = await sql<{ key: number }>`
    select publisher_key as key from publisher where partner_key = ${partnerKey} and lower(name) = lower(${name})
  `.execute(tx);
  return rows[0]?.key ?? null;
};

export interface PublisherValues {
  publisherName: string;
  domain: string | null;
  trafficTypes: readonly string[];
  status: SourceStatus;
  /** Why it is blocked; null while it is not. */
  reason: string | null;
}

export const insertPublisher = async (tx: Tx, partnerKey: number, values: PublisherValues): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    insert into publisher ${insertFields(store, values, { partner_key: partnerKey })} returning publisher_key as key
  `.execute(tx);
  return rows[0]!.key;
};

/** A source's version rises with its publisher's, since a file or form contains fields of both. */
export const updatePublisher = async (tx: Tx, publisherKey: number, values: PublisherValues): Promise<void> => {
  await sql`
    update publisher set ${setFields(store, values)}, row_version = row_version + 1
    where publisher_key = ${publisherKey}
  `.execute(tx);
  await sql`update publisher_source set row_version = row_version + 1 where publisher_key = ${publisherKey}`.execute(
    tx,
  );
};

/** The newest first. */
export const listDisclosures = async (tx: Tx, partnerKey: number): Promise<DisclosureText[]> => {
  const { rows } = await sql<Omit<DisclosureText, 'createdAt'> & { createdAt: Date }>`
    select d.disclosure_text_key as "disclosureTextKey", d.name, d.wording, d.created_at as "createdAt",
           u.first_name || ' ' || u.last_name as "createdBy"
    from disclosure_text d left join user_account u on u.user_key = d.created_by
    where d.partner_key = ${partnerKey} order by d.disclosure_text_key desc
  `.execute(tx);
  return rows.map(({ createdAt, ...text }) => ({ ...text, createdAt: createdAt.toISOString() }));
};

/** Null where the name is taken. */
export const insertDisclosure = async (
  tx: Tx,
  {
    partnerKey,
    name,
    wording,
    at,
    by,
  }: { partnerKey: number; name: string; wording: string; at: Date; by: number | null },
): Promise<number | null> => {
  const { rows } = await sql<{ key: number }>`
    insert into disclosure_text (partner_key, name, wording, created_at, created_by)
    values (${partnerKey}, ${name}, ${wording}, ${at}, ${by})
    on conflict (partner_key, lower(name)) do nothing returning disclosure_text_key as key
  `.execute(tx);
  return rows[0]?.key ?? null;
};
