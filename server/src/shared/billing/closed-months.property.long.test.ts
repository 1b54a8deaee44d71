import { LEAD_MOVES, type LeadStatus } from '@paceline/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { openFacts } from '../../db/facts/facts.ts';
import { systemScope } from '../../jobs/system-scope.ts';
import { useDatabase } from '../../testing/database.ts';
import {
  makeCampaign,
  makeLead,
  makeOwner,
  makePlatformDay,
  makePpcCampaign,
} from '../../testing/factories/factories.ts';
import { moveLeads } from '../delivery/move-lead.ts';
import { writeAdjustments } from './adjustments.ts';
import { closeMonth, reopenMonth } from './close-month.ts';
import { keepPlatformCosts } from './platform-corrections.ts';

/** No later event changes a line of a closed month, and lines and recount are equal at every moment. */
const database = useDatabase();
const MONTHS = ['2026-01-01', '2026-02-01', '2026-03-01'] as const;
const LEADS = 24;
const EVENTS_PER_RUN = 10;
const RUNS = 100;

interface Lead {
  leadKey: number;
  capturedDate: string;
}
let ownerKey: number;
let campaigns: number[];
let platformCampaign: number;
let leads: Lead[];
let at = new Date('2026-05-10T15:00:00Z');

const rows = async <Row extends object>(statement: ReturnType<typeof sql>): Promise<Row[]> =>
  database.asMigrator(async (tx) => (await statement.execute(tx)).rows as Row[]);
const inOwner = <T>(work: Parameters<typeof database.db.withScope<T>>[1]): Promise<T> =>
  database.db.withScope(systemScope(ownerKey), work);

beforeAll(async () => {
  const facts = openFacts(database.ownerUrl);
  await facts.ensureMonths(new Date('2026-01-15'), new Date('2026-07-15'));
  await facts.close();
  await database.asMigrator(async (tx) => {
    ({ ownerKey } = await makeOwner(tx, { timeZone: 'America/New_York' }));
    const one = await makeCampaign(tx, { ownerKey });
    const two = await makeCampaign(tx, { ownerKey, goalKey: one.goalKey });
    const search = await makePpcCampaign(tx, { ownerKey, goalKey: one.goalKey });
    campaigns = [one.campaignKey, two.campaignKey];
    platformCampaign = search.platformCampaignKey;
    for (let index = 0; index < LEADS; index += 1) {
      const month = MONTHS[index % MONTHS.length]!;
      const status = (['DLV', 'VAL', 'STK', 'RTR', 'INV', 'RTN', 'REJ', 'HLD'] as const)[index % 8]!;
      const leadKey = await makeLead(tx, {
        ownerKey,
        campaignKey: campaigns[index % 2]!,
        at: new Date(`${month.slice(0, 7)}-${String(3 + (index % 20)).padStart(2, '0')}T17:00:00Z`),
        status,
      });
      await sql`update lead set client_price = ${50 + index / 100}, media_price = ${31 + index / 100} where lead_key = ${leadKey}`.execute(
        tx,
      );
    }
    for (const day of MONTHS) await makePlatformDay(tx, { ...search, day, cost: 40.55, clientCost: 46.63 });
    leads = (
      await sql<Lead>`
        select lead_key::int as "leadKey", captured_date::text as "capturedDate" from lead where owner_key = ${ownerKey} order by 1`.execute(
        tx,
      )
    ).rows;
  });
  for (const month of MONTHS) await inOwner((tx) => closeMonth(tx, ownerKey, month, { userKey: null, at, reason: '' }));
});

interface Look {
  /** Checksum of the earlier lines with their amounts, and the key of the newest line. */
  before: string | null;
  newest: number;
  /** Closed months whose lines differ from the month's raw rows. */
  different: object[];
}
const look = async (through: number): Promise<Look> => {
  const [row] = await rows<Look>(sql`
    with line as (
      select l.line_key, l.month, l.closing, a.side, a.lead_amount + a.platform_amount + a.prior_amount as due, l::text || a::text as told
      from billing_line l join billing_line_amount a using (owner_key, line_key) where l.owner_key = ${ownerKey}
    ), billed as (
      select b.month, sum(l.due) filter (where l.side = 'client') as client, sum(l.due) filter (where l.side = 'media') as media
      from billing_month b join line l on l.month = b.month and l.closing = b.closing
      where b.owner_key = ${ownerKey} and b.status = 'CLOSED' group by 1
    ), counted as (
      select b.month, sum(r.lead_client + r.platform_client + r.prior_client) as client, sum(r.lead_media + r.platform_media + r.prior_media) as media
      from billing_month b cross join lateral app.billing_recount(b.owner_key, b.month, (b.month + interval '1 month - 1 day')::date) r
      where b.owner_key = ${ownerKey} and b.status = 'CLOSED' group by 1
    )
    select (select md5(string_agg(told, ',' order by line_key, side)) from line where line_key <= ${through}) as before,
           (select max(line_key)::int from line) as newest,
           coalesce((select jsonb_agg(jsonb_build_array(billed, counted)) from billed full join counted using (month)
                     where (billed.client, billed.media) is distinct from (counted.client, counted.media)), '[]') as different`);
  return row!;
};
/** The total of all months equals the total of leads, platform costs and independent lines. */
const whole = async (): Promise<{ all: string; raw: string }> => {
  const [row] = await rows<{ all: string; raw: string }>(sql`
    select (select sum(lead_client + platform_client + prior_client)::text from app.billing_recount(${ownerKey}, '2026-01-01', '2026-12-31')) as all,
           ((select coalesce(sum(client_price) filter (where status in ('DLV', 'RTR') and not unpaid), 0) from lead where owner_key = ${ownerKey})
            + (select sum(client_cost) from platform_day where owner_key = ${ownerKey})
            + (select coalesce(sum(client_amount), 0) from billing_adjustment
               where owner_key = ${ownerKey} and cause in ('PRICE', 'RECONCILIATION')))::text as raw`);
  return row!;
};

const move = async (which: number, wanted: number): Promise<void> => {
  const lead = leads[which % leads.length]!;
  await inOwner(async (tx) => {
    const result = await sql<{ status: LeadStatus }>`
      select status from lead where owner_key = ${ownerKey} and captured_date = ${lead.capturedDate} and lead_key = ${lead.leadKey} for update
    `.execute(tx);
    const legal = LEAD_MOVES.filter(({ from, to }) => from === result.rows[0]!.status && to !== 'TST');
    if (legal.length === 0) return;
    const { from, to, by } = legal[wanted % legal.length]!;
    await moveLeads(tx, ownerKey, [{ ownerKey, ...lead, from, to }], { by: by[0]!, userKey: null, at });
  });
};
const adjust = (
  cause: 'PRICE' | 'RECONCILIATION',
  place: number,
  cents: number,
  causeKey: string | null,
): Promise<number> =>
  inOwner((tx) =>
    writeAdjustments(
      tx,
      ownerKey,
      [
        {
          campaignKey: campaigns[place % 2]!,
          forMonth: MONTHS[place % MONTHS.length]!,
          clientAmount: (cents / 100).toFixed(2),
          mediaAmount: (cents / 200).toFixed(2),
          cause,
          causeKey,
          reason: 'Agreed by both sides',
        },
      ],
      { userKey: null, at },
    ),
  );
const correctPlatform = async (place: number, cents: number): Promise<void> => {
  const month = MONTHS[place % MONTHS.length]!;
  await rows(sql`
    update platform_day set cost = ${(cents / 100).toFixed(2)}::numeric, client_cost = ${((cents * 1.15) / 100).toFixed(2)}::numeric
    where owner_key = ${ownerKey} and platform_campaign_key = ${platformCampaign} and day = ${month}::date`);
  await inOwner((tx) => keepPlatformCosts(tx, ownerKey, month, at));
};
/** Reopens and closes a month: the old lines are kept beside the new ones. */
const closeAgain = (place: number): Promise<unknown> =>
  inOwner(async (tx) => {
    const month = MONTHS[place % MONTHS.length]!;
    await reopenMonth(tx, ownerKey, month, { userKey: null, at, reason: 'A price was wrong' });
    return closeMonth(tx, ownerKey, month, { userKey: null, at, reason: '' });
  });

const natural = fc.nat({ max: 10_000 });
const event = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('move' as const), a: natural, b: natural }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('price' as const), a: natural, b: natural }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reconciled' as const), a: natural, b: natural }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('platform' as const), a: natural, b: natural }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('closedAgain' as const), a: natural, b: natural }) },
);

test(`${RUNS * EVENTS_PER_RUN} random events after closing change no line, and lines equal the recount after each`, async () => {
  let { newest } = await look(0);
  let { before } = await look(newest);
  let moved = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: EVENTS_PER_RUN, maxLength: EVENTS_PER_RUN }), async (events) => {
      for (const { kind, a, b } of events) {
        // Half an hour per event: 1,000 events reach into June.
        at = new Date(at.getTime() + 1_800_000);
        if (kind === 'move') await move(a, b);
        else if (kind === 'price') await adjust('PRICE', a, b - 5000, null);
        else if (kind === 'reconciled') await adjust('RECONCILIATION', a, b - 5000, `difference ${b % 20}`);
        else if (kind === 'platform') await correctPlatform(a, b);
        else await closeAgain(a);
        const state = await look(newest);
        expect({ kind, before: state.before, different: state.different }).toEqual({ kind, before, different: [] });
        if (state.newest > newest) {
          ({ newest } = state);
          ({ before } = await look(newest));
        }
        moved += 1;
      }
      const { all, raw } = await whole();
      expect(Number(all)).toBeCloseTo(Number(raw), 6);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  expect(moved).toBe(RUNS * EVENTS_PER_RUN);
  const [written] = await rows<{ causes: string[] }>(
    sql`select array_agg(distinct cause order by cause) as causes from billing_adjustment where owner_key = ${ownerKey}`,
  );
  expect(written?.causes).toEqual([
    'PLATFORM',
    'PRICE',
    'RECONCILIATION',
    'REINSTATED',
    'RETURN',
    'STATUS',
    'UNDELIVERED',
  ]);
});
