import { type LeadAnswer } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { type PostPlace, usePosts } from '../../testing/factories/partner-posts.ts';

const posts = usePosts();
const { harness, makePlace, bodyOf, post, statuses, write, plan, many, leads, codes } = posts;
let one: PostPlace;
beforeEach(() => {
  one = posts.one();
});

describe('against a cap', () => {
  test(
    'concurrent posts use exactly the cap’s units, and the others learn when it resets',
    { tags: ['long'] },
    async () => {
      await plan({ daily_allocation: 10 });
      const answers = await many(40);
      expect(statuses(answers)).toEqual({ VAL: 10, CAP: 30 });
      const refused = answers.find(({ outcome }) => outcome === 'failure');
      expect(refused).toMatchObject({
        reasons: [{ code: 'CAP_DAILY', message: 'Daily cap 10 of 10, opens Mar 11, 12:00 AM CDT.' }],
      });
      harness.clock.advance(24 * 3_600_000);
      expect(statuses(await many(1))).toEqual({ VAL: 1 });
    },
  );

  test('applies by week, month, hours, source and line item budget', async () => {
    await plan({ weekly_allocation: 3 });
    expect(statuses(await many(5))).toEqual({ VAL: 3, CAP: 2 });
    await plan({ weekly_allocation: 100, monthly_allocation: 4 });
    const [first, second] = [await post(bodyOf()), await post(bodyOf())];
    expect([statuses([first, second]), codes(second)]).toEqual([{ VAL: 1, CAP: 1 }, ['CAP_MONTHLY']]);

    await plan({ monthly_allocation: 100 });
    const hours = { days: [{ day: 'TUE', intervals: [{ start: '08:00', end: '12:00', cap: 5 }] }] };
    await write(
      sql`update campaign_targeting set day_parting = ${JSON.stringify(hours)}::jsonb where campaign_key = ${one.campaignKey}`,
    );
    expect(codes((await many(2)).find(({ outcome }) => outcome === 'failure')!)).toEqual(['CAP_INTERVAL']);
    await write(sql`update campaign_targeting set day_parting = '{"days":[]}' where campaign_key = ${one.campaignKey}`);

    await write(sql`
      insert into campaign_source (owner_key, campaign_key, partner_key, publisher_source_key, action, monthly_cap, price_override)
      select ${one.ownerKey}, ${one.campaignKey}, partner_key, publisher_source_key, 'ALLOW', 6, 33.5 from publisher_source
      where partner_key = ${one.partnerKey}`);
    const last = await post(bodyOf());
    expect(last).toMatchObject({ status: 'VAL', price: 33.5 });
    expect(codes(await post(bodyOf()))).toEqual(['CAP_SOURCE']);

    await write(sql`delete from campaign_source where campaign_key = ${one.campaignKey}`);
    await write(sql`update goal set hard_cap = true where goal_key = ${one.goalKey}`);
    await write(sql`update goal_month set spend_goal = 500 where goal_key = ${one.goalKey}`);
    // Six leads cost 300 so far, the other campaign takes the remaining four.
    const beside = await makePlace(one);
    expect(statuses(await many(10, beside))).toEqual({ VAL: 4, CAP: 6 });
    const refused = await post(bodyOf());
    // The budget itself must not be revealed.
    expect(refused).toMatchObject({
      reasons: [{ code: 'CAP_GOAL_DOLLAR', message: 'Goal budget reached, opens Apr 1, 12:00 AM CDT.' }],
    });
  });

  test('lowered meanwhile accepts no later leads', { tags: ['long'] }, async () => {
    await many(10);
    const running = many(30);
    await plan({ monthly_allocation: 12 });
    // Whenever the change came, twelve are in: from now on no lead is accepted.
    expect(statuses(await many(5))['VAL'] ?? 0).toBeLessThanOrEqual(2);
    await running;
    expect(statuses(await many(5))).toEqual({ CAP: 5 });
  });

  test('gets a unit back by a return; beyond it leads are held or accepted unpaid if the campaign says so', async () => {
    await plan({ daily_allocation: 1 });
    expect(statuses(await many(2))).toEqual({ VAL: 1, CAP: 1 });
    await write(sql`update lead set status = 'RTN' where campaign_key = ${one.campaignKey} and status = 'VAL'`);
    expect(statuses(await many(2))).toEqual({ VAL: 1, CAP: 1 });
    await write(sql`update campaign set over_delivery = 'ACCEPT_UNPAID' where campaign_key = ${one.campaignKey}`);
    expect(await post(bodyOf())).toMatchObject({ outcome: 'success', status: 'VAL', price: 0 });
    expect((await leads()).at(-1)).toMatchObject({ unpaid: true, flags: ['CAP_DAILY'] });
    await write(sql`update campaign set over_delivery = 'HOLD' where campaign_key = ${one.campaignKey}`);
    expect(await post(bodyOf())).toMatchObject({ outcome: 'success', status: 'HLD', price: null });
    const { rows } = await harness.asMigrator((tx) =>
      sql`select next_at from lead_hold where owner_key = ${one.ownerKey}`.execute(tx),
    );
    expect(rows).toEqual([{ next_at: new Date('2026-03-11T05:00:00Z') }]);
  });

  test('is separate for two owners of a partner and two partners of an owner', async () => {
    const elsewhere = await makePlace({ partnerKey: one.partnerKey, key: one.key });
    const beside = await makePlace({ ownerKey: one.ownerKey });
    for (const place of [one, elsewhere, beside]) await plan({ daily_allocation: 2 }, place);
    const answers = await Promise.all([one, elsewhere, beside].map((place) => many(4, place)));
    expect(answers.map(statuses)).toEqual(answers.map(() => ({ VAL: 2, CAP: 2 })));
  });
});

test('a rule changed while a post waits applies to it', async () => {
  await many(1);
  // The campaign's counters are locked; the post has been parsed by the old rules when it comes to wait here.
  let waiting: Promise<LeadAnswer> | undefined;
  await harness.asMigrator(async (tx) => {
    await sql`select from cap_count where campaign_key = ${one.campaignKey} for update`.execute(tx);
    waiting = post(bodyOf());
    await expect
      .poll(async () => {
        const { rows } = await sql<{ n: number }>`
          select count(*)::int as n from pg_locks where not granted and transactionid = pg_current_xact_id()::xid
        `.execute(tx);
        return rows[0]?.n;
      })
      .toBe(1);
    await sql`
      insert into client_criteria (owner_key, client_key, version, body, saved_at)
      select owner_key, client_key, 1, '{"eligibility": {"statesNotServed": ["US-IL"]}}', now() from goal where goal_key = ${one.goalKey}
    `.execute(tx);
  });
  expect(await waiting).toMatchObject({ status: 'SCR', reasons: [{ message: 'State is not served.' }] });
});
