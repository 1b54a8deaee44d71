import { leadDetails, type LeadDetail, returnComment, returnDecide, returnDecisionPreview } from '@paceline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Facts, openFacts } from '../../../db/facts/facts.ts';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { makeReturnWorld, type ReturnWorld, RETURN_PRICES } from '../../../testing/factories/return-factories.ts';

const harness = useApp();
let world: ReturnWorld;
let facts: Facts;
let desk: SignedIn;

beforeAll(async () => {
  facts = openFacts(harness.ownerUrl);
  await facts.ensureMonths(new Date('2026-01-15'), new Date('2026-12-15'));
  world = await makeReturnWorld(harness);
});
afterAll(() => facts.close());
const setClock = async (at: Date | string) => {
  harness.clock.set(new Date(at));
  desk = await world.desk();
};
beforeEach(async () => {
  await setClock(TEST_NOW);
  await world.agree({ maxPercent: 100 });
});

/** An open request; its key and its lead's id. */
const open = async (at: string, place: 0 | 1 = 0) => {
  const lead = await world.deliver(at, place);
  await setClock(new Date(Date.parse(at) + 86_400_000));
  expect((await world.request(await world.client(), [lead], { note: 'Rings elsewhere' })).body.data).toMatchObject({
    requested: 1,
  });
  const [row] = await world.search(desk, { leadId: lead });
  return { lead, returnKey: row!.returnKey };
};
const decide = (returnKeys: number[], decision: 'ACCEPT' | 'DECLINE', note = '', as = desk) =>
  harness.call(returnDecide, as, { body: { ownerKey: world.owner, returnKeys, decision, note } });
const comment = (as: SignedIn, returnKey: number, text: string, ownerKey = world.owner) =>
  harness.call(returnComment, as, { body: { ownerKey, returnKey, comment: text } });

/** The bill of a month at the first partner's campaign. */
const monthOf = async (month: string) => {
  while ((await facts.fold()) > 0);
  while ((await facts.foldAttributes()) > 0);
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ billable: number; returned: number; delivered: number; client: number; media: number }>`
      select billable, returned, delivered, (lead_client_cost + adjusted_client_cost)::float8 as client,
             (lead_media_cost + adjusted_media_cost)::float8 as media
      from campaign_month_fact where campaign_key = ${world.campaigns[0]} and month = ${month}::date`.execute(tx),
  );
  return rows[0] ?? { billable: 0, returned: 0, delivered: 0, client: 0, media: 0 };
};
const lines = async (leadId: string) => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<object>`
      select b.day::text as day, b.for_month::text as month, b.client_amount::float8 as client, b.media_amount::float8 as media
      from billing_adjustment b join lead l using (owner_key, lead_key) where l.public_id = ${leadId} order by b.day`.execute(
      tx,
    ),
  );
  return rows;
};

test('accepted in an open month: its amount falls, the lead is returned, and a recount agrees', async () => {
  const otherLead = await world.deliver('2026-03-08T15:00:00Z');
  const { lead, returnKey } = await open('2026-03-09T15:00:00Z');
  const before = await monthOf('2026-03-01');
  const { body } = await harness.call(returnDecisionPreview, desk, {
    body: { ownerKey: world.owner, returnKeys: [returnKey] },
  });
  expect(body.data).toMatchObject({
    lowered: { leads: 1, ...RETURN_PRICES },
    credited: { leads: 0, client: 0 },
    rows: [{ leadId: lead, isMonthClosed: false, isBeyondLimit: false, refusal: null }],
  });
  expect((await decide([returnKey], 'ACCEPT')).body.data).toEqual({ decided: 1, credited: 0 });
  expect(await world.leadOf(lead)).toMatchObject({
    status: 'RTN',
    reasons: ['WRONG_NUMBER'],
    returned: harness.clock.now(),
  });
  expect(await monthOf('2026-03-01')).toEqual({
    billable: before.billable - 1,
    returned: before.returned + 1,
    delivered: before.delivered,
    client: before.client - RETURN_PRICES.client,
    media: before.media - RETURN_PRICES.media,
  });
  expect(await facts.differences()).toEqual([]);
  expect(await lines(lead)).toEqual([]);
  expect(await world.leadOf(otherLead)).toMatchObject({ status: 'DLV' });
});

test('accepted after closing: the bill is unchanged, and the credit is in the month of the decision', async () => {
  const { lead, returnKey } = await open('2026-04-28T15:00:00Z');
  const april = await monthOf('2026-04-01');
  // A minute before midnight of the fifth, in Chicago.
  await setClock('2026-05-06T04:58:00Z');
  const look = async () => {
    const { body } = await harness.call(returnDecisionPreview, desk, {
      body: { ownerKey: world.owner, returnKeys: [returnKey] },
    });
    return body.data;
  };
  expect(await look()).toMatchObject({ lowered: { leads: 1 }, credited: { leads: 0 } });
  await setClock('2026-05-06T04:59:00Z');
  expect(await look()).toMatchObject({
    lowered: { leads: 0 },
    credited: { leads: 1, ...RETURN_PRICES },
    creditMonth: '2026-05-01',
    rows: [{ isMonthClosed: true }],
  });
  expect((await decide([returnKey], 'ACCEPT')).body.data).toEqual({ decided: 1, credited: 1 });
  const after = await monthOf('2026-04-01');
  expect(after).toMatchObject({ client: april.client, media: april.media, returned: april.returned + 1 });
  expect(await monthOf('2026-05-01')).toMatchObject({ client: -RETURN_PRICES.client, media: -RETURN_PRICES.media });
  expect(await facts.differences()).toEqual([]);
  expect(await lines(lead)).toEqual([
    { day: '2026-04-28', month: '2026-04-01', ...RETURN_PRICES },
    { day: '2026-05-05', month: '2026-04-01', client: -RETURN_PRICES.client, media: -RETURN_PRICES.media },
  ]);
  // Each side sees that it was credited, and its own price only.
  for (const [as, own, others] of [
    [await world.client(), 'clientPrice', RETURN_PRICES.media],
    [await world.partner(0), 'mediaPrice', RETURN_PRICES.client],
  ] as const) {
    const rows = await world.search(as, { leadId: lead });
    expect(rows).toMatchObject([{ creditedOn: '2026-05-05', state: 'ACCEPTED' }]);
    expect(rows[0]).toHaveProperty(own);
    expect(JSON.stringify(rows)).not.toContain(String(others));
  }
});

test('a reopened month is lowered, one closed by hand is not', async () => {
  const { lead, returnKey } = await open('2026-08-28T15:00:00Z');
  await setClock('2026-09-20T15:00:00Z');
  await world.write(sql`
    insert into billing_month (owner_key, month, status, changed_at) values (${world.owner}, '2026-08-01', 'REOPENED', now())`);
  expect((await decide([returnKey], 'ACCEPT')).body.data).toMatchObject({ credited: 0 });
  expect(await lines(lead)).toEqual([]);
  const again = await open('2026-10-20T15:00:00Z');
  await setClock('2026-11-02T15:00:00Z');
  await world.write(sql`
    insert into billing_month (owner_key, month, status, changed_at) values (${world.owner}, '2026-10-01', 'CLOSED', now())`);
  expect((await decide([again.returnKey], 'ACCEPT')).body.data).toMatchObject({ credited: 1 });
});

test('an unpaid lead is returned without an adjustment', async () => {
  const { lead, returnKey } = await open('2026-02-26T15:00:00Z');
  await world.write(sql`update lead set unpaid = true where public_id = ${lead}`);
  await setClock('2026-03-20T15:00:00Z');
  expect((await decide([returnKey], 'ACCEPT')).body.data).toEqual({ decided: 1, credited: 0 });
  expect(await lines(lead)).toEqual([]);
});

test('declined with a reason: delivered as before, and cannot be requested again', async () => {
  const { lead, returnKey } = await open('2026-03-09T15:00:00Z');
  const { delivered } = await world.leadOf(lead);
  expect((await decide([returnKey], 'DECLINE')).body).toMatchObject({
    code: 'ILLEGAL_ARGUMENTS',
    errors: [{ field: 'note' }],
  });
  expect((await decide([returnKey], 'DECLINE', 'The partner has a recording')).status).toBe(200);
  expect(await world.leadOf(lead)).toMatchObject({ status: 'DLV', delivered, returned: null });
  expect(await world.search(await world.client(), { leadId: lead })).toMatchObject([
    { state: 'DECLINED', decisionNote: 'The partner has a recording' },
  ]);
  const { body } = await world.request(await world.client(), [lead]);
  expect((body.data as { refused: { message: string }[] }).refused[0]!.message).toContain('Its return was declined on');
});

test('of two desks one decides; the other sees both values, and nothing of its choice is stored', async () => {
  const [one, two] = [await open('2026-03-09T15:00:00Z'), await open('2026-03-09T15:00:00Z')];
  const answers = await Promise.all([
    decide([one.returnKey], 'ACCEPT'),
    decide([one.returnKey, two.returnKey], 'DECLINE', 'No'),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409)!;
  const wasAccepted = answers[0].status === 200;
  const { message = '' } = refused.body;
  expect(refused.body.code).toBe('STALE_ROW');
  expect(message).toContain(`The return of ${one.lead} was ${wasAccepted ? 'accepted' : 'declined'} by`);
  expect(message).toContain(wasAccepted ? 'You chose to decline it.' : 'You chose to accept it.');
  expect((await world.leadOf(two.lead)).status).toBe(wasAccepted ? 'RTR' : 'DLV');
  expect((await world.leadOf(one.lead)).status).toBe(wasAccepted ? 'RTN' : 'DLV');
});

test('a lead whose status changed cannot be decided', async () => {
  const { lead, returnKey } = await open('2026-03-09T15:00:00Z');
  await world.write(sql`update lead set status = 'TST' where public_id = ${lead}`);
  expect((await decide([returnKey], 'ACCEPT')).body).toMatchObject({
    code: 'STALE_ROW',
    message: `${lead} is Test now. You chose to accept it.`,
  });
  expect(await world.leadOf(lead)).toMatchObject({ status: 'TST' });
});

test('beyond the limit, accepting needs the right to override', async () => {
  const first = await open('2026-06-10T15:00:00Z');
  const second = await open('2026-06-10T15:00:00Z');
  await world.agree({ maxPercent: 50 });
  const { body } = await harness.call(returnDecisionPreview, desk, {
    body: { ownerKey: world.owner, returnKeys: [first.returnKey, second.returnKey] },
  });
  expect(body.data).toMatchObject({
    rows: [
      { isBeyondLimit: false, limit: { accepted: 0, allowed: 1, open: 2 } },
      { isBeyondLimit: true, limit: { accepted: 1, allowed: 1, open: 1 } },
    ],
  });
  const both = [first.returnKey, second.returnKey];
  expect((await decide(both, 'ACCEPT')).body).toMatchObject({ code: 'VALIDATION', errors: [{ code: 'limit' }] });
  expect(await world.leadOf(first.lead)).toMatchObject({ status: 'RTR' });
  expect((await decide(both, 'ACCEPT', '', await world.manager())).body.data).toMatchObject({ decided: 2 });
});

test('only the agency decides, for its own owner', async () => {
  const { lead, returnKey } = await open('2026-03-09T15:00:00Z');
  for (const as of [await world.client(), await world.partner(0)])
    expect((await decide([returnKey], 'ACCEPT', '', as)).status).toBe(403);
  expect((await decide([returnKey], 'ACCEPT', '', await world.stranger())).status).toBe(404);
  const abroad = await harness.call(returnDecide, await world.stranger(), {
    body: { ownerKey: world.other, returnKeys: [returnKey], decision: 'ACCEPT', note: '' },
  });
  expect(abroad.status).toBe(404);
  const looked = await harness.call(returnDecisionPreview, await world.stranger(), {
    body: { ownerKey: world.other, returnKeys: [returnKey] },
  });
  expect(looked.status).toBe(404);
  expect(await world.leadOf(lead)).toMatchObject({ status: 'RTR' });
});

test('the partner comments within its period and the agency answers; the client reads neither, another partner finds nothing', async () => {
  const { lead, returnKey } = await open('2026-03-09T15:00:00Z');
  const partner = await world.partner(0);
  expect((await comment(partner, returnKey, 'We have a recording')).status).toBe(200);
  expect((await comment(desk, returnKey, 'Send it to us')).status).toBe(200);
  expect((await comment(await world.partner(1), returnKey, 'Me too')).status).toBe(404);
  expect((await comment(await world.client(), returnKey, 'And I')).status).toBe(403);
  const [row] = await world.search(partner, { leadId: lead });
  expect(row!.comments).toMatchObject([
    { isPartner: true, comment: 'We have a recording', by: expect.any(String) as string },
    { isPartner: false, comment: 'Send it to us', by: null },
  ]);
  const read = async (as: SignedIn): Promise<LeadDetail> => {
    const { body } = await harness.call(leadDetails, as, { params: { searchType: 'leadid', keyCode: lead } });
    return (body.data as { leads: [LeadDetail] }).leads[0];
  };
  const textsOf = ({ events }: LeadDetail) =>
    events.flatMap((event) =>
      event.kind === 'returnComment' ? [event.comment] : event.kind === 'status' ? [`${event.from}>${event.to}`] : [],
    );
  expect(textsOf(await read(desk))).toEqual(['DLV>RTR', 'We have a recording', 'Send it to us']);
  expect(JSON.stringify([await read(await world.client()), await world.search(await world.client())])).not.toContain(
    'We have a recording',
  );
  // Requested on a Tuesday: Friday is the last day.
  await setClock('2026-03-14T06:00:00Z');
  const late = await world.partner(0);
  expect((await comment(late, returnKey, 'Late')).body).toMatchObject({ code: 'VALIDATION' });
  expect((await comment(desk, returnKey, 'Still open')).status).toBe(200);
  harness.clock.advance(60_000);
  await decide([returnKey], 'ACCEPT', 'Agreed with the partner');
  expect(textsOf(await read(await world.partner(0)))).toEqual([
    'null>VAL',
    'VAL>DLV',
    'DLV>RTR',
    'We have a recording',
    'Send it to us',
    'Still open',
    'RTR>RTN',
  ]);
  expect((await comment(desk, returnKey, 'Too late')).body).toMatchObject({ code: 'STALE_ROW' });
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ action: string }>`
      select a.action from audit_log a join lead l on l.lead_key::text = a.entity_key
      where a.entity = 'lead' and l.public_id = ${lead} order by a.audit_key`.execute(tx),
  );
  const commented = 'returnCommented';
  expect(rows.map(({ action }) => action)).toEqual([
    'returnRequested',
    commented,
    commented,
    commented,
    'returnApproved',
  ]);
});
