import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { systemScope } from './system-scope.ts';
import { openMailer, type SendMail } from '../shared/mail.ts';
import { type PartnerMailDraft, queuePartnerMails } from '../shared/partner-mails/queue-partner-mails.ts';
import { TEST_NOW, useApp } from '../testing/app.ts';
import { makeOwner, makePartner } from '../testing/factories/factories.ts';
import { useMailSink } from '../testing/servers/mail-sink.ts';
import { openPartnerMails } from './partner-mails.ts';

const harness = useApp();
const sink = useMailSink();
const MINUTE = 60_000;
const WORKER = fileURLToPath(new URL('../testing/partner-mail-worker.ts', import.meta.url));
let ownerKey: number;
let otherOwner: number;

beforeAll(async () => {
  [ownerKey, otherOwner] = await harness.asMigrator(async (tx) => [
    (await makeOwner(tx)).ownerKey,
    (await makeOwner(tx)).ownerKey,
  ]);
});
beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  sink.received.length = 0;
  sink.answersUpTo = null;
  sink.refusals.clear();
  await harness.asMigrator((tx) => sql`delete from partner_mail`.execute(tx));
});

const makeContact = (email: string): Promise<{ partnerKey: number; contactKey: number }> =>
  harness.asMigrator(async (tx) => {
    const partnerKey = await makePartner(tx);
    const { rows } = await sql<{ contactKey: number }>`
      insert into partner_contact (partner_key, name, email) values (${partnerKey}, 'Account team', ${email})
      returning contact_key as "contactKey"
    `.execute(tx);
    return { partnerKey, contactKey: rows[0]!.contactKey };
  });
const draftTo = async (email: string): Promise<PartnerMailDraft> => ({
  ...(await makeContact(email)),
  mail: { to: email, subject: `For ${email}`, body: 'The month is planned.' },
});
const queue = (drafts: readonly PartnerMailDraft[], { sendId = randomUUID(), owner = ownerKey } = {}) =>
  harness.db.withScope(systemScope(owner), (tx) =>
    queuePartnerMails(tx, {
      ownerKey: owner,
      sendId,
      kind: 'COMPLIANCE',
      subject: 'Hello',
      message: '',
      by: null,
      at: harness.clock.now(),
      drafts,
      leftOut: [],
    }),
  );
const outbox = (sendMail: SendMail | null = openMailer({ smtpUrl: sink.url, mailFrom: 'no-reply@paceline.example' })) =>
  openPartnerMails({
    db: harness.db,
    clock: harness.clock,
    sendMail,
    log: { error: (...args: unknown[]) => expect(args).toEqual([]) },
  });
const states = async (): Promise<Record<string, number>> => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ state: string; count: number }>`select state, count(*)::int from partner_mail group by state`.execute(tx),
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
};
const reasons = async (): Promise<string[]> => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ reason: string }>`select reason from partner_mail where reason <> '' order by partner_mail_key`.execute(tx),
  );
  return rows.map(({ reason }) => reason);
};
const mostOfOne = (): number => {
  const times = Map.groupBy(sink.received, ({ messageId }) => messageId);
  return Math.max(...[...times.values()].map(({ length }) => length));
};

test(
  'two hundred partners, a mail server that stops answering and a killed process: nobody is mailed twice',
  { tags: ['long'] },
  async () => {
    const addresses = Array.from({ length: 200 }, (_, index) => `team@partner-${index}.example`);
    const drafts = await Promise.all(addresses.map(draftTo));
    sink.refusals.set('team@partner-7.example', { code: 550, text: 'No such mailbox' });
    sink.answersUpTo = 60;
    const { mailingKey } = await queue(drafts);
    const worker = fork(WORKER, [harness.ownerUrl, sink.url, TEST_NOW.toISOString()], { execArgv: [] });
    // Four mails were handed to the mail server, without an answer yet, when the process ends.
    await expect.poll(() => sink.received.length).toBe(64);
    await expect.poll(states).toEqual({ SENT: 60, FAILED: 1, SENDING: 4, QUEUED: 135 });
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    sink.answersUpTo = null;

    // Their claims have not expired yet, so the four stay in flight.
    await outbox().drain();
    expect(await states()).toEqual({ SENT: 195, FAILED: 1, SENDING: 4 });
    await harness.asMigrator((tx) =>
      sql`update partner_mail set taken_until = now() - interval '1 second' where state = 'SENDING'`.execute(tx),
    );
    await outbox().drain();
    expect(await states()).toEqual({ SENT: 195, FAILED: 1, UNSURE: 4 });
    expect(await outbox().drain()).toBe(0);

    expect(sink.received).toHaveLength(199);
    expect(mostOfOne()).toBe(1);
    expect(new Set(sink.received.map(({ to }) => to?.[0]?.address)).size).toBe(199);
    const mailReasons = await reasons();
    expect(mailReasons.filter((reason) => reason.includes('may have arrived'))).toHaveLength(4);
    expect(mailReasons.filter((reason) => reason.includes('No such mailbox'))).toHaveLength(1);
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ count: number }>`
      select count(*)::int from partner_mail where mailing_key = ${mailingKey} and done_at is not null`.execute(tx),
    );
    expect(rows[0]?.count).toBe(200);
  },
);

test('a temporary refusal is retried twice, a permanent one not, and an interrupted connection never', async () => {
  const [later, never] = [await draftTo('later@one.example'), await draftTo('never@two.example')];
  sink.refusals.set('later@one.example', { code: 451, text: 'Come back' });
  sink.refusals.set('never@two.example', { code: 550, text: 'No' });
  await queue([later, never]);
  const sending = outbox();
  const tryAfter = async (minutes: number) => {
    harness.clock.advance(minutes * MINUTE);
    return sending.drain();
  };
  expect(await tryAfter(0)).toBe(2);
  expect(await states()).toEqual({ QUEUED: 1, FAILED: 1 });
  expect(await tryAfter(0)).toBe(0);
  expect([await tryAfter(1), await tryAfter(1)]).toEqual([1, 0]);
  expect(await tryAfter(9)).toBe(1);
  expect(await states()).toEqual({ FAILED: 2 });
  expect(await tryAfter(60)).toBe(0);

  await queue([await draftTo('lost@three.example')]);
  await outbox(() => Promise.reject(new Error('Connection closed unexpectedly'))).drain();
  harness.clock.advance(60 * MINUTE);
  expect(await sending.drain()).toBe(0);
  expect(await states()).toEqual({ FAILED: 2, UNSURE: 1 });
  expect(sink.received).toEqual([]);
});

test('an unreachable mail server is retried, and the mail is sent once it is back', async () => {
  await queue([await draftTo('team@four.example')]);
  await outbox(openMailer({ smtpUrl: 'smtp://127.0.0.1:1', mailFrom: 'no-reply@paceline.example' })).drain();
  expect(await states()).toEqual({ QUEUED: 1 });
  harness.clock.advance(MINUTE);
  await outbox().drain();
  expect(await states()).toEqual({ SENT: 1 });
  expect(sink.received).toHaveLength(1);
});

test('a repeated request sends one mailing, and a contact can be mailed again after ten minutes', async () => {
  const draft = await draftTo('team@five.example');
  const sendId = randomUUID();
  const first = await queue([draft], { sendId });
  expect(await queue([draft], { sendId })).toEqual({ mailingKey: first.mailingKey, isNew: false, partnerMailKeys: [] });
  expect((await queue([draft])).partnerMailKeys).toEqual([null]);
  expect(await states()).toEqual({ QUEUED: 1, SKIPPED: 1 });
  // Mails of another owner are not affected.
  expect((await queue([draft], { owner: otherOwner })).partnerMailKeys).toEqual([expect.any(Number)]);
  harness.clock.advance(10 * MINUTE);
  expect((await queue([draft])).partnerMailKeys).toEqual([expect.any(Number)]);
});

test('two concurrent requests for a contact send one mail', async () => {
  const draft = await draftTo('team@six.example');
  const both = await Promise.all([queue([draft]), queue([draft])]);
  expect(both.flatMap(({ partnerMailKeys }) => partnerMailKeys).filter((key) => key !== null)).toHaveLength(1);
  await outbox().drain();
  expect(sink.received).toHaveLength(1);
});

test('a line break or comma in an address or subject adds no recipient', async () => {
  const draft = await draftTo('team@seven.example');
  await queue([
    { ...draft, mail: { ...draft.mail, subject: 'Hello\r\nBcc: everyone@mail.example' } },
    { ...draft, mail: { ...draft.mail, to: 'team@seven.example, everyone@mail.example' } },
    { ...draft, mail: { ...draft.mail, to: 'team@seven.example\r\nBcc: everyone@mail.example' } },
  ]);
  await outbox().drain();
  const all = sink.received.flatMap(({ to = [], cc = [], bcc = [] }) => [...to, ...cc, ...bcc]);
  expect(all.map(({ address }) => address)).not.toContain('everyone@mail.example');
  expect(sink.received[0]?.subject).toBe('Hello Bcc: everyone@mail.example');
});

test('without a mail server the mail is kept locally', async () => {
  await queue([await draftTo('team@eight.example')]);
  await outbox(null).drain();
  expect(await states()).toEqual({ KEPT: 1 });
  expect((await harness.app.inject({ url: '/dev/mail' })).payload).toContain('For team@eight.example');
});
