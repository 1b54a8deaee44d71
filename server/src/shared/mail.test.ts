import PostalMime, { type Email } from 'postal-mime';
import { sql } from 'kysely';
import { type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { publicScope } from '../db/scope/public-scope.ts';
import { createLog } from '../http/watch/log.ts';
import { startWorker, type Worker } from '../jobs/worker.ts';
import { useApp } from '../testing/app.ts';
import { leadMailer, mailJob, queueMail } from './mail.ts';

const harness = useApp();
const received: Email[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _, done) => {
    void buffer(stream).then(async (bytes) => received.push(await PostalMime.parse(bytes)));
    stream.on('end', done);
  },
});
let worker: Worker | undefined;

beforeAll(() => new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', () => resolve())));
afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});

const start = async (smtpUrl: string | null): Promise<void> => {
  const job = mailJob(harness, { smtpUrl, mailFrom: 'Paceline <no-reply@paceline.example>' });
  worker = await startWorker({ ownerUrl: harness.ownerUrl, jobs: [job], log: createLog({ logLevel: 'silent' }) });
};
const write = (subject: string): Promise<number> =>
  harness.db.withScope(publicScope, (tx) =>
    queueMail(tx, { to: 'ada@mail.example', subject, body: `About ${subject} <b>` }),
  );
const stateOf = (subject: string): Promise<string | undefined> =>
  harness.asMigrator(async (tx) => {
    const { rows } = await sql<{ state: string }>`select state from mail where subject = ${subject}`.execute(tx);
    return rows[0]?.state;
  });

test('without a mail server a lead’s mail is kept at /dev/mail, with its attachment; in production there is no mailer without a server', async () => {
  const config = { smtpUrl: null, mailFrom: 'Paceline <no-reply@paceline.example>' };
  const mail = leadMailer({ ...config, production: false }, harness.db);
  const answer = await mail?.(
    {
      to: ['desk@school.example', 'second@school.example'],
      subject: 'New lead L-1',
      text: 'zip: 43001',
      messageId: '<lead-L-1@paceline.example>',
      attachment: { name: 'lead-L-1.csv', content: 'zip\r\n43001\r\n', contentType: 'text/csv' },
    },
    AbortSignal.timeout(5_000),
  );
  expect(answer).toBe('Kept at /dev/mail: no mail server (SMTP_URL) is set up');
  const { payload } = await harness.app.inject({ url: '/dev/mail', query: { search: 'New lead L-1' } });
  expect(payload).toContain('To desk@school.example, second@school.example');
  expect(payload).toContain('lead-L-1.csv');
  expect(leadMailer({ ...config, production: true }, harness.db)).toBeNull();
});

test('goes out over SMTP', async () => {
  await start(`smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`);
  await write('Your link\r\nBcc: everyone@mail.example');
  await expect.poll(() => received.length).toBe(1);
  const [mail] = received;
  expect(mail?.from).toMatchObject({ address: 'no-reply@paceline.example', name: 'Paceline' });
  expect(mail?.to).toMatchObject([{ address: 'ada@mail.example' }]);
  expect(mail?.bcc).toBeUndefined();
  expect(mail?.subject).toContain('Your link');
  expect(mail?.text).toContain('About Your link');
  await expect.poll(() => stateOf('Your link\r\nBcc: everyone@mail.example')).toBe('sent');
});

test('without a mail server is kept, and read at /dev/mail, escaped', async () => {
  await start(null);
  await write('Kept here');
  await expect.poll(() => stateOf('Kept here')).toBe('kept');
  const { statusCode, payload } = await harness.app.inject({ url: '/dev/mail' });
  expect(statusCode).toBe(200);
  expect(payload).toContain('Kept here');
  expect(payload).toContain('About Kept here &lt;b&gt;');
  const search = async (words: string): Promise<string> =>
    (await harness.app.inject({ url: '/dev/mail', query: { search: words } })).payload;
  expect(await search('Kept here')).toContain('About Kept here');
  expect(await search('Nobody wrote this')).not.toContain('About Kept here');
});
