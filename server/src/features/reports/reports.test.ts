import { type Permission, reportData, reportDataBar, type UserGroup, WIDGET_CALLS } from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { openFacts } from '../../db/facts/facts.ts';
import { type SignedIn, useApp } from '../../testing/app.ts';
import { makeCampaign, makeLead, makeOwner, makePartner, makeUser } from '../../testing/factories/factories.ts';

const harness = useApp();
const PARAMS = { channel: 'all', vertical: 'all' } as const;
let owner: number;
let foreign: number;
let partners: readonly [number, number];
let names: { client: string };

/** One owner with two partners and a lead of each, at prices that differ by side and by partner. */
beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    [owner, foreign] = [(await makeOwner(tx)).ownerKey, (await makeOwner(tx)).ownerKey];
    partners = [await makePartner(tx), await makePartner(tx)];
    for (const [index, partnerKey] of partners.entries()) {
      const { campaignKey } = await makeCampaign(tx, { ownerKey: owner, partnerKey });
      const prices = { clientPrice: 100 + index, mediaPrice: 10 + index };
      await makeLead(tx, { ownerKey: owner, campaignKey, partnerKey, day: '2026-03-03', ...prices });
    }
    const other = await makeCampaign(tx, { ownerKey: foreign, partnerKey: partners[0] });
    await makeLead(tx, { ...other, day: '2026-03-03', clientPrice: 777 });
    const { rows } = await sql<{
      client: string;
    }>`select name as client from client where owner_key = ${owner} limit 1`.execute(tx);
    names = rows[0]!;
  });
  const facts = openFacts(harness.ownerUrl);
  await facts.fold();
  await facts.close();
});

const signedIn = async (
  group: UserGroup,
  more: { partnerKey?: number; permissions?: Permission[] } = {},
): Promise<SignedIn> => {
  const { userKey } = await harness.asMigrator((tx) =>
    makeUser(tx, {
      group,
      ownerKeys: [owner],
      ...more,
      permissions: ['reports:Build', 'reports:View', ...(more.permissions ?? [])],
    }),
  );
  return harness.sessionOf(group, userKey);
};

const bodyOf = (measures: readonly string[], dimensions: readonly string[] = []) => ({
  ownerKey: owner,
  dimensions: [...dimensions],
  measures: [...measures],
  filters: [],
  timeDimensions: {
    dimension: 'date' as const,
    granularity: null,
    dateRange: ['2026-03-01', '2026-03-09'] as [string, string],
  },
  getTotal: true,
  order: [],
  limit: 100,
});
const totalFor = async (as: SignedIn, measures: readonly string[]) => {
  const { status, body } = await harness.call(reportData, as, { params: PARAMS, body: bodyOf(measures) });
  return status === 200 ? (body.data as { total: unknown }).total : status;
};

describe('a cached report', () => {
  test('is never shown to a viewer with other rights: two partners, a client, the agency with and without margin', async () => {
    const agency = await signedIn('ag');
    const margin = await signedIn('ag', { permissions: ['reports:Margin'] });
    const client = await signedIn('cl');
    const [first, second] = [
      await signedIn('mp', { partnerKey: partners[0] }),
      await signedIn('mp', { partnerKey: partners[1] }),
    ];
    const ask = async () => ({
      agency: await totalFor(agency, ['validLeads', 'spend']),
      client: await totalFor(client, ['validLeads', 'spend']),
      first: await totalFor(first, ['validLeads', 'spend']),
      second: await totalFor(second, ['validLeads', 'spend']),
      margin: await totalFor(margin, ['margin']),
      withoutMargin: await totalFor(agency, ['margin']),
      clientsMargin: await totalFor(client, ['margin']),
    });
    const wanted = {
      agency: { validLeads: 2, spend: 201 },
      client: { validLeads: 2, spend: 201 },
      first: { validLeads: 1, spend: 10 },
      second: { validLeads: 1, spend: 11 },
      margin: { margin: 180 },
      withoutMargin: 400,
      clientsMargin: 400,
    };
    expect(await ask()).toEqual(wanted);
    // Again, with cached answers; in reverse order a wrongly shared answer would show.
    expect(await ask()).toEqual(wanted);
  });

  test('shows a changed name at once, also in a widget', async () => {
    const agency = await signedIn('ag');
    const read = async () => {
      const report = await harness.call(reportDataBar, agency, {
        params: PARAMS,
        body: bodyOf(['validLeads'], ['client', 'mediaPartner']),
      });
      const widget = await harness.call(WIDGET_CALLS.affiliatePerformance, agency, {
        body: { ownerKey: owner, month: '2026-03' },
      });
      return JSON.stringify([report.body.data, widget.body.data]);
    };
    expect(await read()).toContain(names.client);
    await harness.asMigrator(async (tx) => {
      await sql`update client set name = 'Renamed client ' || client_key where owner_key = ${owner}`.execute(tx);
      await sql`update media_partner set name = 'Renamed partner ' || partner_key`.execute(tx);
    });
    const renamed = await read();
    expect(renamed).not.toContain(`"${names.client}`);
    expect(renamed.match(/Renamed client/g)?.length).toBeGreaterThan(0);
    expect(renamed.match(/Renamed partner/g)?.length).toBeGreaterThan(1);
  });
});
