import { returnDecide, returnWithdraw } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { makeReturnWorld, type ReturnWorld } from '../../../testing/factories/return-factories.ts';
import { tellPartnersNow } from './digest.jobs.ts';

const harness = useApp();
const RECENT = '2026-03-09T15:00:00Z';
let world: ReturnWorld;
let client: SignedIn;
let desk: SignedIn;

beforeAll(async () => {
  world = await makeReturnWorld(harness);
});
beforeEach(async () => {
  harness.clock.set(TEST_NOW);
  await world.agree({ maxPercent: 100 });
  await world.write(sql`delete from mail`);
  await world.write(sql`update lead_return set partner_told_at = now()`);
  [client, desk] = [await world.client(), await world.desk()];
});

const ask = async (as: SignedIn, place: 0 | 1 = 0) => {
  const lead = await world.deliver(RECENT, place);
  expect((await world.request(as, [lead], { note: 'Rings elsewhere' })).body.data).toMatchObject({ requested: 1 });
  const [row] = await world.search(as, { leadId: lead });
  return { lead, returnKey: row!.returnKey };
};
const mails = async () => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ to: string; subject: string; body: string }>`
      select to_address as "to", subject, body from mail order by mail_key`.execute(tx),
  );
  return rows;
};
const emailOf = async ({ userKey }: SignedIn) => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ email: string }>`select email from user_account where user_key = ${userKey}`.execute(tx),
  );
  return rows[0]!.email;
};

/** Runs the digest at a moment; returns the number of mails. */
const tellAt = (at: string): Promise<number> => {
  harness.clock.set(new Date(at));
  return tellPartnersNow({ db: harness.db, clock: harness.clock, publicUrl: 'https://app.example/' });
};

test('requesters get one mail for all decisions, except about their own', async () => {
  const [one, two, own] = [await ask(client), await ask(client), await ask(desk)];
  const returnKeys = [one, two, own].map(({ returnKey }) => returnKey);
  await harness.call(returnDecide, desk, {
    body: { ownerKey: world.owner, returnKeys, decision: 'ACCEPT', note: 'Because' },
  });
  const outbox = await mails();
  expect(outbox).toMatchObject([{ to: await emailOf(client), subject: '2 returns accepted' }]);
  for (const { lead } of [one, two]) expect(outbox[0]!.body).toContain(lead);
  expect(outbox[0]!.body).not.toContain(own.lead);
  expect(outbox[0]!.body).not.toContain('Because');
});

test('a media partner gets one daily mail of requests for its own leads at its owners, without withdrawn ones', async () => {
  const partners = [await world.partner(0), await world.partner(1)] as const;
  const [one, two, gone] = [await ask(client), await ask(client, 1), await ask(client)];
  await harness.call(returnWithdraw, client, {
    body: { ownerKey: world.owner, returnKey: gone.returnKey, note: 'It was another lead' },
  });
  await tellAt('2026-03-12T03:00:00Z');
  const outbox = await mails();
  const of = async (as: SignedIn) => {
    const email = await emailOf(as);
    return outbox.filter(({ to }) => to === email);
  };
  const [first, second] = [await of(partners[0]), await of(partners[1])];
  expect(first).toMatchObject([{ subject: '1 return of your leads requested' }]);
  expect(first[0]!.body).toContain(`${one.lead}, `);
  expect(first[0]!.body).toContain('https://app.example/#/s/mp/leadmanagement/returns');
  for (const hidden of [two.lead, gone.lead, 'Rings elsewhere', '43.75']) expect(first[0]!.body).not.toContain(hidden);
  expect(second[0]!.body).toContain(two.lead);
  expect(await tellAt('2026-03-12T04:00:00Z')).toBe(0);
});

test('it is sent at 23:00 in each owner’s zone, also on days when the clocks change', async () => {
  const zones = [
    [world.owner, 'America/New_York'],
    [world.other, 'America/Los_Angeles'],
  ] as const;
  for (const [owner, zone] of zones)
    await world.write(sql`update owner set time_zone = ${zone} where owner_key = ${owner}`);
  // The eighth of March, when clocks go forward.
  harness.clock.set(new Date('2026-03-08T20:00:00Z'));
  const [east, west] = [await world.client(), await world.stranger()];
  const partner = await emailOf(await world.partner(0));
  const [near, far, late] = [
    await world.deliver('2026-03-08T15:00:00Z'),
    await world.deliver('2026-03-08T15:00:00Z', 'abroad'),
    await world.deliver('2026-03-08T15:00:00Z'),
  ];
  expect((await world.request(east, [near])).body.data).toMatchObject({ requested: 1 });
  expect((await world.request(west, [far], { ownerKey: world.other })).body.data).toMatchObject({ requested: 1 });
  const mailsAt = async (at: string): Promise<string[]> => {
    await world.write(sql`delete from mail`);
    await tellAt(at);
    const mine = (await mails()).filter(({ to }) => to === partner);
    return [near, far, late].filter((lead) => mine.some(({ body }) => body.includes(lead)));
  };
  // A reader gets one mail per owner whose day has ended, and none before that.
  expect(await mailsAt('2026-03-09T02:00:00Z')).toEqual([]);
  expect(await mailsAt('2026-03-09T03:00:00Z')).toEqual([near]);
  harness.clock.set(new Date('2026-03-09T03:20:00Z'));
  expect((await world.request(await world.client(), [late])).body.data).toMatchObject({ requested: 1 });
  expect(await mailsAt('2026-03-09T04:00:00Z')).toEqual([]);
  expect(await mailsAt('2026-03-09T05:00:00Z')).toEqual([]);
  expect(await mailsAt('2026-03-09T06:00:00Z')).toEqual([far]);
  // Later requests are in the next mail, even if an hourly run was missed.
  expect(await mailsAt('2026-03-10T02:00:00Z')).toEqual([]);
  expect(await mailsAt('2026-03-10T05:00:00Z')).toEqual([late]);
});
