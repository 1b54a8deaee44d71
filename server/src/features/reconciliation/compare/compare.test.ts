import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { type ReconciliationRow } from '@paceline/contract';
import { makePartner } from '../../../testing/factories/factories.ts';
import { listFindings, plantDifferences } from '../../../testing/factories/planted-differences.ts';
import { makeReconciliationWorld, type ReconciliationWorld } from '../../../testing/factories/reconciliation.ts';

const harness = useApp();
let world: ReconciliationWorld;
let desk: SignedIn;

beforeEach(async () => {
  world = await makeReconciliationWorld(harness);
  desk = await world.agency();
});

test(
  'of five thousand ids with one percent of each difference, exactly those are found, each with its reason',
  { tags: ['long'] },
  async () => {
    const LISTED = 5_000;
    const { rows, expected } = await harness.asMigrator((tx) => plantDifferences(tx, world.campaigns, LISTED));
    const lines = rows.map(({ id, reference, price, status, campaign }) =>
      [id, reference, price, status, campaign].map((cell) => cell ?? '').join(','),
    );
    expect(lines).toHaveLength(LISTED);
    const { status, data } = await world.upload(desk, ['Lead ID,Transaction ID,Price,Status,Campaign', ...lines]);
    expect({ status, state: data.state, counts: data.counts }).toEqual({
      status: 200,
      state: 'APPLIED',
      counts: { new: LISTED, changed: 0, unchanged: 0, error: 0, total: LISTED },
    });
    const { run } = (await world.read(desk)).body.data as { run: { runKey: number } };
    const findings = await harness.asMigrator((tx) => listFindings(tx, run.runKey));
    const sorted = (sets: Record<string, string[]>) =>
      Object.fromEntries(Object.entries(sets).map(([finding, ids]) => [finding, ids.toSorted()]));
    expect(sorted(findings)).toEqual(sorted(expected));
  },
);

const MARCH = { month: '2026-03-01' } as const;
const shown = (rows: readonly ReconciliationRow[]) =>
  rows.map(({ kind, reason, leadId, theirId, ourAmount, theirAmount, state }) => ({
    kind,
    reason,
    leadId,
    theirId,
    ourAmount,
    theirAmount,
    state,
  }));

test('a file with errors names row and field of each, and nothing is compared', async () => {
  await world.addLeads('M', 2, { day: '2026-03-04' });
  const lines = [
    'Lead Id,Reference,Price,Status',
    'M000001,,43.50,Billable',
    ',,43.50,',
    'M000002,,,',
    'M000002,,$43.50,',
    'M000002,,43.50,Gone fishing',
    'somebody@mail.example,,43.50,',
  ];
  const { status, body } = await world.upload(desk, lines, MARCH);
  expect(status).toBe(422);
  const errors = body.errors as { row: number; field: string; message: string }[];
  expect(errors.map(({ row, field, message }) => [row, field, message])).toEqual([
    [3, 'Lead Id', 'Row 3: Lead ID or Transaction ID is required.'],
    [4, 'Price', 'Row 4: Price is required.'],
    [5, 'Price', 'Row 5: Price must be written in plain digits, without symbols and thousands separators.'],
    [6, 'Status', 'Row 6: Status “Gone fishing” is not known. Write one of Billable, Returned, Refused, Pending.'],
    [7, 'Lead Id', 'Row 7: Lead Id has a form that is not accepted.'],
  ]);
  expect((await world.read(desk, MARCH)).body.data).toMatchObject({ run: null, history: [], difference: 0 });
});

test('a lead listed twice counts once; a newer file replaces the earlier one, which stays in the history', async () => {
  await world.addLeads('M', 2, { day: '2026-03-04' });
  const first = await world.upload(desk, ['Id,Amount', 'M000001,43.50', 'M-1,43.50', 'M000002,40'], MARCH);
  expect(first.status).toBe(200);
  expect(shown(await world.rows(desk, MARCH))).toEqual([
    {
      kind: 'MATCHED',
      reason: 'SAME',
      leadId: 'M000001',
      theirId: 'M000001',
      ourAmount: 43.5,
      theirAmount: 43.5,
      state: 'AGREED',
    },
    {
      kind: 'THEIRS',
      reason: 'NAMED_TWICE',
      leadId: 'M000001',
      theirId: 'M-1',
      ourAmount: 0,
      theirAmount: 43.5,
      state: 'OPEN',
    },
    {
      kind: 'PRICE',
      reason: 'OTHER_PRICE',
      leadId: 'M000002',
      theirId: 'M000002',
      ourAmount: 43.5,
      theirAmount: 40,
      state: 'OPEN',
    },
  ]);
  const before = (await world.read(desk, MARCH)).body.data as { run: { runKey: number } };
  expect(before).toMatchObject({ difference: 40, ourTotal: 87, theirTotal: 127 });

  await world.upload(await world.partner(), ['Id,Amount', 'M000001,43.50', 'M000002,43.50'], MARCH);
  const after = (await world.read(desk, MARCH)).body.data as { run: { runKey: number }; history: { runKey: number }[] };
  expect(after).toMatchObject({ difference: 0, run: { uploadedGroup: 'mp', uploadedBy: null, replacedAt: null } });
  expect(after.history.map(({ runKey }) => runKey)).toEqual([after.run.runKey, before.run.runKey]);
  const old = (await world.read(desk, { ...MARCH, runKey: before.run.runKey })).body.data;
  expect(old).toMatchObject({ difference: 40, run: { runKey: before.run.runKey } });
});

test('a client’s CRM list: by our id or its reference, with or without prices, for one of its schools', async () => {
  await world.addLeads('K', 4, { day: '2026-03-05' });
  await world.addLeads('E', 1, { day: '2026-03-05', campaign: 'elsewhere' });
  const client = await world.client();
  const lines = [
    'Lead,CRM Reference,Disposition,Client Price',
    'k000001,,,',
    ',crm-K-2,Accepted,71.25',
    ',crm-K-3,Declined,',
    ',crm-E-1,,',
    // The media partner's own id does not match for the client.
    'K-4,,,',
  ];
  const of = { side: 'client', month: '2026-03-01' } as const;
  expect((await world.upload(client, lines, of)).status).toBe(200);
  const rows = shown(await world.rows(client, of));
  const cells = rows.map(({ kind, reason, theirId, ourAmount, theirAmount }) => [
    kind,
    reason,
    theirId,
    ourAmount,
    theirAmount,
  ]);
  expect(cells).toEqual([
    ['MATCHED', 'SAME', 'k000001', 71.25, 71.25],
    ['MATCHED', 'SAME', 'crm-K-2', 71.25, 71.25],
    ['STATUS', 'OTHER_STATUS', 'crm-K-3', 71.25, 0],
    ['THEIRS', 'OTHER_CLIENT', 'crm-E-1', 0, 0],
    ['THEIRS', 'UNKNOWN_ID', 'K-4', 0, 0],
    ['OURS', 'NOT_IN_FILE', null, 71.25, 0],
  ]);
  // The client sees nothing of the same owner's partner, and the other way round.
  expect((await world.read(client, { month: '2026-03-01' })).status).toBe(404);
  expect((await world.read(await world.partner(), of)).status).toBe(404);
});

test('ids of another partner, another owner and unknown ids look the same to a partner', async () => {
  await world.addLeads('Q', 1, { day: '2026-03-06', campaign: 'rival' });
  await world.addLeads('X', 1, { day: '2026-03-06', campaign: 'abroad' });
  const partner = await world.partner();
  await world.upload(partner, ['Lead Id,Price', 'Q000001,43.50', 'X000001,43.50', 'Z000001,43.50'], MARCH);
  const rows = (await world.rows(partner, { ...MARCH, kind: 'THEIRS' })).map(
    ({ theirId: _, rowKey: __, fileRow: ___, ...row }) => row,
  );
  expect(rows).toHaveLength(3);
  expect(rows[0]).toMatchObject({
    reason: 'UNKNOWN_ID',
    leadId: null,
    campaignName: null,
    clientName: null,
    ourStatus: null,
  });
  expect(rows[1]).toEqual(rows[0]);
  expect(rows[2]).toEqual(rows[0]);
  expect((await world.read(await world.partner(1), MARCH)).status).toBe(404);
  expect((await world.upload(await world.partner(1), ['Lead Id,Price', 'Q000001,1'], MARCH)).status).toBe(404);
  expect((await world.read(await world.stranger(), MARCH)).status).toBe(404);
});

test('a partner takes part from the day it works for a client, before its first campaign', async () => {
  const party = await harness.asMigrator((tx) => makePartner(tx));
  expect((await world.read(desk, { ...MARCH, party })).status).toBe(404);
  await harness.asMigrator((tx) =>
    sql`insert into partner_client (owner_key, partner_key, client_key, since) values (${world.owner}, ${party}, ${world.clientKey}, '2026-03-01')`.execute(
      tx,
    ),
  );
  const { status, body } = await world.read(desk, { ...MARCH, party });
  expect({ status, data: body.data }).toMatchObject({ status: 200, data: { run: null, ourTotal: 0 } });
});

test('a future month accepts no list', async () => {
  const { status, body } = await world.upload(desk, ['Lead Id,Price', 'M000001,43.50'], { month: '2026-04-01' });
  expect({ status, errors: body.errors }).toMatchObject({ status: 422, errors: [{ field: 'month' }] });
});
