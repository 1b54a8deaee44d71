import { type Logo, mergedBranding, type ShownBranding } from '@paceline/contract';
import { sql } from 'kysely';
import { type Tx } from '../db/scope/tx.ts';

/** Logos are served beside the API, at an address that names their content. */
export const LOGO_PATH = '/brand';
const logoPath = (hash: string): string => `${LOGO_PATH}/${hash}.png`;

export interface BrandingRow {
  name: string;
  colour: string | null;
  logoHash: string | null;
  logoWidth: number | null;
  logoHeight: number | null;
}

export const BRANDING_FIELDS = sql`name, colour, logo_hash as "logoHash", logo_width as "logoWidth", logo_height as "logoHeight"`;

export const logoOf = ({ logoHash, logoWidth, logoHeight }: BrandingRow): Logo | null =>
  logoHash === null ? null : { path: logoPath(logoHash), width: logoWidth ?? 1, height: logoHeight ?? 1 };

export const shownOf = (row: BrandingRow): ShownBranding => ({
  name: row.name,
  colour: row.colour,
  logo: logoOf(row),
});

export const findAgencyBranding = async (tx: Tx): Promise<ShownBranding | null> => {
  const { rows } = await sql<BrandingRow>`select ${BRANDING_FIELDS} from agency_branding`.execute(tx);
  return rows[0] === undefined ? null : shownOf(rows[0]);
};

/** The brand that is shown within an owner. */
export const getShownBranding = async (tx: Tx, ownerKey: number): Promise<ShownBranding> => {
  const { rows } = await sql<BrandingRow>`
    select ${BRANDING_FIELDS} from owner_branding where owner_key = ${ownerKey}`.execute(tx);
  return mergedBranding(rows[0] === undefined ? null : shownOf(rows[0]), await findAgencyBranding(tx));
};

const HASH = /^[0-9a-f]{64}$/;
const hashOfPath = (path: string): string => /\/([^/]*)\.png$/.exec(path)?.[1] ?? '';

export const findLogo = async (tx: Tx, hash: string): Promise<Buffer | null> => {
  if (!HASH.test(hash)) return null;
  const { rows } = await sql<{ logo: Buffer | null }>`select app.branding_logo(${hash}) as logo`.execute(tx);
  return rows[0]?.logo ?? null;
};

/** A brand with its picture, for files and mails. */
export interface PrintedBranding {
  name: string;
  colour: string | null;
  logo: (Logo & { content: Buffer }) | null;
}

export const NO_PRINTED_BRANDING: PrintedBranding = { name: '', colour: null, logo: null };

export const getPrintedBranding = async (tx: Tx, ownerKey: number): Promise<PrintedBranding> => {
  const { name, colour, logo } = await getShownBranding(tx, ownerKey);
  const content = logo === null ? null : await findLogo(tx, hashOfPath(logo.path));
  return { name, colour, logo: logo === null || content === null ? null : { ...logo, content } };
};
