import {
  type BulkImport,
  bulkImportApply,
  bulkImportFailed,
  bulkImportFile,
  bulkImportGet,
  bulkImportList,
  type BulkImportResult,
  bulkImportUndo,
} from '@paceline/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { tidyBulkFilesNow } from '../../jobs/bulk-files.ts';
import { type SignedIn, useApp } from '../../testing/app.ts';
import { useBulk } from '../../testing/use-bulk.ts';
import { bulkRoutes } from './bulk.routes.ts';

const harness = useApp();
const HOUR = 60 * 60 * 1000;
const { world, auditActions, upload, apply, undo, download, plans, changePlan } = useBulk(harness, bulkRoutes);

describe('undoing a file', () => {
  const applied = async (): Promise<number> => {
    const [a, b] = world.keys;
    const { data } = await upload(world.agency, `Campaign Key,Monthly,Daily Allocation\n${a},250,10\n${b},60,\n`, {
      apply: 'goodRows',
    });
    return data.importKey;
  };

  test('restores everything once, with an audit entry', async () => {
    const before = (await plans()).map(({ rowVersion: _, ...values }) => values);
    const importKey = await applied();
    const { status, data } = await undo(importKey);
    expect([status, data.state, data.undoUntil]).toEqual([200, 'UNDONE', null]);
    expect((await plans()).map(({ rowVersion: _, ...values }) => values)).toEqual(before);
    expect((await undo(importKey)).body.code).toBe('IMPORT_STATE');
    expect((await apply(importKey)).body.code).toBe('IMPORT_STATE');
    expect(await auditActions()).toEqual(['applyBulkFile', 'undoBulkFile']);
  });

  test('is refused, naming the rows, if something was changed since', async () => {
    const importKey = await applied();
    await changePlan(world.keys[1]!, 61);
    const { status, body } = await undo(importKey);
    expect([status, body.code]).toEqual([409, 'STALE_ROW']);
    expect(body.errors).toMatchObject([{ row: 3, message: 'Row 3: Row was changed after this file was applied.' }]);
    expect((await plans()).map(({ monthlyAllocation }) => monthlyAllocation)).toEqual([250, 61, 100]);
  });

  test('is refused after a day', async () => {
    const importKey = await applied();
    harness.clock.advance(24 * HOUR);
    world.agency = await harness.signedIn('ag', { owner: world.owner, permissions: ['allocations:Import'] });
    expect((await undo(importKey)).body.code).toBe('IMPORT_STATE');
  });
});

describe('the history', () => {
  const list = async (as: SignedIn, kind = 'testPlans') => {
    const answer = await harness.call(bulkImportList, as, { params: { owner: world.owner, kind } });
    return { ...answer, data: answer.body.data as BulkImport[] };
  };
  const fileOf = async (as: SignedIn): Promise<number> =>
    (await upload(as, `Campaign Key,Monthly\n${world.keys[0]},5\n`)).data.importKey;

  test('is complete for the agency, and limited to their own files for others', async () => {
    const permissions = ['allocations:Import'] as const;
    const client = await harness.signedIn('cl', { owner: world.owner, permissions });
    const [one, other] = [
      await harness.signedIn('mp', { owner: world.owner, permissions }),
      await harness.signedIn('mp', { owner: world.owner, permissions }),
    ];
    const keys = {
      agency: await fileOf(world.agency),
      client: await fileOf(client),
      one: await fileOf(one),
      other: await fileOf(other),
    };
    const keysFor = async (as: SignedIn) =>
      (await list(as)).data.map(({ importKey }) => importKey).toSorted((a, b) => a - b);
    expect(await keysFor(world.agency)).toEqual(Object.values(keys));
    expect(await keysFor(client)).toEqual([keys.client]);
    expect(await keysFor(one)).toEqual([keys.one]);
    for (const call of [bulkImportGet, bulkImportApply, bulkImportUndo]) {
      const { status } = await harness.call(call, one, { params: { owner: world.owner, importKey: keys.other } });
      expect(status).toBe(404);
    }
    expect((await download(bulkImportFile, client, keys.agency)).statusCode).toBe(404);
    expect((await download(bulkImportFailed, client, keys.one)).statusCode).toBe(404);
  });

  test('and its actions need the right of the kind; a refusal is audited', async () => {
    const importKey = await fileOf(world.agency);
    const viewer = await harness.signedIn('ag', { owner: world.owner, permissions: ['allocations:View'] });
    expect((await list(viewer)).body.code).toBe('FORBIDDEN');
    for (const call of [bulkImportGet, bulkImportApply, bulkImportUndo]) {
      const { body } = await harness.call(call, viewer, { params: { owner: world.owner, importKey } });
      expect(body.code).toBe('FORBIDDEN');
    }
    const { rows } = await harness.asMigrator((tx) =>
      sql`select 1 from audit_log where user_key = ${viewer.userKey} and outcome = 'denied' and action = 'FORBIDDEN'`.execute(
        tx,
      ),
    );
    expect(rows).toHaveLength(4);
    expect((await list(world.agency, 'nothing')).status).toBe(404);
  });

  test('shows rows by effect, page by page', async () => {
    const [a, b, c] = world.keys;
    const { data } = await upload(world.agency, `Campaign Key,Monthly\n${a},5\n${b},100\n${c},x\n`);
    const page = async (state: string, number = '1') => {
      const { body } = await harness.call(bulkImportGet, world.agency, {
        params: { owner: world.owner, importKey: data.importKey },
        query: { state: state as 'all', page: number },
      });
      const { rows, rowsTotal } = body.data as BulkImportResult;
      return [rowsTotal, rows.map(({ row }) => row)];
    };
    expect(await page('changed')).toEqual([1, [2]]);
    expect(await page('unchanged')).toEqual([1, [3]]);
    expect(await page('error')).toEqual([1, [4]]);
    expect(await page('all')).toEqual([3, [4, 2, 3]]);
    expect(await page('all', '2')).toEqual([3, []]);
  });

  test('keeps files for 90 days, and their effects forever', async () => {
    const { data: left } = await upload(world.agency, `Campaign Key,Monthly\n${world.keys[0]},5\n`);
    const { data: done } = await upload(world.agency, `Campaign Key,Monthly\n${world.keys[1]},5\n`, {
      apply: 'goodRows',
    });
    harness.clock.advance(90 * 24 * HOUR);
    await tidyBulkFilesNow(harness.ownerUrl, harness.clock);
    world.agency = await harness.signedIn('ag', { owner: world.owner, permissions: ['allocations:Import'] });
    const files = (await list(world.agency)).data;
    expect(files.map(({ importKey, state, hasFile }) => [importKey, state, hasFile])).toEqual([
      [done.importKey, 'APPLIED', false],
      [left.importKey, 'EXPIRED', false],
    ]);
    expect((await download(bulkImportFile, world.agency, done.importKey)).statusCode).toBe(404);
    const { body } = await harness.call(bulkImportGet, world.agency, {
      params: { owner: world.owner, importKey: done.importKey },
    });
    expect((body.data as BulkImportResult).rows).toHaveLength(1);
  });
});
