import { randomUUID } from 'node:crypto';
import {
  platformDataFiles,
  platformDataPushKeyRemove,
  platformDataPushKeySave,
  platformDataSources,
} from '@paceline/contract';
import { beforeEach, expect, test } from 'vitest';
import { webhookHeaders } from '../../../lib/secrets/webhook-signature.ts';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { makeTwoOwners } from '../../../testing/factories/factories.ts';
import { makePlatformAccount, reportLines, writeReport } from '../../../testing/platform-reports.ts';

const harness = useApp();
let owner: number;
let source: number;
let agency: SignedIn;
let key: { keyId: string; secret: string };

const push = async (body: string, { secret = key.secret, at = harness.clock.now(), id = randomUUID() } = {}) => {
  const answer = await harness.app.inject({
    method: 'POST',
    url: `/platformdata/v1/push/${key.keyId}`,
    headers: {
      'content-type': 'text/csv',
      'x-file-name': 'daily.csv',
      ...webhookHeaders({ id, at, body, secrets: [secret] }),
    },
    payload: body,
  });
  return {
    status: answer.statusCode,
    body: JSON.parse(answer.payload) as { data: { outcome: string; changedRows: number }; message?: string },
  };
};
const text = (from: string, days: number): string => String(writeReport['Meta Ads']!(reportLines(from, days)));

beforeEach(async () => {
  owner = await harness.asMigrator(async (tx) => (await makeTwoOwners(tx)).mine.ownerKey);
  source = await harness.asMigrator((tx) => makePlatformAccount(tx, owner, 'Meta Ads', 'act_1'));
  agency = await harness.signedIn('ag', { owner, permissions: ['tradingplatforms:View', 'tradingplatforms:Update'] });
  const { body } = await harness.call(platformDataPushKeySave, agency, { params: { owner }, body: { source } });
  key = body.data as typeof key;
});

test('a signed file is loaded once; repeated it changes nothing', async () => {
  const report = text('2026-03-01', 9);
  expect(await push(report)).toMatchObject({ status: 200, body: { data: { outcome: 'LOADED', changedRows: 72 } } });
  expect(await push(report)).toMatchObject({ status: 200, body: { data: { outcome: 'UNCHANGED', changedRows: 0 } } });
});

test('a wrong or old signature, or another body, is refused and leaves nothing', async () => {
  const filesOf = async (): Promise<unknown> =>
    (await harness.call(platformDataFiles, agency, { params: { owner, source: String(source) } })).body.data;
  const before = await filesOf();
  const report = text('2026-03-01', 2);
  expect((await push(report, { secret: `whsec_${Buffer.alloc(32).toString('base64')}` })).status).toBe(401);
  expect((await push(report, { at: new Date(harness.clock.now().getTime() - 600_000) })).status).toBe(401);
  const headers = webhookHeaders({ id: 'a', at: harness.clock.now(), body: report, secrets: [key.secret] });
  const changed = await harness.app.inject({
    method: 'POST',
    url: `/platformdata/v1/push/${key.keyId}`,
    headers: { 'content-type': 'text/csv', ...headers },
    payload: `${report}x`,
  });
  expect(changed.statusCode).toBe(401);
  expect(await filesOf()).toEqual(before);
});

test('a refused push is shown as the account’s last error until a file is loaded', async () => {
  const errorOf = async (): Promise<string | null | undefined> => {
    const { body } = await harness.call(platformDataSources, agency, { params: { owner } });
    return (body.data as { accountKey: number | null; lastError: string | null }[]).find(
      ({ accountKey }) => accountKey === source,
    )?.lastError;
  };
  expect((await push('a,b\n1,2\n')).status).toBe(422);
  expect(await errorOf()).toMatch(/No known report|no column for/);
  expect((await push(text('2026-03-01', 9))).status).toBe(200);
  expect(await errorOf()).toBeNull();
});

test('an ended key is refused', async () => {
  agency = await harness.signedIn('ag', { owner, permissions: ['tradingplatforms:Update'] });
  expect((await harness.call(platformDataPushKeyRemove, agency, { params: { owner }, body: { source } })).status).toBe(
    200,
  );
  expect((await push(text('2026-03-01', 1))).status).toBe(401);
});
