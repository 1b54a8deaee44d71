import {
  ALL_PERMISSIONS,
  type BulkImportResult,
  bulkImportUndo,
  goalHistory,
  goalTargetExport,
  goalTargetSave,
  type TargetChange,
  type TargetEdit,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeScope } from '../../../db/scope/make-scope.ts';
import { readSheet } from '../../../lib/sheet/read-sheet.ts';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { makeGoal, makePartner, makeTwoOwners } from '../../../testing/factories/factories.ts';

const harness = useApp();
let owner: number;
let foreignGoal: number;
let goalKey: number;
let agency: SignedIn;

beforeAll(async () => {
  const { mine, foreign } = await harness.asMigrator(makeTwoOwners);
  owner = mine.ownerKey;
  foreignGoal = await harness.asMigrator((tx) => makeGoal(tx, foreign.ownerKey));
  agency = await harness.signedIn('ag', { owner, permissions: ALL_PERMISSIONS });
});
beforeEach(async () => {
  // March has a spend goal of 10,000 and an inquiry goal of 200, in version 1.
  goalKey = await harness.asMigrator((tx) => makeGoal(tx, owner));
});

const save = (rows: TargetEdit[], as = agency) =>
  harness.call(goalTargetSave, as, { params: { owner }, body: { rows } });
const march = (changes: TargetEdit['changes'], rowVersion?: number): TargetEdit => ({
  goalKey,
  month: '2026-03-01',
  ...(rowVersion !== undefined && { rowVersion }),
  changes,
});
const stored = (month = '2026-03-01') =>
  harness.asMigrator(async (tx) => {
    const { rows } = await sql<Record<string, unknown>>`
      select spend_goal::float8, revised_spend_goal::float8, inquiry_goal, revised_inquiry_goal, cpl_goal::float8, row_version
      from goal_month where goal_key = ${goalKey} and month = ${month}
    `.execute(tx);
    return rows[0];
  });
const history = async (query: { month?: string; field?: 'inquiryGoal' } = {}): Promise<TargetChange[]> =>
  (await harness.call(goalHistory, agency, { params: { goal: goalKey }, query })).body.data as TargetChange[];
const problemsOf = (body: { errors?: unknown[] }): string[] =>
  (body.errors as { field: string; code: string }[]).map(({ field, code }) => `${field}:${code}`);

describe('a save of targets', () => {
  test('writes exactly the named cells, over several months and line items', async () => {
    const other = await harness.asMigrator((tx) => makeGoal(tx, owner));
    const { body } = await save([
      march({ revisedSpendGoal: 11_000.5 }, 1),
      { goalKey, month: '2026-04-01', rowVersion: 0, changes: { inquiryGoal: 0 } },
      { goalKey: other, month: '2026-03-01', rowVersion: 1, changes: { monthlyDollarCap: null, cplGoal: 45 } },
    ]);
    expect(body.data).toMatchObject({ saved: 3 });
    expect(await stored()).toMatchObject({ spend_goal: 10_000, revised_spend_goal: 11_000.5, row_version: 2 });
    expect(await stored('2026-04-01')).toMatchObject({ spend_goal: null, inquiry_goal: 0, row_version: 1 });
  });

  test('of unchanged values is no change', async () => {
    const { body } = await save([march({ monthlyDollarCap: 10_000, inquiryGoal: 200 }, 1)]);
    expect(body.data).toEqual({ saved: 0, rows: [] });
    expect(await stored()).toMatchObject({ row_version: 1 });
    expect(await history()).toEqual([]);
  });

  test('on an old version shows both values, user and time, and changes nothing', async () => {
    const colleague = await harness.signedIn('ag', { owner, permissions: ALL_PERMISSIONS });
    expect((await save([march({ inquiryGoal: 220 }, 1)], colleague)).status).toBe(200);
    const { status, body } = await save([
      { goalKey, month: '2026-05-01', changes: { inquiryGoal: 9 } },
      march({ inquiryGoal: 230, monthlyDollarCap: 10_000 }, 1),
    ]);
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'STALE_ROW' });
    expect(body.errors).toEqual([
      {
        field: 'rows.1.changes.inquiryGoal',
        code: 'conflict',
        message: 'Test User changed this month.',
        conflict: { theirs: 220, mine: 230, by: 'Test User', at: '2026-03-10T15:00:00.000Z', rowVersion: 2 },
      },
    ]);
    expect(await stored()).toMatchObject({ inquiry_goal: 220, row_version: 2 });
    expect(await stored('2026-05-01')).toBeUndefined();
    expect((await save([march({ inquiryGoal: 230 }, 2)])).status).toBe(200);
  });

  test('on an old version is refused even if a cell already has the wanted value; repeated on the new version it is no change', async () => {
    const move = (to: string) => [
      march({ monthlyDollarCap: 9_000 }, 1),
      { goalKey, month: to, rowVersion: 0, changes: { monthlyDollarCap: 1_000 } },
    ];
    expect((await save(move('2026-04-01'))).status).toBe(200);
    // A concurrent save moves the same amount to another month: it must not arrive there without leaving here.
    const { status, body } = await save(move('2026-05-01'));
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'STALE_ROW' });
    expect(body.errors).toMatchObject([
      { field: 'rows.0.changes.monthlyDollarCap', conflict: { theirs: 9_000, mine: 9_000, rowVersion: 2 } },
    ]);
    expect(await stored('2026-05-01')).toBeUndefined();
    expect((await save(move('2026-04-01'))).body.data).toEqual({ saved: 0, rows: [] });
  });

  test('without a version merges into the current values', async () => {
    await save([march({ inquiryGoal: 220 }, 1)]);
    expect((await save([march({ monthlyDollarCap: 9000 })])).status).toBe(200);
    expect(await stored()).toMatchObject({ inquiry_goal: 220, spend_goal: 9000, row_version: 3 });
  });

  test('loses no update, however many run concurrently', async () => {
    const wins = { inquiryGoal: 0, monthlyDollarCap: 0 };
    for (let round = 0; round < 25; round += 1) {
      const { row_version: version } = (await stored()) as { row_version: number };
      const answers = await Promise.all([
        save([march({ inquiryGoal: 1000 + round }, version)]),
        save([march({ monthlyDollarCap: 1000 + round }, version)]),
      ]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
      wins[answers[0]?.status === 200 ? 'inquiryGoal' : 'monthlyDollarCap'] += 1;
      expect(await stored()).toMatchObject({ row_version: version + 1 });
    }
    expect(wins.inquiryGoal + wins.monthlyDollarCap).toBe(25);
    expect(await history()).toHaveLength(25);
  });

  test('of two naming each other’s line items in opposite order does not deadlock', async () => {
    const other = await harness.asMigrator((tx) => makeGoal(tx, owner));
    const rows = (n: number): TargetEdit[] =>
      [goalKey, other].map((key) => ({ goalKey: key, month: '2026-03-01', changes: { inquiryGoal: n } }));
    for (let n = 0; n < 5; n += 1) {
      const answers = await Promise.all([save(rows(2 * n)), save(rows(2 * n + 1).toReversed())]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    }
  });

  test('cannot change a finished month, or one in which the line item does not run', async () => {
    const closed = await save([{ goalKey, month: '2026-02-01', changes: { revisedInquiriesGoal: 5 } }]);
    expect({ status: closed.status, code: closed.body.code }).toEqual({ status: 409, code: 'MONTH_CLOSED' });
    await harness.asMigrator((tx) =>
      sql`update goal set end_month = '2026-06-01' where goal_key = ${goalKey}`.execute(tx),
    );
    const outside = await save([{ goalKey, month: '2026-07-01', changes: { inquiryGoal: 5 } }]);
    expect(problemsOf(outside.body)).toEqual(['rows.0.changes.inquiryGoal:outside']);
    const wrong = await save([march({ inquiryGoal: 1.5, monthlyDollarCap: -1 }), march({})]);
    expect(problemsOf(wrong.body)).toEqual([
      'rows.1:duplicate',
      'rows.0.changes.inquiryGoal:value',
      'rows.0.changes.monthlyDollarCap:value',
    ]);
  });

  test('with another owner’s line item is refused as a whole', async () => {
    const { status } = await save([
      march({ inquiryGoal: 1 }),
      { goalKey: foreignGoal, month: '2026-03-01', changes: { inquiryGoal: 1 } },
    ]);
    expect(status).toBe(404);
    expect(await stored()).toMatchObject({ inquiry_goal: 200 });
  });

  test('is a call of the client path too, but needs a right that clients cannot have', async () => {
    const client = await harness.signedIn('cl', { owner, permissions: ['goals:View'] });
    expect((await save([march({ inquiryGoal: 1 })], client)).status).toBe(403);
  });
});

describe('the history', () => {
  test('shows who changed what, when and how, newest first', async () => {
    await save([march({ inquiryGoal: 220, cplGoal: 40 }, 1)]);
    harness.clock.advance(60_000);
    await save([{ goalKey, month: '2026-04-01', changes: { inquiryGoal: 5 } }]);
    const changes = await history();
    expect(changes.map(({ month, field, before, after }) => [month, field, before, after])).toEqual(
      expect.arrayContaining([
        ['2026-04-01', 'inquiryGoal', null, 5],
        ['2026-03-01', 'inquiryGoal', 200, 220],
        ['2026-03-01', 'cplGoal', null, 40],
      ]),
    );
    expect(changes[0]).toMatchObject({
      month: '2026-04-01',
      by: 'Test User',
      via: 'screen',
      at: '2026-03-10T15:01:00.000Z',
    });
    expect(await history({ month: '2026-03-01', field: 'inquiryGoal' })).toMatchObject([{ before: 200, after: 220 }]);
    harness.clock.advance(-60_000);
  });

  test('records every writer, and is hidden from partners and other owners', async () => {
    const write = (group: 'system' | 'ag') =>
      harness.db.withScope(makeScope({ userKey: null, group, ownerKeys: [owner], partnerKey: null }), (tx) =>
        sql`update goal_month set inquiry_goal = inquiry_goal + 1 where goal_key = ${goalKey}`.execute(tx),
      );
    await write('system');
    expect(await history()).toMatchObject([{ by: 'Paceline', before: 200, after: 201 }]);
    await harness.asMigrator((tx) => sql`update goal_month set cpl_goal = 1 where goal_key = ${goalKey}`.execute(tx));
    expect(await history()).toHaveLength(1);
    const partnerKey = await harness.asMigrator(makePartner);
    const rows = await harness.db.withScope(
      makeScope({ userKey: null, group: 'mp', ownerKeys: [owner], partnerKey }),
      async (tx) => (await sql`select from goal_change`.execute(tx)).rows,
    );
    expect(rows).toEqual([]);
    expect((await harness.call(goalHistory, agency, { params: { goal: foreignGoal } })).status).toBe(404);
  });
});

describe('a file of targets', () => {
  const upload = async (csv: string, apply = 'no', as = agency) => {
    const boundary = 'x-boundary';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="targets.csv"\r\ncontent-type: text/csv\r\n\r\n`;
    const { payload } = await harness.app.inject({
      method: 'POST',
      url: `/api/ag/${owner}/goals/allocation/target/import?apply=${apply}`,
      headers: { ...as.headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: `${head}${csv}\r\n--${boundary}--\r\n`,
    });
    return JSON.parse(payload) as { status: string; code?: string; data: BulkImportResult };
  };

  test('is previewed, applied with its good rows, and undone', async () => {
    const csv = [
      'Goal Key,Line Item,Month,Spend Goal,Inquiry Goal,Row Version',
      `${goalKey},whatever,2026-03,12000,,1`,
      `${goalKey},whatever,2026-06,500.50,20,`,
      `${goalKey},whatever,2026-02,1,1,`,
      `${foreignGoal},whatever,2026-03,1,1,1`,
      `${goalKey},whatever,2026-07,-1,1.5,`,
    ].join('\n');
    const looked = await upload(csv);
    expect(looked.data.counts).toEqual({ new: 1, changed: 1, unchanged: 0, error: 3, total: 5 });
    const messages = looked.data.rows.flatMap(({ errors }) => errors.map(({ message }) => message));
    expect(messages).toEqual(
      expect.arrayContaining([
        expect.stringContaining('February 2026 is closed'),
        expect.stringContaining('does not belong to this owner'),
      ]),
    );
    expect(await stored()).toMatchObject({ spend_goal: 10_000 });

    const applied = await upload(csv, 'goodRows');
    expect(applied.data).toMatchObject({ state: 'APPLIED', applied: { rows: 2, failed: 3 } });
    expect(await stored()).toMatchObject({ spend_goal: 12_000, inquiry_goal: 200, row_version: 2 });
    expect(await stored('2026-06-01')).toMatchObject({ spend_goal: 500.5, inquiry_goal: 20 });
    expect((await history())[0]?.via).toBe('file');

    const undone = await harness.call(bulkImportUndo, agency, {
      params: { owner, importKey: applied.data.importKey },
    });
    expect(undone.body).toMatchObject({ status: 'success', data: { state: 'UNDONE' } });
    expect(await stored()).toMatchObject({ spend_goal: 10_000 });
    expect(await stored('2026-06-01')).toMatchObject({ spend_goal: null, inquiry_goal: null });
    expect((await history())[0]?.via).toBe('undo');
  });

  test('older than a change reports it at the row', async () => {
    await save([march({ inquiryGoal: 210 }, 1)]);
    const csv = `Goal Key,Month,Inquiry Goal,Row Version\n${goalKey},2026-03,190,1`;
    expect((await upload(csv, 'allOrNothing')).code).toBe('IMPORT_ERRORS');
    const [row] = (await upload(csv)).data.rows;
    expect(row?.errors.map(({ message }) => message)).toEqual(['Row was changed after this file was downloaded.']);
    expect(await stored()).toMatchObject({ inquiry_goal: 210 });
  });

  test('round-trips unchanged', async () => {
    await save([{ goalKey, month: '2026-05-01', changes: { monthlyDollarCap: 1234.56, revisedInquiriesGoal: 12 } }]);
    const { rawPayload, headers } = await harness.app.inject({
      url: `/api/ag/${owner}/goals/allocation/target/export`,
      headers: agency.headers,
    });
    expect(headers['content-disposition']).toContain('goal-targets-2026-03.xlsx');
    const sheet = await readSheet(rawPayload, 'targets.xlsx');
    expect(JSON.stringify(sheet)).toContain('1234.56');
    const boundary = 'x-boundary';
    const { payload } = await harness.app.inject({
      method: 'POST',
      url: `/api/ag/${owner}/goals/allocation/target/import`,
      headers: { ...agency.headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.concat([
        Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="t.xlsx"\r\n\r\n`),
        rawPayload,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]),
    });
    const { data } = JSON.parse(payload) as { data: BulkImportResult };
    expect(data.counts.total).toBeGreaterThanOrEqual(13);
    expect(data.counts).toMatchObject({ new: 0, changed: 0, error: 0, unchanged: data.counts.total });
  });

  test('needs the right to import, and covers at most five years', async () => {
    const viewer = await harness.signedIn('ag', { owner, permissions: ['goals:View', 'goals:Update'] });
    expect((await upload('Goal Key,Month\n1,2026-03', 'no', viewer)).code).toBe('FORBIDDEN');
    const { status } = await harness.call(goalTargetExport, viewer, {
      params: { owner },
      query: { from: '2020-01-01', to: '2026-01-01' },
    });
    expect(status).toBe(422);
  });
});
