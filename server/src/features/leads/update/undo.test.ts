import {
  bulkImportApply,
  type BulkImportResult,
  bulkImportUndo,
  leadMove,
  type LeadStatus,
  leadUpdateImport,
  leadUpdatePreview,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { TEST_NOW, useApp } from '../../../testing/app.ts';
import { type Desk, deskState, makeDesk, makeDeskLead, sendSheet } from '../../../testing/factories/lead-desk.ts';

const harness = useApp();
let desk: Desk;

beforeEach(async () => {
  desk = await makeDesk(harness);
});

const write = (statement: ReturnType<typeof sql>) => harness.asMigrator((tx) => statement.execute(tx));
const make = async (status: LeadStatus, reasons: string[] = []): Promise<number> => {
  const leadKey = await makeDeskLead(harness, desk.owner, desk.campaignKey, status);
  await write(sql`update lead set status_reasons = ${reasons}, crm_reference = 'OLD-1' where lead_key = ${leadKey}`);
  await write(sql`
    insert into lead_status_change (owner_key, captured_date, lead_key, at, to_status, reasons)
    select owner_key, captured_date, lead_key, created_at, status, status_reasons from lead where lead_key = ${leadKey}`);
  return leadKey;
};
/** The outbox task of a lead that waits, or waited. */
const makeTask = (leadKey: number, isDone: boolean) =>
  write(sql`
    insert into delivery_task (owner_key, captured_date, lead_key, client_key, accepted_at, due_at, done_at)
    select l.owner_key, l.captured_date, l.lead_key, g.client_key, l.created_at, l.created_at, ${isDone ? TEST_NOW : null}::timestamptz
    from lead l join campaign c using (owner_key, campaign_key) join goal g using (owner_key, goal_key) where l.lead_key = ${leadKey}`);
const taskOf = async (leadKey: number) => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ isDone: boolean; isStuck: boolean }>`
      select done_at is not null as "isDone", is_stuck as "isStuck" from delivery_task where lead_key = ${leadKey}`.execute(
      tx,
    ),
  );
  return rows[0];
};
const isHeld = async (leadKey: number): Promise<boolean> => {
  const { rows } = await harness.asMigrator((tx) => sql`select from lead_hold where lead_key = ${leadKey}`.execute(tx));
  return rows.length > 0;
};
const capDifferences = async () =>
  (await harness.asMigrator((tx) => sql`select * from app.cap_differences()`.execute(tx))).rows;

const change = async (leadKeys: number[], move: object): Promise<BulkImportResult> => {
  const params = { owner: desk.owner };
  const preview = await harness.call(leadUpdatePreview, desk.as, {
    params,
    body: { leads: { leadCaptureKeys: leadKeys }, ...move } as never,
  });
  const { importKey } = preview.body.data as BulkImportResult;
  const { body } = await harness.call(bulkImportApply, desk.as, { params: { ...params, importKey }, body: {} });
  return body.data as BulkImportResult;
};
const undo = ({ importKey }: BulkImportResult) =>
  harness.call(bulkImportUndo, desk.as, { params: { owner: desk.owner, importKey } });

test('a reversible transition is undone: status, reasons, reference and queued delivery', async () => {
  const stuck = await make('STK', ['ENDPOINT_DOWN']);
  await makeTask(stuck, false);
  const heldLead = await make('HLD', ['CAP_DAILY']);
  await write(sql`
    insert into lead_hold (owner_key, captured_date, lead_key, next_at)
    select owner_key, captured_date, lead_key, created_at from lead where lead_key = ${heldLead}`);
  const rejected = await make('REJ', ['CLIENT_INVALID']);
  await makeTask(rejected, true);
  const invalid = await make('INV', ['FMT_EMAIL']);
  const before = await Promise.all([stuck, heldLead, rejected, invalid].map((key) => deskState(harness, key)));

  const delivered = await change([stuck], { statusCode: 'DLV', reference: 'CRM-77' });
  const refused = await change([heldLead], { statusCode: 'INV', reasonCode: 'FMT_ZIP' });
  const resent = await change([rejected], { statusCode: 'VAL' });
  const tests = await change([invalid], { statusCode: 'TST' });
  expect(await deskState(harness, stuck)).toMatchObject({ status: 'DLV', reference: 'CRM-77', isDelivered: true });
  expect(await taskOf(stuck)).toMatchObject({ isDone: true });
  expect(await isHeld(heldLead)).toBe(false);
  expect(await taskOf(rejected)).toMatchObject({ isDone: false });

  for (const one of [delivered, refused, resent, tests]) {
    expect(one.undoUntil).not.toBeNull();
    expect((await undo(one)).body.data).toMatchObject({ state: 'UNDONE', rows: [{ outcome: 'undone' }] });
  }
  const after = await Promise.all([stuck, heldLead, rejected, invalid].map((key) => deskState(harness, key)));
  expect(after).toEqual(before.map((state) => ({ ...state, version: state.version + 2 })));
  expect(await taskOf(stuck)).toEqual({ isDone: false, isStuck: true });
  expect(await isHeld(heldLead)).toBe(true);
  expect(await taskOf(rejected)).toMatchObject({ isDone: true });
  expect(await capDifferences()).toEqual([]);
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ action: string }>`
      select action from audit_log where entity = 'lead' and entity_key = ${String(stuck)} order by audit_key`.execute(
      tx,
    ),
  );
  expect(rows.map(({ action }) => action)).toEqual(['leadMoved', 'leadMoveUndone']);
});

test('a lead that freed its cap unit stays; the rest of the file is undone', async () => {
  const [stuck, invalid] = [await make('STK'), await make('INV')];
  const scrubbed = await change([stuck], { statusCode: 'SCR', reasonCode: 'DNC' });
  expect(scrubbed.undoUntil).toBeNull();
  expect((await undo(scrubbed)).body).toMatchObject({ code: 'IMPORT_STATE' });
  const [good, bad] = [await make('DLV'), invalid];
  const { data } = await sendSheet(
    harness,
    desk.as,
    leadUpdateImport,
    desk.owner,
    ['Lead,Status', `${good},TST`, `${bad},TST`],
    'goodRows',
  );
  expect(data.undoUntil).not.toBeNull();
  const undone = (await undo(data)).body.data as BulkImportResult;
  expect(undone.rows.map(({ key, outcome }) => [Number(key), outcome])).toEqual([
    [good, 'applied'],
    [bad, 'undone'],
  ]);
  expect((await deskState(harness, good)).status).toBe('TST');
  expect((await deskState(harness, bad)).status).toBe('INV');
  expect(await capDifferences()).toEqual([]);
});

test('nothing is undone if a lead was changed since, is being sent, or its month is closed', async () => {
  const [first, second] = [await make('INV'), await make('REJ')];
  const both = await change([first], { statusCode: 'TST' });
  await write(sql`update lead set row_version = row_version + 1 where lead_key = ${first}`);
  expect((await undo(both)).body).toMatchObject({ code: 'STALE_ROW' });

  const resent = await change([second], { statusCode: 'VAL' });
  await write(sql`
    update delivery_task set taken_by = gen_random_uuid(), taken_until = clock_timestamp() + interval '1 hour'
    where lead_key = ${second}`);
  expect((await undo(resent)).body).toMatchObject({ code: 'STALE_ROW', message: 'Row 1: It is being sent just now.' });
  expect((await deskState(harness, second)).status).toBe('VAL');
  await write(sql`update delivery_task set taken_by = null, taken_until = null where lead_key = ${second}`);

  harness.clock.set(new Date('2026-03-31T20:00:00Z'));
  const agent = await harness.signedIn('ag', {
    owners: [desk.owner],
    permissions: ['leadanalyzer:View', 'leadanalyzer:Update'],
  });
  desk.as = agent;
  const stuck = await make('STK');
  const delivered = await change([stuck], { statusCode: 'DLV', note: 'By phone' });
  harness.clock.set(new Date('2026-04-01T15:00:00Z'));
  desk.as = await harness.sessionOf('ag', agent.userKey);
  const answer = await undo(delivered);
  expect(answer.body).toMatchObject({ code: 'STALE_ROW' });
  expect(JSON.stringify(answer.body)).toContain('month is closed');
  expect((await deskState(harness, stuck)).status).toBe('DLV');
  const one = { ownerKey: desk.owner, leadCaptureKey: stuck, version: 2, statusCode: 'TST' as const };
  expect((await harness.call(leadMove, desk.as, { body: one })).body).toMatchObject({ code: 'MONTH_CLOSED' });
});
