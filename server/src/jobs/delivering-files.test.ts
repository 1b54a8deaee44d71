import { type DeliverySettings, placeProblem } from '@paceline/contract';
import { sql } from 'kysely';
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { Agent } from 'undici';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeScope } from '../db/scope/make-scope.ts';
import { manualClock } from '../lib/clock.ts';
import { fileCarriers } from '../lib/files/file-carriers.ts';
import { addressProblem, outboundHttp } from '../lib/guarded-http.ts';
import { sealCredential } from '../lib/secrets/seal.ts';
import { queueDelivery } from '../shared/delivery/queue-delivery.ts';
import { suppressionHashes } from '../shared/intake/suppression.ts';
import { leadMailer } from '../shared/mail.ts';
import { useDatabase } from '../testing/database.ts';
import {
  clientOf,
  deliverySettings,
  makeEndpoint,
  makeValidLead,
  TEST_SECRET,
} from '../testing/factories/delivery-factories.ts';
import { makeCampaign } from '../testing/factories/factories.ts';
import { useSftpSink } from '../testing/servers/sftp-server.ts';
import { type Delivering, openDelivering } from './delivering.ts';

const database = useDatabase();
const sftp = useSftpSink();
const NOW = new Date('2026-03-10T15:07:00Z');
const clock = manualClock(NOW);
const logged: unknown[] = [];
const log = { error: (...what: unknown[]): void => void logged.push(what) };
const mails: Email[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _, done) => done(address.startsWith('gone') ? new Error('no such user') : null),
  onData: (stream, _, done) => {
    void buffer(stream).then(async (bytes) => mails.push(await PostalMime.parse(bytes)));
    stream.on('end', done);
  },
});
let root = '';
let delivering: Delivering;
const open = (guarded: boolean): Delivering =>
  openDelivering({
    ...database,
    clock,
    secret: TEST_SECRET,
    http: outboundHttp(new Agent()),
    log,
    carriers: {
      mail: leadMailer(
        {
          smtpUrl: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
          mailFrom: 'Paceline <no-reply@paceline.example>',
          production: true,
        },
        database.db,
      ),
      files: fileCarriers({ root, guarded }),
    },
  });

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'deliveries-'));
  await new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', () => resolve()));
});
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});
beforeEach(async () => {
  clock.set(NOW);
  await database.asMigrator((tx) => sql`update delivery_task set done_at = ${NOW} where done_at is null`.execute(tx));
  await database.asMigrator((tx) => sql`update delivery_batch set done_at = ${NOW} where done_at is null`.execute(tx));
  sftp.files.clear();
  sftp.events.length = 0;
  sftp.breaks = false;
  delivering = open(false);
});

interface World {
  ownerKey: number;
  campaignKey: number;
  endpointKey: number;
}
const world = (over: Partial<Parameters<typeof deliverySettings>[0]>, secret?: string): Promise<World> =>
  database.asMigrator(async (tx) => {
    const { ownerKey, campaignKey } = await makeCampaign(tx);
    const clientKey = await clientOf(tx, ownerKey, campaignKey);
    const settings: DeliverySettings = deliverySettings(over);
    const endpointKey = await makeEndpoint(tx, { ownerKey, clientKey, settings });
    if (secret !== undefined)
      await sql`update delivery_endpoint set secret = ${sealCredential(TEST_SECRET, { ownerKey, endpointKey }, secret)}
                where endpoint_key = ${endpointKey}`.execute(tx);
    return { ownerKey, campaignKey, endpointKey };
  });
const post = async ({ ownerKey, campaignKey }: World, count = 1): Promise<number[]> => {
  const leads: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const lead = await database.asMigrator((tx) => makeValidLead(tx, { ownerKey, campaignKey, at: clock.now() }));
    const scope = makeScope({ userKey: null, group: 'system', ownerKeys: [ownerKey], partnerKey: null });
    await database.db.withScope(scope, (tx) => queueDelivery(tx, { ownerKey, ...lead }, clock.now()));
    leads.push(lead.leadKey);
  }
  return leads;
};
const rowsOf = async <Row>(leads: number[], column: 'status' | 'tries' | 'due') => {
  const { rows } = await database.asMigrator((tx) =>
    sql<{ one: Row }>`
      select ${
        column === 'status'
          ? sql`l.status`
          : column === 'due'
            ? sql`t.due_at`
            : sql`(select jsonb_agg(jsonb_build_array(d.outcome, d.reason) order by attempt) from lead_delivery d where d.lead_key = l.lead_key)`
      } as one
      from lead l left join delivery_task t using (owner_key, lead_key) where l.lead_key = any (${leads}) order by l.lead_key
    `.execute(tx),
  );
  return rows.map(({ one }) => one);
};
const at = (time: string): void => clock.set(new Date(`2026-03-10T${time}Z`));
const sftpWorld = (over: Partial<DeliverySettings> = {}) =>
  world(
    {
      method: 'FILE',
      url: `sftp://127.0.0.1:${sftp.port}/inbox`,
      auth: { kind: 'BASIC', userName: 'school' },
      batch: { fileName: 'leads-{date}-{time}-{number}.csv', everyMinutes: 30 },
      ...over,
    },
    sftp.password,
  );

test('leads are sent in one scheduled file, uploaded under a temporary name, and each is delivered once', async () => {
  const there = await sftpWorld();
  const leads = await post(there, 3);
  expect(await delivering.drain()).toBe(3);
  expect(await delivering.sendBatches()).toBe(0);
  expect(sftp.files.size).toBe(0);
  at('15:30:00');
  // Waiting for the file does not count as delay: nothing is overdue an hour after the lead came.
  expect(await delivering.markOverdue()).toBe(0);
  expect(await delivering.sendBatches()).toBe(1);
  const name = [...sftp.files.keys()][0]!;
  expect([...sftp.files.keys()]).toHaveLength(1);
  expect(name).toMatch(/^\/inbox\/leads-2026-03-10-\d{4}-000001\.csv$/);
  expect(sftp.files.get(name)!.toString().trim().split('\r\n')).toHaveLength(4);
  const part = name.replace('/inbox/', '/inbox/.') + '.part';
  expect(sftp.events).toEqual([`open ${part}`, `rename ${part} to ${name}`]);
  expect(await rowsOf(leads, 'status')).toEqual(['DLV', 'DLV', 'DLV']);
  expect(await delivering.sendBatches()).toBe(0);
  const { rows } = await database.asMigrator((tx) =>
    sql<{ key: string; stored: string }>`
      select e.host_key as key, (select string_agg(d.request || d.response, '') from lead_delivery d where d.owner_key = e.owner_key) as stored
      from delivery_endpoint e where endpoint_key = ${there.endpointKey}`.execute(tx),
  );
  expect(rows[0]!.key).toMatch(/^SHA256:/);
  expect(rows[0]!.stored).not.toMatch(/planted-sftp-password|mail\.example|Zoë/);
  // The next lead goes into another file.
  await post(there);
  await delivering.drain();
  at('16:00:00');
  expect(await delivering.sendBatches()).toBe(1);
  expect(sftp.files.size).toBe(2);
});

test('a file that fails midway is retried by the schedule under the same name, without newer leads', async () => {
  const there = await sftpWorld();
  const leads = await post(there, 2);
  await delivering.drain();
  at('15:30:00');
  sftp.breaks = true;
  expect(await delivering.sendBatches()).toBe(1);
  expect(sftp.events.filter((event) => event.startsWith('rename'))).toEqual([]);
  expect(await rowsOf(leads, 'status')).toEqual(['VAL', 'VAL']);
  expect(await rowsOf(leads, 'due')).toEqual([new Date('2026-03-10T15:31:00Z'), new Date('2026-03-10T15:31:00Z')]);
  const [later] = await post(there);
  sftp.breaks = false;
  at('15:31:00');
  await delivering.drain();
  expect(await delivering.sendBatches()).toBe(1);
  expect(await rowsOf(leads, 'status')).toEqual(['DLV', 'DLV']);
  expect(await rowsOf([later!], 'status')).toEqual(['VAL']);
  expect(await rowsOf(leads, 'tries')).toEqual(
    Array.from({ length: 2 }, () => [
      ['failed', 'ENDPOINT_DOWN'],
      ['accepted', null],
    ]),
  );
  const { rows } = await database.asMigrator((tx) =>
    sql`select failures_in_row as f from delivery_health where endpoint_key = ${there.endpointKey}`.execute(tx),
  );
  expect(rows).toEqual([{ f: 0 }]);
});

test('a person suppressed while the file waits is left out and scrubbed', async () => {
  const there = await sftpWorld();
  const [stays, goes] = await post(there, 2);
  await delivering.drain();
  const phone = `614${String(goes).padStart(7, '0')}`;
  await database.asMigrator(async (tx) => {
    const { rows } = await sql<{ key: number }>`
      insert into suppression_list (owner_key, client_key, name, created_at)
      values (${there.ownerKey}, null, 'Do not contact', ${NOW}) returning suppression_list_key as key`.execute(tx);
    for (const hash of suppressionHashes(TEST_SECRET, there.ownerKey, { email: null, phone }))
      await sql`insert into suppression_entry values (${there.ownerKey}, ${rows[0]!.key}, 'phone', ${hash}, null)`.execute(
        tx,
      );
  });
  at('15:30:00');
  await delivering.sendBatches();
  expect(await rowsOf([stays!, goes!], 'status')).toEqual(['DLV', 'SCR']);
  expect([...sftp.files.values()].map((file) => file.toString().includes(phone))).toEqual([false]);
});

test('a worker that died after the upload causes no second file', async () => {
  const there = await sftpWorld();
  const leads = await post(there, 2);
  await delivering.drain();
  at('15:30:00');
  await delivering.sendBatches();
  // As if nothing had been stored of the delivery.
  await database.asMigrator((tx) => sql`update lead set status = 'VAL' where lead_key = any (${leads})`.execute(tx));
  await database.asMigrator((tx) =>
    sql`update delivery_task set done_at = null where lead_key = any (${leads})`.execute(tx),
  );
  await database.asMigrator((tx) =>
    sql`update delivery_batch set done_at = null, due_at = ${clock.now()}, taken_until = clock_timestamp() - interval '1 second'
        where endpoint_key = ${there.endpointKey}`.execute(tx),
  );
  sftp.events.length = 0;
  expect(await open(false).sendBatches()).toBe(1);
  expect(sftp.events).toEqual([]);
  expect(sftp.files.size).toBe(1);
  expect(await rowsOf(leads, 'status')).toEqual(['DLV', 'DLV']);
});

test('another host key, another password and a private address are refused, and nothing is written', async () => {
  const there = await sftpWorld();
  await post(there);
  await delivering.drain();
  at('15:30:00');
  await delivering.sendBatches();
  sftp.files.clear();
  await sftp.changeKey();
  const [second] = await post(there);
  await delivering.drain();
  at('16:00:00');
  await delivering.sendBatches();
  expect(await rowsOf([second!], 'tries')).toEqual([[['failed', 'AUTH_FAILED']]]);

  const wrong = await sftpWorld();
  await database.asMigrator((tx) =>
    sql`update delivery_endpoint set secret = ${sealCredential(TEST_SECRET, wrong, 'wrong')} where endpoint_key = ${wrong.endpointKey}`.execute(
      tx,
    ),
  );
  const [third] = await post(wrong);
  await delivering.drain();
  at('16:30:00');
  await delivering.sendBatches();
  expect(await rowsOf([third!], 'tries')).toEqual([[['failed', 'AUTH_FAILED']]]);

  const { count } = sftp.connections;
  const trap = await sftpWorld();
  const [fourth] = await post(trap);
  const guarded = open(true);
  await guarded.drain();
  at('17:00:00');
  await guarded.sendBatches();
  expect(await rowsOf([fourth!], 'tries')).toEqual([[['failed', 'ENDPOINT_DOWN']]]);
  expect(sftp.connections.count).toBe(count);
  expect(sftp.files.size).toBe(0);
  expect(logged).toEqual([]);
});

test('a folder for each owner below the root, and no path outside it', async () => {
  const there = await world({ method: 'FILE', url: 'folder:school/inbox', auth: { kind: 'NONE' } });
  const leads = await post(there, 2);
  await delivering.drain();
  at('16:00:00');
  expect(await delivering.sendBatches()).toBe(1);
  const folder = join(root, String(there.ownerKey), 'school', 'inbox');
  const [name, ...others] = await readdir(folder);
  expect(others).toEqual([]);
  expect((await readFile(join(folder, name!), 'utf8')).split('\r\n')[0]).toBe('id,first,email,phone');
  expect(await rowsOf(leads, 'status')).toEqual(['DLV', 'DLV']);
  await symlink(tmpdir(), join(root, String(there.ownerKey), 'out'));
  const out = await fileCarriers({ root, guarded: true })
    .folder([String(there.ownerKey), 'out'], {
      name: 'x.csv',
      content: Buffer.from('x'),
      signal: AbortSignal.timeout(60_000),
    })
    .catch((error: Error) => error.name);
  expect(out).toBe('AddressRefused');
});

test('a lead is mailed once with its attachment; a refusal by the mail server is a failed attempt', async () => {
  const mail = { subject: 'Lead {leadId} for {firstName}', attachment: 'CSV' as const };
  const there = await world({ method: 'EMAIL', url: 'mailto:desk@school.example', auth: { kind: 'NONE' }, mail });
  const [lead] = await post(there);
  await delivering.drain();
  await expect.poll(() => mails.length).toBe(1);
  expect(mails[0]).toMatchObject({
    to: [{ address: 'desk@school.example' }],
    subject: expect.stringMatching(/^Lead \S+ for Zoë$/),
  });
  expect(mails[0]!.text).toContain('first: Zoë');
  expect(mails[0]!.attachments).toHaveLength(1);
  expect(await rowsOf([lead!], 'status')).toEqual(['DLV']);
  const gone = await world({ method: 'EMAIL', url: 'mailto:gone@school.example', auth: { kind: 'NONE' } });
  const [refused] = await post(gone);
  await delivering.drain();
  expect(await rowsOf([refused!], 'tries')).toEqual([[['failed', 'ENDPOINT_DOWN']]]);
});

test.each([
  'sftp://127.0.0.1/in',
  'sftp://127.1/in',
  'sftp://2130706433/in',
  'sftp://0x7f000001/in',
  'sftp://[::1]/in',
  'sftp://[::ffff:7f00:1]/in',
  'sftp://localhost/in',
  'sftp://localhost./in',
  'sftp://10.1.2.3/in',
  'sftp://169.254.169.254/in',
  'sftp://files.school.example:25/in',
])('%s is not a valid address', async (url) => {
  expect(await addressProblem(url)).not.toBeNull();
});

test.each([
  'sftp://u:p@files.example/in',
  'sftp://files.example/../etc',
  'folder:../x',
  'folder:/etc',
  'folder:a/../b',
  'https://x.example',
])('%s is not a valid path', (url) => expect(placeProblem('FILE', url)).not.toBeNull());
test.each([
  'mailto:',
  'mailto:x@localhost',
  'mailto:a@b.example\nBcc: c@d.example',
  'mailto:<a@b.example>',
  'a@b.example',
])('%j is not a valid email address', (url) => expect(placeProblem('EMAIL', url)).not.toBeNull());
