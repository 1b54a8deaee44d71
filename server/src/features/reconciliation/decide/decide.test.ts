import {
  billableChecklist,
  type CallResponse,
  type ReconciliationDecision,
  reconciliationComment,
  reconciliationDecide,
  reconciliationExport,
  reconciliationPreview,
  type ReconciliationRow,
  reconciliationSearch,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { SIDE_PRICES } from '../../../testing/factories/planted-differences.ts';
import { makeReconciliationWorld, type ReconciliationWorld } from '../../../testing/factories/reconciliation.ts';

const harness = useApp();
let world: ReconciliationWorld;
let desk: SignedIn;

beforeEach(async () => {
  world = await makeReconciliationWorld(harness);
  desk = await world.agency();
});

const FEBRUARY = { month: '2026-02-01' } as const;
const MARCH = { month: '2026-03-01' } as const;
const params = () => ({ params: { owner: world.owner } });
type Of = Parameters<ReconciliationWorld['rows']>[1];

const runOf = async (as: SignedIn, of: Of): Promise<number> =>
  ((await world.read(as, of)).body.data as { run: { runKey: number } }).run.runKey;
const rowOf = async (as: SignedIn, of: Of, theirId: string): Promise<ReconciliationRow> =>
  (await world.rows(as, of)).find((row) => row.theirId === theirId || row.leadId === theirId)!;
const decide = async (
  as: SignedIn,
  of: Of,
  rows: readonly ReconciliationRow[],
  decision: ReconciliationDecision,
  note = '',
) =>
  harness.call(reconciliationDecide, as, {
    ...params(),
    body: {
      runKey: await runOf(as, of),
      rows: rows.map(({ rowKey, version }) => ({ rowKey, version })),
      decision,
      note,
    },
  });
const lines = async () => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<object>`
      select l.public_id as lead, b.day::text as day, b.for_month::text as month, b.client_amount::float8 as client, b.media_amount::float8 as media
      from billing_adjustment b join lead l using (owner_key, lead_key) where b.owner_key = ${world.owner} order by b.adjustment_key`.execute(
      tx,
    ),
  );
  return rows;
};
const differenceOf = async (as: SignedIn, of: Of) =>
  ((await world.read(as, of)).body.data as { difference: number }).difference;

/** The reader of a line may be on the other side. */
const reasons = async (): Promise<string[]> => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ reason: string }>`select reason from billing_adjustment where owner_key = ${world.owner}`.execute(tx),
  );
  return rows.map(({ reason }) => reason);
};

test('accepting creates one adjustment of this side today, for an open or a closed month; our amount then equals theirs', async () => {
  await world.addLeads('A', 3, { day: '2026-02-10' });
  await world.addLeads('B', 1, { day: '2026-03-02' });
  await world.upload(await world.partner(), ['Lead Id,Price,Status', 'A000001,40,', 'A000002,43.50,Returned']);
  await world.upload(desk, ['Lead Id,Price', 'B000001,44.50'], MARCH);
  expect(await differenceOf(desk, FEBRUARY)).toBe(-90.5);

  const closed = await world.rows(desk, FEBRUARY);
  expect(closed.map(({ suggestion }) => suggestion)).toEqual(['ACCEPT', 'ACCEPT', 'ACCEPT']);
  const preview = await harness.call(reconciliationPreview, desk, {
    ...params(),
    body: {
      runKey: await runOf(desk, FEBRUARY),
      chosen: { rowKeys: closed.map(({ rowKey }) => rowKey) },
      decision: 'ACCEPT',
    },
  });
  expect(preview.body.data).toMatchObject({ rows: 3, lines: 3, amount: -90.5, bookedMonth: '2026-03-01', leftOut: [] });
  expect((await decide(desk, FEBRUARY, closed, 'ACCEPT')).body.data).toEqual({ decided: 3, lines: 3, amount: -90.5 });
  expect((await decide(desk, MARCH, await world.rows(desk, MARCH), 'ACCEPT')).body.data).toMatchObject({
    lines: 1,
    amount: 1,
  });
  const day = '2026-03-10';
  expect(await lines()).toEqual([
    { lead: 'A000001', day, month: '2026-02-01', client: 0, media: -3.5 },
    { lead: 'A000002', day, month: '2026-02-01', client: 0, media: -43.5 },
    { lead: 'A000003', day, month: '2026-02-01', client: 0, media: -43.5 },
    { lead: 'B000001', day, month: '2026-03-01', client: 0, media: 1 },
  ]);
  expect(await reasons()).toHaveLength(4);
  expect((await reasons()).join()).not.toMatch(/[$\d]\d*\.\d\d/);
  expect((await world.read(desk, FEBRUARY)).body.data).toMatchObject({ difference: 0, accepted: -90.5 });

  // The same file again leaves no difference.
  await world.upload(desk, ['Lead Id,Price', 'A000001,40']);
  expect((await world.rows(desk, FEBRUARY)).map(({ kind }) => kind)).toEqual(['MATCHED']);
});

test('a repeated acceptance creates one adjustment; a second user sees the first decision', async () => {
  await world.addLeads('C', 1, { day: '2026-02-11' });
  await world.upload(desk, ['Lead Id,Price', 'C000001,50']);
  const row = await rowOf(desk, FEBRUARY, 'C000001');
  const before = (await lines()).length;
  const [one, two] = await Promise.all([
    decide(desk, FEBRUARY, [row], 'ACCEPT'),
    decide(desk, FEBRUARY, [row], 'ACCEPT'),
  ]);
  expect([one.status, two.status]).toEqual([200, 200]);
  expect(await lines()).toHaveLength(before + 1);
  const late = await decide(await world.agency(), FEBRUARY, [row], 'DISPUTE', 'Not agreed');
  expect(late.status).toBe(409);
  expect(late.body.message).toMatch(/^C000001: It is accepted by .+\. You chose to dispute it\.$/);
  const partner = await decide(await world.partner(), FEBRUARY, [row], 'AGREE');
  expect(partner.body).toMatchObject({ code: 'STALE_ROW', message: 'C000001: It is accepted. You chose to agree.' });
});

test('of two users on the same page the second gets a conflict, and nothing of its choice is stored', async () => {
  await world.addLeads('D', 2, { day: '2026-02-12' });
  await world.upload(desk, ['Lead Id,Price', 'D000001,50', 'D000002,50']);
  const rows = await world.rows(desk, { ...FEBRUARY, kind: 'PRICE' });
  const partner = await world.partner();
  expect((await decide(partner, FEBRUARY, [rows[0]!], 'DISPUTE', 'It was agreed at 50')).status).toBe(200);
  const count = (await lines()).length;
  const second = await decide(desk, FEBRUARY, rows, 'ACCEPT');
  expect(second.body).toMatchObject({
    code: 'STALE_ROW',
    message: 'D000001: It is disputed by now: “It was agreed at 50”. You chose to accept it.',
  });
  expect(await lines()).toHaveLength(count);
  expect((await world.rows(desk, { ...FEBRUARY, kind: 'PRICE' })).map(({ state }) => state)).toEqual([
    'DISPUTED',
    'OPEN',
  ]);
});

test('a lead changed since the comparison is not accepted at the old amount', async () => {
  await world.addLeads('F', 1, { day: '2026-03-03' });
  await world.upload(desk, ['Lead Id,Price', 'F000001,50'], MARCH);
  const row = await rowOf(desk, MARCH, 'F000001');
  await harness.asMigrator((tx) => sql`update lead set status = 'RTN' where public_id = 'F000001'`.execute(tx));
  expect((await decide(desk, MARCH, [row], 'ACCEPT')).body).toMatchObject({
    code: 'STALE_ROW',
    message: 'F000001: Ours was $43.50 when the file was compared and is $0.00 now. Upload the file again.',
  });
});

test('rows without a lead cannot be accepted; the other side can agree, which settles them without an adjustment', async () => {
  const partner = await world.partner();
  await world.upload(partner, ['Lead Id,Price', 'NOBODY1,12.25', 'NOBODY2,1'], MARCH);
  const [one, two] = await world.rows(partner, { ...MARCH, kind: 'THEIRS' });
  expect([one!.suggestion, (await rowOf(desk, MARCH, 'NOBODY1')).suggestion]).toEqual(['AGREE', 'DISPUTE']);
  expect((await decide(desk, MARCH, [one!], 'ACCEPT')).body).toMatchObject({ code: 'VALIDATION' });
  expect((await decide(desk, MARCH, [one!], 'AGREE')).status).toBe(403);
  expect((await decide(partner, MARCH, [one!], 'ACCEPT')).status).toBe(403);
  expect((await decide(desk, MARCH, [one!], 'DISPUTE')).status).toBe(400);
  const before = await differenceOf(desk, MARCH);
  expect((await decide(desk, MARCH, [one!], 'DISPUTE', 'Which lead is this?')).status).toBe(200);
  expect(await differenceOf(desk, MARCH)).toBe(before);
  const disputed = await rowOf(partner, MARCH, 'NOBODY1');
  expect(disputed).toMatchObject({
    state: 'DISPUTED',
    note: 'Which lead is this?',
    decidedGroup: 'ag',
    decidedBy: null,
  });
  const count = (await lines()).length;
  expect((await decide(partner, MARCH, [disputed, two!], 'AGREE')).body.data).toEqual({
    decided: 2,
    lines: 0,
    amount: 0,
  });
  expect(await differenceOf(desk, MARCH)).toBe(before - 13.25);
  expect(await lines()).toHaveLength(count);
});

test('rows that cannot be accepted are skipped with the reason, and a replaced file cannot be decided', async () => {
  await world.addLeads('G', 2, { day: '2026-03-04', status: 'DUP' });
  await world.upload(desk, ['Lead Id,Price', 'G000001,43.50', 'G000002,43.50', 'NOBODY,1'], MARCH);
  const runKey = await runOf(desk, MARCH);
  const { body } = await harness.call(reconciliationPreview, desk, {
    ...params(),
    body: {
      runKey,
      chosen: { rowKeys: (await world.rows(desk, MARCH)).map(({ rowKey }) => rowKey) },
      decision: 'ACCEPT',
    },
  });
  expect(body.data).toMatchObject({
    leftOut: [{ message: 'No lead has this id: there is no campaign to write a line for.', rows: 1 }],
  });
  const { versions } = body.data as { versions: { rowKey: number; version: number }[] };
  await world.upload(desk, ['Lead Id,Price', 'G000001,43.50'], MARCH);
  const answer = await harness.call(reconciliationDecide, desk, {
    ...params(),
    body: { runKey, rows: versions, decision: 'ACCEPT' },
  });
  expect(answer.body).toMatchObject({
    code: 'STALE_ROW',
    message: 'A newer file has taken the place of this one. Decide about that.',
  });
});

test(
  'both sides exchange comments without names, and neither sees the other’s amounts',
  { tags: ['long'] },
  async () => {
    await world.addLeads('A', 3, { day: '2026-02-10' });
    const partner = await world.partner();
    await world.upload(partner, ['Lead Id,Price', 'A000001,39', 'A000002,43.50']);
    const client = await world.client();
    const ofClient = { ...FEBRUARY, side: 'client' } as const;
    await world.upload(client, ['Lead Id,Price', 'A000001,70'], ofClient);
    const row = await rowOf(partner, FEBRUARY, 'A000001');
    const runKey = await runOf(partner, FEBRUARY);
    const comment = (as: SignedIn, text: string, run = runKey) =>
      harness.call(reconciliationComment, as, {
        ...params(),
        body: { runKey: run, rowKey: row.rowKey, comment: text },
      });
    expect((await comment(partner, 'The order says 39.')).status).toBe(200);
    expect((await comment(desk, 'Since when?')).status).toBe(200);
    const { comments } = await rowOf(partner, FEBRUARY, 'A000001');
    expect(comments.map(({ group, by, comment: text }) => [group, by === null, text])).toEqual([
      ['mp', false, 'The order says 39.'],
      ['ag', true, 'Since when?'],
    ]);
    for (const other of [await world.partner(1), client, await world.stranger()])
      expect((await comment(other, 'Hello')).status).toBe(404);

    const outputOf = async (as: SignedIn, of: Of) => {
      const run = await runOf(as, of);
      const files = await Promise.all(
        (['csv', 'xlsx'] as const).map((format) =>
          harness.app.inject({
            method: 'POST',
            url: `/api/${as.group}/${world.owner}/reconciliation/export`,
            headers: as.headers,
            payload: { runKey: run, format },
          }),
        ),
      );
      expect(files.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      return JSON.stringify([(await world.read(as, of)).body, await world.rows(as, of), files[0]!.payload]);
    };
    const [toPartner, toClient] = [await outputOf(partner, FEBRUARY), await outputOf(client, ofClient)];
    expect(toPartner).toContain('43.5');
    expect(toPartner).not.toContain(String(SIDE_PRICES.client));
    expect(toClient).toContain('71.25');
    expect(toClient).not.toContain(String(SIDE_PRICES.media));
    // A run is identified by its key: another party's has no rows and no file.
    const foreign = await harness.call(reconciliationSearch, client, { ...params(), body: { runKey } });
    expect(foreign.body.data).toMatchObject({ rows: [], total: 0 });
    expect((await harness.call(reconciliationExport, client, { ...params(), body: { runKey } })).status).toBe(404);
  },
);

test('each group needs its own right', async () => {
  await world.upload(desk, ['Lead Id,Price', 'NOBODY1,12.25']);
  const reader = await harness.signedIn('ag', { owners: [world.owner], permissions: ['leadanalyzer:Export'] });
  expect((await world.read(reader, FEBRUARY)).status).toBe(403);
  const runKey = await runOf(desk, FEBRUARY);
  expect((await harness.call(reconciliationSearch, reader, { ...params(), body: { runKey } })).status).toBe(403);
});

test('comments about a lead are erased with its person; the comparison stays', async () => {
  const partner = await world.partner();
  await world.addLeads('A', 1, { day: '2026-02-10' });
  await world.upload(partner, ['Lead Id,Price', 'A000001,39']);
  const { rowKey } = await rowOf(partner, FEBRUARY, 'A000001');
  const comment = { runKey: await runOf(partner, FEBRUARY), rowKey, comment: 'The order says 39.' };
  await harness.call(reconciliationComment, partner, { ...params(), body: comment });
  const row = await rowOf(partner, FEBRUARY, 'A000001');
  expect(row.comments).not.toEqual([]);
  await harness.asMigrator(async (tx) => {
    await sql`select set_config('app.owner_keys', ${`{${world.owner}}`}, true), set_config('app.user_group', 'ag', true)`.execute(
      tx,
    );
    await sql`select app.erase_people(${world.owner}, array[${row.leadCaptureKey}]::bigint[], now(), null)`.execute(tx);
  });
  expect(await rowOf(partner, FEBRUARY, 'A000001')).toEqual({ ...row, comments: [] });
});

test('bulk acceptance takes the suggested rows and lists the others; the month’s checklist counts all undecided rows', async () => {
  const of = { month: '2026-01-01' } as const;
  await world.addLeads('S', 3, { day: '2026-01-12' });
  await world.upload(await world.partner(), ['Lead Id,Price', 'S000001,40', 'S000002,50', 'S000003,51'], of);
  const preview = async (decision: ReconciliationDecision) => {
    const body = { runKey: await runOf(desk, of), chosen: { kind: 'PRICE' as const }, decision };
    return (await harness.call(reconciliationPreview, desk, { ...params(), body })).body.data;
  };
  expect(await preview('ACCEPT')).toMatchObject({
    rows: 1,
    amount: -3.5,
    leftOut: [
      { rows: 2, message: 'Suggested to dispute: the difference is to our disadvantage, or cannot be booked.' },
    ],
  });
  expect(await preview('DISPUTE')).toMatchObject({
    rows: 2,
    leftOut: [{ rows: 1, message: 'Suggested to accept: the difference is to our good.' }],
  });

  const undecided = async () => {
    const as = await harness.signedIn('ag', { owners: [world.owner], permissions: ['reports:Billable'] });
    const { body } = await harness.call(billableChecklist, as, { body: { ownerKey: world.owner, ...of } });
    return (body.data as CallResponse<typeof billableChecklist>).items.find(({ item }) => item === 'DIFFERENCES');
  };
  expect(await undecided()).toMatchObject({ isDone: false, count: 3, text: '3 differences to decide' });
  await decide(desk, of, [await rowOf(desk, of, 'S000002')], 'DISPUTE', 'Not agreed');
  expect(await undecided()).toMatchObject({ count: 3 });
  await decide(desk, of, [await rowOf(desk, of, 'S000001')], 'ACCEPT');
  expect(await undecided()).toMatchObject({ count: 2 });
});
