import {
  type CallResponse,
  type ContactRow,
  type MailPreview,
  partnerContactList,
  partnerMailingGet,
  partnerMailingList,
  partnerMailPreview,
  partnerMailResend,
  partnerMailSend,
  type Permission,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { openPartnerMails } from '../../../jobs/partner-mails.ts';
import { openMailer, type SendMail } from '../../../shared/mail.ts';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { makeCampaign, makeClient, makePartner } from '../../../testing/factories/factories.ts';
import { useMailSink } from '../../../testing/servers/mail-sink.ts';
import { letterFor, makeWritable } from '../../../testing/writes/partner-writes.ts';

const harness = useApp();
const sink = useMailSink();
const RIGHTS: Permission[] = ['partners:View', 'partners:Contact'];
const MINUTE = 60_000;
let mine: { ownerKey: number; partnerKey: number; campaignKey: number; clientKey: number };
let idle: { ownerKey: number; partnerKey: number; clientKey: number };
let contact: number;
let idleContact: number;
let foreignContact: number;
let agency: SignedIn;

const signIn = () => harness.signedIn('ag', { owners: [mine.ownerKey], permissions: RIGHTS });
beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  sink.received.length = 0;
  sink.refusals.clear();
  await harness.asMigrator(async (tx) => {
    await sql`delete from partner_mail`.execute(tx);
    const campaign = await makeCampaign(tx, { partnerKey: await makePartner(tx) });
    const { rows } = await sql<{
      key: number;
    }>`select client_key as key from goal where goal_key = ${campaign.goalKey}`.execute(tx);
    mine = { ...campaign, clientKey: rows[0]!.key };
    idle = {
      ownerKey: mine.ownerKey,
      partnerKey: await makePartner(tx),
      clientKey: await makeClient(tx, mine.ownerKey),
    };
  });
  const foreign = await harness.asMigrator(async (tx) => {
    const campaign = await makeCampaign(tx);
    const { rows } = await sql<{
      key: number;
    }>`select client_key as key from goal where goal_key = ${campaign.goalKey}`.execute(tx);
    return { ...campaign, clientKey: rows[0]!.key };
  });
  contact = await makeWritable(harness, mine, 'live@one.example');
  idleContact = await makeWritable(harness, idle, 'idle@two.example');
  foreignContact = await makeWritable(harness, foreign, 'foreign@three.example');
  agency = await signIn();
});

const choose = async (over: object = {}, as = agency) =>
  harness.call(partnerContactList, as, { body: { ownerKey: mine.ownerKey, kind: 'COMPLIANCE', ...over } as never });
const chosen = async (over: object = {}) =>
  ((await choose(over)).body.data as ContactRow[]).flatMap(({ contacts }) => contacts.map(({ email }) => email));
const outbox = (sendMail: SendMail | null = openMailer({ smtpUrl: sink.url, mailFrom: 'no-reply@paceline.example' })) =>
  openPartnerMails({
    db: harness.db,
    clock: harness.clock,
    sendMail,
    log: { error: (...args: unknown[]) => expect(args).toEqual([]) },
  });
const send = (keys: number[], over: object = {}) =>
  harness.call(partnerMailSend, agency, { body: { ...letterFor(mine.ownerKey, keys), ...over } });
const sent = async (keys: number[], over: object = {}) =>
  ((await send(keys, over)).body.data as { mailingKey: number }).mailingKey;
const read = async (mailing: number) =>
  (await harness.call(partnerMailingGet, agency, { params: { owner: mine.ownerKey, mailing } })).body
    .data as CallResponse<typeof partnerMailingGet>;

test('partners are selected by their work for the owner; no other owner’s partner is included', async () => {
  expect(await chosen()).toEqual(['live@one.example', 'idle@two.example']);
  expect(await chosen({ live: true })).toEqual(['live@one.example']);
  expect(await chosen({ live: true, clientKeys: [idle.clientKey] })).toEqual([]);
  expect(await chosen({ clientKeys: [idle.clientKey] })).toEqual(['idle@two.example']);
  expect(await chosen({ deliveredDays: 7 })).toEqual([]);
  expect(await chosen({ allocated: true })).toEqual([]);
  expect(await chosen({ kind: 'BILLING' })).toEqual([]);
  await harness.asMigrator((tx) =>
    sql`insert into campaign_month (owner_key, campaign_key, month, monthly_allocation)
        values (${mine.ownerKey}, ${mine.campaignKey}, '2026-04-01', 25)`.execute(tx),
  );
  expect(await chosen({ allocated: true })).toEqual(['live@one.example']);
  await harness.asMigrator((tx) =>
    sql`update partner_contact set active = false where contact_key = ${contact}`.execute(tx),
  );
  expect(await chosen()).toEqual(['idle@two.example']);
});

test('each mail is previewed as sent, and input is plain text in it', async () => {
  const customMessage = 'From Monday:\n<script>alert(1)</script> & more\n\nThank you';
  const body = { ...letterFor(mine.ownerKey, [contact, idleContact]), customMessage };
  const { sendId: _, ...mailing } = body;
  const previews = (await harness.call(partnerMailPreview, agency, { body: mailing })).body.data as MailPreview[];
  expect(previews.map(({ to, leftOut }) => [to, leftOut])).toEqual([
    ['live@one.example', ''],
    ['idle@two.example', ''],
  ]);
  await harness.call(partnerMailSend, agency, { body });
  await outbox().drain();
  expect(sink.received).toHaveLength(2);
  const mail = sink.received.find(({ to }) => to?.[0]?.address === 'live@one.example')!;
  expect(mail.subject).toBe('New disclosure text');
  expect(mail.text?.trim()).toBe(previews[0]?.body.trim());
  expect(mail.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; more');
  expect(mail.html).not.toContain('<script');
  expect(mail.html).not.toMatch(/https?:/);
  expect([...(mail.to ?? []), ...(mail.cc ?? []), ...(mail.bcc ?? [])]).toHaveLength(1);
});

test('delivery is shown mail by mail; a failed one can be resent at once, a delivered one after ten minutes', async () => {
  sink.refusals.set('live@one.example', { code: 550, text: 'No such mailbox' });
  const mailing = await sent([contact, idleContact]);
  expect(await read(mailing)).toMatchObject({ isOver: false, counts: { QUEUED: 2 } });
  await outbox().drain();
  const { mails, ...about } = await read(mailing);
  expect(about).toMatchObject({ isOver: true, counts: { SENT: 1, FAILED: 1, QUEUED: 0 }, createdBy: 'Test User' });
  expect(mails.map(({ state, toAddress }) => [state, toAddress])).toEqual([
    ['FAILED', 'live@one.example'],
    ['SENT', 'idle@two.example'],
  ]);
  expect(mails[0]?.reason).toContain('No such mailbox');
  const resend = (partnerMailKey: number) =>
    harness.call(partnerMailResend, agency, { params: { owner: mine.ownerKey, mailing }, body: { partnerMailKey } });
  // After a correction of the address it goes to the new one.
  await harness.asMigrator((tx) =>
    sql`update partner_contact set email = 'new@one.example' where contact_key = ${contact}`.execute(tx),
  );
  const [failed, arrived] = mails;
  expect((await resend(arrived!.partnerMailKey)).status).toBe(429);
  expect((await resend(failed!.partnerMailKey)).status).toBe(200);
  expect((await resend(failed!.partnerMailKey)).status).toBe(429);
  await outbox().drain();
  expect((await read(mailing)).counts).toMatchObject({ SENT: 2, FAILED: 1 });
  harness.clock.advance(10 * MINUTE);
  agency = await signIn();
  expect((await resend(arrived!.partnerMailKey)).status).toBe(200);
  await outbox().drain();
  expect(sink.received.map(({ to }) => String(to?.[0]?.address)).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'idle@two.example',
    'idle@two.example',
    'new@one.example',
  ]);
});

test('recently mailed contacts are skipped and listed, and a repeated request sends nothing twice', async () => {
  const letter = letterFor(mine.ownerKey, [contact]);
  const first = await sent([contact], letter);
  expect(await sent([contact], letter)).toBe(first);
  const second = await sent([contact, idleContact]);
  expect((await read(second)).mails.map(({ state, toAddress }) => [state, toAddress])).toEqual([
    ['QUEUED', 'idle@two.example'],
    ['SKIPPED', 'live@one.example'],
  ]);
  await outbox().drain();
  expect(sink.received).toHaveLength(2);
  const { againFrom } = ((await choose()).body.data as ContactRow[])[0]!.contacts[0]!;
  expect(againFrom).toBe(new Date(TEST_NOW.getTime() + 10 * MINUTE).toISOString());
});

test('requests contain no addresses: another owner’s contact, or one not subscribed, refuses all', async () => {
  const strange = await send([contact, foreignContact]);
  expect([strange.status, strange.body.errors]).toMatchObject([422, [{ field: 'emailNotificationKeys.1' }]]);
  expect((await send([contact], { kind: 'BILLING' })).status).toBe(422);
  expect((await send([contact], { subject: 'Hello\r\nBcc: all@mail.example' })).status).toBeGreaterThanOrEqual(400);
  expect((await send([contact], { customMessage: 'x'.repeat(2001) })).status).toBeGreaterThanOrEqual(400);
  expect((await send([])).status).toBeGreaterThanOrEqual(400);
  expect(await outbox().drain()).toBe(0);
});

test('users without the right, other groups and other owners’ users have no access', async () => {
  const mailing = await sent([contact]);
  const viewer = await harness.signedIn('ag', { owners: [mine.ownerKey], permissions: ['partners:View'] });
  expect((await choose({}, viewer)).status).toBe(403);
  const params = { owner: mine.ownerKey, mailing };
  for (const group of ['mp', 'cl'] as const) {
    const as = await harness.signedIn(group, {
      owners: [mine.ownerKey],
      permissions: RIGHTS,
      ...(group === 'mp' && { partnerKey: mine.partnerKey }),
    });
    expect((await harness.call(partnerMailingGet, as, { params, group: 'ag' })).status).toBe(403);
  }
  const stranger = await harness.signedIn('ag', {
    owners: [(await harness.asMigrator((tx) => makeCampaign(tx))).ownerKey],
    permissions: RIGHTS,
  });
  expect((await harness.call(partnerMailingGet, stranger, { params })).status).toBe(404);
  const { data } = (await harness.call(partnerMailingList, agency, { params: { owner: mine.ownerKey } })).body;
  expect(data).toMatchObject([{ mailingKey: mailing, subject: 'New disclosure text' }]);
});
