import {
  LEAD_MOVES,
  LEAD_STATUS_CODES,
  LEAD_STATUSES,
  leadDetails,
  returnImport,
  returnPreview,
  type ReturnPreviewRow,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { sendSheet } from '../../../testing/factories/lead-desk.ts';
import { makeReturnWorld, type ReturnWorld, RETURN_PRICES } from '../../../testing/factories/return-factories.ts';

const harness = useApp();
let world: ReturnWorld;
let client: SignedIn;
let desk: SignedIn;

/** Yesterday, within every window. */
const RECENT = '2026-03-09T15:00:00Z';

beforeAll(async () => {
  world = await makeReturnWorld(harness);
});
beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  await world.agree({ maxPercent: 100 });
  [client, desk] = [await world.client(), await world.desk()];
});

const preview = async (as: SignedIn, leads: string[], more: object = {}): Promise<ReturnPreviewRow[]> => {
  const body = { ownerKey: world.owner, leads, reasonCode: 'WRONG_NUMBER', ...more };
  const answer = await harness.call(returnPreview, as, { body: body as never });
  expect(answer.status).toBe(200);
  return (answer.body.data as { rows: ReturnPreviewRow[] }).rows;
};
const counts = async () => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ n: number }>`select count(*)::int as n from lead_return`.execute(tx),
  );
  return rows[0]!.n;
};

test('a client’s request is stored, audited, and in the lead’s history with reason and note', async () => {
  const lead = await world.deliver(RECENT);
  expect((await world.request(client, [lead], { note: 'Rings at a bakery' })).body.data).toEqual({
    requested: 1,
    accepted: 0,
    refused: [],
  });
  const stored = await world.leadOf(lead);
  expect(stored).toMatchObject({ status: 'RTR', reasons: ['WRONG_NUMBER'] });
  expect(await world.search(desk, { leadId: lead.toLowerCase() })).toMatchObject([
    { leadId: lead, state: 'OPEN', reason: 'WRONG_NUMBER', note: 'Rings at a bakery', month: '2026-03-01' },
  ]);
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ action: string; by: string }>`
      select action, user_type as by from audit_log where entity = 'lead' and entity_key = ${String(stored.key)}`.execute(
      tx,
    ),
  );
  expect(rows).toEqual([{ action: 'returnRequested', by: 'cl' }]);
  const details = await harness.call(leadDetails, client, { params: { searchType: 'leadid', keyCode: lead } });
  expect(JSON.stringify(details.body)).toContain('Rings at a bakery');
});

test('of many at once the possible ones are requested, and each other is named with its reason', async () => {
  const [good, stuck, abroad] = [
    await world.deliver(RECENT),
    await world.deliver(RECENT),
    await world.deliver(RECENT, 'abroad'),
  ];
  await world.write(sql`update lead set status = 'STK' where public_id = ${stuck}`);
  const leads = [good, stuck, abroad, 'L-UNKNOWN', good];
  const looked = await preview(client, leads);
  expect(looked.map(({ refusal }) => refusal)).toEqual([
    null,
    'It is Stuck: only a delivered lead can be returned.',
    'There is no such lead.',
    'There is no such lead.',
    'It is named twice.',
  ]);
  expect(looked[0]).toMatchObject({ leadId: good, limit: { percent: 100 }, windowEndsAt: '2026-03-23T15:01:00.000Z' });
  expect(await world.leadOf(good)).toMatchObject({ status: 'DLV' });
  const { key } = await world.leadOf(good);
  const { body } = await world.request(client, [String(key), ...leads.slice(1, 4)]);
  expect(body.data).toMatchObject({
    requested: 1,
    refused: [
      { lead: stuck, message: 'It is Stuck: only a delivered lead can be returned.' },
      { lead: abroad, message: 'There is no such lead.' },
      { lead: 'L-UNKNOWN' },
    ],
  });
  expect(await world.leadOf(abroad)).toMatchObject({ status: 'DLV' });
});

test('the window is some days after delivery, until the third of the next month', async () => {
  const [old, lastMonth] = [await world.deliver('2026-03-01T15:00:00Z'), await world.deliver('2026-02-27T15:00:00Z')];
  await world.agree({ maxPercent: 100, windowDays: 5 });
  const [first] = await preview(client, [old]);
  expect(first).toMatchObject({ canOverride: true, windowEndsAt: '2026-03-06T15:01:00.000Z' });
  expect(first!.refusal).toContain('The return window ended on Mar 6, 2026: 5 days after delivery');
  await world.agree({ maxPercent: 100, windowDays: 90 });
  expect((await preview(client, [old]))[0]).toMatchObject({ refusal: null });
  // The third of March ends in Chicago.
  expect((await preview(client, [lastMonth]))[0]).toMatchObject({ windowEndsAt: '2026-03-04T06:00:00.000Z' });
  expect((await world.request(client, [lastMonth])).body.data).toMatchObject({ requested: 0 });
});

test('the limit is a share of the partner’s deliveries in the month, without others’ leads', async () => {
  // No lead made so far in this file counts: a month of its own.
  harness.clock.set(new Date('2026-05-20T15:00:00Z'));
  [client, desk] = [await world.client(), await world.desk()];
  const manager = await world.manager();
  const leads: string[] = [];
  for (let turn = 0; turn < 20; turn += 1) leads.push(await world.deliver('2026-05-18T15:00:00Z'));
  for (let turn = 0; turn < 20; turn += 1) await world.deliver('2026-05-18T15:00:00Z', 1);
  await world.agree({ maxPercent: 10 });
  const [one, two, three] = leads as [string, string, string];
  const looked = await preview(client, [one, two, three]);
  expect(looked.map(({ limit }) => limit)).toEqual([
    { percent: 10, delivered: 20, allowed: 2, accepted: 0, open: 0 },
    { percent: 10, delivered: 20, allowed: 2, accepted: 0, open: 1 },
    { percent: 10, delivered: 20, allowed: 2, accepted: 0, open: 2 },
  ]);
  expect(looked.map(({ refusal }) => refusal === null)).toEqual([true, true, false]);
  const answer = await world.request(client, [one, two, three]);
  expect(answer.body.data).toMatchObject({ requested: 2, refused: [{ lead: three }] });
  // An override needs a reason.
  const more = { override: true, note: 'Fraud of the publisher' };
  expect((await world.request(client, [three], more)).status).toBe(403);
  expect((await world.request(desk, [three], more)).status).toBe(403);
  expect((await world.request(manager, [three], { override: true })).body).toMatchObject({
    code: 'ILLEGAL_ARGUMENTS',
    errors: [{ field: 'note' }],
  });
  expect((await world.request(manager, [three], more)).body.data).toMatchObject({ requested: 1 });
});

test('of two concurrent requests for the last one within the limit, one succeeds', async () => {
  harness.clock.set(new Date('2026-07-20T15:00:00Z'));
  [client, desk] = [await world.client(), await world.desk()];
  const leads: string[] = [];
  for (let turn = 0; turn < 10; turn += 1) leads.push(await world.deliver('2026-07-18T15:00:00Z'));
  await world.agree({ maxPercent: 10 });
  const answers = await Promise.all([world.request(client, [leads[0]!]), world.request(desk, [leads[1]!])]);
  expect(answers.map(({ body }) => (body.data as { requested: number }).requested).toSorted((a, b) => a - b)).toEqual([
    0, 1,
  ]);
  const same = await Promise.all([world.request(client, [leads[2]!]), world.request(desk, [leads[2]!])]);
  expect(same.map(({ status }) => status)).toEqual([200, 200]);
});

test('some reasons need more details, and a declined return cannot be requested again', async () => {
  const lead = await world.deliver(RECENT);
  const before = await counts();
  expect((await world.request(client, [lead], { reasonCode: 'OTHER' })).body).toMatchObject({
    code: 'ILLEGAL_ARGUMENTS',
    errors: [{ field: 'note' }],
  });
  expect((await world.request(client, [lead], { reasonCode: 'NO_CONTACT', attempts: 2 })).body.data).toMatchObject({
    refused: [{ message: 'The reason No contact needs at least 3 attempts to reach the person.' }],
  });
  expect((await world.request(client, [lead], { reasonCode: 'DID_NOT_ENROLL' as never })).status).toBe(400);
  expect(await counts()).toBe(before);
  await world.agree({ maxPercent: 100, allowReturns: false });
  expect((await world.request(client, [lead])).body.data).toMatchObject({
    refused: [{ message: 'The client’s criteria allow no returns.' }],
  });
});

test('automatic acceptance applies within a day, for a defect, by the system', async () => {
  await world.agree({ maxPercent: 100, autoApprove: true });
  const [defect, other] = [await world.deliver('2026-03-10T10:00:00Z'), await world.deliver('2026-03-10T10:00:00Z')];
  expect((await world.request(client, [defect])).body.data).toMatchObject({ requested: 1, accepted: 1 });
  expect((await world.request(client, [other], { reasonCode: 'LANGUAGE' })).body.data).toMatchObject({ accepted: 0 });
  expect(await world.leadOf(defect)).toMatchObject({ status: 'RTN', returned: TEST_NOW });
  expect(await world.search(desk, { leadId: defect })).toMatchObject([{ state: 'ACCEPTED', decidedBy: null }]);
});

test('a partner sees requests on its own leads at once, with reasons, and nothing of the client or others', async () => {
  const [mine, theirs] = [await world.deliver(RECENT), await world.deliver(RECENT, 1)];
  await world.request(client, [mine, theirs], { reasonCode: 'NEVER_INQUIRED', note: 'Somebody else filled it in' });
  const [first, second] = [await world.partner(0), await world.partner(1)];
  const rows = await world.search(first);
  expect(rows.map(({ leadId }) => leadId)).toContain(mine);
  expect(rows.map(({ leadId }) => leadId)).not.toContain(theirs);
  expect((await world.search(second)).map(({ leadId }) => leadId)).toEqual([theirs]);
  expect(rows.find(({ leadId }) => leadId === mine)).toMatchObject({
    reason: 'NEVER_INQUIRED',
    note: 'Somebody else filled it in',
    mediaPrice: RETURN_PRICES.media,
    mayComment: true,
  });
  const texts = JSON.stringify([rows, await world.search(second)]);
  for (const secret of [String(RETURN_PRICES.client), 'clientPrice', 'requestedBy', 'limit', 'CRM-'])
    expect(texts).not.toContain(secret);
  const asClient = JSON.stringify(await world.search(client));
  for (const secret of [String(RETURN_PRICES.media), 'mediaPrice', 'comments', 'requestedBy'])
    expect(asClient).not.toContain(secret);
  expect(await world.search(await world.desk(), { partner: [world.partners[1]] })).toMatchObject([
    { clientPrice: RETURN_PRICES.client, mediaPrice: RETURN_PRICES.media },
  ]);
});

test('other owners’ users and users without the right can neither request nor see', async () => {
  const lead = await world.deliver(RECENT);
  const viewer = await harness.signedIn('cl', { owners: [world.owner], permissions: ['leadanalyzer:View'] });
  expect((await world.request(viewer, [lead])).status).toBe(403);
  expect((await world.request(await world.partner(0), [lead])).status).toBe(403);
  expect((await world.request(await world.stranger(), [lead])).status).toBe(404);
  expect(await world.leadOf(lead)).toMatchObject({ status: 'DLV' });
});

test('a file is previewed, its good rows are requested, and the others get a reason', async () => {
  const [good, none, other] = [await world.deliver(RECENT), await world.deliver(RECENT), await world.deliver(RECENT)];
  const [abroad, last] = [await world.deliver(RECENT, 'abroad'), await world.deliver(RECENT)];
  const lines = [
    'Lead Id,Reason,Comment,Attempts',
    `${good.toLowerCase()},WRONG_NUMBER,Rings elsewhere,`,
    `${none},NO_CONTACT,,1`,
    `${other},OTHER,,`,
    `${abroad},WRONG_NUMBER,,`,
    `${last},BAD_LUCK,,`,
  ];
  const upload = (apply: string, as = client) => sendSheet(harness, as, returnImport, world.owner, lines, apply);
  const looked = await upload('no');
  expect(looked.data.counts).toMatchObject({ total: 5, new: 1, error: 4 });
  expect(await world.leadOf(good)).toMatchObject({ status: 'DLV' });
  const applied = await upload('goodRows');
  expect(applied.data).toMatchObject({ applied: { rows: 1, failed: 4 }, undoUntil: null });
  expect(await world.leadOf(good)).toMatchObject({ status: 'RTR', reasons: ['WRONG_NUMBER'] });
  expect(await world.search(desk, { leadId: good })).toMatchObject([{ note: 'Rings elsewhere' }]);
  expect(await world.leadOf(none)).toMatchObject({ status: 'DLV' });
  expect((await upload('no', await world.partner(0))).body.code).toBe('WRONG_USER_TYPE');
});

/** A lead already requested or returned gets that error instead of one about its status. */
const REFUSED: Partial<Record<string, string>> = { RTR: 'return', RTN: 'return' };

test('only the statuses in the table can be requested, by call and file, by client and agency', async () => {
  for (const [as, by] of [
    [client, 'cl'],
    [desk, 'ag'],
  ] as const) {
    for (const isFile of [false, true]) {
      const leads = [];
      for (const from of LEAD_STATUS_CODES) {
        const lead = await world.deliver(RECENT);
        await world.write(sql`update lead set status = ${from} where public_id = ${lead}`);
        leads.push({ from, lead });
      }
      const ids = leads.map(({ lead }) => lead);
      const lines = ['Lead Id,Reason', ...ids.map((lead) => `${lead},WRONG_NUMBER`)];
      const messages = isFile
        ? (await sendSheet(harness, as, returnImport, world.owner, lines, 'goodRows')).data.rows.flatMap(({ errors }) =>
            errors.map(({ message }) => message),
          )
        : ((await world.request(as, ids)).body.data as { refused: { message: string }[] }).refused.map(
            ({ message }) => message,
          );
      const allowed = LEAD_MOVES.filter(({ to, by: whom }) => to === 'RTR' && whom.includes(by)).map(
        ({ from }) => from,
      );
      for (const { from, lead } of leads) {
        const { status } = await world.leadOf(lead);
        expect({ by, isFile, from, status }).toEqual({
          by,
          isFile,
          from,
          status: allowed.includes(from) ? 'RTR' : from,
        });
      }
      const refused = leads.filter(({ from }) => !allowed.includes(from));
      expect(messages).toHaveLength(refused.length);
      for (const [index, { from }] of refused.entries())
        expect({ from, told: messages[index] }).toEqual({
          from,
          told: expect.stringContaining(REFUSED[from] ?? LEAD_STATUSES[from].label),
        });
    }
  }
});
