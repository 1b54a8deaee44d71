import { leadCurl, type Permission } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { sealPerson } from '../../../lib/secrets/seal.ts';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import {
  clientOf,
  deliverySettings,
  makeEndpoint,
  makeValidLead,
  TEST_SECRET,
} from '../../../testing/factories/delivery-factories.ts';
import { makeCampaign } from '../../../testing/factories/factories.ts';

const harness = useApp();
const PERSON = {
  firstName: 'Quintina',
  lastName: `O'Hara`,
  email: 'quintina.v@post.example',
  phone: '6145550173',
  post: {
    zip: '43001',
    ipAddress: '203.0.113.9',
    landingPageUrl: 'https://form.example/go?email=quintina.v@post.example',
    subSources: ['a'],
  },
};
const SEES: Permission[] = ['leadanalyzer:View', 'leadanalyzer:ViewPII'];

let owner: number;
let other: number;
let lead: number;
let foreignLead: number;
let desk: SignedIn;

beforeAll(async () => {
  harness.clock.set(TEST_NOW);
  const settings = deliverySettings({
    fields: [
      { name: 'last', template: '{lastName}' },
      { name: 'apiKey', template: 'constant-secret' },
    ],
  });
  const make = () =>
    harness.asMigrator(async (tx) => {
      const { ownerKey, campaignKey } = await makeCampaign(tx);
      const clientKey = await clientOf(tx, ownerKey, campaignKey);
      const endpointKey = await makeEndpoint(tx, { ownerKey, clientKey, settings });
      const { leadKey, capturedDate } = await makeValidLead(tx, { ownerKey, campaignKey, at: TEST_NOW });
      await sql`
        update lead_person set sealed = ${sealPerson(TEST_SECRET, { ownerKey, leadKey }, PERSON)} where lead_key = ${leadKey}`.execute(
        tx,
      );
      await sql`
        insert into delivery_endpoint_version (owner_key, endpoint_key, version, name, settings, saved_at)
        values (${ownerKey}, ${endpointKey}, 1, 'School CRM', ${JSON.stringify(settings)}, ${TEST_NOW})`.execute(tx);
      const request = [
        'POST https://leads.school.example/intake',
        'Content-Type: application/json',
        'Authorization: Bearer •••',
        '',
        '{"last":"O•••","apiKey":"constant-secret"}',
      ].join('\n');
      await sql`
        insert into lead_delivery (owner_key, captured_date, lead_key, attempt, at, outcome, request, endpoint_key, endpoint_version)
        values (${ownerKey}, ${capturedDate}, ${leadKey}, 1, ${TEST_NOW}, 'failed', ${request}, ${endpointKey}, 1)`.execute(
        tx,
      );
      return { ownerKey, leadKey };
    });
  const [mine, foreign] = [await make(), await make()];
  [owner, lead, other, foreignLead] = [mine.ownerKey, mine.leadKey, foreign.ownerKey, foreign.leadKey];
  desk = await harness.signedIn('ag', { owners: [owner], permissions: SEES });
});

const ask = (as: SignedIn, over: object = {}) =>
  harness.call(leadCurl, as, {
    body: { ownerKey: owner, leadCaptureKey: lead, attempt: 1, wholePerson: false, ...over },
  });
const commandOf = async (as: SignedIn, over: object = {}): Promise<string> => {
  const { status, body } = await ask(as, over);
  expect(status).toBe(200);
  return (body.data as { command: string }).command;
};
const views = async (): Promise<number> => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ views: number }>`
      select count(*)::int as views from audit_log where action = 'leadPersonViewed' and entity_key = ${String(lead)}`.execute(
      tx,
    ),
  );
  return rows[0]!.views;
};

test('a try is a command without its credentials, the person masked unless somebody may see it, and that is recorded', async () => {
  const before = await views();
  const masked = await commandOf(desk);
  expect(masked).toBe(
    [
      `curl --globoff -X POST 'https://leads.school.example/intake'`,
      `-H 'Content-Type: application/json'`,
      `-H 'Authorization: Bearer CREDENTIAL'`,
      `--data-raw '{"last":"O•••","apiKey":"CREDENTIAL"}'`,
    ].join(' \\\n  '),
  );
  expect(await views()).toBe(before);
  const whole = await commandOf(desk, { wholePerson: true });
  expect(whole).toContain(String.raw`--data-raw '{"last":"O'\''Hara","apiKey":"CREDENTIAL"}'`);
  expect(await views()).toBe(before + 1);
});

test('the post of a lead, too, and its client does not see it', async () => {
  const masked = await commandOf(desk, { attempt: null });
  expect(masked).toContain(
    `/lead/v1/post' \\\n  -H 'Content-Type: application/json' \\\n  -H 'X-Partner-Key: CREDENTIAL'`,
  );
  expect(masked).toContain('"firstName":"Q•••"');
  expect(masked).toContain('"zip":"43001"');
  expect(masked).toContain('"sub1":"a"');
  expect(masked).not.toMatch(/quintina|0173"?.*6145|203\.0\.113/i);
  expect(await commandOf(desk, { attempt: null, wholePerson: true })).toContain('"email":"quintina.v@post.example"');
  const client = await harness.signedIn('cl', { owners: [owner], permissions: ['leadanalyzer:View'] });
  expect(await commandOf(client)).toContain('"last":"O•••"');
  expect((await ask(client, { attempt: null })).status).toBe(404);
  expect((await ask(client, { wholePerson: true })).status).toBe(403);
});

test('without the right nobody gets the person, and nobody another owner’s lead', async () => {
  const blind = await harness.signedIn('ag', { owners: [owner], permissions: ['leadanalyzer:View'] });
  expect((await ask(blind, { wholePerson: true })).status).toBe(403);
  expect((await ask(desk, { leadCaptureKey: foreignLead })).status).toBe(404);
  expect((await ask(desk, { ownerKey: other, leadCaptureKey: foreignLead })).status).toBe(404);
  expect((await ask(desk, { attempt: 9 })).status).toBe(404);
  const partner = await harness.signedIn('mp', { owners: [owner], permissions: ['leadanalyzer:View'] });
  expect(
    (
      await harness.call(leadCurl, partner, {
        body: { ownerKey: owner, leadCaptureKey: lead, attempt: 1, wholePerson: false },
        group: 'ag',
      })
    ).status,
  ).toBe(403);
});
