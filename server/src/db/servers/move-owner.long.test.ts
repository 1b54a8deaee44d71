import fs from 'node:fs/promises';
import path from 'node:path';
import { type LeadAnswer } from '@paceline/contract';
import { sql } from 'kysely';
import { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { type EmbeddedPostgres, startEmbedded } from '../embedded/start.ts';
import { openFacts } from '../facts.ts';
import { openLiveData } from '../live.ts';
import { withMigrator } from '../loader.ts';
import { makeScope } from '../make-scope.ts';
import { prepareDatabase } from '../migrate.ts';
import { appUrlFrom } from '../roles.ts';
import { unitsOf } from './copy-rows.ts';
import { firstKey } from './keys.ts';
import { type Move, type Moved, moveOwner } from './move-owner.ts';
import { openOwnerServers } from './owner-servers.ts';
import { HELD, listTables } from './tables.ts';
import { type Database, openDatabase, type Tx } from '../tx.ts';
import { visit } from '../visit.ts';
import { createLog } from '../../http/log.ts';
import { manualClock } from '../../lib/clock.ts';
import { openPerson } from '../../lib/seal.ts';
import { TEST_NOW, TEST_SECRET } from '../../testing/app.ts';
import { useDatabase } from '../../testing/database.ts';
import { SMALL_SERVER } from '../../testing/embedded-server.ts';
import { makeCampaign, makeLead, makeOwner, makePartner, makeUser } from '../../testing/factories.ts';
import { inOrder } from '../../testing/in-order.ts';
import { allowFastPosts, clientNameOf, makeMonths, makePostingKey, postBody } from '../../testing/posting.ts';
import { makeTemporaryFolder } from '../../testing/temporary-folder.ts';

const database = useDatabase();
let folder: string;
let other: EmbeddedPostgres;
let servers: Map<number, string>;
let routed: Database;
let app: FastifyInstance;

interface PostPlace {
  ownerKey: number;
  campaignKey: number;
  key: string;
  clientName: string;
}
let moving: PostPlace;
let staying: PostPlace;
/** An owner that nobody works on. */
let quiet: number;

const at = <T>(server: number, work: (tx: Tx) => Promise<T>): Promise<T> =>
  withMigrator(servers.get(server) ?? '', work);
const move = (to: number, tell: Move['tell'] = () => undefined): Promise<Moved | null> =>
  moveOwner({ ownerKey: moving.ownerKey, to, servers, now: TEST_NOW, tell });

/** An owner with a history of leads, and a campaign that a partner posts to. */
const makePlace = async (tx: Tx): Promise<PostPlace> => {
  const { ownerKey } = await makeOwner(tx);
  const partnerKey = await makePartner(tx);
  const { campaignKey } = await makeCampaign(tx, { ownerKey, partnerKey });
  await sql`update campaign_month set monthly_allocation = 100000 where campaign_key = ${campaignKey}`.execute(tx);
  const past = await makeCampaign(tx, { ownerKey, partnerKey });
  for (const day of ['2025-12-05', '2026-01-10', '2026-01-11', '2026-03-03']) await makeLead(tx, { ...past, day });
  await makeUser(tx, { group: 'cl', ownerKeys: [ownerKey] });
  await allowFastPosts(tx, partnerKey);
  const key = await makePostingKey(tx, partnerKey, TEST_NOW);
  return { ownerKey, campaignKey, key, clientName: await clientNameOf(tx, campaignKey) };
};

beforeAll(async () => {
  folder = await makeTemporaryFolder('servers');
  other = await startEmbedded({ dataDir: path.join(folder, 'other'), settings: SMALL_SERVER });
  await prepareDatabase(other.url, appUrlFrom(other.url));
  servers = new Map([
    [0, database.ownerUrl],
    [1, other.url],
  ]);
  await database.asMigrator(async (tx) => {
    await makeMonths(tx, '2025-12-01', '2026-05-01');
    moving = await makePlace(tx);
    staying = await makePlace(tx);
    quiet = (await makePlace(tx)).ownerKey;
  });
  const open = (url: string): Database => openDatabase(appUrlFrom(url), 6, { patient: true, isFenced: true });
  routed = await openOwnerServers({ servers: new Map([...servers].map(([number, url]) => [number, open(url)])) });
  const clock = manualClock(TEST_NOW);
  ({ app } = await buildApp({
    config: { production: false, trustProxy: [], serveWeb: false, metricsToken: null },
    db: routed,
    clock,
    secret: TEST_SECRET,
    dataDir: folder,
    live: openLiveData({ db: routed, clock }),
    log: createLog({ logLevel: 'silent' }),
  }));
});
afterAll(async () => {
  await app.close();
  await routed.close();
  await other.stop();
  await fs.rm(folder, { recursive: true, force: true });
});

let bodies = 0;
const send = (place: PostPlace, body: Record<string, unknown>) =>
  app.inject({ method: 'POST', url: '/lead/v1/post', headers: { 'x-partner-key': place.key }, payload: body });
const leadIdOf = (payload: string): string => {
  const answer = JSON.parse(payload) as LeadAnswer;
  if (answer.outcome !== 'success') throw new Error(payload);
  return answer.leadId;
};

interface Posted {
  body: Record<string, unknown>;
  leadId: string;
}
/** As partners' systems do: what is refused for now is sent again, the same, until it is answered. */
const postOne = async (place: PostPlace, refusals: string[]): Promise<Posted> => {
  const body = postBody((bodies += 1), place);
  for (;;) {
    const { statusCode, payload, headers } = await send(place, body);
    if (statusCode === 200) return { body, leadId: leadIdOf(payload) };
    if (statusCode !== 503 || headers['retry-after'] === undefined) throw new Error(`${statusCode} ${payload}`);
    refusals.push(payload);
    // It comes again after a while, as it was told to.
    await new Promise((resolve) => void setTimeout(resolve, 20));
  }
};
const postUntil = async (place: PostPlace, isOver: () => boolean, refusals: string[]): Promise<Posted[]> => {
  const posted: Posted[] = [];
  do posted.push(await postOne(place, refusals));
  while (!isOver());
  return posted;
};
const leadIds = (server: number, { campaignKey }: PostPlace): Promise<string[]> =>
  at(server, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select public_id as id from lead where campaign_key = ${campaignKey} order by 1`.execute(tx);
    return rows.map(({ id }) => id);
  });
const idsOf = (posted: readonly Posted[]): string[] => posted.map(({ leadId }) => leadId).toSorted();

/** What an owner has at a server, table by table. */
const contentOf = (server: number, ownerKey: number) =>
  visit(servers.get(server) ?? '', async (client) => {
    await client.query(`set timezone = 'UTC'`);
    const content: Record<string, unknown> = {};
    for (const table of (await listTables(client)).owned)
      if (!table.isShared) content[table.name] = await unitsOf(client, table, ownerKey);
    return content;
  });
const isEmpty = (content: Record<string, unknown>): boolean => Object.values(content).flat().length === 0;

const differencesAt = async (server: number) => {
  const facts = openFacts(servers.get(server) ?? '');
  try {
    while ((await facts.fold()) > 0);
    while ((await facts.foldAttributes()) > 0);
    return await facts.differences();
  } finally {
    await facts.close();
  }
};

describe('an owner that is moved to another server while leads come in', () => {
  inOrder();
  const posted: Posted[] = [];

  test('keeps every lead once, and nobody else notices', async () => {
    const before = await contentOf(0, quiet);
    expect(before['lead']).toHaveLength(3);
    let isMoved = false;
    const refusals: string[] = [];
    const othersRefusals: string[] = [];
    const working = Promise.all([
      postUntil(moving, () => isMoved, refusals),
      postUntil(moving, () => isMoved, refusals),
      postUntil(staying, () => isMoved, othersRefusals),
    ]);
    const moved = await move(1).finally(() => void (isMoved = true));
    const [first, second, others] = await working;
    posted.push(...first, ...second, await postOne(moving, refusals));
    expect(moved).toMatchObject({ from: 0 });

    expect(await leadIds(1, moving)).toEqual(idsOf(posted));
    expect(await leadIds(0, moving)).toEqual([]);
    expect(await leadIds(0, staying)).toEqual(idsOf(others));
    expect(othersRefusals).toEqual([]);
    expect(await contentOf(0, quiet)).toEqual(before);
    expect(isEmpty(await contentOf(1, staying.ownerKey))).toBe(true);
    expect(isEmpty(await contentOf(0, moving.ownerKey))).toBe(true);
  });

  test('answers a post that is sent again as it did before', async () => {
    const [first] = posted;
    const { payload } = await send(moving, first?.body ?? {});
    expect(leadIdOf(payload)).toBe(first?.leadId);
    expect(await leadIds(1, moving)).toHaveLength(posted.length);
  });

  test('has what waits to be sent and counted with it, and its people as they were sealed', async () => {
    await at(1, async (tx) => {
      const { rows } = await sql<{ tasks: number; deltas: number }>`
        select (select count(*) from delivery_task t join lead l using (owner_key, lead_key) where l.campaign_key = ${moving.campaignKey}) as tasks,
               (select count(*) from fact_delta d where (d.fact).campaign_key = ${moving.campaignKey}) as deltas`.execute(
        tx,
      );
      expect(rows[0]?.tasks).toBe(posted.length);
      expect(rows[0]?.deltas).toBeGreaterThanOrEqual(posted.length);
      const people = await sql<{ ownerKey: number; leadKey: number; sealed: Buffer }>`
        select p.owner_key as "ownerKey", p.lead_key as "leadKey", p.sealed from lead_person p
        join lead l using (owner_key, captured_date, lead_key) where l.campaign_key = ${moving.campaignKey} order by l.lead_key`.execute(
        tx,
      );
      const emails = people.rows.map(({ sealed, ...row }) => openPerson(TEST_SECRET, row, sealed).email);
      expect(emails.toSorted()).toEqual(posted.map(({ body }) => String(body['email'])).toSorted());
    });
  });

  test('is counted right on both servers', async () => {
    expect(await differencesAt(1)).toEqual([]);
    expect(await differencesAt(0)).toEqual([]);
  });

  test('gets keys that no other server gives out', async () => {
    const keyOf = ({ leadId }: Posted, server: number) =>
      at(server, async (tx) => {
        const { rows } = await sql<{
          key: number;
        }>`select lead_key as key from lead where public_id = ${leadId}`.execute(tx);
        return rows[0]?.key ?? -1;
      });
    posted.push(await postOne(moving, []));
    expect((await keyOf(posted.at(-1)!, 1)) % 16).toBe(1);
    expect((await keyOf(await postOne(staying, []), 0)) % 16).toBe(0);
    expect([firstKey(100, 0), firstKey(100, 1), firstKey(96, 0), firstKey(0, 3)]).toEqual([112, 113, 112, 3]);
  });

  test('is not seen by what asks for several owners, nor half of it', async () => {
    const scope = makeScope({
      userKey: null,
      group: 'ag',
      ownerKeys: [moving.ownerKey, staying.ownerKey],
      partnerKey: null,
    });
    const owners = await routed.readScope(scope, async (tx) => {
      const { rows } = await sql<{ key: number }>`select distinct owner_key as key from campaign`.execute(tx);
      return rows.map(({ key }) => key);
    });
    expect(owners).toEqual([staying.ownerKey]);
  });

  test('comes back with the same rows in every table', async () => {
    const there = await contentOf(1, moving.ownerKey);
    expect(await move(0)).toMatchObject({ from: 1 });
    expect(await contentOf(0, moving.ownerKey)).toEqual(there);
    expect(isEmpty(await contentOf(1, moving.ownerKey))).toBe(true);
    expect(await differencesAt(0)).toEqual([]);
    await postOne(moving, []);
    expect(await leadIds(0, moving)).toHaveLength(posted.length + 1);
  });

  test('stays where it is, and is let in again, when the move fails at the last moment', async () => {
    const before = await contentOf(0, moving.ownerKey);
    const disturb = async (what: string): Promise<void> => {
      if (!what.startsWith('pausing')) return;
      await at(1, (tx) => sql`alter table lead_note add constraint refuses check (false)`.execute(tx));
      await at(0, (tx) =>
        sql`insert into lead_note (owner_key, captured_date, lead_key, at, note, written_by)
            select owner_key, captured_date, lead_key, ${TEST_NOW}, 'a note', (select min(user_key) from user_account)
            from lead where campaign_key = ${moving.campaignKey} limit 1`.execute(tx),
      );
    };
    await expect(move(1, disturb)).rejects.toThrow('refuses');
    expect((await contentOf(0, moving.ownerKey))['lead']).toEqual(before['lead']);
    const { leadId } = await postOne(moving, []);
    expect(await leadIds(0, moving)).toContain(leadId);
  });

  test('is not moved while a process works on it that does not ask where it is', async () => {
    await database.db.asNobody({ name: '', text: 'select 1', values: [] });
    await expect(move(1)).rejects.toThrow('without asking which server');
  });
});

describe('the tables of an owner', () => {
  const listed = (statement: string) =>
    visit(database.ownerUrl, async (client) => {
      await client.query('begin');
      await client.query(statement);
      return (await listTables(client)).owned.map(({ name }) => name);
    });

  test('are found in the catalogue: a new one is moved, and one that may belong to nobody stops the move', async () => {
    expect(await listed('create table something_new (owner_key int)')).toContain('something_new');
    await expect(listed('create table nobodys (a int)')).rejects.toThrow('whether the table nobodys moves');
    expect(await listed('select 1')).toEqual(expect.arrayContaining(HELD));
  });
});
