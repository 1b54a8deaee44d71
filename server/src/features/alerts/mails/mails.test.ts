import { type AlertChoice, alertChoices, alertChoicesSave, type Permission } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { systemScope } from '../../../jobs/system-scope.ts';
import { TEST_NOW, useApp } from '../../../testing/app.ts';
import { noFailure } from '../../../testing/no-failure.ts';
import { makeCampaign, makeLead, makeOwner, makePartner } from '../../../testing/factories/factories.ts';
import { scanAlertsNow } from '../scan/scan.jobs.ts';
import { sendAlertMails } from './mails.service.ts';

const harness = useApp({ pool: 8 });
const MINUTE_MS = 60_000;
const RIGHTS: Permission[] = ['campaigns:View', 'goals:View', 'leadanalyzer:View'];
const PUBLIC_URL = 'https://paceline.example/';

let mine: Awaited<ReturnType<typeof makeCampaign>>;
let second: Awaited<ReturnType<typeof makeCampaign>>;
let foreign: Awaited<ReturnType<typeof makeCampaign>>;

const run = (statement: ReturnType<typeof sql>) => harness.asMigrator((tx) => statement.execute(tx));
const send = () => sendAlertMails(harness, { publicUrl: PUBLIC_URL }, systemScope);
const look = async () => {
  await scanAlertsNow({ ...harness, log: noFailure });
  return send();
};
const later = (minutes: number) => harness.clock.set(new Date(harness.clock.now().getTime() + minutes * MINUTE_MS));
const lead = (campaign: typeof mine, count: number) =>
  harness.asMigrator(async (tx) => {
    for (let n = 0; n < count; n += 1) await makeLead(tx, { ...campaign, at: TEST_NOW });
  });

/** A user of the agency who works on the owner, with their address. */
const user = async (
  parts: {
    owners?: number[];
    permissions?: Permission[];
    choices?: AlertChoice[];
    group?: 'ag' | 'cl' | 'mp';
    partnerKey?: number;
  } = {},
) => {
  const { group = 'ag', owners = [mine.ownerKey], permissions = RIGHTS, choices, partnerKey } = parts;
  const signedIn = await harness.signedIn(group, {
    owners,
    permissions,
    ...(partnerKey !== undefined && { partnerKey }),
  });
  if (choices) await harness.call(alertChoicesSave, signedIn, { body: { choices } });
  const { body } = await harness.call(alertChoices, signedIn);
  return { ...signedIn, email: (body.data as { email: string }).email };
};
const mailsTo = async ({ email }: { email: string }) => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{
      subject: string;
      body: string;
    }>`select subject, body from mail where to_address = ${email} order by mail_key`.execute(tx),
  );
  return rows;
};
const subjects = async (to: { email: string }) => (await mailsTo(to)).map(({ subject }) => subject);

beforeAll(() =>
  harness.asMigrator(async (tx) => {
    const { ownerKey } = await makeOwner(tx, { name: 'Northfield' });
    mine = await makeCampaign(tx, { ownerKey, code: 'NU-PPL-0012' });
    second = await makeCampaign(tx, { ownerKey, code: 'NU-PPL-0013', partnerKey: await makePartner(tx) });
    foreign = await makeCampaign(tx, { code: 'FO-PPL-0001' });
  }),
);
beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  for (const table of ['alert', 'alert_mail', 'mail', 'lead', 'session', 'user_owner'])
    await run(sql`delete from ${sql.table(table)}`);
  await run(sql`update user_account set active = false`);
  await run(sql`update campaign_month set daily_allocation = 10, monthly_allocation = null`);
});

test('due alerts go in one mail with a link to each row and to the user’s preferences', async () => {
  const reader = await user();
  await lead(mine, 10);
  await lead(second, 12);
  expect(await look()).toBe(1);
  const [mail, ...more] = await mailsTo(reader);
  expect(more).toEqual([]);
  expect(mail?.subject).toMatch(/^2 alerts: Daily cap of NU-PPL-001[23] is reached: 1[02] of 10$/);
  expect(mail?.body).toContain('Daily cap of NU-PPL-0012 is reached: 10 of 10\n');
  expect(mail?.body).toContain(
    `https://paceline.example/#/s/cl/allocations/campaigns/summary/${mine.campaignKey}?owner=${mine.ownerKey}\n`,
  );
  // Midnight of the owner, an hour later in UTC than a week before.
  expect(mail?.body).toContain('Resets Mar 11, 12:00 AM CDT');
  expect(mail?.body).toContain('turn off these emails: https://paceline.example/#/s/account\n');
  expect(mail?.body).not.toContain('FO-PPL');
  // Mailed once: nothing more while the alert stays the same.
  later(61);
  expect(await look()).toBe(0);
});

test('at most one mail per cause and hour, whatever the number of processes', async () => {
  const choices: AlertChoice[] = (['cap80', 'cap90', 'cap100'] as const).map((topic) => ({
    topic,
    inApp: true,
    byMail: true,
  }));
  const reader = await user({ choices });
  await lead(mine, 8);
  await scanAlertsNow({ ...harness, log: noFailure });
  const sent = await Promise.all(Array.from({ length: 5 }, () => send()));
  expect(sent.reduce((sum, mails) => sum + mails, 0)).toBe(1);
  expect(await subjects(reader)).toEqual(['Daily cap of NU-PPL-0012 is 80 % used: 8 of 10']);

  later(59);
  await lead(mine, 1);
  expect(await look()).toBe(0);
  await lead(mine, 1);
  later(1);
  // The hour is over: one mail about the current state, none about the states in between.
  expect(await look()).toBe(1);
  expect((await subjects(reader))[1]).toBe('Daily cap of NU-PPL-0012 is reached: 10 of 10');
});

test('another cause waits fifteen minutes and is mailed together with others', async () => {
  const reader = await user();
  await lead(mine, 10);
  expect(await look()).toBe(1);
  later(1);
  await lead(second, 10);
  expect(await look()).toBe(0);
  later(14);
  expect(await look()).toBe(1);
  expect(await subjects(reader)).toEqual([
    'Daily cap of NU-PPL-0012 is reached: 10 of 10',
    'Daily cap of NU-PPL-0013 is reached: 10 of 10',
  ]);
});

test('no mail after losing the right, owner or account, after opting out, or to users not concerned', async () => {
  const revokedUser = await user();
  const away = await user();
  const gone = await user();
  const off = await user({ choices: [{ topic: 'cap100', inApp: true, byMail: false }] });
  const stranger = await user({ owners: [foreign.ownerKey] });
  const partner = await user({ group: 'mp', partnerKey: second.partnerKey, owners: [mine.ownerKey] });
  const client = await user({ group: 'cl' });
  await lead(mine, 10);
  await scanAlertsNow({ ...harness, log: noFailure });
  await run(sql`update user_account set permissions = '{leadanalyzer:View}' where user_key = ${revokedUser.userKey}`);
  await run(sql`delete from user_owner where user_key = ${away.userKey}`);
  await run(sql`update user_account set active = false where user_key = ${gone.userKey}`);
  expect(await send()).toBe(1);
  for (const nobody of [revokedUser, away, gone, off, stranger, partner]) expect(await subjects(nobody)).toEqual([]);
  expect(await subjects(client)).toHaveLength(1);
  await lead(second, 10);
  later(20);
  expect(await look()).toBe(2);
  const [mail] = await mailsTo(partner);
  expect(mail?.body).toContain(`/#/s/mp/allocations/campaigns/summary/${second.campaignKey}\n`);
  expect(mail?.body).not.toContain('NU-PPL-0012');
});

test('an alert that ended before its mail is left out; names cannot break a line', async () => {
  const reader = await user();
  await run(sql`update campaign set name = ${'A\r\nBcc: x@y.example'} where campaign_key = ${second.campaignKey}`);
  await lead(mine, 10);
  await lead(second, 10);
  await scanAlertsNow({ ...harness, log: noFailure });
  await run(sql`update lead set status = 'RTN' where campaign_key = ${mine.campaignKey}`);
  expect(await look()).toBe(1);
  const [mail] = await mailsTo(reader);
  expect(mail?.subject).toBe('Daily cap of NU-PPL-0013 is reached: 10 of 10');
  expect(mail?.body).toContain('  Northfield. A Bcc: x@y.example. Resets');
});
