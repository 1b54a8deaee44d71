import { gunzipSync } from 'node:zlib';
import {
  type AnyCall,
  fillPath,
  type LeadExport,
  leadExportCancel,
  leadExportFile,
  leadExportList,
  leadExportRemove,
  leadExportStart,
  leadsExport,
  type Permission,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database } from '../../../db/scope/tx.ts';
import { pruneNow } from '../../../jobs/pruning.ts';
import { makerScope } from '../../../jobs/system-scope.ts';
import { openFilePart } from '../../../lib/secrets/seal.ts';
import { type SignedIn, TEST_NOW, TEST_SECRET, useApp } from '../../../testing/app.ts';
import { makeValidLead } from '../../../testing/factories/delivery-factories.ts';
import { makeCampaign, makePartner } from '../../../testing/factories/factories.ts';
import { streamDownload } from './download-leads.ts';
import { openWritingExports } from './export.jobs.ts';
import { type LinesPiece } from './thread-lines.ts';

const harness = useApp();
const EXPORT: Permission[] = ['leadanalyzer:Export'];
const DAY_MS = 86_400_000;
/** Many times the batch size of a connection. */
const MANY = 8_007;
const MEDIA_PRICE = '43.75';

let owner: number;
let other: number;
let partnerKey: number;

const write = (statement: ReturnType<typeof sql>) => harness.asMigrator((tx) => statement.execute(tx));
const read = async <Row>(statement: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  harness.asMigrator(async (tx) => (await statement.execute(tx)).rows);

beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    partnerKey = await makePartner(tx);
    const mine = await makeCampaign(tx, { partnerKey });
    const foreign = await makeCampaign(tx);
    [owner, other] = [mine.ownerKey, foreign.ownerKey];
    for (const at of ['2026-02-10T12:00:00Z', '2026-03-09T12:00:00Z']) {
      const { leadKey } = await makeValidLead(tx, { ...mine, at: new Date(at), status: 'DLV' });
      await sql`update lead set partner_key = ${partnerKey}, media_price = ${MEDIA_PRICE} where lead_key = ${leadKey}`.execute(
        tx,
      );
    }
    await makeValidLead(tx, { ...foreign, at: new Date('2026-03-01T12:00:00Z'), status: 'DLV' });
    // In one month of the other owner.
    await sql`
      insert into lead (owner_key, captured_date, public_id, created_at, campaign_key, status, device)
      select ${other}, '2026-03-05', 'L-' || n, '2026-03-05T12:00:00Z', ${foreign.campaignKey}, 'INV', 'desktop'
      from generate_series(1, ${MANY}) n`.execute(tx);
  });
});
beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  await write(sql`delete from rate_limit`);
  await write(sql`delete from mail`);
  await write(sql`delete from lead_export`);
});

const log = { error: (...args: unknown[]) => void failures.push(args) };
let failures: unknown[] = [];
beforeEach(() => void (failures = []));
const writing = (db: Database = harness.db) =>
  openWritingExports({ db, clock: harness.clock, secret: TEST_SECRET, publicUrl: 'https://pace.example/', log });

const agency = (...more: Permission[]) =>
  harness.signedIn('ag', { owners: [owner, other], permissions: [...EXPORT, ...more] });
const QUESTION = { startDate: '2026-01-01', endDate: '2026-03-31', format: 'csv' as const };
const start = async (as: SignedIn, body: object = {}): Promise<number> => {
  const answer = await harness.call(leadExportStart, as, { body: { ownerKey: owner, ...QUESTION, ...body } });
  expect({ status: answer.status, message: answer.body.message }).toEqual({ status: 200, message: undefined });
  return (answer.body.data as { exportKey: number }).exportKey;
};
const mine = async (as: SignedIn): Promise<LeadExport[]> =>
  (await harness.call(leadExportList, as)).body.data as LeadExport[];
const send = (call: AnyCall, as: SignedIn, body: object) =>
  harness.app.inject({
    method: 'POST',
    url: `/api${fillPath(call.path, {}, as.group)}`,
    headers: as.headers,
    payload: body,
  });
const fileOf = (as: SignedIn, exportKey: number, ownerKey = owner) => send(leadExportFile, as, { ownerKey, exportKey });

test('a background export gives the same file, and a mail announces it', async () => {
  const as = await agency();
  const direct = await send(leadsExport, as, { ownerKey: owner, ...QUESTION });
  const exportKey = await start(as);
  expect(await mine(as)).toMatchObject([{ exportKey, state: 'queued', leads: 2, sizeBytes: null }]);
  expect((await fileOf(as, exportKey)).statusCode).toBe(404);

  expect(await writing().drain()).toBe(1);
  expect(failures).toEqual([]);
  const [leadExport] = await mine(as);
  expect(leadExport).toMatchObject({
    exportKey,
    state: 'ready',
    rowsWritten: 2,
    sizeBytes: direct.rawPayload.length,
    expiresAt: new Date(TEST_NOW.getTime() + 7 * DAY_MS).toISOString(),
  });
  const file = await fileOf(as, exportKey);
  expect(file.statusCode).toBe(200);
  expect(file.rawPayload.equals(direct.rawPayload)).toBe(true);
  expect(file.headers['content-length']).toBe(String(direct.rawPayload.length));

  const mails = await read(sql<{ to: string; subject: string; body: string }>`
    select to_address as to, subject, body from mail`);
  expect(mails).toMatchObject([{ subject: 'Your export of leads is ready' }]);
  expect(mails[0]!.body).toContain('The file is kept until Mar 17, 2026, 10:00 AM CDT.');
  expect(mails[0]!.body).toContain(`https://pace.example/#/s/cl/leadmanagement/myexports?owner=${owner}`);
  const actions = await read(sql<{ action: string; leads: number | null }>`
    select action, (after ->> 'leads')::int as leads from audit_log
    where entity = 'leadExport' and entity_key = ${String(exportKey)} order by audit_key`);
  expect(actions).toEqual([
    { action: 'leadExportStarted', leads: 2 },
    { action: 'leadExportWritten', leads: 2 },
    { action: 'leadExportTaken', leads: 2 },
  ]);
});

test('it is stored sealed: unreadable in the table, and bound to its position', async () => {
  const as = await agency();
  const exportKey = await start(as);
  await writing().drain();
  const parts = await read(
    sql<{ sealed: Buffer }>`select sealed from lead_export_part where export_key = ${exportKey}`,
  );
  expect(parts).toHaveLength(1);
  const sealed = parts[0]!.sealed;
  const id = { ownerKey: owner, exportKey, place: 0 };
  expect(gunzipSync(openFilePart(TEST_SECRET, id, sealed)).toString()).toContain('Lead ID');
  expect(() => gunzipSync(sealed)).toThrow('incorrect header check');
  expect(() => openFilePart(TEST_SECRET, { ...id, ownerKey: other }, sealed)).toThrow('unable to authenticate data');
  expect(() => openFilePart(TEST_SECRET, { ...id, place: 1 }, sealed)).toThrow('unable to authenticate data');
});

test('it is available to its maker only', async () => {
  const [as, colleague] = [await agency(), await agency()];
  const exportKey = await start(as);
  await writing().drain();
  expect(await mine(colleague)).toEqual([]);
  for (const call of [leadExportFile, leadExportRemove, leadExportCancel])
    expect((await send(call, colleague, { ownerKey: owner, exportKey })).statusCode).toBe(404);
  const elsewhere = await harness.signedIn('ag', { owners: [other], permissions: EXPORT });
  expect((await fileOf(elsewhere, exportKey)).statusCode).toBe(404);
  expect((await fileOf(as, exportKey, other)).statusCode).toBe(404);

  expect((await harness.call(leadExportRemove, as, { body: { ownerKey: owner, exportKey } })).status).toBe(200);
  expect(await mine(as)).toEqual([]);
  expect(await read(sql`select from lead_export_part`)).toEqual([]);
});

test('a media partner’s file has its own leads and price, and its mail links to its own page', async () => {
  const as = await harness.signedIn('mp', { owners: [owner, other], permissions: EXPORT, partnerKey });
  const exportKey = await start(as);
  await writing().drain();
  const { payload } = await fileOf(as, exportKey);
  expect(payload).toContain(MEDIA_PRICE);
  expect(payload).not.toContain('Client Price');
  expect(payload).not.toContain('Email');
  const mails = await read(sql<{ body: string }>`select body from mail`);
  expect(mails[0]!.body).toContain('/#/s/mp/leadmanagement/myexports');
  const rival = await harness.signedIn('mp', { owners: [owner, other], permissions: EXPORT });
  const empty = await start(rival);
  await writing().drain();
  expect((await fileOf(rival, empty)).payload.trimEnd().split('\r\n')).toHaveLength(1);
});

test.each([
  ['the right to export', sql`update user_account set permissions = '{}' where user_key = `],
  ['the owner', sql`delete from user_owner where user_key = `],
  ['the account', sql`update user_account set active = false where user_key = `],
])('a maker who has lost %s before it is written gets none', async (_, lose) => {
  const as = await agency();
  const exportKey = await start(as);
  await write(sql`${lose} ${as.userKey}`);
  await writing().drain();
  const rows = await read(sql<{ state: string; failure: string }>`
    select state, failure from lead_export where export_key = ${exportKey}`);
  expect(rows).toEqual([{ state: 'failed', failure: 'You no longer have the right to export these leads.' }]);
  expect(await read(sql`select from lead_export_part`)).toEqual([]);
});

test('whole persons are not downloaded after losing the right to see them', async () => {
  const as = await agency('leadanalyzer:ViewPII');
  const exportKey = await start(as, { wholePeople: true });
  await writing().drain();
  expect((await fileOf(as, exportKey)).payload).toContain('Zoë O’Hara');
  await write(sql`update user_account set permissions = ${EXPORT} where user_key = ${as.userKey}`);
  expect((await fileOf(as, exportKey)).statusCode).toBe(403);
});

test('cancelled while waiting it is not written; while being written it stops and frees its slot', async () => {
  const as = await agency();
  const waiting = await start(as);
  await harness.call(leadExportCancel, as, { body: { ownerKey: owner, exportKey: waiting } });
  expect(await writing().drain()).toBe(0);

  const running = await start(as, { ownerKey: other });
  let cancelled = 0;
  const db: Database = {
    ...harness.db,
    // In the middle: after the first lines.
    async *streamInThread<Piece>(...args: Parameters<Database['streamInThread']>) {
      for await (const lines of harness.db.streamInThread<Piece>(...args)) {
        if (cancelled === 0)
          cancelled = (await harness.call(leadExportCancel, as, { body: { ownerKey: other, exportKey: running } }))
            .status;
        yield lines;
      }
    },
  };
  await writing(db).drain();
  expect(cancelled).toBe(200);
  expect((await mine(as)).map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
  expect(await read(sql`select from lead_export_part`)).toEqual([]);
  expect(await read(sql`select from mail`)).toEqual([]);
  await start(as);
});

test('a dead worker’s export starts again at another; one that fails each time is given up', async () => {
  const as = await agency();
  const exportKey = await start(as);
  await write(sql`
    update lead_export set state = 'running', taken_times = 1, taken_by = gen_random_uuid(), taken_until = clock_timestamp() - interval '1 second'`);
  await write(sql`insert into lead_export_part values (${owner}, ${exportKey}, 0, null, '\\x00')`);
  expect(await writing().drain()).toBe(1);
  expect(await mine(as)).toMatchObject([{ state: 'ready', rowsWritten: 2 }]);
  expect((await fileOf(as, exportKey)).statusCode).toBe(200);

  await write(sql`update lead_export set state = 'queued', taken_times = 3`);
  await writing().drain();
  expect(await mine(as)).toMatchObject([{ state: 'failed' }]);
});

test('a failed export is reported, also by mail, and leaves no part behind', async () => {
  const as = await agency();
  await start(as);
  const broken: Database = {
    ...harness.db,
    // eslint-disable-next-line require-yield
    async *streamInThread() {
      throw new Error('the database went away');
    },
  };
  await writing(broken).drain();
  expect(await mine(as)).toMatchObject([{ state: 'failed', failure: 'Something went wrong. Please try again.' }]);
  expect(await read(sql<{ subject: string }>`select subject from mail`)).toEqual([
    { subject: 'Your export of leads could not be written' },
  ]);
  expect(failures).toHaveLength(1);
});

test('a stopping server returns it to be started again', async () => {
  const as = await agency();
  await start(as, { ownerKey: other });
  const stopping = new AbortController();
  const db: Database = {
    ...harness.db,
    async *streamInThread<Piece>(...args: Parameters<Database['streamInThread']>) {
      for await (const lines of harness.db.streamInThread<Piece>(...args)) {
        stopping.abort();
        yield lines;
      }
    },
  };
  const deps = { db, clock: harness.clock, secret: TEST_SECRET, publicUrl: '', log };
  const outbox = openWritingExports(deps, stopping.signal);
  await outbox.take();
  await outbox.settle();
  expect(await mine(as)).toMatchObject([{ state: 'queued' }]);
  await writing().drain();
  expect(await mine(as)).toMatchObject([{ state: 'ready', rowsWritten: MANY + 1 }]);
});

test('the file is gone after seven days, and its remains are deleted in the night', async () => {
  const as = await agency();
  const exportKey = await start(as);
  await writing().drain();
  const later = (ms: number) => harness.clock.set(new Date(TEST_NOW.getTime() + 7 * DAY_MS + ms));
  later(-1);
  const before = await harness.sessionOf('ag', as.userKey);
  expect((await fileOf(before, exportKey)).statusCode).toBe(200);
  later(0);
  const after = await harness.sessionOf('ag', as.userKey);
  expect((await fileOf(after, exportKey)).statusCode).toBe(404);
  expect(await mine(after)).toMatchObject([{ state: 'expired' }]);
  expect(await read(sql`select from lead_export_part`)).toHaveLength(1);
  await pruneNow(harness.ownerUrl, harness.clock);
  expect(await read(sql`select from lead_export_part`)).toEqual([]);
  expect(await mine(after)).toMatchObject([{ state: 'expired' }]);
});

/** A download as the handler starts it, and how many rows it has read from the database. */
const download = async (as: SignedIn) => {
  const exportKey = await start(as, { ownerKey: other });
  await write(sql`
    update lead_export set is_direct = true, state = 'running', taken_until = clock_timestamp() + interval '1 minute'
    where export_key = ${exportKey}`);
  let rowCount = 0;
  const db: Database = {
    ...harness.db,
    async *streamInThread<Piece>(...args: Parameters<Database['streamInThread']>) {
      for await (const lines of harness.db.streamInThread<Piece>(...args)) {
        rowCount += (lines as LinesPiece).rows;
        yield lines;
      }
    },
  };
  const gone = new AbortController();
  const scope = makerScope({ userKey: as.userKey, group: 'ag', ownerKey: other, partnerKey: null });
  const question = {
    ownerKey: other,
    leadStatus: [],
    clientKeys: [],
    mediaPartnerKeys: [],
    wholePeople: false,
    ...QUESTION,
  };
  const { content } = streamDownload(
    { db, clock: harness.clock, secret: TEST_SECRET, log },
    {
      scope,
      origin: { route: 'leadsExport', ip: '', userAgent: '', requestId: '' },
      signal: gone.signal,
      id: { ownerKey: other, exportKey },
      question,
      selection: {
        ...question,
        timeZone: 'UTC',
        statuses: null,
        campaignKeys: null,
        partnerKeys: null,
        leadKeys: null,
        hasPeople: true,
      },
      about: [],
      aliveSeconds: 60,
    },
  );
  const isFree = async () => (await read(sql`select from lead_export where export_key = ${exportKey}`)).length === 0;
  return { content, gone, isFree, rowCount: () => rowCount };
};

test('rows are read as the file is downloaded, never all at once', async () => {
  const { content, rowCount, isFree } = await download(await agency());
  const pieces = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const first = await pieces.next();
  // One piece of the file and the stream's buffer.
  expect(rowCount()).toBeLessThanOrEqual(MANY / 2);
  let lines = (first.value as Buffer).toString().split('\r\n').length - 1;
  for (let next = await pieces.next(); !next.done; next = await pieces.next())
    lines += next.value.toString().split('\r\n').length - 1;
  expect(lines).toBe(MANY + 2);
  expect(await isFree()).toBe(true);
});

test('a closed browser frees the slot, whether it has read anything or not', async () => {
  const reading = await download(await agency());
  for await (const _ of reading.content) break;
  await expect.poll(reading.isFree).toBe(true);
  expect(reading.rowCount()).toBeLessThan(MANY);
  const [record] = await read(sql<{ outcome: string }>`
    select outcome from audit_log where action = 'leadsExportEnded' order by audit_key desc limit 1`);
  expect(record).toEqual({ outcome: 'failed' });

  const unread = await download(await agency());
  unread.content.destroy();
  await expect.poll(unread.isFree).toBe(true);
  expect(unread.rowCount()).toBe(0);

  const aborted = await download(await agency());
  await aborted.content[Symbol.asyncIterator]().next();
  aborted.gone.abort();
  aborted.content.on('error', () => undefined).resume();
  await expect.poll(aborted.isFree).toBe(true);
});

test('the slot of a download whose server died is freed', async () => {
  const as = await agency();
  const exportKey = await start(as);
  await write(sql`
    update lead_export set is_direct = true, state = 'running', taken_until = clock_timestamp() - interval '1 second'
    where export_key = ${exportKey}`);
  expect(await writing().drain()).toBe(0);
  await start(as);
});
