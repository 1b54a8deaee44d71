import { type CallResponse, leadRefusals, leadSearch, type ListPage, REFUSED_STATUSES } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../../testing/app.ts';
import { makeCampaign, makeLead, makePartner } from '../../../testing/factories/factories.ts';

const harness = useApp();
const NOW = new Date('2026-03-20T15:00:00Z');
type Refusals = CallResponse<typeof leadRefusals>;

let partners: [number, number];
let owners: [number, number];
let mine: SignedIn;

beforeAll(async () => {
  harness.clock.set(NOW);
  await harness.asMigrator(async (tx) => {
    partners = [await makePartner(tx), await makePartner(tx)];
    const [one, two] = partners;
    const first = await makeCampaign(tx, { partnerKey: one });
    const second = await makeCampaign(tx, { partnerKey: one });
    const others = await makeCampaign(tx, { ownerKey: first.ownerKey, goalKey: first.goalKey, partnerKey: two });
    owners = [first.ownerKey, second.ownerKey];
    const add = async (campaign: typeof first, day: string, status: string, reasons: string[] = []) => {
      const { ownerKey, campaignKey } = campaign;
      const partnerKey = campaign === others ? two : one;
      const key = await makeLead(tx, { ownerKey, campaignKey, partnerKey, day, status: status });
      await sql`update lead set status_reasons = ${reasons} where lead_key = ${key}`.execute(tx);
    };
    await add(first, '2026-03-19', 'INV', ['FMT_EMAIL', 'FMT_PHONE']);
    await add(first, '2026-03-13', 'DUP', ['DUP_EMAIL']);
    await add(second, '2026-03-15', 'DUP', ['DUP_EMAIL']);
    await add(second, '2026-03-15', 'DLV');
    await add(second, '2026-03-15', 'TST', ['FMT_EMAIL']);
    await add(second, '2026-03-12', 'DUP', ['DUP_EMAIL']);
    await add(first, '2026-03-06', 'REJ', ['CLIENT_INVALID']);
    // Too old, today, and of another partner.
    await add(first, '2026-03-05', 'DUP', ['DUP_EMAIL']);
    await add(first, '2026-03-20', 'DUP', ['DUP_EMAIL']);
    await add(others, '2026-03-15', 'SCR', ['PROFANITY']);
  });
  mine = await harness.signedIn('mp', { owners, permissions: ['leadanalyzer:View'], partnerKey: partners[0] });
});

const read = async (as: SignedIn): Promise<Refusals> =>
  (await harness.call(leadRefusals, as, {})).body.data as Refusals;

test('refusals of seven days by reason over all school groups, beside the seven days before', async () => {
  expect(await read(mine)).toEqual({
    days: { from: '2026-03-13', to: '2026-03-19' },
    posted: { leads: 4, before: 2 },
    refused: { leads: 3, before: 2 },
    refusals: [
      { reason: 'DUP_EMAIL', leads: 2, before: 1 },
      { reason: 'FMT_EMAIL', leads: 1, before: 0 },
      { reason: 'CLIENT_INVALID', leads: 0, before: 1 },
    ],
  });
  const other = await harness.signedIn('mp', { owners, permissions: ['leadanalyzer:View'], partnerKey: partners[1] });
  expect((await read(other)).refusals).toEqual([{ reason: 'PROFANITY', leads: 1, before: 0 }]);
});

test('a reason’s leads are those that the lead list finds behind it', async () => {
  const { days, refusals } = await read(mine);
  for (const { reason, leads } of refusals) {
    const { body } = await harness.call(leadSearch, mine, {
      body: { leadStatus: [...REFUSED_STATUSES], reason: [reason] as never, fromDate: days!.from, toDate: days!.to },
    });
    expect({ reason, leads: (body.data as ListPage<unknown>).total }).toEqual({ reason, leads });
  }
});
