import { bulkImportApply, bulkImportFailed, bulkImportFile } from '@paceline/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readSheet } from '../../lib/sheet/read-sheet.ts';
import { useApp } from '../../testing/app.ts';
import { failure, testImport } from '../../testing/bulk-kind.ts';
import { makeCampaign } from '../../testing/factories/factories.ts';
import { sendFile } from '../../testing/send-file.ts';
import { useBulk } from '../../testing/use-bulk.ts';
import { bulkRoutes } from './bulk.routes.ts';

const harness = useApp();
const HOUR = 60 * 60 * 1000;
const { world, auditActions, upload, act, apply, download, plans, changePlan, exportPlans } = useBulk(
  harness,
  bulkRoutes,
);

describe('a file that another system sends', () => {
  const post = (content: string, query: Record<string, string> = {}) =>
    sendFile(harness, world.agency, testImport, {
      params: { owner: world.owner },
      query,
      content,
      fileName: 'plans.csv',
    });

  test('is applied as far as it is good, and says what it did', async () => {
    const [a, b] = world.keys;
    const { status, data } = await post(`campaignKey,Monthly Allocation\n${a},250\n${b},-1\n`);
    expect({ status, state: data.state, summary: data.summary }).toEqual({
      status: 200,
      state: 'APPLIED',
      summary: '1 row applied. 1 row failed.',
    });
  });

  test('says that it changed nothing: it was only to be checked, or all of it is so already', async () => {
    const [a] = world.keys;
    const file = `campaignKey,Monthly Allocation\n${a},250\n`;
    const checked = await post(file, { apply: 'no' });
    expect(checked.data.summary).toBe('Checked only, nothing was changed: 1 row can be applied.');
    await post(file);
    const again = await post(file);
    expect(again.data.summary).toBe('Nothing was changed: 1 row already as in the file.');
  });
});

describe('looking at a file', () => {
  test('tells what each row would do, and changes nothing', async () => {
    const [a, b, c] = world.keys;
    const before = await plans();
    const { status, data } = await upload(
      world.agency,
      `campaign_KEY,monthly allocation,DailyAllocation,Client Price,Colour\n${a},250,NULL,12.50,red\n${b},100,,,\n${c},-1,x,,\n`,
    );
    expect(status).toBe(200);
    expect(data.counts).toEqual({ new: 0, changed: 1, unchanged: 1, error: 1, total: 3 });
    expect(data.warnings).toEqual(['The column “Colour” is not known and was ignored.']);
    expect(data.canApply).toBe(true);
    expect(data.rows.map(({ row, state }) => [row, state])).toEqual([
      [4, 'error'],
      [2, 'changed'],
      [3, 'unchanged'],
    ]);
    expect(data.rows[0]?.errors).toEqual([
      { column: 'Monthly Allocation', message: 'Monthly Allocation must be a whole number 0 or more.' },
      { column: 'Daily Allocation', message: 'Daily Allocation must be a whole number 0 or more.' },
    ]);
    expect(data.rows[1]?.changes).toEqual([
      { column: 'Monthly Allocation', before: '100', after: '250' },
      { column: 'Client Price', before: null, after: '$12.50' },
    ]);
    expect(await plans()).toEqual(before);
  });

  test('another owner’s key is reported as unknown, like a missing one', async () => {
    const foreign = await harness.asMigrator((tx) => makeCampaign(tx));
    const { data } = await upload(world.agency, `Campaign Key,Monthly\n${foreign.campaignKey},5\n99999999,5\n`);
    expect(data.rows.map(({ errors }) => errors[0]?.message)).toEqual([
      `Campaign Key ${foreign.campaignKey} does not belong to this owner.`,
      'Campaign Key 99999999 does not belong to this owner.',
    ]);
    expect(data.rows.map(({ label, changes }) => [label, changes])).toEqual([
      ['', []],
      ['', []],
    ]);
  });

  test('the same key twice is an error in both rows', async () => {
    const [a] = world.keys;
    const { data } = await upload(world.agency, `Campaign Key,Monthly\n${a},5\n${a},6\n`);
    expect(data.counts.error).toBe(2);
    expect(data.rows[0]?.errors[0]?.message).toBe(`Campaign Key ${a} is in the file more than once: rows 2, 3.`);
  });

  test('a column the user may not change is ignored and reported', async () => {
    const client = await harness.signedIn('cl', { owner: world.owner, permissions: ['allocations:Import'] });
    const [a, b] = world.keys;
    const { data } = await upload(client, `Campaign Key,Monthly,Client Price\n${a},7,9.99\n${b},,5\n`);
    expect(data.ignoredColumns).toEqual([
      { column: 'Client Price', reason: 'column Client Price cannot be changed in the current month.', cells: 2 },
    ]);
    expect(data.rows.map(({ state, changes }) => [state, changes.map(({ column }) => column)])).toEqual([
      ['changed', ['Monthly Allocation']],
      ['unchanged', []],
    ]);
    await act(bulkImportApply, client, data.importKey);
    expect((await plans()).map(({ clientBidPrice }) => clientBidPrice)).toEqual([null, null, null]);
  });

  test.each([
    ['without a required column', 'Monthly\n5\n', 'The file has no column Campaign Key.'],
    [
      'with a column twice',
      'Campaign Key,Monthly,Monthly Allocation\n1,2,3\n',
      'The column Monthly Allocation is in the file twice.',
    ],
    ['without rows', 'Campaign Key,Monthly\n', 'The file has no rows.'],
  ])('a file %s is refused as a whole', async (_, content, message) => {
    const { status, body } = await upload(world.agency, content);
    expect([status, body.code, body.message]).toEqual([422, 'IMPORT_ERRORS', message]);
  });

  test('a file that is no spreadsheet is refused, and its name is never used as a path', async () => {
    expect((await upload(world.agency, 'x', { fileName: 'a.xlsx' })).body.code).toBe('FILE_TYPE');
    const { data } = await upload(world.agency, `Campaign Key\n${world.keys[0]}\n`, {
      fileName: '../../etc/pass\u202Ewd.csv',
    });
    expect(data.fileName).toBe('pass\u202Ewd.csv');
    const { headers } = await download(bulkImportFile, world.agency, data.importKey);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w?. -]+"; filename\*=UTF-8''/);
  });
});

describe('applying a file', () => {
  test('writes the good rows once, and returns the others with their reasons', async () => {
    const [a, b] = world.keys;
    const { data } = await upload(
      world.agency,
      `Campaign Key,Monthly,Remark\n${a},250,=first\n${b},1.5,"second, row"\n`,
    );
    const first = await apply(data.importKey);
    expect(first.data).toMatchObject({
      state: 'APPLIED',
      applied: { rows: 1, failed: 1, mode: 'goodRows' },
      hasFailed: true,
    });
    const second = await apply(data.importKey);
    expect([second.status, second.data.applied]).toEqual([200, first.data.applied]);
    expect((await plans()).map(({ monthlyAllocation, rowVersion }) => [monthlyAllocation, rowVersion])).toEqual([
      [250, 2],
      [100, 1],
      [100, 1],
    ]);
    const failed = await readSheet(
      (await download(bulkImportFailed, world.agency, data.importKey)).rawPayload,
      'f.xlsx',
    );
    expect(failed.headers).toEqual(['Campaign Key', 'Monthly', 'Remark', 'Error']);
    expect(failed.rows.map(({ cells }) => cells)).toEqual([
      [String(b), '1.5', 'second, row', 'Row 3: Monthly Allocation must be a whole number 0 or more.'],
    ]);
    expect(await auditActions()).toEqual(['applyBulkFile']);
  });

  test('the file of failed rows can be corrected and sent again', async () => {
    const [a] = world.keys;
    const { data } = await upload(world.agency, `Campaign Key,Monthly\n${a},x\n`);
    const failed = (await download(bulkImportFailed, world.agency, data.importKey)).rawPayload;
    const again = await upload(world.agency, failed, { fileName: 'failed.xlsx' });
    expect(again.data.warnings).toEqual([]);
    expect(again.data.counts.error).toBe(1);
  });

  test(
    'all or nothing: one bad row of 5,000 changes nothing and is reported with column and reason',
    { tags: ['long'] },
    async () => {
      const rows = await harness.asMigrator(async (tx) => {
        const { rows: campaigns } = await sql<{ key: number }>`
        with made as (
          insert into campaign (owner_key, goal_key, channel, partner_key, name, code, start_date)
          select owner_key, goal_key, channel, partner_key, name || n, code || n, start_date
          from campaign cross join generate_series(1, 4999) n where campaign_key = ${world.keys[0]}
          returning owner_key, campaign_key
        )
        insert into campaign_month (owner_key, campaign_key, month, monthly_allocation)
        select owner_key, campaign_key, '2026-03-01', 1 from made returning campaign_key as key
      `.execute(tx);
        return campaigns.map(({ key }) => key);
      });
      world.keys.push(...rows);
      const before = await plans();
      const lines = rows.map((key, index) => `${key},${index === 4_320 ? 'many' : 5}`);
      const { status, body } = await upload(world.agency, `Campaign Key,Monthly\n${lines.join('\n')}\n`, {
        apply: 'allOrNothing',
      });
      expect([status, body.code]).toEqual([422, 'IMPORT_ERRORS']);
      expect(body.errors).toEqual([
        {
          field: 'Monthly Allocation',
          row: 4_322,
          code: 'cell',
          message: 'Row 4322: Monthly Allocation must be a whole number 0 or more.',
        },
      ]);
      expect(await plans()).toEqual(before);
      const good = await upload(world.agency, `Campaign Key,Monthly\n${lines.join('\n')}\n`, { apply: 'goodRows' });
      expect(good.data.applied).toMatchObject({ rows: 4_998, failed: 1 });
    },
  );

  test('a row changed after the download is not overwritten', async () => {
    const file = await exportPlans();
    const [a, b] = world.keys;
    await changePlan(a!, 77);
    const { rows } = await readSheet(file, 'a.xlsx');
    const lines = rows
      .filter(({ cells }) => cells[0] !== null)
      .map(({ cells }) => `${Number(cells[0])},55,${Number(cells[5])}`);
    const { data } = await upload(world.agency, `Campaign Key,Monthly,Row Version\n${lines.join('\n')}\n`);
    expect(data.counts).toMatchObject({ changed: 2, error: 1 });
    expect(data.rows[0]).toMatchObject({
      key: String(a),
      errors: [{ column: null, message: 'Row was changed after this file was downloaded.' }],
    });
    // One more change after the preview.
    await changePlan(b!, 88);
    const refused = await apply(data.importKey, 'allOrNothing');
    expect([refused.status, refused.body.code]).toEqual([422, 'IMPORT_ERRORS']);
    const applied = await apply(data.importKey);
    expect(applied.data.applied).toMatchObject({ rows: 1, failed: 2 });
    expect((await plans()).map(({ monthlyAllocation }) => monthlyAllocation)).toEqual([77, 88, 55]);
  });

  test('all or nothing: a row changed in the meantime stops it with 409', async () => {
    const [a, b] = world.keys;
    const { data } = await upload(world.agency, `Campaign Key,Monthly\n${a},5\n${b},6\n`);
    await changePlan(b!, 88);
    const { status, body } = await apply(data.importKey, 'allOrNothing');
    expect([status, body.code]).toEqual([409, 'STALE_ROW']);
    expect(body.errors).toMatchObject([{ row: 3, message: 'Row 3: Row was changed after this file was downloaded.' }]);
    expect((await plans()).map(({ monthlyAllocation }) => monthlyAllocation)).toEqual([100, 88, 100]);
  });

  test('sent twice, or applied five times at once, it applies once', async () => {
    const [a] = world.keys;
    const content = `Campaign Key,Monthly,Row Version\n${a},250,1\n`;
    const [one, two] = [await upload(world.agency, content), await upload(world.agency, content)];
    const answers = await Promise.all(Array.from({ length: 5 }, () => apply(one.data.importKey)));
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    const again = await apply(two.data.importKey);
    expect(again.data.applied).toMatchObject({ rows: 0, failed: 0 });
    expect((await upload(world.agency, content)).data.counts).toMatchObject({ unchanged: 1, error: 0 });
    expect((await plans())[0]).toMatchObject({ monthlyAllocation: 250, rowVersion: 2 });
  });

  test('an interrupted application leaves nothing and can be repeated', async () => {
    const [a, b] = world.keys;
    const before = await plans();
    const { data } = await upload(world.agency, `Campaign Key,Monthly\n${a},5\n${b},6\n`);
    failure.at = 'afterWriting';
    expect((await apply(data.importKey)).status).toBe(500);
    expect(await plans()).toEqual(before);
    expect(await auditActions()).toEqual([]);
    failure.at = 'never';
    expect((await apply(data.importKey)).data.applied).toMatchObject({ rows: 2, failed: 0 });
  });

  test('an unchanged export changes nothing, including versions', async () => {
    const before = await exportPlans();
    const { data } = await upload(world.agency, before, { fileName: 'plans.xlsx', apply: 'goodRows' });
    expect(data.counts).toEqual({ new: 0, changed: 0, unchanged: 3, error: 0, total: 3 });
    expect(data.warnings).toEqual(['Row 5 holds totals and was ignored.']);
    expect((await exportPlans()).equals(before)).toBe(true);
  });

  test('cannot be applied a day later', async () => {
    const { data } = await upload(world.agency, `Campaign Key,Monthly\n${world.keys[0]},5\n`);
    harness.clock.advance(24 * HOUR);
    world.agency = await harness.signedIn('ag', { owner: world.owner, permissions: ['allocations:Import'] });
    const { status, body } = await apply(data.importKey);
    expect([status, body.code]).toEqual([409, 'IMPORT_STATE']);
  });
});
