import { leadFilters, leadSearch, leadStatusCodes, type Permission } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type SignedIn, TEST_NOW, useApp } from '../../testing/app.ts';
import { makeValidLead } from '../../testing/factories/delivery-factories.ts';
import { makeCampaign, makePartner, makeSource } from '../../testing/factories/factories.ts';

const harness = useApp();
const VIEW: Permission[] = ['leadanalyzer:View'];
const MINUTE = 60_000;
const CLIENT_PRICE = 71.25;
const MEDIA_PRICE = 43.75;
const PERSON = {
  firstName: 'Quintina',
  lastName: 'Vanderbrook',
  email: 'quintina.v@post.example',
  phone: '6145550173',
};

let owner: number;
let other: number;
let partners: [number, number];
let campaigns: [number, number];
let sourceKey: number;
let leads: Record<'mine' | 'rival' | 'late' | 'foreign', number>;

const write = (statement: ReturnType<typeof sql>) => harness.asMigrator((tx) => statement.execute(tx));
const make = (ownerKey: number, campaignKey: number, minutesAgo: number, status = 'DLV') =>
  harness.asMigrator(async (tx) => {
    const at = new Date(TEST_NOW.getTime() - minutesAgo * MINUTE);
    return (await makeValidLead(tx, { ownerKey, campaignKey, at, status, person: PERSON })).leadKey;
  });

beforeAll(async () => {
  harness.clock.set(TEST_NOW);
  const fixture = await harness.asMigrator(async (tx) => {
    const [first, second] = [await makePartner(tx), await makePartner(tx)];
    const mine = await makeCampaign(tx, { partnerKey: first });
    const rival = await makeCampaign(tx, { ownerKey: mine.ownerKey, partnerKey: second });
    const foreign = await makeCampaign(tx, { partnerKey: first });
    return { first, second, mine, rival, foreign, source: (await makeSource(tx, first)).sourceKey };
  });
  [owner, other] = [fixture.mine.ownerKey, fixture.foreign.ownerKey];
  partners = [fixture.first, fixture.second];
  campaigns = [fixture.mine.campaignKey, fixture.rival.campaignKey];
  sourceKey = fixture.source;
  leads = {
    mine: await make(owner, campaigns[0], 10),
    rival: await make(owner, campaigns[1], 20),
    late: await make(owner, campaigns[0], 60 * 24 * 40, 'DUP'),
    foreign: await make(other, fixture.foreign.campaignKey, 5),
  };
  await write(sql`
    update lead l set client_price = ${CLIENT_PRICE}, media_price = ${MEDIA_PRICE}, partner_key = c.partner_key
    from campaign c where c.owner_key = l.owner_key and c.campaign_key = l.campaign_key`);
  await write(sql`
    update lead set transaction_id = 'TX-77', publisher_source_key = ${sourceKey}, state = 'WY', contact_on = captured_date,
                    application_on = captured_date, device = 'tablet'
    where lead_key = ${leads.mine}`);
  await write(sql`update lead set crm_reference = 'CRM-9', transaction_id = 'TX-78' where lead_key = ${leads.rival}`);
  await write(sql`update lead set status_reasons = '{DUP_PHONE,DUP_EMAIL}' where lead_key = ${leads.late}`);
});

const agency = (permissions = VIEW) => harness.signedIn('ag', { owners: [owner, other], permissions });
const ask = (as: SignedIn, body: object) => harness.call(leadSearch, as, { body });
interface Page {
  rows: Record<string, unknown>[];
  total: number | null;
  next: string | null;
}
const keysOf = async (as: SignedIn, body: object): Promise<unknown[]> => {
  const { status, body: answer } = await ask(as, body);
  expect({ status, errors: answer.errors }).toEqual({ status: 200, errors: undefined });
  return (answer.data as Page).rows.map(({ leadCaptureKey }) => leadCaptureKey);
};

test('newest first, one owner at a time, page by page', async () => {
  const as = await agency();
  expect(await keysOf(as, { ownerKey: owner })).toEqual([leads.mine, leads.rival, leads.late]);
  const { body } = await ask(as, { ownerKey: owner, limit: 2 });
  const first = body.data as Page;
  expect(first).toMatchObject({ total: 3, rows: [{}, {}] });
  expect(await keysOf(as, { ownerKey: owner, limit: 2, after: first.next })).toEqual([leads.late]);
  expect((await ask(as, {})).status).toBe(400);
  const stranger = await harness.signedIn('ag', { owners: [other], permissions: VIEW });
  expect((await ask(stranger, { ownerKey: owner })).status).toBe(404);
});

test('each filter finds its leads', async () => {
  const as = await agency();
  const keysOfFilter = async (filter: object) => keysOf(as, { ownerKey: owner, ...filter });
  expect(await keysOfFilter({ leadStatus: ['DUP'] })).toEqual([leads.late]);
  expect(await keysOfFilter({ reason: ['DUP_PHONE'] })).toEqual([leads.late]);
  expect(await keysOfFilter({ milestone: ['APPLICATION'] })).toEqual([leads.mine]);
  expect(await keysOfFilter({ milestone: ['CONTACT', 'START'] })).toEqual([]);
  expect(await keysOfFilter({ campaign: [campaigns[1]] })).toEqual([leads.rival]);
  expect(await keysOfFilter({ partner: [partners[0]] })).toEqual([leads.mine, leads.late]);
  expect(await keysOfFilter({ source: [sourceKey] })).toEqual([leads.mine]);
  expect(await keysOfFilter({ state: ['WY'] })).toEqual([leads.mine]);
  expect(await keysOfFilter({ device: ['tablet'] })).toEqual([leads.mine]);
  expect(await keysOfFilter({ leadCaptureKeys: [leads.rival, leads.late] })).toEqual([leads.rival, leads.late]);
});

test('days are the owner’s: an evening lead counts on that day although it is the next in UTC', async () => {
  const evening = await harness.asMigrator(async (tx) => {
    const at = new Date('2026-01-31T05:30:00Z');
    return (await makeValidLead(tx, { ownerKey: other, campaignKey: await campaignOf(tx), at, status: 'DLV' })).leadKey;
  });
  const as = await agency();
  expect(await keysOf(as, { ownerKey: other, fromDate: '2026-01-30', toDate: '2026-01-30' })).toEqual([evening]);
  expect(await keysOf(as, { ownerKey: other, fromDate: '2026-01-31', toDate: '2026-01-31' })).toEqual([]);
});
const campaignOf = async (tx: Parameters<typeof makeValidLead>[0]): Promise<number> =>
  (await sql<{ key: number }>`select campaign_key as key from lead where lead_key = ${leads.foreign}`.execute(tx))
    .rows[0]!.key;

test('one box finds by lead id, key, transaction id and client reference; a person by the whole address or number', async () => {
  const as = await agency();
  const { body } = await ask(as, { ownerKey: owner, leadCaptureKeys: [leads.mine] });
  const leadId = String((body.data as Page).rows[0]!['leadId']);
  const keysOfFilter = async (filter: object) => keysOf(as, { ownerKey: owner, ...filter });
  expect(await keysOfFilter({ keyword: leadId })).toEqual([leads.mine]);
  expect(await keysOfFilter({ keyword: String(leads.rival) })).toEqual([leads.rival]);
  expect(await keysOfFilter({ keyword: 'TX-77' })).toEqual([leads.mine]);
  expect(await keysOfFilter({ keyword: 'CRM-9' })).toEqual([leads.rival]);
  expect(await keysOfFilter({ keyword: PERSON.email })).toEqual([]);
  const all = [leads.mine, leads.rival, leads.late];
  expect(await keysOfFilter({ person: 'Quintina.V+ads@post.example' })).toEqual(all);
  expect(await keysOfFilter({ person: '(614) 555-0173' })).toEqual(all);
  expect(await keysOfFilter({ person: 'quintina' })).toEqual([]);
});

test('a partner sees its own leads at all owners, without persons and the client’s side', async () => {
  const [as, rival] = [
    await harness.signedIn('mp', { owners: [owner, other], permissions: VIEW, partnerKey: partners[0] }),
    await harness.signedIn('mp', { owners: [owner, other], permissions: VIEW, partnerKey: partners[1] }),
  ];
  expect(await keysOf(as, {})).toEqual(expect.arrayContaining([leads.mine, leads.late, leads.foreign]));
  expect(await keysOf(as, {})).not.toContain(leads.rival);
  expect(await keysOf(rival, {})).toEqual([leads.rival]);
  expect(await keysOf(rival, { keyword: 'TX-77' })).toEqual([]);
  expect(await keysOf(rival, { leadCaptureKeys: [leads.mine] })).toEqual([]);
  // The client's reference is not searchable for it.
  expect(await keysOf(rival, { keyword: 'CRM-9' })).toEqual([]);
  // Personal data are hidden from it: an address finds nothing, whether or not it exists.
  expect(await keysOf(as, { person: PERSON.email })).toEqual([]);
  const { body } = await ask(as, { leadCaptureKeys: [leads.mine] });
  expect(body.data).toMatchObject({
    rows: [{ mediaPrice: MEDIA_PRICE, transactionId: 'TX-77', milestone: 'APPLICATION' }],
  });
});

test('a client sees its own leads by its own ids and persons; it cannot filter by source or the partner’s id', async () => {
  const as = await harness.signedIn('cl', { owners: [owner], permissions: VIEW });
  const keysOfFilter = (filter: object) => keysOf(as, { ownerKey: owner, ...filter });
  const all = [leads.mine, leads.rival, leads.late];
  expect(await keysOfFilter({})).toEqual(all);
  expect(await keysOfFilter({ keyword: 'CRM-9' })).toEqual([leads.rival]);
  expect(await keysOfFilter({ person: PERSON.email })).toEqual(all);
  expect(await keysOfFilter({ partner: [partners[1]] })).toEqual([leads.rival]);
  expect(await keysOfFilter({ keyword: 'TX-77' })).toEqual([]);
  expect(await keysOfFilter({ source: [sourceKey] })).toEqual([]);
  const offered = await harness.call(leadFilters, as, { query: { ownerKey: String(owner) } });
  expect(offered.body.data).toMatchObject({ campaigns: [{}, {}], sources: [] });
  const { body } = await ask(as, { ownerKey: owner, leadCaptureKeys: [leads.mine] });
  const { rows } = body.data as Page;
  expect(rows).toMatchObject([{ clientPrice: CLIENT_PRICE, personName: 'Q••• V•••' }]);
  for (const theirs of ['mediaPrice', 'transactionId', 'sourceTag', 'subSource'])
    expect(rows[0]).not.toHaveProperty(theirs);
  expect((await ask(as, { ownerKey: other })).status).toBe(404);
});

test('no list shows a whole person or the other side’s price, with or without the right to persons', async () => {
  const secrets = [PERSON.lastName, PERSON.email, 'quintina', PERSON.phone, '555-0173', 'sealed'];
  const callers: [SignedIn, object, string[]][] = [
    [await agency(), { ownerKey: owner }, []],
    [await agency([...VIEW, 'leadanalyzer:ViewPII']), { ownerKey: owner }, []],
    [
      await harness.signedIn('cl', { owners: [owner], permissions: VIEW }),
      { ownerKey: owner },
      [String(MEDIA_PRICE), 'TX-77'],
    ],
    [
      await harness.signedIn('mp', { owners: [owner], permissions: VIEW, partnerKey: partners[0] }),
      {},
      [String(CLIENT_PRICE), 'CRM-9', '@', '0173'],
    ],
  ];
  for (const [as, body, others] of callers) {
    for (const filter of [
      {},
      { person: PERSON.email },
      { keyword: PERSON.email },
      { sort: PERSON.email },
      { person: 7 },
    ]) {
      const answer = await ask(as, { ...body, ...filter });
      const text = JSON.stringify(answer.body).toLowerCase();
      for (const secret of [...secrets, ...others]) expect(text).not.toContain(secret.toLowerCase());
    }
  }
  const { body } = await ask(await agency(), { ownerKey: owner, leadCaptureKeys: [leads.mine] });
  expect(body.data).toMatchObject({
    rows: [
      {
        personName: 'Q••• V•••',
        email: 'q•••@p•••.example',
        phone: '•••0173',
        clientPrice: CLIENT_PRICE,
        mediaPrice: MEDIA_PRICE,
      },
    ],
  });
  const duplicate = await ask(await agency(), { ownerKey: owner, leadCaptureKeys: [leads.late] });
  expect(duplicate.body.data).toMatchObject({ rows: [{ clientPrice: null, mediaPrice: null }] });
});

test('the filters offer what the viewer sees, and the statuses are those of the contract', async () => {
  const [as, rival] = [
    await agency(),
    await harness.signedIn('mp', { owners: [owner], permissions: VIEW, partnerKey: partners[1] }),
  ];
  const mine = (await harness.call(leadFilters, as, { query: { ownerKey: String(owner) } })).body.data;
  expect(mine).toMatchObject({
    campaigns: [{ key: campaigns[1] }, { key: campaigns[0] }],
    sources: [{ key: sourceKey }],
  });
  const theirs = (await harness.call(leadFilters, rival, { query: {} })).body.data;
  expect(theirs).toMatchObject({ campaigns: [{ key: campaigns[1] }], sources: [] });
  const codes = (await harness.call(leadStatusCodes, rival, { params: { product: 'LeadAnalyzer' } })).body.data;
  expect(codes).toContainEqual(
    expect.objectContaining({ code: 'RTR', billable: true, terminal: false, selectable: true }),
  );
  const without = await harness.signedIn('ag', { owners: [owner], permissions: ['campaigns:View'] });
  expect((await ask(without, { ownerKey: owner })).status).toBe(403);
});
