import {
  ALL_PERMISSIONS,
  type InstructionsLink,
  instructionsLinkList,
  instructionsLinkMake,
  instructionsLinkShut,
  postingInstructionsOpenApi,
  postingInstructionsPdf,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { writeTicket } from '../../../lib/secrets/signed-ticket.ts';
import { type SignedIn, TEST_NOW, TEST_SECRET, useApp } from '../../../testing/app.ts';
import { makeCampaign, makePartner } from '../../../testing/factories/factories.ts';

interface OpenApi {
  paths: Record<string, { post: { requestBody: { content: Record<string, { schema: BodySchema }> } } }>;
}
interface BodySchema {
  required: string[];
  properties: Record<string, { enum?: string[] }>;
}

const harness = useApp();
const DAY_MS = 86_400_000;

let mine: { ownerKey: number; campaignKey: number; partnerKey: number };
let other: typeof mine;
let agency: SignedIn;
let partner: SignedIn;

beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  [mine, other] = await harness.asMigrator(async (tx) => {
    const [one, two] = [await makePartner(tx), await makePartner(tx)];
    const first = await makeCampaign(tx, { partnerKey: one });
    const second = await makeCampaign(tx, { partnerKey: two, ownerKey: first.ownerKey });
    await sql`update campaign_price set media_desktop = 43.21, client_desktop = 98.76 where owner_key = ${first.ownerKey}`.execute(
      tx,
    );
    return [
      { ...first, partnerKey: one },
      { ...second, partnerKey: two },
    ];
  });
  agency = await harness.signedIn('ag', { owners: [mine.ownerKey], permissions: ALL_PERMISSIONS });
  partner = await harness.signedIn('mp', {
    owners: [mine.ownerKey],
    partnerKey: mine.partnerKey,
    permissions: ['campaigns:View', 'partners:Update'],
  });
});

const make = async (as: SignedIn, { campaignKey } = mine, body = {}): Promise<InstructionsLink> => {
  const answer = await harness.call(instructionsLinkMake, as, { params: { key: campaignKey }, body });
  expect({ status: answer.status, errors: answer.body.errors }).toEqual({ status: 200, errors: undefined });
  return answer.body.data as InstructionsLink;
};
const open = (url: string) => harness.app.inject({ method: 'GET', url: new URL(url).pathname });
const closed = async (url: string) => {
  const { statusCode, payload } = await open(url);
  expect(payload).not.toContain('X-Partner-Key');
  return { statusCode, isClosed: payload.includes('These instructions are not available') };
};
const GONE = { statusCode: 404, isClosed: true };

describe('a public link', () => {
  test('opens the instructions without a session, and without prices, sources and script', async () => {
    const { url } = await make(partner);
    const { statusCode, payload, headers } = await open(url!);
    expect(statusCode).toBe(200);
    expect(payload).toContain('YOUR_POSTING_KEY');
    expect(payload).not.toMatch(/43\.21|98\.76|<script|Source tag/);
    expect(headers['x-robots-tag']).toBe('noindex, nofollow');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    const document = await open(`${url}/openapi.json`);
    expect(document.json()).toMatchObject({ openapi: '3.1.0', paths: { '/lead/v1/post': {} } });
  });

  test('shows the current rules, not those of its creation', async () => {
    const { url } = await make(agency);
    expect((await open(url!)).payload).toContain('The whole US');
    await harness.asMigrator((tx) =>
      sql`
        insert into campaign_targeting (owner_key, campaign_key, geo) values (${mine.ownerKey}, ${mine.campaignKey}, '{"states":["US-OH"]}')
        on conflict (owner_key, campaign_key) do update set geo = excluded.geo`.execute(tx),
    );
    expect((await open(url!)).payload).toContain('<td>Ohio</td>');
  });

  test('that is forged, of another owner, purpose or link is refused', async () => {
    const { url, linkKey, endsAt } = await make(agency);
    const second = await make(agency, other);
    const place = url!.slice(0, url!.lastIndexOf('/') + 1);
    const [owner, , ends] = url!.slice(place.length).split('-');
    const signature = url!.slice(-43);
    const ticket = { ownerKey: mine.ownerKey, key: linkKey, endsAt: new Date(endsAt) };
    for (const forged of [
      `${owner}-${second.linkKey}-${ends}-${signature}`,
      `${owner}-${linkKey}-${Number(ends) + 1}-${signature}`,
      `${Number(owner) + 1}-${linkKey}-${ends}-${signature}`,
      writeTicket(TEST_SECRET, 'something else', ticket),
      writeTicket(Buffer.from('another secret of another server'), 'posting instructions', ticket),
      'x',
      '',
      '..%2f..%2fetc',
    ]) {
      const { statusCode, payload } = await harness.app.inject({
        method: 'GET',
        url: new URL(place + forged).pathname,
      });
      expect({ forged, statusCode, told: payload.includes('X-Partner-Key') }).toEqual({
        forged,
        statusCode: 404,
        told: false,
      });
    }
    // The same payload, signed by this server, opens.
    expect((await open(place + writeTicket(TEST_SECRET, 'posting instructions', ticket))).statusCode).toBe(200);
  });

  test('that has expired is refused, and so is its document', async () => {
    const { url } = await make(agency, mine, { days: 1 });
    harness.clock.set(new Date(TEST_NOW.getTime() + DAY_MS - 2_000));
    expect((await open(url!)).statusCode).toBe(200);
    harness.clock.set(new Date(TEST_NOW.getTime() + DAY_MS));
    expect(await closed(url!)).toEqual(GONE);
    expect(await closed(`${url}/openapi.json`)).toEqual(GONE);
  });

  test('that is disabled, or whose campaign changed partner, is refused and not listed', async () => {
    const { url, linkKey } = await make(partner);
    const shut = await harness.call(instructionsLinkShut, agency, {
      params: { key: mine.campaignKey },
      body: { linkKey },
    });
    expect(shut.status).toBe(200);
    expect(await closed(url!)).toEqual(GONE);
    const { body } = await harness.call(instructionsLinkList, agency, { params: { key: mine.campaignKey } });
    expect(body.data).toMatchObject([{ linkKey, url: null, shutAt: TEST_NOW.toISOString() }]);

    const next = await make(agency);
    await harness.asMigrator((tx) =>
      sql`update campaign set partner_key = ${other.partnerKey} where campaign_key = ${mine.campaignKey}`.execute(tx),
    );
    expect(await closed(next.url!)).toEqual(GONE);
  });

  test('is created, listed and disabled by a partner for its own campaigns only', async () => {
    const { linkKey } = await make(agency, other);
    const params = { key: other.campaignKey };
    const link = await harness.call(instructionsLinkMake, partner, { params, body: {} });
    expect(link.status).toBe(404);
    const shut = await harness.call(instructionsLinkShut, partner, { params, body: { linkKey } });
    expect(shut.status).toBe(404);
    const { status, body } = await harness.call(instructionsLinkList, partner, { params });
    expect([404, 200]).toContain(status);
    expect(body.data ?? []).toEqual([]);
    // Not by the key of another campaign, either.
    const wrong = await harness.call(instructionsLinkShut, partner, {
      params: { key: mine.campaignKey },
      body: { linkKey },
    });
    expect(wrong.status).toBe(404);
    // A partner sees no names of the agency's users.
    await make(agency);
    const own = await harness.call(instructionsLinkList, partner, { params: { key: mine.campaignKey } });
    expect(own.body.data).toMatchObject([{ madeBy: null }]);
  });
});

describe('files', () => {
  const file = (call: typeof postingInstructionsPdf | typeof postingInstructionsOpenApi, as: SignedIn) =>
    harness.app.inject({
      method: 'GET',
      url: `/api${call.path.replace('{p}', as.group).replace('{key}', String(mine.campaignKey))}`,
      headers: as.headers,
    });

  test('are a PDF and an OpenAPI document with the campaign and its requirements', async () => {
    const pdf = await file(postingInstructionsPdf, partner);
    expect(pdf.statusCode).toBe(200);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const answer = await file(postingInstructionsOpenApi, partner);
    expect(answer.headers['content-disposition']).toMatch(/^attachment/);
    const document: OpenApi = answer.json();
    const { schema } = document.paths['/lead/v1/post']!.post.requestBody.content['application/json']!;
    expect(schema.required).toEqual(expect.arrayContaining(['cck', 'firstName', 'phone', 'zip', 'tcpaText']));
    expect(schema.properties['deviceType']?.enum).toEqual(['desktop', 'tablet', 'mobile']);
  });
});
