import { ALL_PERMISSIONS, bulkCampaignImport, type Campaign, campaignGet } from '@paceline/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useApp } from '../../../testing/app.ts';
import { csv, problems, useCampaignFiles } from '../../../testing/campaign-files.ts';
import { makeCampaign, makeCampus, makeClient, makeGoal, makePartner } from '../../../testing/factories/factories.ts';

const harness = useApp();
const { world, send, apply, undo, findByCode } = useCampaignFiles(harness);

const HEAD =
  'Campaign Name,Campaign Code,Client Campaign Code,Partner Code,Line Item,Custom Channel,Start Date,End Date,Rollover,Client Price Desktop,Media Price Desktop,Media Price Mobile,Monthly Allocation,Programs,States';
const line = (code: string, parts: Record<string, string> = {}): string => {
  const cells: Record<string, string> = {
    name: `Campaign ${code}`,
    code,
    client: 'CL',
    partner: 'edu',
    item: 'nursing',
    channel: 'Warm',
    start: '2026-04-01',
    end: '',
    rollover: 'Y',
    price: '50',
    media: '40',
    mobile: '',
    allocation: '25',
    programs: 'MSN; BSN',
    states: 'tx;Oklahoma',
    ...parts,
  };
  return Object.values(cells)
    .map((cell) => `"${cell}"`)
    .join(',');
};

describe('pay-per-lead campaigns', () => {
  test('are previewed, created when applied, and removed by undo', async () => {
    const { status, data } = await send(
      bulkCampaignImport,
      csv(HEAD, line('FILE-1'), line('FILE-2', { end: '2026-06-30' })),
    );
    expect({ status, counts: data.counts, problems: problems(data) }).toEqual({
      status: 200,
      counts: { new: 2, changed: 0, unchanged: 0, error: 0, total: 2 },
      problems: [],
    });
    expect(await findByCode('FILE-1')).toBeNull();

    expect((await apply(data.importKey)).data).toMatchObject({ applied: { rows: 2, failed: 0 } });
    const campaign = (await findByCode('FILE-1'))!;
    expect(campaign).toMatchObject({
      name: 'Campaign FILE-1',
      vendorKey: world.partnerKey,
      clientGoalKey: world.goalKey,
      customChannelName: 'Warm',
      startDate: '2026-04-01',
      clientDesktopBidPrice: 50,
      aggDesktopBidPrice: 40,
      subStatus: 'DRAFT',
    });
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ allocation: number; programs: number; states: string[]; via: string }>`
        select m.monthly_allocation as allocation, (select count(*) from campaign_program where campaign_key = ${campaign.campaignKey}) as programs,
               t.geo -> 'states' as states, (select min(via) from allocation_change where campaign_key = ${campaign.campaignKey}) as via
        from campaign_month m join campaign_targeting t using (owner_key, campaign_key) where m.campaign_key = ${campaign.campaignKey}
      `.execute(tx),
    );
    expect(rows).toEqual([{ allocation: 25, programs: 2, states: ['US-OK', 'US-TX'], via: 'file' }]);

    expect((await undo(data.importKey)).data.state).toBe('UNDONE');
    expect(await findByCode('FILE-1')).toBeNull();
    const again = await send(bulkCampaignImport, csv(HEAD, line('FILE-1')), { query: { apply: 'goodRows' } });
    expect(again.data.applied).toMatchObject({ rows: 1 });
  });

  test('every bad row has a reason, and the others are applied', async () => {
    await harness.asMigrator((tx) =>
      makeCampaign(tx, { ownerKey: world.mine, partnerKey: world.partnerKey, code: 'TAKEN-1', name: 'The holder' }),
    );
    const { data } = await send(
      bulkCampaignImport,
      csv(
        HEAD,
        line('GOOD-1'),
        line('TAKEN-1'),
        line('TWICE-1'),
        line('twice-1'),
        line('no'),
        line('BAD-P', { partner: 'NOBODY' }),
        line('BAD-L', { item: 'Unknown' }),
        line('BAD-C', { channel: 'Brand' }),
        line('BAD-D', { end: '2026-03-31' }),
        line('BAD-M', { price: '10000' }),
        line('BAD-G', { programs: 'PHD' }),
        line('BAD-S', { states: 'Atlantis' }),
        line('BAD-R', { rollover: 'perhaps' }),
        line('BAD-N', { name: '' }),
        // All errors are reported at once, whichever step finds them.
        line('taken-1', { name: '', price: '10000', rollover: 'perhaps', states: 'Atlantis', programs: 'PHD' }),
      ),
    );
    expect(problems(data).toSorted()).toEqual(
      [
        '3: Campaign code TAKEN-1 is already used by The holder.',
        '5: Campaign code twice-1 is in row 4 as well.',
        '6: Campaign Code must be 3 to 30 letters, digits, - or _.',
        '7: Partner Code NOBODY is not known.',
        '8: Line Item Unknown is not known.',
        '9: Custom Channel Brand is not known.',
        '10: End date must be on or after start date.',
        '11: Client Price Desktop must be between 0 and 9999.99.',
        '12: Program PHD is not one of the client.',
        '13: States has a state that is not known: Atlantis.',
        '14: Rollover must be Y or N.',
        '15: Campaign Name is required.',
        '16: Campaign Name is required.',
        '16: Campaign code taken-1 is already used by The holder.',
        '16: Client Price Desktop must be between 0 and 9999.99.',
        '16: Program PHD is not one of the client.',
        '16: Rollover must be Y or N.',
        '16: States has a state that is not known: Atlantis.',
      ].toSorted(),
    );
    const { data: applied } = await apply(data.importKey);
    expect(applied).toMatchObject({ applied: { rows: 2, failed: 13 }, hasFailed: true });
    expect(await findByCode('GOOD-1')).not.toBeNull();
    expect(await findByCode('TWICE-1')).not.toBeNull();
  });

  test('a media price above the client’s gives a warning and is saved', async () => {
    const { data } = await send(bulkCampaignImport, csv(HEAD, line('WARN-1', { mobile: '60' })));
    expect(data.rows[0]).toMatchObject({
      state: 'new',
      warnings: [{ message: 'Media price is above client price for mobile.' }],
    });
  });

  test('existing ones are changed by their key, and omitted values stay', async () => {
    const { campaignKey } = await harness.asMigrator((tx) =>
      makeCampaign(tx, { ownerKey: world.mine, partnerKey: world.partnerKey, goalKey: world.goalKey }),
    );
    const before = (await harness.call(campaignGet, world.agency, { params: { key: campaignKey } })).body
      .data as Campaign;
    const { data } = await send(
      bulkCampaignImport,
      csv(
        'Campaign Key,Campaign Name,Client Price Desktop,End Date,Row Version',
        `${campaignKey},Renamed,55.5,2026-12-31,1`,
      ),
    );
    expect(data.rows[0]?.changes.map(({ column }) => column)).toEqual([
      'Campaign Name',
      'End Date',
      'Client Price Desktop',
    ]);
    await apply(data.importKey);
    const after = (await harness.call(campaignGet, world.agency, { params: { key: campaignKey } })).body
      .data as Campaign;
    expect(after).toMatchObject({
      name: 'Renamed',
      clientDesktopBidPrice: 55.5,
      aggDesktopBidPrice: 40,
      endDate: '2026-12-31',
      campaignCode: before.campaignCode,
      subStatus: 'LIVE',
    });
    await undo(data.importKey);
    const undone = (await harness.call(campaignGet, world.agency, { params: { key: campaignKey } })).body
      .data as Campaign;
    expect(undone).toMatchObject({ name: before.name, clientDesktopBidPrice: 50, endDate: null });
  });

  test('plans of this month, an active campaign’s partner and a past end cannot be changed', async () => {
    const { campaignKey } = await harness.asMigrator((tx) =>
      makeCampaign(tx, { ownerKey: world.mine, partnerKey: world.partnerKey, goalKey: world.goalKey }),
    );
    await harness.asMigrator(async (tx) =>
      sql`update media_partner set code = 'OTHER' where partner_key = ${await makePartner(tx)}`.execute(tx),
    );
    const { data } = await send(
      bulkCampaignImport,
      csv('Campaign Key,Partner Code,End Date', `${campaignKey},OTHER,2026-03-01`),
    );
    expect(problems(data).toSorted()).toEqual([
      '2: End date cannot be in the past.',
      '2: The media partner of a campaign that was activated cannot be changed.',
    ]);
    const plan = await send(bulkCampaignImport, csv('Campaign Key,Monthly Allocation', `${campaignKey},7`));
    expect(problems(plan.data)).toEqual(['2: column Monthly Allocation cannot be changed in the current month.']);
    expect(data.counts).toMatchObject({ error: 1 });
  });

  test('another owner’s campaign is unknown', async () => {
    const { campaignKey } = await harness.asMigrator((tx) =>
      makeCampaign(tx, { ownerKey: world.foreign, partnerKey: world.partnerKey }),
    );
    const { data } = await send(bulkCampaignImport, csv('Campaign Key,Campaign Name', `${campaignKey},Stolen`));
    expect(problems(data)).toContain(`2: Campaign Key ${campaignKey} does not belong to this owner.`);
  });

  test('prices need their right', async () => {
    const permissions = ALL_PERMISSIONS.filter((permission) => permission !== 'campaigns:Price');
    const as = await harness.signedIn('ag', { owner: world.mine, permissions });
    const { campaignKey } = await harness.asMigrator((tx) =>
      makeCampaign(tx, { ownerKey: world.mine, partnerKey: world.partnerKey, goalKey: world.goalKey }),
    );
    const { data } = await send(bulkCampaignImport, csv('Campaign Key,Client Price Desktop', `${campaignKey},1`), {
      as,
    });
    expect(data.ignoredColumns).toMatchObject([{ column: 'Client Price Desktop', cells: 1 }]);
  });

  test('an unchanged export changes nothing', async () => {
    const clientKey = await harness.asMigrator(async (tx) => {
      const ownerKey = world.mine;
      const client = await makeClient(tx, ownerKey);
      const goalKey = await makeGoal(tx, ownerKey);
      await sql`update goal set client_key = ${client}, name = 'Welding' where goal_key = ${goalKey}`.execute(tx);
      const { programKeys } = await makeCampus(tx, { ownerKey, clientKey: client, subjects: ['Welding', 'Welding'] });
      for (const [index, programKey] of programKeys.entries())
        await sql`update program set code = ${`WLD${index + 1}`} where program_key = ${programKey}`.execute(tx);
      await makeCampaign(tx, { ownerKey, partnerKey: world.partnerKey, goalKey });
      return client;
    });
    const welding = { item: 'Welding', programs: 'WLD2; WLD1' };
    const upload = await send(
      bulkCampaignImport,
      csv(
        HEAD,
        line('OUT-1', welding),
        line('OUT-2', { ...welding, end: '2026-06-30', rollover: 'N' }),
        line('OUT-3', { ...welding, mobile: '45', programs: 'WLD1', states: '' }),
      ),
      { query: { apply: 'goodRows' } },
    );
    expect(upload.data.applied).toMatchObject({ rows: 3, failed: 0 });
    const file = await harness.app.inject({
      method: 'POST',
      url: '/api/ag/bulkcampaign/template/export',
      headers: world.agency.headers,
      payload: { ownerKey: world.mine, clientKey },
    });
    expect(file.statusCode).toBe(200);
    expect(file.headers['content-disposition']).toMatch(/filename=owner-[\w-]+-BulkCampaign-data-2026-03-10\.xlsx/);
    const { data } = await send(bulkCampaignImport, file.rawPayload, { fileName: 'back.xlsx' });
    expect(data.counts).toMatchObject({ total: 4, unchanged: 4, error: 0 });
  });

  test('of five thousand with 37 bad ones, exactly those are returned', { tags: ['long'] }, async () => {
    const lines = Array.from({ length: 5_000 }, (_, index) =>
      line(`BULK-${index}`, index % 135 === 0 && index > 0 ? { partner: 'NOBODY' } : {}),
    );
    const bad = lines.filter((text) => text.includes('NOBODY')).length;
    expect(bad).toBe(37);
    const { data } = await send(bulkCampaignImport, csv(HEAD, ...lines));
    expect(data.counts).toEqual({ new: 4_963, changed: 0, unchanged: 0, error: 37, total: 5_000 });
    const applied = await apply(data.importKey);
    expect(applied.body.message).toBeUndefined();
    expect(applied.data.applied).toMatchObject({ rows: 4_963, failed: 37 });
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ n: number; priced: number; seen: number }>`
        select count(*) as n, (select count(*) from campaign_price p join campaign c using (owner_key, campaign_key) where c.code like 'BULK-%') as priced,
               (select count(*) from campaign_status s join campaign c using (owner_key, campaign_key) where c.code like 'BULK-%') as seen
        from campaign where code like 'BULK-%'
      `.execute(tx),
    );
    expect(rows).toEqual([{ n: 4_963, priced: 4_963, seen: 4_963 }]);
  });
});
