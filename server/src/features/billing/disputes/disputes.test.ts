import {
  billableReopen,
  statementAnswer,
  statementDispute,
  type Statement,
  type StatementRow,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { inOrder } from '../../../testing/calls/in-order.ts';
import { type BilledPlace, useBilledPlaces } from '../../../testing/factories/billed-places.ts';
import { tellDisputeNow } from './dispute-mails.jobs.ts';

inOrder();
const harness = useApp();
const places = useBilledPlaces(harness, { client: 71.37, media: 43.19 });
let here: BilledPlace;
let as: SignedIn;
let client: SignedIn;
let partner: SignedIn;
let other: SignedIn;

beforeAll(async () => {
  here = await places.makePlace();
  const abroad = await places.makePlace();
  for (const place of [here, abroad]) {
    await places.addLeads(place, 0, '2026-06-03', 3);
    await places.addLeads(place, 1, '2026-06-04', 1);
    await places.close(place, '2026-06-01', '2026-07-05T12:00:00Z');
  }
  harness.clock.set(new Date('2026-07-06T13:00:00Z'));
  as = await places.agency([here, abroad], 'reports:Margin', 'admin:Settings');
  client = await places.client(here);
  partner = await places.partner([here], 0);
  other = await places.partner([here], 1);
});

const paramsOf = ({ ownerKey, statementKey }: StatementRow) => ({ owner: ownerKey, statementKey });
const rowOf = async (by: SignedIn) => (await places.search(by, { ownerKey: here.ownerKey }))[0]!;
const say = (by: SignedIn, row: StatementRow, body: object) =>
  harness.call(statementDispute, by, { params: paramsOf(row), body: { text: 'Two are missing', ...body } });
const answer = (row: StatementRow, body: object, by = as) =>
  harness.call(statementAnswer, by, { params: paramsOf(row), body: { text: 'We look', ...body } as never });

test('a media partner disputes a line of its statement; the agency answers and refuses', async () => {
  const row = await rowOf(partner);
  expect((await say(other, row, {})).status).toBe(404);
  expect((await say(client, row, {})).status).toBe(404);
  expect((await say(partner, row, { line: 9 })).status).toBe(422);
  const said = (await say(partner, row, { line: 1, amount: 215.95 })).body.data as Statement;
  expect(said).toMatchObject({ state: 'DISPUTED', isDisputed: true });
  expect(said.talk).toMatchObject([
    { kind: 'DISPUTED', line: 1, amount: 215.95, text: 'Two are missing', isAgency: false },
  ]);
  const after = said.talk[0]!.eventKey;
  expect((await say(partner, row, {})).status).toBe(409);
  expect((await answer(row, { kind: 'ANSWERED', after }, await places.agency([here]))).status).toBe(404);
  const answered = (await answer(row, { kind: 'ANSWERED', after })).body.data as Statement;
  expect(answered.state).toBe('DISPUTED');
  const refused = await answer(row, { kind: 'REFUSED', after: answered.talk.at(-1)!.eventKey, text: 'All are there' });
  expect(refused.body.data).toMatchObject({ state: 'DRAFT', isDisputed: false });
  expect((await places.get(partner, row)).talk.map(({ kind, isAgency }) => [kind, isAgency])).toEqual([
    ['DISPUTED', false],
    ['ANSWERED', true],
    ['REFUSED', true],
  ]);
  expect(
    (await answer(row, { kind: 'REFUSED', after: (await places.get(as, row)).talk.at(-1)!.eventKey })).status,
  ).toBe(422);
});

test('a client’s dispute that was right is closed by the credit note of the month closed again', async () => {
  const row = await rowOf(client);
  const { talk } = (await say(client, row, { text: 'One was returned' })).body.data as Statement;
  const after = talk[0]!.eventKey;
  expect(JSON.stringify((await answer(row, { kind: 'SETTLED', after })).body)).toContain('Reopen June 2026');
  await harness.call(billableReopen, as, { body: { ownerKey: here.ownerKey, month: '2026-06', reason: 'Dispute' } });
  await harness.asMigrator((tx) =>
    sql`update lead set status = 'INV' where lead_key = (select min(lead_key) from lead where owner_key = ${here.ownerKey})`.execute(
      tx,
    ),
  );
  await places.close(here, '2026-06-01', '2026-07-06T14:00:00Z');
  expect((await answer(row, { kind: 'SETTLED', after })).body.data).toMatchObject({ isDisputed: false, paid: 71.37 });
});

test('the other side is told that there is something to read, without prices', async () => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ eventKey: number; kind: string; side: string }>`
      select event_key::int as "eventKey", kind, side from billing_statement_event where owner_key = ${here.ownerKey} and kind <> 'SENT' order by 1`.execute(
      tx,
    ),
  );
  const counts = [];
  for (const { eventKey, kind, side } of rows)
    counts.push([
      kind,
      side,
      await tellDisputeNow({ ...harness, publicUrl: 'http://paceline.test' }, { ownerKey: here.ownerKey, eventKey }),
    ]);
  // Both users of the agency see clients' statements; one of them may see what is paid.
  expect(counts).toEqual([
    ['DISPUTED', 'media', 1],
    ['ANSWERED', 'media', 1],
    ['REFUSED', 'media', 1],
    ['DISPUTED', 'client', 2],
    ['SETTLED', 'client', 1],
  ]);
  const { rows: mails } = await harness.asMigrator((tx) =>
    sql<{ body: string }>`select subject || body as body from mail`.execute(tx),
  );
  expect(mails).toHaveLength(6);
  expect(JSON.stringify(mails)).not.toMatch(/71\.37|43\.19|215\.95/);
});

test('nobody of another side writes what is the agency’s', async () => {
  const row = await rowOf(client);
  expect((await answer(row, { kind: 'REFUSED' }, client)).status).toBe(403);
  expect((await say(as, row, {})).status).toBe(403);
});
