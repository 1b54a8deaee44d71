import { sql, type RawBuilder } from 'kysely';
import { type Tx } from '../../db/scope/tx.ts';
import { BRANDING_FIELDS, type BrandingRow } from '../../shared/branding.ts';

export interface StoredRow extends BrandingRow {
  rowVersion: number;
  address: string | null;
}

/** What replaces the stored logo; `keep` leaves it. */
export type NewLogo = 'keep' | null | { content: Buffer; hash: string; width: number; height: number };

interface NewBranding {
  name: string;
  colour: string | null;
  address: string | null;
  logo: NewLogo;
}

/** Whose brand: an owner's, or the agency's. */
export type BrandingOf = { ownerKey: number } | 'agency';

const NONE: StoredRow = {
  rowVersion: 0,
  name: '',
  colour: null,
  address: null,
  logoHash: null,
  logoWidth: null,
  logoHeight: null,
};

export const getBranding = async (tx: Tx, of: BrandingOf): Promise<StoredRow> => {
  const { rows } =
    of === 'agency'
      ? await sql<StoredRow>`
          select ${BRANDING_FIELDS}, null as address, row_version as "rowVersion" from agency_branding`.execute(tx)
      : await sql<StoredRow>`
          select ${BRANDING_FIELDS}, address, row_version as "rowVersion" from owner_branding
          where owner_key = ${of.ownerKey}`.execute(tx);
  return rows[0] ?? NONE;
};

/** Makes concurrent saves wait for each other, also where there is no row yet. */
export const holdBranding = async (tx: Tx, of: BrandingOf): Promise<void> => {
  const name = of === 'agency' ? 'branding of the agency' : `branding of owner ${of.ownerKey}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
};

const logoValues = (logo: Exclude<NewLogo, 'keep'>): RawBuilder<unknown> =>
  logo === null ? sql`null, null, null, null` : sql`${logo.content}, ${logo.hash}, ${logo.width}, ${logo.height}`;
const LOGO_COLUMNS = sql`logo, logo_hash, logo_width, logo_height`;
const newLogo = (logo: NewLogo): RawBuilder<unknown> =>
  logo === 'keep'
    ? sql``
    : sql`, logo = excluded.logo, logo_hash = excluded.logo_hash, logo_width = excluded.logo_width, logo_height = excluded.logo_height`;

export const upsertBranding = async (
  tx: Tx,
  of: BrandingOf,
  { name, colour, address, logo }: NewBranding,
): Promise<void> => {
  const values = logoValues(logo === 'keep' ? null : logo);
  if (of === 'agency')
    await sql`
      insert into agency_branding as b (name, colour, ${LOGO_COLUMNS}) values (${name}, ${colour}, ${values})
      on conflict (single) do update set name = excluded.name, colour = excluded.colour,
        row_version = b.row_version + 1 ${newLogo(logo)}
    `.execute(tx);
  else
    await sql`
      insert into owner_branding as b (owner_key, name, colour, address, ${LOGO_COLUMNS})
      values (${of.ownerKey}, ${name}, ${colour}, ${address}, ${values})
      on conflict (owner_key) do update set name = excluded.name, colour = excluded.colour, address = excluded.address,
        row_version = b.row_version + 1 ${newLogo(logo)}
    `.execute(tx);
};

export const isAddressTaken = async (tx: Tx, address: string, ownerKey: number): Promise<boolean> => {
  const { rows } = await sql<{ taken: boolean }>`
    select app.branding_address_taken(${address}, ${ownerKey}) as taken`.execute(tx);
  return rows[0]?.taken === true;
};

export const findBrandingAt = async (tx: Tx, address: string): Promise<BrandingRow | undefined> => {
  const { rows } = await sql<BrandingRow>`select ${BRANDING_FIELDS} from app.branding_at(${address})`.execute(tx);
  return rows[0];
};

export const isOnAllOwners = async (tx: Tx, userKey: number | null): Promise<boolean> => {
  const { rows } = await sql<{ all: boolean }>`
    select all_owners as all from user_account where user_key = ${userKey}`.execute(tx);
  return rows[0]?.all === true;
};
