import {
  bulkImportApply,
  type BulkImportResult,
  LEAD_STATUS_CODES,
  LEAD_STATUSES,
  leadBulkSearch,
  leadCampusGet,
  leadCids,
  leadMove,
  type LeadStatus,
  leadStatusUpdate,
  leadUpdateImport,
  leadUpdatePreview,
  MAX_LEADS_CHANGED,
  refusedMoveMessage,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { makeCampus, makeClient } from '../../../testing/factories/factories.ts';
import {
  deskState,
  type Desk,
  DESK_RIGHTS,
  makeDesk,
  makeDeskLead,
  MOVES_OF_DESK,
  sendSheet,
} from '../../../testing/factories/lead-desk.ts';

const harness = useApp();
let desk: Desk;

beforeAll(async () => {
  desk = await makeDesk(harness);
  // Leads that are accepted against the checks ask the caps.
  await harness.asMigrator((tx) =>
    sql`update campaign_month set daily_allocation = null, monthly_allocation = null where campaign_key = ${desk.campaignKey}`.execute(
      tx,
    ),
  );
});

type Update = { statusCode: LeadStatus; reasonCode?: string; note?: string; reference?: string };
const make = (status: LeadStatus, more: { daysAgo?: number; transactionId?: string } = {}) =>
  makeDeskLead(harness, desk.owner, desk.campaignKey, status, more);
const stateOf = (leadKey: number) => deskState(harness, leadKey);
const update = async (updates: readonly ({ leadCaptureKey: number; version?: number } & Update)[]) => {
  const { status, body } = await harness.call(leadStatusUpdate, desk.as, {
    body: { ownerKey: desk.owner, updates: [...updates] },
  });
  return {
    status,
    body,
    data: body.data as { updated: number; failed: number; results: { status: string; message: string }[] },
  };
};
const preview = async (leads: object, move: Update, as: SignedIn = desk.as) => {
  const { status, body } = await harness.call(leadUpdatePreview, as, {
    params: { owner: desk.owner },
    body: { leads, ...move } as never,
  });
  return { status, body, data: body.data as BulkImportResult };
};
const apply = async ({ importKey }: BulkImportResult, mode: 'goodRows' | 'allOrNothing' = 'goodRows') => {
  const { status, body } = await harness.call(bulkImportApply, desk.as, {
    params: { owner: desk.owner, importKey },
    body: { mode },
  });
  return { status, body, data: body.data as BulkImportResult };
};
const errorsOf = ({ rows }: BulkImportResult): string[] =>
  rows.flatMap(({ errors }) => errors.map(({ message }) => message));
const count = async (statement: ReturnType<typeof sql<{ n: number }>>): Promise<number> =>
  (await harness.asMigrator((tx) => statement.execute(tx))).rows[0]!.n;

const PAIRS = LEAD_STATUS_CODES.flatMap((from) => LEAD_STATUS_CODES.map((to) => ({ from, to })));
const makePairs = async () => {
  const leads = [];
  for (const pair of PAIRS) leads.push({ ...pair, leadKey: await make(pair.from) });
  return leads;
};
const expectedMessage = ({ from, to }: { from: LeadStatus; to: LeadStatus }): string =>
  from === to
    ? `This lead is ${LEAD_STATUSES[to].label} already: only its status is changed here.`
    : refusedMoveMessage(from, to);

test('by call: every transition of the table works, every other is refused with its reason', async () => {
  const leads = await makePairs();
  const audited = () =>
    count(
      sql`select count(*)::int as n from audit_log where action in ('leadMoved', 'leadOverridden') and owner_key = ${desk.owner}`,
    );
  const noted = () =>
    count(sql`select count(*)::int as n from lead_status_change where note = 'Why' and changed_by is not null`);
  const before = [await audited(), await noted()] as const;
  const { data } = await update(
    leads.map(({ leadKey, to }) => ({
      leadCaptureKey: leadKey,
      statusCode: to,
      note: 'Why',
      ...(to === 'SCR' && { reasonCode: 'DNC' }),
    })),
  );
  expect(data.updated).toBe(MOVES_OF_DESK.size);
  expect(data.updated + data.failed).toBe(PAIRS.length);
  for (const [index, { from, to, leadKey }] of leads.entries()) {
    const isAllowed = MOVES_OF_DESK.has(`${from}>${to}`);
    expect(data.results[index], `${from}>${to}`).toEqual({
      leadCaptureKey: leadKey,
      status: isAllowed ? 'updated' : 'failed',
      message: isAllowed ? '' : expectedMessage({ from, to }),
    });
    expect((await stateOf(leadKey)).status, `${from}>${to}`).toBe(isAllowed ? to : from);
  }
  expect([(await audited()) - before[0], (await noted()) - before[1]]).toEqual([
    MOVES_OF_DESK.size,
    MOVES_OF_DESK.size,
  ]);
});

test('by file: the same transitions, after a preview without changes; failures are reported row by row', async () => {
  const leads = await makePairs();
  const { data } = await sendSheet(harness, desk.as, leadUpdateImport, desk.owner, [
    'Lead Capture Key,Status,Reason,Note',
    ...leads.map(({ leadKey, to }) => `${leadKey},${LEAD_STATUSES[to].label},${to === 'SCR' ? 'dnc' : ''},Why`),
  ]);
  expect(data.counts).toMatchObject({ changed: MOVES_OF_DESK.size, error: PAIRS.length - MOVES_OF_DESK.size });
  for (const { from, leadKey } of leads) expect((await stateOf(leadKey)).status).toBe(from);
  const applied = (await apply(data)).data;
  expect(applied.applied).toMatchObject({ rows: MOVES_OF_DESK.size, failed: PAIRS.length - MOVES_OF_DESK.size });
  for (const [index, { from, to, leadKey }] of leads.entries()) {
    const isAllowed = MOVES_OF_DESK.has(`${from}>${to}`);
    const row = applied.rows.find((one) => one.row === index + 2)!;
    expect(row.outcome, `${from}>${to}`).toBe(isAllowed ? 'applied' : 'failed');
    expect(row.errors.map(({ message }) => message)).toEqual(isAllowed ? [] : [expectedMessage({ from, to })]);
    expect((await stateOf(leadKey)).status, `${from}>${to}`).toBe(isAllowed ? to : from);
  }
});

test('a preview shows the changes; reasons, notes and references are required as in the table', async () => {
  const leadKey = await make('STK');
  const chosen = { leadCaptureKeys: [leadKey] };
  expect(errorsOf((await preview(chosen, { statusCode: 'SCR' })).data)).toEqual(['Choose a reason.']);
  expect(errorsOf((await preview(chosen, { statusCode: 'SCR', reasonCode: 'FMT_ZIP' })).data)).toEqual([
    'This is no reason for that status.',
  ]);
  expect(errorsOf((await preview(chosen, { statusCode: 'DLV' })).data)).toEqual([
    'Enter the client’s reference or a note.',
  ]);
  const { data } = await preview(chosen, { statusCode: 'SCR', reasonCode: 'DNC' });
  expect(data.rows[0]).toMatchObject({
    state: 'changed',
    changes: [
      { column: 'Status', before: 'Stuck', after: 'Scrubbed' },
      { column: 'Reason', before: null, after: 'Do not call' },
    ],
    warnings: [{ message: 'Cannot be undone: its place under the caps becomes free.' }],
  });
  expect(await stateOf(leadKey)).toMatchObject({ status: 'STK', version: 1 });
  await apply(data);
  expect(await stateOf(leadKey)).toMatchObject({ status: 'SCR', reasons: ['DNC'], version: 2 });
});

test('pasted ids: keys, public ids and transaction ids; unknown, foreign, duplicate and ambiguous ones are reported', async () => {
  const [one, two, three] = [
    await make('HLD'),
    await make('HLD', { transactionId: 'TX-one' }),
    await make('HLD', { transactionId: 'TX-two' }),
  ];
  await make('HLD', { transactionId: 'TX-many' });
  await make('HLD', { transactionId: 'TX-many' });
  const foreign = await makeDeskLead(harness, desk.other, desk.foreignCampaign, 'HLD', { transactionId: 'TX-foreign' });
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ id: string }>`select public_id as id from lead where lead_key = ${one}`.execute(tx),
  );
  const ids = [rows[0]!.id, 'TX-one', String(three), 'TX-many', 'TX-foreign', String(foreign), 'nobody', 'TX-two'];
  const { data } = await preview({ ids }, { statusCode: 'INV' });
  const entryOf = (row: number) => data.rows.find((entry) => entry.row === row)!;
  expect([1, 2].map((row) => entryOf(row).state)).toEqual(['changed', 'changed']);
  for (const row of [3, 8]) expect(entryOf(row).errors[0]!.message).toContain('more than once: rows 3, 8');
  expect(entryOf(4).errors[0]!.message).toBe('Several leads have this transaction id. Use the lead id.');
  for (const row of [5, 6, 7]) expect(entryOf(row).errors[0]!.message).toContain('does not belong to this owner');
  await apply(data);
  expect((await stateOf(one)).status).toBe('INV');
  expect((await stateOf(two)).status).toBe('INV');
  expect((await stateOf(foreign)).status).toBe('HLD');

  const answer = await harness.call(leadBulkSearch, desk.as, {
    params: { owner: desk.owner },
    body: { leadCaptureKeys: [three, 'TX-many', 'TX-foreign'] },
  });
  const leads = answer.body.data as { id: string; leads: { leadCaptureKey: number }[] }[];
  expect(leads.map((entry) => entry.leads.length)).toEqual([1, 2, 0]);
  expect(leads[0]).toMatchObject({ id: String(three), leads: [{ leadCaptureKey: three, status: 'HLD', version: 1 }] });
});

test('needs the agency’s right, at its owners', async () => {
  const leadKey = await make('HLD');
  const leads = { leadCaptureKeys: [leadKey] };
  const stranger = await harness.signedIn('ag', { owners: [desk.other], permissions: DESK_RIGHTS });
  const viewer = await harness.signedIn('ag', { owners: [desk.owner], permissions: ['leadanalyzer:View'] });
  const client = await harness.signedIn('cl', { owners: [desk.owner], permissions: DESK_RIGHTS });
  expect((await preview(leads, { statusCode: 'INV' }, stranger)).status).toBe(404);
  expect((await preview(leads, { statusCode: 'INV' }, viewer)).status).toBe(403);
  expect((await preview(leads, { statusCode: 'INV' }, client)).status).toBe(403);
  const { data } = await preview(leads, { statusCode: 'INV' });
  const params = { owner: desk.owner, importKey: data.importKey };
  expect((await harness.call(bulkImportApply, viewer, { params, body: {} })).status).toBe(403);
  expect((await stateOf(leadKey)).status).toBe('HLD');
});

test('all leads of a search, and none of another owner', async () => {
  const [mine, theirs] = [await make('CAP'), await makeDeskLead(harness, desk.other, desk.foreignCampaign, 'CAP')];
  const { data } = await preview({ search: { leadStatus: ['CAP'] } }, { statusCode: 'TST' });
  expect(data.counts).toMatchObject({ error: 0 });
  expect(data.rows.map(({ key }) => Number(key))).toContain(mine);
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ n: number }>`select count(*)::int as n from lead where owner_key = ${desk.owner} and status = 'CAP'`.execute(
      tx,
    ),
  );
  expect(data.counts.changed).toBe(rows[0]!.n);
  await apply(data);
  expect((await stateOf(theirs)).status).toBe('CAP');
  expect((await preview({ search: { leadStatus: ['CAP'] } }, { statusCode: 'TST' })).body).toMatchObject({
    code: 'VALIDATION',
    message: 'No lead matches this search.',
  });
});

test('of two desks on one lead the second sees both values, row by row, and the rest is applied', async () => {
  const [first, second] = [await make('STK'), await make('STK')];
  const { data } = await preview({ leadCaptureKeys: [first, second] }, { statusCode: 'DLV', note: 'They have it' });
  const body = {
    ownerKey: desk.owner,
    leadCaptureKey: first,
    version: 1,
    statusCode: 'SCR' as const,
    reasonCode: 'DNC',
  };
  expect((await harness.call(leadMove, desk.as, { body })).status).toBe(200);
  expect((await apply(data, 'allOrNothing')).body).toMatchObject({ code: 'STALE_ROW' });
  const applied = (await apply(data)).data;
  expect(applied.applied).toMatchObject({ rows: 1, failed: 1 });
  expect(applied.rows.find(({ outcome }) => outcome === 'failed')).toMatchObject({
    key: String(first),
    errors: [{ message: 'This lead is Scrubbed now. You chose Delivered.' }],
  });
  expect((await stateOf(second)).status).toBe('DLV');
  const late = await update([{ leadCaptureKey: second, version: 1, statusCode: 'TST' }]);
  expect(late.data).toMatchObject({
    updated: 0,
    failed: 1,
    results: [{ status: 'failed', message: 'This lead is Delivered now. You chose Test.' }],
  });
  const file = await sendSheet(harness, desk.as, leadUpdateImport, desk.owner, [
    'Lead Id,Status,Row Version',
    `${second},TST,1`,
  ]);
  expect(errorsOf(file.data)).toEqual(['This lead is Delivered now. You chose Test.']);
});

test('a closed month’s bill does not change', async () => {
  const [delivered, heldLead] = [await make('DLV', { daysAgo: 60 }), await make('HLD', { daysAgo: 60 })];
  const { data } = await preview({ leadCaptureKeys: [delivered, heldLead] }, { statusCode: 'TST' });
  expect(data.counts).toMatchObject({ changed: 1, error: 1 });
  expect(errorsOf(data)).toEqual(['The lead’s month is closed: what is billed for it cannot change.']);
});

test('files with unknown statuses or too many rows are refused, the latter without storing anything', async () => {
  const leadKey = await make('HLD');
  const { data } = await sendSheet(harness, desk.as, leadUpdateImport, desk.owner, ['Lead,Status', `${leadKey},Sold`]);
  expect(errorsOf(data)).toEqual(['There is no status “Sold”.']);
  const before = await count(sql`select count(*)::int as n from bulk_import`);
  const lines = Array.from({ length: MAX_LEADS_CHANGED + 1 }, (_, index) => `${index + 1},TST`);
  expect((await sendSheet(harness, desk.as, leadUpdateImport, desk.owner, ['Lead,Status', ...lines])).status).toBe(413);
  const ids = lines.map((_, index) => `X${index}`);
  expect((await preview({ ids }, { statusCode: 'TST' })).status).toBe(400);
  const updates = ids.map((_, index) => ({ leadCaptureKey: index + 1, statusCode: 'TST' as const }));
  expect((await update(updates)).status).toBe(400);
  expect(await count(sql`select count(*)::int as n from bulk_import`)).toBe(before);
});

test('campaigns and campuses of the lead filter are those of the owner', async () => {
  const { clientKey, campus } = await harness.asMigrator(async (tx) => {
    const newClient = await makeClient(tx, desk.owner);
    return { clientKey: newClient, campus: await makeCampus(tx, { ownerKey: desk.owner, clientKey: newClient }) };
  });
  const cids = (await harness.call(leadCids, desk.as, { params: { owner: desk.owner }, body: {} })).body.data;
  expect(cids).toEqual([expect.objectContaining({ campaignKey: desk.campaignKey })]);
  const none = await harness.call(leadCids, desk.as, { params: { owner: desk.owner }, body: { search: '%' } });
  expect(none.body.data).toEqual([]);
  const campuses = await harness.call(leadCampusGet, desk.as, { params: { client: clientKey } });
  expect(campuses.body.data).toEqual([expect.objectContaining({ key: campus.campusKey })]);
  const stranger = await harness.signedIn('ag', { owners: [desk.other], permissions: DESK_RIGHTS });
  expect((await harness.call(leadCampusGet, stranger, { params: { client: clientKey } })).status).toBe(404);
});
