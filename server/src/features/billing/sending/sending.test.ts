import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import {
  type CallResponse,
  type Permission,
  statementSeen,
  statementSend,
  type StatementMailState,
  type StatementRow,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openMailer, type SendMail } from '../../../shared/mail.ts';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { inOrder } from '../../../testing/calls/in-order.ts';
import { type BilledPlace, useBilledPlaces } from '../../../testing/factories/billed-places.ts';
import { textOfFile } from '../../../testing/file-text.ts';
import { useMailSink } from '../../../testing/servers/mail-sink.ts';
import { sendStatementMailNow } from './statement-mail.jobs.ts';

inOrder();
const harness = useApp();
const sink = useMailSink();
const PRICES = { client: 71.37, media: 43.19 };
const RIGHTS: Permission[] = ['reports:Billable', 'reports:View'];
const places = useBilledPlaces(harness, PRICES);
const NOW = '2026-07-05T13:00:00Z';
const WORKER = fileURLToPath(new URL('../../../testing/statement-mail-worker.ts', import.meta.url));
let here: BilledPlace;
let as: SignedIn;
let client: SignedIn;
let partner: SignedIn;

beforeAll(async () => {
  here = await places.makePlace();
  const abroad = await places.makePlace();
  for (const place of [here, abroad]) {
    await places.addLeads(place, 0, '2026-06-03', 3);
    await places.addLeads(place, 1, '2026-06-04', 1);
    await places.close(place, '2026-06-01', '2026-07-05T12:00:00Z');
  }
  harness.clock.set(new Date(NOW));
  as = await places.agency([here, abroad], 'reports:Margin');
  client = await places.client(here);
  partner = await places.partner([here], 0);
  // Beside them: without the right, of the other partner's owner, and no longer active.
  await harness.signedIn('cl', { owners: [here.ownerKey], permissions: ['reports:View'] });
  await places.client(abroad);
  const left = await harness.signedIn('cl', { owners: [here.ownerKey], permissions: RIGHTS });
  await harness.asMigrator((tx) =>
    sql`update user_account set active = false where user_key = ${left.userKey}`.execute(tx),
  );
});
beforeEach(() => {
  sink.received.length = 0;
  sink.answersUpTo = null;
  sink.refusals.clear();
});

const numbered = async (number: string): Promise<StatementRow> =>
  (await places.search(as, { ownerKey: here.ownerKey })).find((row) => row.number === number)!;
const send = async (row: StatementRow, body: object = {}, by = as) => {
  const answer = await harness.call(statementSend, by, {
    params: { owner: here.ownerKey },
    body: { statementKeys: [row.statementKey], by: 'mail', ...body } as never,
  });
  return { status: answer.status, ...(answer.body.data as CallResponse<typeof statementSend>) };
};
interface StoredMail {
  statementMailKey: number;
  state: StatementMailState;
  email: string;
  reason: string;
}
const mailsOf = async ({ ownerKey, statementKey }: StatementRow): Promise<StoredMail[]> => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<StoredMail>`select statement_mail_key::int as "statementMailKey", state, to_address as email, reason from billing_statement_mail
      where owner_key = ${ownerKey} and statement_key = ${statementKey} order by 1`.execute(tx),
  );
  return rows;
};
const mailer = () => openMailer({ smtpUrl: sink.url, mailFrom: 'no-reply@paceline.example' });
const pdfOf = ({ attachments }: (typeof sink.received)[number]): Buffer =>
  Buffer.from(attachments[0]!.content as ArrayBuffer);
/** Runs the mails' jobs, as the worker would. */
const work = async (row: StatementRow, sendMail: SendMail | null = mailer()): Promise<void> => {
  const deps = { db: harness.db, clock: harness.clock, publicUrl: 'http://paceline.test', sendMail };
  for (const { statementMailKey } of await mailsOf(row))
    await sendStatementMailNow(deps, { ownerKey: row.ownerKey, statementMailKey });
};
const emailOf = async ({ userKey }: SignedIn): Promise<string> => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ email: string }>`select email from user_account where user_key = ${userKey}`.execute(tx),
  );
  return rows[0]!.email;
};

test('a statement goes once, with its PDF, to the users of its side who may see bills', async () => {
  const row = await numbered('INV-2026-0001');
  const answers = await Promise.all([send(row), send(row)]);
  expect(
    answers.map(({ sent, mails, skipped }) => [sent, mails, skipped.length]).toSorted(([a], [b]) => a! - b!),
  ).toEqual([
    [0, 0, 1],
    [1, 1, 0],
  ]);
  await work(row);
  await work(row);
  expect(await mailsOf(row)).toMatchObject([{ state: 'SENT', email: await emailOf(client), reason: '' }]);
  expect(sink.received).toHaveLength(1);
  const [mail] = sink.received;
  expect(mail!.subject).toContain('invoice INV-2026-0001, June 2026');
  const pdf = await textOfFile(pdfOf(mail!));
  expect(pdf).toContain('71.37');
  expect(`${mail!.text} ${pdf}`).not.toContain('43.19');
  expect(await numbered('INV-2026-0001')).toMatchObject({ state: 'SENT' });
});

test('a media partner gets its own without the price of the client, and is seen to have opened it', async () => {
  const row = (await places.search(partner, {}))[0]!;
  expect((await send(row, {}, await places.agency([here]))).status).toBe(404);
  expect((await send(row, {}, partner)).status).toBe(403);
  expect(await send(row)).toMatchObject({ sent: 1, mails: 1 });
  await work(row);
  const [mail] = sink.received;
  expect(mail!.to).toMatchObject([{ address: await emailOf(partner) }]);
  const pdf = await textOfFile(pdfOf(mail!));
  expect(pdf).toContain('43.19');
  expect(`${mail!.subject} ${mail!.text} ${pdf}`).not.toContain('71.37');
  const params = { owner: row.ownerKey, statementKey: row.statementKey };
  const seen = () => harness.call(statementSeen, partner, { params });
  expect((await seen()).body.data).toMatchObject({ state: 'SEEN', mails: [] });
  await seen();
  expect((await harness.call(statementSeen, client, { params })).status).toBe(404);
  const { rows } = await harness.asMigrator((tx) =>
    sql`select from billing_statement_event where kind = 'SEEN' and statement_key = ${row.statementKey}`.execute(tx),
  );
  expect(rows).toHaveLength(1);
});

test('a statement without readers is not sent by mail, and can be marked as sent', async () => {
  const row = (await places.search(as, { ownerKey: here.ownerKey, side: 'media' })).find(
    ({ state }) => state === 'DRAFT',
  )!;
  const { sent, skipped } = await send(row);
  expect([sent, skipped[0]?.reason]).toEqual([0, expect.stringContaining('may see bills')]);
  expect(await send(row, { by: 'hand' })).toMatchObject({ sent: 1, mails: 0 });
  expect((await places.search(as, { ownerKey: here.ownerKey, number: row.number }))[0]).toMatchObject({
    state: 'SENT',
  });
});

test('what the mail server refuses is told, counts as not sent, and can be sent again', async () => {
  const row = await numbered('INV-2026-0001');
  sink.refusals.set(await emailOf(client), { code: 550, text: 'No such mailbox' });
  await send(row, { again: true });
  await work(row);
  const { mails } = await places.get(as, row);
  expect(mails).toMatchObject([
    { state: 'FAILED', reason: expect.stringContaining('No such mailbox') },
    { state: 'SENT' },
  ]);
  expect((await places.get(client, row)).mails).toEqual([]);
});

test('a process that ends after handing a mail over leaves "may have gone", and nobody is mailed twice', async () => {
  const row = await numbered('INV-2026-0001');
  await send(row, { again: true });
  // Handed over, and the process ends before the answer. When the limit of the sending is over, the database of this test is gone.
  void work(row, async (key, mail) => {
    await mailer()!(key, mail);
    await new Promise(() => {});
  }).catch(() => undefined);
  await expect.poll(() => sink.received.length).toBe(1);
  await work(row);
  await work(row);
  expect((await mailsOf(row)).at(-1)).toMatchObject({
    state: 'UNSURE',
    reason: expect.stringContaining('may have arrived'),
  });
  expect(sink.received).toHaveLength(1);
});

test(
  'kill -9 before and while a mail goes: one document, one mail or "may have gone"',
  { tags: ['long'] },
  async () => {
    const own = await places.makePlace();
    await places.addLeads(own, 0, '2026-06-03', 1);
    await places.close(own, '2026-06-01', '2026-07-05T12:00:00Z');
    await places.client(own);
    const by = await places.agency([own], 'reports:Margin');
    const row = (await places.search(by, { ownerKey: own.ownerKey, side: 'client' }))[0]!;
    await harness.call(statementSend, by, {
      params: { owner: own.ownerKey },
      body: { statementKeys: [row.statementKey], by: 'mail', again: false },
    });
    sink.answersUpTo = 0;
    const start = () => fork(WORKER, [harness.ownerUrl, sink.url, NOW], { execArgv: [] });
    const first = start();
    await expect.poll(() => sink.received.length).toBe(1);
    first.kill('SIGKILL');
    await once(first, 'exit');
    sink.answersUpTo = null;
    expect(await mailsOf(row)).toMatchObject([{ state: 'SENDING' }]);
    await harness.asMigrator((tx) =>
      sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null`.execute(tx),
    );
    const second = start();
    await expect.poll(async () => (await mailsOf(row))[0]?.state).toBe('UNSURE');
    second.kill('SIGKILL');
    expect(sink.received).toHaveLength(1);
    expect(await places.search(by, { ownerKey: own.ownerKey, side: 'client' })).toHaveLength(1);
  },
);
