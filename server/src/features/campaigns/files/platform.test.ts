import {
  ALL_PERMISSIONS,
  bulkCampaignTemplateExport,
  bulkPpcCampaignExport,
  bulkPpcCampaignImport,
} from '@paceline/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readSheet } from '../../../lib/sheet/read-sheet.ts';
import { useApp } from '../../../testing/app.ts';
import { csv, problems, useCampaignFiles } from '../../../testing/campaign-files.ts';
import { makePlatformCampaign } from '../../../testing/factories/factories.ts';

const harness = useApp();
const { world, send, apply, findByCode } = useCampaignFiles(harness);

describe('campaigns on trading platforms', () => {
  const PPC =
    'Channel,Trading Platform,Account Id,Platform Campaign Id,Platform Campaign Name,Campaign Name,Campaign Code,Line Item,Custom Channel,Monthly Budget';

  test('are created, linked and live; one not synced yet is stored', async () => {
    const existing = await harness.asMigrator((tx) =>
      makePlatformCampaign(tx, { ownerKey: world.mine, accountKey: world.accountKey, name: 'Known there' }),
    );
    await harness.asMigrator((tx) =>
      sql`update platform_campaign set external_id = 'X-1' where platform_campaign_key = ${existing}`.execute(tx),
    );
    const { data } = await send(
      bulkPpcCampaignImport,
      csv(
        PPC,
        'ppc,Google Ads,111,X-1,Known there,Nursing brand,GADS-1,Nursing,Brand,5000',
        'ppc,google ads,111,X-2,New there,Nursing generic,GADS-2,Nursing,,2500.50',
        'social,Google Ads,111,X-3,,Wrong channel,GADS-3,Nursing,,1',
        'ppc,Google Ads,999,X-4,,Wrong account,GADS-4,Nursing,,1',
        'ppc,Google Ads,111,X-2,,Twice,GADS-5,Nursing,,1',
        // All errors at once; an unreadable cell causes no further ones.
        'ppc,Google Ads,999,X-6,,,GADS-1,Unknown,,much',
        'radio,Google Ads,111,X-7,,Other,GADS-7,Nursing,Brand,1',
      ),
    );
    expect(problems(data)).toEqual([
      '4: Account Id 111 belongs to the channel ppc.',
      '5: Account Id 999 is not known on Google Ads.',
      '6: Platform Campaign Id X-2 is in row 3 as well.',
      '7: Monthly Budget must be between 0 and 9999999.99.',
      '7: Campaign Name is required.',
      '7: Account Id 999 is not known on Google Ads.',
      '7: Line Item Unknown is not known.',
      '7: Campaign code GADS-1 is in row 2 as well.',
      '8: Channel must be one of ppc, social, programmaticDisplay.',
    ]);
    await apply(data.importKey);
    expect(await findByCode('GADS-1')).toMatchObject({
      subStatus: 'LIVE',
      channel: 'ppc',
      monthlyBudget: 5_000,
      customChannelName: 'Brand',
      links: [{ name: 'Known there', externalId: 'X-1' }],
    });
    expect(await findByCode('GADS-2')).toMatchObject({ monthlyBudget: 2_500.5, links: [{ name: 'New there' }] });

    // In the evening the owner's day differs from UTC: the campaign starts today, not tomorrow.
    const before = harness.clock.now();
    const evening = new Date(before);
    evening.setUTCHours(26);
    harness.clock.set(evening);
    const as = await harness.signedIn('ag', { owner: world.mine, permissions: ALL_PERMISSIONS });
    const late = await send(bulkPpcCampaignImport, csv(PPC, 'ppc,Google Ads,111,X-8,,Late,GADS-8,Nursing,,1'), {
      query: { apply: 'goodRows' },
      as,
    });
    expect(late.data.applied).toMatchObject({ rows: 1, failed: 0 });
    harness.clock.set(before);
    const today = before.toISOString().slice(0, 10);
    expect(await findByCode('GADS-8')).toMatchObject({ startDate: today, subStatus: 'LIVE' });

    const conflict = await send(bulkPpcCampaignImport, csv(PPC, 'ppc,Google Ads,111,X-1,,Again,GADS-9,Nursing,,1'));
    expect(problems(conflict.data)).toEqual(['2: Platform Campaign Id X-1 is already linked to Nursing brand.']);
  });

  test('round-trip unchanged, and are changed by their key', async () => {
    const upload = await send(
      bulkPpcCampaignImport,
      csv(
        PPC,
        'ppc,Google Ads,111,Y-1,Brand there,Welding brand,OUT-1,Nursing,Brand,5000',
        'ppc,Google Ads,111,Y-2,,Welding generic,OUT-2,Nursing,,2500.50',
        'ppc,Google Ads,111,Y-3,,Welding local,OUT-3,Nursing,,1',
      ),
      { query: { apply: 'goodRows' } },
    );
    expect(upload.data.applied).toMatchObject({ rows: 3, failed: 0 });
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ n: number }>`
        select count(*)::int as n from campaign where owner_key = ${world.mine} and channel = 'ppc'
      `.execute(tx),
    );
    const { n } = rows[0]!;
    const file = await harness.app.inject({
      method: 'POST',
      url: `/api${bulkPpcCampaignExport.path}`,
      headers: world.agency.headers,
      payload: { ownerKey: world.mine },
    });
    expect(file.headers['content-disposition']).toContain('PPC-BulkCampaign-data-');
    const { data } = await send(bulkPpcCampaignImport, file.rawPayload, { fileName: 'back.xlsx' });
    expect(data.counts).toMatchObject({ total: n, unchanged: n });
    const { campaignKey } = (await findByCode('OUT-1'))!;
    await send(bulkPpcCampaignImport, csv('Campaign Key,Monthly Budget', `${campaignKey},6000`), {
      query: { apply: 'goodRows' },
    });
    expect(await findByCode('OUT-1')).toMatchObject({ monthlyBudget: 6_000, links: [{ externalId: 'Y-1' }] });
  });

  test('a platform’s template lists what can be linked', async () => {
    await harness.asMigrator((tx) =>
      makePlatformCampaign(tx, { ownerKey: world.mine, accountKey: world.accountKey, name: 'Still free' }),
    );
    const platform = await harness.asMigrator((tx) =>
      sql<{
        key: number;
      }>`select platform_key as key from platform_account where account_key = ${world.accountKey}`.execute(tx),
    );
    const file = await harness.app.inject({
      method: 'POST',
      url: `/api${bulkCampaignTemplateExport.path}`,
      headers: world.agency.headers,
      payload: { ownerKey: world.mine, clientKey: world.clientKey, tradingPlatformKey: platform.rows[0]!.key },
    });
    const sheet = await readSheet(file.rawPayload, 'template.xlsx', { limits: { rows: 100 } });
    expect(JSON.stringify(sheet)).toContain('Still free');
  });
});
