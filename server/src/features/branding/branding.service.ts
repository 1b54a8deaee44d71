import { hash } from 'node:crypto';
import {
  type BrandingForm,
  type BrandingPair,
  LOGO,
  LOGO_TYPES,
  mergedBranding,
  type ShownBranding,
  type StoredBranding,
} from '@paceline/contract';
import { publicScope } from '../../db/scope/public-scope.ts';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database, type Tx } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Clock } from '../../lib/clock.ts';
import { redrawPicture } from '../../lib/files/picture.ts';
import { type Origin } from '../../lib/origin.ts';
import { audit } from '../../shared/audit.ts';
import { findAgencyBranding, findLogo, getShownBranding, logoOf, shownOf } from '../../shared/branding.ts';
import {
  type BrandingOf,
  findBrandingAt,
  getBranding,
  holdBranding,
  isAddressTaken,
  isOnAllOwners,
  type NewLogo,
  type StoredRow,
  upsertBranding,
} from './branding.queries.ts';

export interface BrandingDeps {
  db: Database;
  clock: Clock;
}
interface Caller {
  scope: Scope;
  origin: Origin;
}

const storedOf = (row: StoredRow): StoredBranding => ({
  rowVersion: row.rowVersion,
  name: row.name,
  colour: row.colour,
  address: row.address,
  logo: logoOf(row),
});

const refused = (field: string, message: string): AppError =>
  new AppError('VALIDATION', { errors: [{ field, code: 'invalid', message }] });

/** Drawn anew before anything is locked. */
const newLogo = async (logo: BrandingForm['logo']): Promise<NewLogo> => {
  if (logo === 'keep' || logo === null) return logo;
  const picture = await redrawPicture(Buffer.from(logo.content, 'base64'), { ...LOGO, types: LOGO_TYPES });
  if (typeof picture === 'string') throw refused('logo', picture);
  return { ...picture, hash: hash('sha256', picture.content) };
};

/** What the audit log keeps: the picture by the address that it is served at. */
const audited = ({ name, colour, address, logoHash }: StoredRow) => ({ name, colour, address, logo: logoHash });

const LABELS = { name: 'Name', colour: 'Colour', address: 'Address', logo: 'Logo' } as const;
/** A concurrent save: the saved values beside those to be saved. */
const stale = (theirs: StoredRow, mine: { name: string; colour: string | null; address: string | null }): AppError =>
  new AppError('STALE_ROW', {
    message: 'Somebody else changed this brand. Nothing of yours is saved.',
    errors: (['name', 'colour', 'address'] as const)
      .filter((field) => theirs[field] !== mine[field])
      .map((field) => ({
        field,
        code: 'conflict',
        message: `${LABELS[field]}: saved “${theirs[field] ?? ''}”, yours “${mine[field] ?? ''}”.`,
      })),
  });

/** Saves a brand and leaves its line, unless nothing of it differs. */
const save = async (
  tx: Tx,
  { scope, origin, at }: Caller & { at: Date },
  of: BrandingOf,
  { rowVersion, ...form }: Omit<BrandingForm, 'logo'> & { logo: NewLogo },
): Promise<StoredRow> => {
  await holdBranding(tx, of);
  const before = await getBranding(tx, of);
  if (before.rowVersion !== rowVersion) throw stale(before, form);
  await upsertBranding(tx, of, form);
  const after = await getBranding(tx, of);
  const ownerKey = of === 'agency' ? null : of.ownerKey;
  if (JSON.stringify(audited(before)) !== JSON.stringify(audited(after)))
    await audit(tx, scope, origin, at, {
      action: 'brandingSaved',
      ...(ownerKey !== null && { ownerKey }),
      entity: ownerKey === null ? 'agency_branding' : 'owner_branding',
      entityKey: ownerKey ?? 1,
      before: audited(before),
      after: audited(after),
    });
  return after;
};

const readPair = async (tx: Tx, scope: Scope, ownerKey: number): Promise<BrandingPair> => ({
  own: storedOf(await getBranding(tx, { ownerKey })),
  agency: storedOf(await getBranding(tx, 'agency')),
  mayChangeAgency: await isOnAllOwners(tx, scope.userKey),
});

export const readBranding = ({ db }: BrandingDeps, scope: Scope, ownerKey: number): Promise<BrandingPair> =>
  db.readScope(scope, (tx) => readPair(tx, scope, ownerKey));

export const saveOwnerBranding = async (
  { db, clock }: BrandingDeps,
  caller: Caller,
  ownerKey: number,
  form: BrandingForm,
): Promise<BrandingPair> => {
  const logo = await newLogo(form.logo);
  return db.withScope(caller.scope, async (tx) => {
    if (form.address !== null && (await isAddressTaken(tx, form.address, ownerKey)))
      throw refused('address', `The address ${form.address} is taken. Choose another one.`);
    await save(tx, { ...caller, at: clock.now() }, { ownerKey }, { ...form, logo });
    return readPair(tx, caller.scope, ownerKey);
  });
};

export const saveAgencyBranding = async (
  { db, clock }: BrandingDeps,
  caller: Caller,
  form: Omit<BrandingForm, 'address'>,
): Promise<StoredBranding> => {
  const logo = await newLogo(form.logo);
  return db.withScope(caller.scope, async (tx) => {
    if (!(await isOnAllOwners(tx, caller.scope.userKey)))
      throw new AppError('FORBIDDEN', { message: 'The agency’s brand is changed by users who work on all owners.' });
    return storedOf(await save(tx, { ...caller, at: clock.now() }, 'agency', { ...form, address: null, logo }));
  });
};

export const readShown = ({ db }: BrandingDeps, scope: Scope, ownerKey: number): Promise<ShownBranding> =>
  db.readScope(scope, (tx) => getShownBranding(tx, ownerKey));

/** An address that nobody has is answered like none, so that owners cannot be listed by trying. */
export const readAt = ({ db }: BrandingDeps, address: string | undefined): Promise<ShownBranding> =>
  db.readScope(publicScope, async (tx) => {
    const row = address === undefined ? undefined : await findBrandingAt(tx, address);
    return mergedBranding(row === undefined ? null : shownOf(row), await findAgencyBranding(tx));
  });

export const readLogo = ({ db }: BrandingDeps, logoHash: string): Promise<Buffer | null> =>
  db.readScope(publicScope, (tx) => findLogo(tx, logoHash));
