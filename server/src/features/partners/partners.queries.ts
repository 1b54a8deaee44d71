import { type MediaPartner, type Partner, type PartnerForm, partnerRecord } from '@paceline/contract';
import { type RawBuilder, sql } from 'kysely';
import { ofOwners } from '../../db/scope/of-owners.ts';
import { type Tx } from '../../db/scope/tx.ts';
import { blankable, insertFields, recordStore, selectFields, setFields } from '../../shared/records/record-store.ts';

const store = recordStore(partnerRecord, {
  alias: 'p',
  places: {
    mediaPartnerName: 'name',
    mediaPartnerCode: 'code',
    activeFlag: 'active',
    affiliateKey: blankable('affiliate_key', 'p'),
    paymentTerms: blankable('payment_terms', 'p'),
  },
});
const key = sql`p.partner_key as "mediaPartnerKey"`;
const fields = sql`${key}, ${selectFields(store, 'mediaPartnerName', 'mediaPartnerCode', 'activeFlag')}`;

export const listPartners = async (tx: Tx): Promise<MediaPartner[]> => {
  const { rows } = await sql<MediaPartner>`select ${fields} from media_partner p order by name`.execute(tx);
  return rows;
};

/** Partners that work for a client of these owners; for a partner only itself. */
export const listPartnersOf = async (
  tx: Tx,
  owners: readonly number[],
  partnerKey: number | null,
): Promise<MediaPartner[]> => {
  const isOf: RawBuilder<unknown> =
    partnerKey === null
      ? sql`exists (select from partner_client m where m.partner_key = p.partner_key and ${ofOwners('m.owner_key', owners)})`
      : sql`p.partner_key = ${partnerKey}`;
  const { rows } = await sql<MediaPartner>`
    select ${fields} from media_partner p where ${isOf} order by name
  `.execute(tx);
  return rows;
};

export interface StoredPartner extends Omit<Partner, 'codeFixed'> {
  /** Whether a campaign uses it: its code is in links and files of others by then. */
  isUsed: boolean;
}

/** Locked until the transaction ends, if it is to be changed. */
export const findPartner = async (
  tx: Tx,
  partnerKey: number,
  { locked = false } = {},
): Promise<StoredPartner | undefined> => {
  const { rows } = await sql<StoredPartner>`
    select ${key}, ${selectFields(store)}, p.row_version as "rowVersion", app.partner_is_used(p.partner_key) as "isUsed"
    from media_partner p where p.partner_key = ${partnerKey} ${locked ? sql`for no key update` : sql``}
  `.execute(tx);
  return rows[0];
};

export const findPartnerName = async (tx: Tx, partnerKey: number): Promise<string | null> => {
  const { rows } = await sql<{ name: string }>`
    select name from media_partner where partner_key = ${partnerKey}
  `.execute(tx);
  return rows[0]?.name ?? null;
};

/** The name and code of a form that another partner has, compared without case. */
export const listTaken = async (
  tx: Tx,
  { mediaPartnerKey, mediaPartnerName, mediaPartnerCode }: PartnerForm,
): Promise<{ name: boolean; code: boolean }> => {
  const { rows } = await sql<{ name: boolean; code: boolean }>`
    select coalesce(bool_or(lower(name) = lower(${mediaPartnerName})), false) as name,
           coalesce(bool_or(lower(code) = lower(${mediaPartnerCode})), false) as code
    from media_partner where partner_key is distinct from ${mediaPartnerKey}
      and (lower(name) = lower(${mediaPartnerName}) or lower(code) = lower(${mediaPartnerCode}))
  `.execute(tx);
  return rows[0]!;
};

/** Saves run one after the other: names and codes are checked before they are written. */
export const lockPartners = (tx: Tx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext('media_partner'))`.execute(tx);

export const insertPartner = async (tx: Tx, form: PartnerForm): Promise<number> => {
  const { rows } = await sql<{ key: number }>`
    insert into media_partner ${insertFields(store, form)} returning partner_key as key
  `.execute(tx);
  return rows[0]!.key;
};

export const updatePartner = (tx: Tx, partnerKey: number, form: PartnerForm): Promise<unknown> =>
  sql`
    update media_partner set ${setFields(store, form)}, row_version = row_version + 1 where partner_key = ${partnerKey}
  `.execute(tx);

/** Activating or deactivating a partner changes the status of its campaigns at every owner: they are due for the next status check. */
export const updateCampaignsDue = (tx: Tx, partnerKey: number, at: Date): Promise<unknown> =>
  sql`select app.look_at_partner_again(${partnerKey}, ${at})`.execute(tx);
