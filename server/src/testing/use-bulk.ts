import { buffer } from 'node:stream/consumers';
import {
  bulkImportApply,
  type bulkImportFailed,
  type bulkImportFile,
  bulkImportUndo,
  type BulkImportResult,
  fillPath,
} from '@paceline/contract';
import { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createKernel } from '../http/kernel.ts';
import { createLog } from '../http/watch/log.ts';
import { type Register } from '../http/register.ts';
import { writeSheet } from '../lib/sheet/write-sheet.ts';
import { type BulkDeps } from '../shared/bulk/bulk-caller.ts';
import { receiveUpload } from '../shared/bulk/receive-upload.ts';
import { type SignedIn, TEST_NOW, type TestApp } from './app.ts';
import { failure, listPlans, type PlanRow, testBulk, testImport } from './bulk-kind.ts';
import { makeCampaign, makeOwner } from './factories/factories.ts';
import { type FileAnswer, sendFile } from './send-file.ts';
import { audit } from '../shared/audit.ts';

interface BulkWorld {
  owner: number;
  keys: number[];
  agency: SignedIn;
}

/** The bulk files' calls over the kind that is made for tests, and before each test an owner with three planned campaigns. */
export const useBulk = (
  harness: TestApp,
  addRoutes: (register: Register, deps: BulkDeps & { kinds: (typeof testBulk)[] }) => void,
) => {
  let whole: FastifyInstance;

  beforeAll(async () => {
    const { db, clock } = harness;
    const config = { production: false, trustProxy: [], serveWeb: false, metricsToken: null };
    const { app, register } = await createKernel({ audit, config, db, clock, log: createLog({ logLevel: 'silent' }) });
    addRoutes(register, { db, clock, kinds: [testBulk] });
    register(testImport, ({ params, query, upload, ...caller }) =>
      receiveUpload({ db, clock }, caller, testBulk, {
        upload,
        ownerKey: params.owner,
        params: { note: 'kept' },
        apply: query.apply,
      }),
    );
    whole = harness.app;
    harness.app = app;
  });
  afterAll(() => whole.close());

  const world = {} as BulkWorld;

  const makeWorld = async (campaigns = 3): Promise<BulkWorld> => {
    const fixture = await harness.asMigrator(async (tx) => {
      const { ownerKey } = await makeOwner(tx);
      const keys: number[] = [];
      for (let index = 0; index < campaigns; index += 1) keys.push((await makeCampaign(tx, { ownerKey })).campaignKey);
      return { owner: ownerKey, keys };
    });
    const agency = await harness.signedIn('ag', { owner: fixture.owner, permissions: ['allocations:Import'] });
    return { ...fixture, agency };
  };

  beforeEach(async () => {
    harness.clock.set(TEST_NOW);
    Object.assign(world, await makeWorld());
  });
  afterEach(() => (failure.at = 'never'));

  const upload = (
    as: SignedIn,
    content: string | Buffer,
    { fileName = 'plans.csv', owner = world.owner, apply = 'no' } = {},
  ): Promise<FileAnswer> =>
    sendFile(harness, as, testImport, { params: { owner }, query: { apply }, content, fileName });

  const act = async (
    call: typeof bulkImportApply | typeof bulkImportUndo,
    as: SignedIn,
    importKey: number,
    body = {},
  ) => {
    const answer = await harness.call(call, as, { params: { owner: world.owner, importKey }, body });
    return { ...answer, data: answer.body.data as BulkImportResult };
  };
  const apply = (importKey: number, mode = 'goodRows') => act(bulkImportApply, world.agency, importKey, { mode });
  const undo = (importKey: number) => act(bulkImportUndo, world.agency, importKey);

  const download = async (call: typeof bulkImportFile | typeof bulkImportFailed, as: SignedIn, importKey: number) => {
    const url = `/api${fillPath(call.path, { owner: world.owner, importKey }, as.group)}`;
    return harness.app.inject({ method: 'GET', url, headers: as.headers });
  };

  const plans = (): Promise<PlanRow[]> =>
    harness.asMigrator(async (tx) =>
      (await listPlans(tx)).filter(({ campaignKey }) => world.keys.includes(campaignKey)),
    );
  const changePlan = (campaignKey: number, allocation: number): Promise<unknown> =>
    harness.asMigrator((tx) =>
      sql`update campaign_month set monthly_allocation = ${allocation}, row_version = row_version + 1
          where campaign_key = ${campaignKey}`.execute(tx),
    );
  const exportPlans = async (): Promise<Buffer> => {
    const { content } = writeSheet({
      sheetName: 'Plans',
      columns: [
        { key: 'campaignKey', label: 'Campaign Key', kind: 'key' },
        { key: 'campaign', label: 'Campaign', kind: 'text' },
        { key: 'monthlyAllocation', label: 'Monthly Allocation', kind: 'count', editable: true },
        { key: 'dailyAllocation', label: 'Daily Allocation', kind: 'count', editable: true },
        { key: 'clientBidPrice', label: 'Client Price', kind: 'dollar', editable: true },
        { key: 'rowVersion', label: 'Row Version', kind: 'key' },
      ],
      rows: (await plans()).map((row) => ({ ...row })),
      totals: { monthlyAllocation: 300 },
    });
    return buffer(content);
  };
  const auditActions = (): Promise<string[]> =>
    harness.asMigrator(async (tx) => {
      const { rows } = await sql<{ action: string }>`
        select action from audit_log where owner_key = ${world.owner} and entity = 'bulkImport' order by audit_key
      `.execute(tx);
      return rows.map(({ action }) => action);
    });
  return { world, auditActions, makeWorld, upload, act, apply, undo, download, plans, changePlan, exportPlans };
};
