import { hash } from 'node:crypto';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import {
  agencyBrandingSave,
  brandingAt,
  type BrandingPair,
  brandingShown,
  ownerBrandingGet,
  ownerBrandingSave,
  type ShownBranding,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../testing/app.ts';
import { makeCampaign } from '../../testing/factories/factories.ts';

const harness = useApp();
let mine: Awaited<ReturnType<typeof makeCampaign>>;
let other: typeof mine;
let agency: SignedIn;
let partner: SignedIn;

beforeEach(async () => {
  [mine, other] = await harness.asMigrator(async (tx) => {
    await sql`delete from owner_branding`.execute(tx);
    await sql`delete from agency_branding`.execute(tx);
    return [await makeCampaign(tx), await makeCampaign(tx)];
  });
  agency = await harness.signedIn('ag', {
    owners: [mine.ownerKey, other.ownerKey],
    permissions: ['admin:Settings'],
  });
  partner = await harness.signedIn('mp', { owners: [mine.ownerKey], partnerKey: mine.partnerKey, permissions: [] });
});

const drawn = (colour = '#123456', [width, height]: readonly [number, number] = [960, 200]): Buffer => {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = colour;
  context.fillRect(0, 0, width, height);
  return canvas.toBuffer('image/png');
};
const base64 = (bytes: Buffer) => ({ content: bytes.toString('base64') });
interface Form {
  rowVersion: number;
  name: string;
  colour: string | null;
  address: string | null;
  logo: 'keep' | null | { content: string };
}
const NOTHING: Form = { rowVersion: 0, name: '', colour: null, address: null, logo: 'keep' };
const save = (form: Partial<Form>, ownerKey = mine.ownerKey, as = agency) =>
  harness.call(ownerBrandingSave, as, { params: { owner: ownerKey }, body: { ...NOTHING, ...form } });
const shown = async (ownerKey: number, as = agency) =>
  (await harness.call(brandingShown, as, { params: { owner: ownerKey } })).body.data as ShownBranding;
const at = async (address?: string) =>
  (await harness.call(brandingAt, null, { query: address === undefined ? {} : { address } })).body
    .data as ShownBranding;
const pictureAt = (path: string) => harness.app.inject({ method: 'GET', url: path });
const onAllOwners = () =>
  harness.asMigrator((tx) =>
    sql`update user_account set all_owners = true where user_key = ${agency.userKey}`.execute(tx),
  );
const saveAgency = (form: object) =>
  harness.call(agencyBrandingSave, agency, {
    body: { rowVersion: 0, name: 'Northlight Media', colour: '#7a1f5c', logo: 'keep', ...form },
  });

test('an owner’s brand is shown within it and at its sign-in address, never within another owner', async () => {
  const saved = await save({ name: 'Hartwell', colour: '#0A5F99', address: 'hartwell', logo: base64(drawn()) });
  expect(saved.status).toBe(200);
  const { own, mayChangeAgency } = saved.body.data as BrandingPair;
  expect(own).toMatchObject({ rowVersion: 1, name: 'Hartwell', colour: '#0a5f99', address: 'hartwell' });
  expect(mayChangeAgency).toBe(false);
  const brand = { name: 'Hartwell', colour: '#0a5f99', logo: own.logo };
  expect(await shown(mine.ownerKey)).toEqual(brand);
  expect(await shown(mine.ownerKey, partner)).toEqual(brand);
  expect(await at('hartwell')).toEqual(brand);
  const none = { name: '', colour: null, logo: null };
  expect(await shown(other.ownerKey)).toEqual(none);
  expect([await at(), await at('nobody'), await at('HARTWELL')]).toEqual([none, none, none]);
  // A partner sees the brand of owners it works with, and no others; and changes none.
  expect((await harness.call(brandingShown, partner, { params: { owner: other.ownerKey } })).status).toBe(404);
  expect((await save({}, mine.ownerKey, partner)).status).toBe(403);
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ action: string; ownerKey: number; after: object }>`
      select action, owner_key as "ownerKey", after from audit_log where entity = 'owner_branding'
        and owner_key = ${mine.ownerKey}`.execute(tx),
  );
  expect(rows).toEqual([
    {
      action: 'brandingSaved',
      ownerKey: mine.ownerKey,
      after: {
        name: 'Hartwell',
        colour: '#0a5f99',
        address: 'hartwell',
        logo: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      },
    },
  ]);
});

test('the agency’s brand is shown where an owner has none, and is changed by users on all owners', async () => {
  expect((await saveAgency({})).status).toBe(403);
  await onAllOwners();
  expect((await saveAgency({ logo: base64(drawn()) })).body.data).toMatchObject({ rowVersion: 1 });
  expect(await shown(other.ownerKey)).toMatchObject({
    name: 'Northlight Media',
    colour: '#7a1f5c',
    logo: { width: 480 },
  });
  expect(await at('nobody')).toMatchObject({ name: 'Northlight Media' });
  // A name of its own comes without the agency's logo, and with its colour.
  await save({ name: 'Hartwell' });
  expect(await shown(mine.ownerKey)).toEqual({ name: 'Hartwell', colour: '#7a1f5c', logo: null });
});

test('a logo is drawn anew, and served by the hash of its content as a file that can do nothing', async () => {
  const text = 'SECRET COMMENT <script>alert(1)</script>';
  const upload = Buffer.concat([drawn('#123456', [960, 200]), Buffer.from(text)]);
  await save({ logo: base64(upload) });
  const { logo } = await shown(mine.ownerKey);
  expect(logo).toMatchObject({ width: 480, height: 100 });
  const { statusCode, headers, rawPayload } = await pictureAt(logo!.path);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-disposition': 'attachment; filename="logo.png"',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(logo!.path).toBe(`/brand/${hash('sha256', rawPayload)}.png`);
  expect(rawPayload.includes('SECRET COMMENT')).toBe(false);
  expect(await loadImage(rawPayload)).toMatchObject({ width: 480, height: 100 });
  // Removed, it is gone from its address.
  await save({ rowVersion: 1, logo: null });
  expect((await shown(mine.ownerKey)).logo).toBeNull();
  expect((await pictureAt(logo!.path)).statusCode).toBe(404);
  expect((await pictureAt('/brand/..%2fetc.png')).statusCode).toBe(404);
});

const huge = (): Buffer => {
  const bytes = drawn('#000000', [16, 16]);
  bytes.writeUInt32BE(60_000, 16);
  bytes.writeUInt32BE(60_000, 20);
  return bytes;
};
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
test.each([
  ['an SVG', Buffer.from(SVG), 'Choose a PNG, JPEG or WebP picture.'],
  ['a page', Buffer.from(`<html>${SVG}`), 'Choose a PNG, JPEG or WebP picture.'],
  ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000'), 'Choose a PNG, JPEG or WebP picture.'],
  ['a cut PNG', drawn().subarray(0, 60), 'The picture cannot be read. Save it again as PNG and choose that.'],
  ['dimensions that would fill the memory', huge(), 'this one has 60000 by 60000.'],
  ['a dot', drawn('#000000', [8, 8]), 'this one has 8 by 8.'],
  ['too many bytes', Buffer.concat([drawn(), Buffer.alloc(500_000)]), 'Choose a picture of at most 500 kB.'],
])('%s is refused at its field, and nothing is saved', async (_, bytes, message) => {
  const { status, body } = await save({ name: 'Half', logo: base64(bytes) });
  expect(status).toBe(422);
  expect(body.errors).toMatchObject([{ field: 'logo', message: expect.stringContaining(message) as string }]);
  expect((await shown(mine.ownerKey)).name).toBe('');
});

test.each(['image/jpeg', 'image/webp'] as const)('%s is taken as well', async (type) => {
  const canvas = createCanvas(300, 120);
  canvas.getContext('2d').fillRect(0, 0, 300, 120);
  const bytes = type === 'image/jpeg' ? canvas.toBuffer('image/jpeg') : canvas.toBuffer('image/webp');
  expect((await save({ logo: base64(bytes) })).status).toBe(200);
  expect((await shown(mine.ownerKey)).logo).toMatchObject({ width: 300, height: 120 });
});

test('an unreadable colour, a taken address and a stale save are refused in words', async () => {
  const bad = await save({ colour: '#ffcc00' });
  expect(bad.body.errors?.[0]).toMatchObject({
    field: 'colour',
    message: expect.stringContaining('at least 4.5') as string,
  });
  await save({ address: 'hartwell' });
  const duplicate = await save({ address: 'hartwell' }, other.ownerKey);
  expect(duplicate.body.errors).toMatchObject([
    { field: 'address', message: 'The address hartwell is taken. Choose another one.' },
  ]);
  const stale = await save({ name: 'Late' });
  expect(stale.status).toBe(409);
  expect(stale.body.errors).toMatchObject([
    { field: 'name', message: 'Name: saved “”, yours “Late”.' },
    { field: 'address', message: 'Address: saved “hartwell”, yours “”.' },
  ]);
  const { own } = (await harness.call(ownerBrandingGet, agency, { params: { owner: mine.ownerKey } })).body
    .data as BrandingPair;
  expect(own.rowVersion).toBe(1);
});
