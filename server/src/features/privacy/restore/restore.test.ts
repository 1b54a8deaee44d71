import fs from 'node:fs/promises';
import path from 'node:path';
import {
  type Permission,
  privacyErase,
  privacyFile,
  privacyFind,
  type PrivacyFound,
  privacyList,
  privacySuppress,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { REQUEST_FILE } from '../../../db/backup/requests-copy.ts';
import { appUrlFrom } from '../../../db/migrate/roles.ts';
import { type Database, openDatabase } from '../../../db/scope/tx.ts';
import { withConnection } from '../../../db/scope/single-connection.ts';
import { type SignedIn, TEST_NOW, TEST_SECRET, useApp } from '../../../testing/app.ts';
import { makeValidLead } from '../../../testing/factories/delivery-factories.ts';
import { makeCampaign } from '../../../testing/factories/factories.ts';
import { testDatabaseName } from '../../../testing/servers/test-server.ts';
import { openRequestFile } from './request-file.ts';
import { restoreRequests } from './restore.jobs.ts';

const harness = useApp();
const RIGHTS: Permission[] = ['leadanalyzer:View', 'leadanalyzer:Erase'];
const ANN = { email: 'ann.restored@kept-mail.net', phone: '3127771234' };
const BOB = { email: 'bob.restored@kept-mail.net', phone: '3127775678' };
let mine: { ownerKey: number; campaignKey: number };
let foreign: { ownerKey: number; campaignKey: number };
let desk: SignedIn;
const logLines: { level: string; fields: object }[] = [];
const log = {
  error: (fields: object) => void logLines.push({ level: 'error', fields }),
  warn: (fields: object) => void logLines.push({ level: 'warn', fields }),
};
const file = () => path.join(harness.dataDir, REQUEST_FILE);
const requests = (secret = TEST_SECRET) => openRequestFile(harness.dataDir, secret);

beforeAll(async () => {
  [mine, foreign] = await harness.asMigrator(async (tx) => [await makeCampaign(tx), await makeCampaign(tx)]);
});
beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  logLines.length = 0;
  await fs.rm(file(), { force: true });
  await harness.asMigrator((tx) => sql`delete from privacy_request`.execute(tx));
  desk = await harness.signedIn('ag', { owners: [mine.ownerKey, foreign.ownerKey], permissions: RIGHTS });
});

const make = (place: typeof mine, person: typeof ANN, at = TEST_NOW) =>
  harness.asMigrator((tx) => makeValidLead(tx, { ...place, at, status: 'DLV', person }));
const ask = async (call: typeof privacyErase | typeof privacySuppress | typeof privacyFile, person: typeof ANN) => {
  const body = { person, reference: 'Letter 7' };
  expect((await harness.call(call, desk, { params: { owner: mine.ownerKey }, body })).status).toBe(200);
};
const lines = async () => (await fs.readFile(file(), 'utf8')).split('\n').slice(0, -1);

/** A copy of the present database, and the server started on it later with the present file. */
const copyDatabase = async <T>(
  since: () => Promise<void>,
  look: (db: Database, url: string) => Promise<T>,
): Promise<T> => {
  const name = testDatabaseName();
  const source = new URL(harness.ownerUrl).pathname.slice(1);
  const url = new URL(harness.ownerUrl);
  url.pathname = `/${name}`;
  await withConnection(inject('serverUrl'), async (client) => {
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${source}'`);
    await client.query(`create database ${name} template ${source}`);
  });
  await since();
  const db = openDatabase(appUrlFrom(url.href), 2, { patient: true });
  try {
    return await look(db, url.href);
  } finally {
    await db.close();
    await withConnection(inject('serverUrl'), (client) => client.query(`drop database ${name} with (force)`));
  }
};

describe('a restored older database that starts with the file of requests', () => {
  test('repeats later erasures and suppressions, and nothing else; a second start finds nothing to do', async () => {
    const ann = await make(mine, ANN);
    const elsewhere = await make(foreign, ANN);
    const bob = await make(mine, BOB);
    await copyDatabase(
      async () => {
        await ask(privacyErase, ANN);
        await ask(privacySuppress, BOB);
        await ask(privacyFile, BOB);
      },
      async (db, url) => {
        const deps = { db, clock: harness.clock, log, requests: requests() };
        const state = () =>
          withConnection(url, async (client) => {
            const people = await client.query<{ key: number; here: boolean }>(
              `select lead_key::int as key, sealed is not null and email_hash is not null as here from lead_person
               where lead_key = any ($1) order by 1`,
              [[ann.leadKey, elsewhere.leadKey, bob.leadKey]],
            );
            const listed = await client.query<{ n: number }>(
              `select count(*)::int as n from suppression_entry where owner_key = $1`,
              [mine.ownerKey],
            );
            const requestRows = await client.query<{ kind: string; at: Date }>(
              `select kind, asked_at as at from privacy_request order by kind`,
            );
            return { people: people.rows.map(({ here }) => here), listed: listed.rows[0]!.n, asked: requestRows.rows };
          });
        const lastAudit = await withConnection(url, async (client) => {
          const { rows } = await client.query<{ key: string }>(
            `select coalesce(max(audit_key), 0)::text as key from audit_log`,
          );
          return rows[0]!.key;
        });
        const before = await state();
        expect(before).toMatchObject({ people: [true, true, true], asked: [] });
        expect(await restoreRequests(deps)).toBe(2);
        const after = await state();
        expect(after).toEqual({
          people: [false, true, true],
          listed: before.listed + 2,
          asked: [
            { kind: 'DO_NOT_CONTACT', at: TEST_NOW },
            { kind: 'ERASE', at: TEST_NOW },
          ],
        });
        expect(logLines).toEqual([{ level: 'warn', fields: { restored: 2 } }]);
        expect(await restoreRequests(deps)).toBe(0);
        expect(await state()).toEqual(after);
        const audited = await withConnection(url, (client) =>
          client.query(
            `select after ->> 'kind' as kind from audit_log
             where action = 'privacyRequestRestored' and audit_key > $1 order by 1`,
            [lastAudit],
          ),
        );
        expect(audited.rows).toEqual([{ kind: 'DO_NOT_CONTACT' }, { kind: 'ERASE' }]);
      },
    );
  });

  test('keeps persons who came back after their request, and accepts requests of users and owners missing in the copy', async () => {
    await make(mine, ANN);
    await ask(privacyErase, ANN);
    const [line = ''] = await lines();
    const { n: _, ...record } = JSON.parse(line.split('\t')[0] ?? '') as { n: number; ownerKey: number };
    await fs.rm(file());
    const written = requests();
    await written.append({ ...(record as never as Parameters<typeof written.append>[0]), askedBy: 999_999 });
    await written.append({ ...(record as never as Parameters<typeof written.append>[0]), ownerKey: 999_999 });
    await harness.asMigrator((tx) => sql`delete from privacy_request`.execute(tx));
    const later = await make(mine, ANN, new Date(TEST_NOW.getTime() + 1000));
    expect(await restoreRequests({ ...harness, log, requests: written })).toBe(1);
    const { body } = await harness.call(privacyFind, desk, { params: { owner: mine.ownerKey }, body: ANN });
    // The clock is before it.
    expect((body.data as PrivacyFound).leads).toEqual([]);
    const { rows } = await harness.asMigrator((tx) =>
      sql`select sealed is not null as here from lead_person where lead_key = ${later.leadKey}`.execute(tx),
    );
    expect(rows).toEqual([{ here: true }]);
    const listed = await harness.call(privacyList, desk, { params: { owner: mine.ownerKey } });
    expect(listed.body.data).toMatchObject({ requests: [{ kind: 'ERASE', askedBy: '' }] });
  });
});

describe('the file of requests', () => {
  test('has hashes but no persons, is readable by its owner only, and gets a line before the request is committed', async () => {
    await make(mine, ANN);
    await ask(privacyErase, ANN);
    await ask(privacySuppress, ANN);
    await ask(privacyFile, ANN);
    expect(await lines()).toHaveLength(2);
    expect(await fs.readFile(file(), 'utf8')).not.toMatch(/ann|kept-mail|3127771234|Letter/i);
    expect((await fs.stat(file())).mode & 0o777).toBe(0o600);
    const { records, problems } = await requests().read();
    expect(problems).toEqual([]);
    expect(records).toMatchObject([
      { n: 1, kind: 'ERASE', ownerKey: mine.ownerKey, suppressed: [] },
      { n: 2, kind: 'DO_NOT_CONTACT', suppressed: [{ kind: 'email' }, { kind: 'phone' }] },
    ]);
  });

  test('a request that cannot be written to it is not carried out', async () => {
    const { leadKey } = await make(mine, BOB);
    await fs.mkdir(file());
    const body = { person: BOB, reference: 'Letter 8' };
    expect((await harness.call(privacyErase, desk, { params: { owner: mine.ownerKey }, body })).status).toBe(500);
    await fs.rmdir(file());
    const { rows } = await harness.asMigrator((tx) =>
      sql`select sealed is not null as here from lead_person where lead_key = ${leadKey}`.execute(tx),
    );
    expect(rows).toEqual([{ here: true }]);
  });

  test('concurrent requests get different numbers', async () => {
    await Promise.all(Array.from({ length: 6 }, (_, n) => ask(privacyErase, { ...ANN, phone: `312777000${n}` })));
    const { records, problems } = await requests().read();
    expect({ numbers: records.map(({ n }) => n), problems }).toEqual({ numbers: [1, 2, 3, 4, 5, 6], problems: [] });
  });

  test('reports lines that were changed, removed or forged, and uses the others', async () => {
    for (const phone of ['3127770001', '3127770002', '3127770003']) await ask(privacyErase, { ...ANN, phone });
    const [first = '', second = '', third = ''] = await lines();
    const swapped = second.replace(/"phone":"\w{8}/, '"phone":"00000000');
    await fs.writeFile(file(), `${first}\n${swapped}\n${third}\n`);
    expect(await requests().read()).toMatchObject({
      records: [{ n: 1 }, { n: 3 }],
      problems: ['Line 2 was not written by this installation.', 'Request 2 is missing.'],
    });
    await fs.writeFile(file(), `${first}\n${third}\n`);
    expect((await requests().read()).problems).toEqual(['Request 2 is missing.']);
    expect((await requests(Buffer.from('another secret, of some 32 chars')).read()).records).toEqual([]);
    await restoreRequests({ ...harness, log, requests: requests() });
    expect(logLines).toContainEqual({ level: 'error', fields: { problem: 'Request 2 is missing.' } });
    // Half a line of a dead process is skipped, and the next line starts anew.
    await fs.writeFile(file(), `${first}\n${second.slice(0, 40)}`);
    expect(await requests().read()).toMatchObject({ records: [{ n: 1 }], problems: [] });
    await ask(privacyErase, BOB);
    expect((await requests().read()).records.map(({ n }) => n)).toEqual([1, 2]);
  });
});
