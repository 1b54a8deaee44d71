import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Tx } from '../../db/scope/tx.ts';
import { useApp } from '../../testing/app.ts';
import { makeCampaign, makeLead, makeOwner, makePartner } from '../../testing/factories/factories.ts';
import { textOfFile } from '../../testing/file-text.ts';

/** A reader in a year can tell whose figures a file holds, its filters, its maker and its date. */
const harness = useApp();

const nameIn = async (tx: Tx, rows: RawBuilder<{ name: string }>): Promise<string> =>
  (await rows.execute(tx)).rows[0]!.name;

const partnerName = (tx: Tx, partnerKey: number): Promise<string> =>
  nameIn(tx, sql`select name from media_partner where partner_key = ${partnerKey}`);

const makePlace = () =>
  harness.asMigrator(async (tx) => {
    const { ownerKey } = await makeOwner(tx);
    await makeOwner(tx);
    const partnerKey = await makePartner(tx);
    const { campaignKey } = await makeCampaign(tx, { ownerKey, partnerKey });
    await makeLead(tx, { ownerKey, campaignKey, partnerKey, day: '2026-03-02' });
    const owner = await nameIn(tx, sql`select name from owner where owner_key = ${ownerKey}`);
    return { ownerKey, partnerKey, owner, partner: await partnerName(tx, partnerKey) };
  });
type Place = Awaited<ReturnType<typeof makePlace>>;

const days = { from: '2026-03-01', to: '2026-03-31' };
const FILES: Readonly<Record<string, (place: Place) => { url: string; body: object }>> = {
  'Media Analysis': ({ ownerKey, partner }) => ({
    url: '/api/ag/reporting/question/export',
    body: {
      ownerKey,
      format: 'xlsx',
      question: {
        channel: 'all',
        vertical: 'all',
        dimensions: ['campaign'],
        measures: ['validLeads'],
        period: days,
        filters: [{ member: 'mediaPartner', operator: 'equals', values: [partner] }],
      },
    },
  }),
  'a report of the catalogue': ({ ownerKey, partnerKey }) => ({
    url: '/api/ag/reporting/catalogue/pacing/file',
    body: { ownerKey, partnerKeys: [partnerKey], widget: 'pacingGoal', columns: ['goal'], format: 'xlsx' },
  }),
  'a bill': ({ ownerKey, partnerKey }) => ({
    url: '/api/ag/billable/export',
    body: { ownerKey, month: '2026-03-01', mediaPartnerKeys: [partnerKey] },
  }),
  leads: ({ ownerKey, partnerKey }) => ({
    url: '/api/ag/leads/export',
    body: {
      ownerKey,
      startDate: days.from,
      endDate: days.to,
      mediaPartnerKeys: [partnerKey],
      format: 'xlsx',
    },
  }),
};

test.each(Object.keys(FILES))('a file of %s names its owner, filters, user and time', async (name) => {
  harness.clock.set(new Date('2026-04-03T14:05:00Z'));
  const place = await makePlace();
  const as = await harness.signedIn('ag', {
    owner: place.ownerKey,
    permissions: ['reports:View', 'reports:Build', 'reports:Billable', 'leadanalyzer:View', 'leadanalyzer:Export'],
  });
  const { url, body } = FILES[name]!(place);
  const answer = await harness.app.inject({ method: 'POST', url, headers: as.headers, payload: body });
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
  const text = await textOfFile(answer.rawPayload);
  expect(text).toContain('About this file');
  expect(text).toContain(`Owner: ${place.owner}`);
  expect(text.toLowerCase()).toContain(`media partner is ${place.partner.toLowerCase()}`);
  expect(text).toMatch(/Made by .+ on Apr 3, 2026, \d+:05 [AP]M/);
});

test('a file of selected leads states their number', async () => {
  const place = await makePlace();
  const as = await harness.signedIn('ag', {
    owner: place.ownerKey,
    permissions: ['leadanalyzer:View', 'leadanalyzer:Export'],
  });
  const { url, body } = FILES['leads']!(place);
  const payload = { ...body, leadCaptureKeys: [1, 2] };
  const answer = await harness.app.inject({ method: 'POST', url, headers: as.headers, payload });
  expect(await textOfFile(answer.rawPayload)).toContain('2 chosen leads');
});

test('a filter names only media partners and campaigns visible to its user', async () => {
  const place = await makePlace();
  const other = await harness.asMigrator(async (tx) => {
    const partnerKey = await makePartner(tx);
    const { campaignKey } = await makeCampaign(tx, { ownerKey: place.ownerKey, partnerKey, name: 'Hidden of March' });
    return { partnerKey, campaignKey, name: await partnerName(tx, partnerKey) };
  });
  const as = await harness.signedIn('mp', {
    owner: place.ownerKey,
    partnerKey: place.partnerKey,
    permissions: ['reports:Billable'],
  });
  const answer = await harness.app.inject({
    method: 'POST',
    url: '/api/mp/billable/export',
    headers: as.headers,
    payload: {
      ownerKey: place.ownerKey,
      month: '2026-03-01',
      mediaPartnerKeys: [other.partnerKey],
      campaignKeys: [other.campaignKey],
    },
  });
  const text = answer.statusCode === 200 ? await textOfFile(answer.rawPayload) : answer.body;
  expect(text).toMatch(/About this file|not known/);
  expect(text).not.toContain(other.name);
  expect(text).not.toContain('Hidden of March');
});
