import { campaignStatusesUpload } from '@paceline/contract';
import { describe, expect, test } from 'vitest';
import { useApp } from '../../../testing/app.ts';
import { csv, problems, useCampaignFiles } from '../../../testing/campaign-files.ts';
import { makeCampaign } from '../../../testing/factories/factories.ts';

const harness = useApp();
const { world, send, findByCode } = useCampaignFiles(harness);

describe('statuses from a file', () => {
  const STATUS = 'Campaign Key or Code,Action,Start Date,End Date,Reason';
  const make = (code: string, activated = true) =>
    harness.asMigrator((tx) =>
      makeCampaign(tx, { ownerKey: world.mine, partnerKey: world.partnerKey, code, activated }),
    );

  test('are changed by key or code at once; it is a success only if something changed', async () => {
    const a = await make('STAT-1');
    await make('STAT-2');
    await make('STAT-3', false);
    const { status, data } = await send(
      campaignStatusesUpload,
      csv(
        STATUS,
        `${a.campaignKey},pause,2026-03-12,2026-03-13,Holiday`,
        'stat-2,END,,2026-03-31,',
        'STAT-3,PAUSE,,,',
        'NOWHERE,PAUSE,,,',
      ),
      { query: {} },
    );
    expect({ status, applied: data.applied }).toMatchObject({ status: 200, applied: { rows: 2, failed: 2 } });
    expect(problems(data)).toEqual([
      '4: A campaign with the status “Draft” cannot be paused.',
      '5: Campaign Key or Code NOWHERE does not belong to this owner.',
    ]);
    expect(await findByCode('STAT-1')).toMatchObject({ subStatus: 'PAUSE_SCHEDULED', pause: { reason: 'Holiday' } });
    expect(await findByCode('STAT-2')).toMatchObject({ endDate: '2026-03-31' });

    const none = await send(campaignStatusesUpload, csv(STATUS, 'STAT-3,PAUSE,,,'), { query: {} });
    expect({ status: none.status, code: none.body.code }).toEqual({ status: 422, code: 'IMPORT_ERRORS' });
    const resumed = await send(campaignStatusesUpload, csv(STATUS, 'STAT-1,RESUME,,,'), { query: {} });
    expect(resumed.status).toBe(200);
    expect(await findByCode('STAT-1')).toMatchObject({ subStatus: 'LIVE', pause: null });
  });

  test('a row lists all its errors, but nothing about cells it could not read', async () => {
    await make('STAT-7', false);
    await make('STAT-8', false);
    const { data } = await send(
      campaignStatusesUpload,
      csv(STATUS, `STAT-7,PAUSE,,,${'x'.repeat(501)}`, 'STAT-8,PAUSE,soon,,'),
    );
    expect(problems(data)).toEqual([
      '2: Reason must have at most 500 characters.',
      '2: A campaign with the status “Draft” cannot be paused.',
      '3: Start Date must be a date in the form YYYY-MM-DD.',
    ]);
  });

  test('the same campaign by key and by code is a duplicate', async () => {
    const { campaignKey } = await make('STAT-5');
    const { data } = await send(campaignStatusesUpload, csv(STATUS, `${campaignKey},PAUSE,,,`, 'STAT-5,END,,,'));
    expect(data.counts).toMatchObject({ error: 2 });
  });

  test('a code used by two partners is ambiguous', async () => {
    await make('STAT-6');
    await harness.asMigrator((tx) => makeCampaign(tx, { ownerKey: world.mine, code: 'STAT-6' }));
    const { data } = await send(campaignStatusesUpload, csv(STATUS, 'STAT-6,PAUSE,,,'));
    expect(problems(data)).toEqual(['2: Several campaigns have this code. Use the campaign key.']);
  });
});
