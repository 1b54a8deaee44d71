import { type Campaign, campaignGet, overviewCampaignImport } from '@paceline/contract';
import { expect, test } from 'vitest';
import { useApp } from '../../../testing/app.ts';
import { csv, problems, useCampaignFiles } from '../../../testing/campaign-files.ts';
import { makeCampaign } from '../../../testing/factories/factories.ts';

const harness = useApp();
const { world, send } = useCampaignFiles(harness);

test('an overview file changes channel, line item, rollover and dates, and nothing else', async () => {
  const { campaignKey } = await harness.asMigrator((tx) =>
    makeCampaign(tx, { ownerKey: world.mine, partnerKey: world.partnerKey }),
  );
  const { status, data } = await send(
    overviewCampaignImport,
    csv(
      'Campaign Key,Custom Channel,Line Item,Rollover,End Date,Campaign Name',
      `${campaignKey},Warm,Nursing,N,2026-09-30,Ignored`,
    ),
    { query: { ownerKey: String(world.mine), apply: 'goodRows' } },
  );
  expect({ status, rows: data.applied?.rows }).toEqual({ status: 200, rows: 1 });
  const { body } = await harness.call(campaignGet, world.agency, { params: { key: campaignKey } });
  expect(body.data).toMatchObject({
    customChannelName: 'Warm',
    goalName: 'Nursing',
    campaignReoccuring: false,
    endDate: '2026-09-30',
    clientDesktopBidPrice: 50,
  });
  expect((body.data as Campaign).name).not.toBe('Ignored');
  const wrong = await send(
    overviewCampaignImport,
    csv('Campaign Key,Line Item,Rollover', `${campaignKey},Unknown,perhaps`, ',Unknown,N'),
    { query: { ownerKey: String(world.mine), apply: 'no' } },
  );
  expect(problems(wrong.data)).toEqual([
    '2: Rollover must be Y or N.',
    '2: Line Item Unknown is not known.',
    '3: Campaign Key is required.',
  ]);
});
