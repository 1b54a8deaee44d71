import {
  ALL_PERMISSIONS,
  type AnyCall,
  bulkCampaignImport,
  bulkCampaignTemplateExport,
  bulkImportApply,
  type BulkImportResult,
  bulkImportUndo,
  bulkPpcCampaignExport,
  bulkPpcCampaignImport,
  type Campaign,
  campaignGet,
  campaignStatusesUpload,
  fillPath,
  mediaSourceUpload,
  overviewCampaignImport,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { readSheet } from '../../../lib/sheet/read-sheet.ts';
import { type Answer, type SignedIn, useApp } from '../../../testing/app.ts';
import {
  makeAccount,
  makeCampaign,
  makeCampus,
  makeClient,
  makeGoal,
  makePartner,
  makePlatformCampaign,
  makeSource,
  makeTwoOwners,
} from '../../../testing/factories.ts';

const harness = useApp();
let mine: number;
let foreign: number;
let partnerKey: number;
let goalKey: number;
let clientKey: number;
let accountKey: number;
let programKeys: number[];
let agency: SignedIn;

beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    const owners = await makeTwoOwners(tx);
    mine = owners.mine.ownerKey;
    foreign = owners.foreign.ownerKey;
    partnerKey = await makePartner(tx);
    await sql`update media_partner set code = 'EDU' where partner_key = ${partnerKey}`.execute(tx);
    clientKey = await makeClient(tx, mine);
    goalKey = await makeGoal(tx, mine);
    await sql`update goal set client_key = ${clientKey}, name = 'Nursing' where goal_key = ${goalKey}`.execute(tx);
    ({ programKeys } = await makeCampus(tx, { ownerKey: mine, clientKey, subjects: ['Nursing', 'Nursing'] }));
    await sql`update program set code = 'BSN' where program_key = ${programKeys[0]!}`.execute(tx);
    await sql`update program set code = 'MSN' where program_key = ${programKeys[1]!}`.execute(tx);
    await sql`insert into custom_channel (owner_key, channel, name) values (${mine}, 'ppl', 'Warm'), (${mine}, 'ppc', 'Brand')`.execute(
      tx,
    );
    accountKey = await makeAccount(tx, { ownerKey: mine, clientKey });
    await sql`update platform_account set account_id = '111' where account_key = ${accountKey}`.execute(tx);
    await sql`
      update trading_platform set name = 'Google Ads' where platform_key = (select platform_key from platform_account where account_key = ${accountKey})
    `.execute(tx);
  });
  agency = await harness.signedIn('ag', { owner: mine, permissions: ALL_PERMISSIONS });
});

const csv = (...lines: string[]): string => lines.join('\n');
const send = async (
  call: AnyCall,
  content: string | Buffer,
  { query = 'apply=no', as = agency, fileName = 'file.csv' } = {},
): Promise<{ status: number; body: Answer['body']; data: BulkImportResult }> => {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(Buffer.from(content))], fileName));
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const { statusCode, payload } = await harness.app.inject({
    method: 'POST',
    url: `/api${fillPath(call.path, { owner: mine }, 'ag')}?${query}`,
    headers: { ...as.headers, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  const body = JSON.parse(payload) as Answer['body'];
  return { status: statusCode, body, data: body.data as BulkImportResult };
};
const problems = ({ rows }: BulkImportResult): string[] =>
  rows.flatMap(({ row, errors }) => errors.map(({ message }) => `${row}: ${message}`));
const act = async (call: typeof bulkImportApply | typeof bulkImportUndo, importKey: number, body = {}) => {
  const answer = await harness.call(call, agency, { params: { owner: mine, importKey }, body });
  return { status: answer.status, body: answer.body, data: answer.body.data as BulkImportResult };
};
const apply = (importKey: number) => act(bulkImportApply, importKey, { mode: 'goodRows' });
const findByCode = async (code: string): Promise<Campaign | null> => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ key: number }>`
      select campaign_key as key from campaign where owner_key = ${mine} and lower(code) = lower(${code}) and deleted_at is null
    `.execute(tx),
  );
  if (rows[0] === undefined) return null;
  return (await harness.call(campaignGet, agency, { params: { key: rows[0].key } })).body.data as Campaign;
};

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
  test('are shown first, made when applied, and taken back by an undo', async () => {
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
    const made = (await findByCode('FILE-1'))!;
    expect(made).toMatchObject({
      name: 'Campaign FILE-1',
      vendorKey: partnerKey,
      clientGoalKey: goalKey,
      customChannelName: 'Warm',
      startDate: '2026-04-01',
      clientDesktopBidPrice: 50,
      aggDesktopBidPrice: 40,
      subStatus: 'DRAFT',
    });
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ allocation: number; programs: number; states: string[]; via: string }>`
        select m.monthly_allocation as allocation, (select count(*) from campaign_program where campaign_key = ${made.campaignKey}) as programs,
               t.geo -> 'states' as states, (select min(via) from allocation_change where campaign_key = ${made.campaignKey}) as via
        from campaign_month m join campaign_targeting t using (owner_key, campaign_key) where m.campaign_key = ${made.campaignKey}
      `.execute(tx),
    );
    expect(rows).toEqual([{ allocation: 25, programs: 2, states: ['US-OK', 'US-TX'], via: 'file' }]);

    expect((await act(bulkImportUndo, data.importKey)).data.state).toBe('UNDONE');
    expect(await findByCode('FILE-1')).toBeNull();
    const again = await send(bulkCampaignImport, csv(HEAD, line('FILE-1')), { query: 'apply=goodRows' });
    expect(again.data.applied).toMatchObject({ rows: 1 });
  });

  test('every row that is wrong says why, and the others go in', async () => {
    await harness.asMigrator((tx) =>
      makeCampaign(tx, { ownerKey: mine, partnerKey, code: 'TAKEN-1', name: 'The holder' }),
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
        // Everything that is wrong is told at once, whichever step finds it.
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

  test('a media price above the client’s is said and saved', async () => {
    const { data } = await send(bulkCampaignImport, csv(HEAD, line('WARN-1', { mobile: '60' })));
    expect(data.rows[0]).toMatchObject({
      state: 'new',
      warnings: [{ message: 'Media price is above client price for mobile.' }],
    });
  });

  test('known ones are changed by their key, and what was not said stays', async () => {
    const { campaignKey } = await harness.asMigrator((tx) => makeCampaign(tx, { ownerKey: mine, partnerKey, goalKey }));
    const before = (await harness.call(campaignGet, agency, { params: { key: campaignKey } })).body.data as Campaign;
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
    const after = (await harness.call(campaignGet, agency, { params: { key: campaignKey } })).body.data as Campaign;
    expect(after).toMatchObject({
      name: 'Renamed',
      clientDesktopBidPrice: 55.5,
      aggDesktopBidPrice: 40,
      endDate: '2026-12-31',
      campaignCode: before.campaignCode,
      subStatus: 'LIVE',
    });
    await act(bulkImportUndo, data.importKey);
    const undone = (await harness.call(campaignGet, agency, { params: { key: campaignKey } })).body.data as Campaign;
    expect(undone).toMatchObject({ name: before.name, clientDesktopBidPrice: 50, endDate: null });
  });

  test('plans of this month, the partner of an active one and a past end stay', async () => {
    const { campaignKey } = await harness.asMigrator((tx) => makeCampaign(tx, { ownerKey: mine, partnerKey, goalKey }));
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
    const { campaignKey } = await harness.asMigrator((tx) => makeCampaign(tx, { ownerKey: foreign, partnerKey }));
    const { data } = await send(bulkCampaignImport, csv('Campaign Key,Campaign Name', `${campaignKey},Stolen`));
    expect(problems(data)).toContain(`2: Campaign Key ${campaignKey} does not belong to this owner.`);
  });

  test('prices need their right', async () => {
    const permissions = ALL_PERMISSIONS.filter((permission) => permission !== 'campaigns:Price');
    const as = await harness.signedIn('ag', { owner: mine, permissions });
    const { campaignKey } = await harness.asMigrator((tx) => makeCampaign(tx, { ownerKey: mine, partnerKey, goalKey }));
    const { data } = await send(bulkCampaignImport, csv('Campaign Key,Client Price Desktop', `${campaignKey},1`), {
      as,
    });
    expect(data.ignoredColumns).toMatchObject([{ column: 'Client Price Desktop', cells: 1 }]);
  });

  test('what is exported comes back unchanged', async () => {
    const file = await harness.app.inject({
      method: 'POST',
      url: '/api/ag/bulkcampaign/template/export',
      headers: agency.headers,
      payload: { ownerKey: mine, clientKey },
    });
    expect(file.statusCode).toBe(200);
    expect(file.headers['content-disposition']).toMatch(/filename=owner-[\w-]+-BulkCampaign-data-2026-03-10\.xlsx/);
    const { data } = await send(bulkCampaignImport, file.rawPayload, { fileName: 'back.xlsx' });
    expect(data.counts.total).toBeGreaterThan(3);
    expect(data.counts).toMatchObject({ unchanged: data.counts.total, error: 0 });
  });

  test('five thousand with 37 bad ones: exactly those come back', async () => {
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

describe('campaigns on trading platforms', () => {
  const PPC =
    'Channel,Trading Platform,Account Id,Platform Campaign Id,Platform Campaign Name,Campaign Name,Campaign Code,Line Item,Custom Channel,Monthly Budget';

  test('are made, linked and live; one that was not synced yet is written down', async () => {
    const known = await harness.asMigrator((tx) =>
      makePlatformCampaign(tx, { ownerKey: mine, accountKey, name: 'Known there' }),
    );
    await harness.asMigrator((tx) =>
      sql`update platform_campaign set external_id = 'X-1' where platform_campaign_key = ${known}`.execute(tx),
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
        // All that is wrong at once; what cannot be read leads to nothing else.
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

    // In the evening the owner's day is not Greenwich's any more: it starts today, not tomorrow.
    const before = harness.clock.now();
    const evening = new Date(before);
    evening.setUTCHours(26);
    harness.clock.set(evening);
    const as = await harness.signedIn('ag', { owner: mine, permissions: ALL_PERMISSIONS });
    const late = await send(bulkPpcCampaignImport, csv(PPC, 'ppc,Google Ads,111,X-8,,Late,GADS-8,Nursing,,1'), {
      query: 'apply=goodRows',
      as,
    });
    expect(late.data.applied).toMatchObject({ rows: 1, failed: 0 });
    harness.clock.set(before);
    const today = before.toISOString().slice(0, 10);
    expect(await findByCode('GADS-8')).toMatchObject({ startDate: today, subStatus: 'LIVE' });

    const taken = await send(bulkPpcCampaignImport, csv(PPC, 'ppc,Google Ads,111,X-1,,Again,GADS-9,Nursing,,1'));
    expect(problems(taken.data)).toEqual(['2: Platform Campaign Id X-1 is already linked to Nursing brand.']);
  });

  test('go out and come back unchanged, and are changed by their key', async () => {
    const file = await harness.app.inject({
      method: 'POST',
      url: `/api${bulkPpcCampaignExport.path}`,
      headers: agency.headers,
      payload: { ownerKey: mine },
    });
    expect(file.headers['content-disposition']).toContain('PPC-BulkCampaign-data-');
    const { data } = await send(bulkPpcCampaignImport, file.rawPayload, { fileName: 'back.xlsx' });
    expect(data.counts).toMatchObject({ total: 3, unchanged: 3 });
    const { campaignKey } = (await findByCode('GADS-1'))!;
    await send(bulkPpcCampaignImport, csv('Campaign Key,Monthly Budget', `${campaignKey},6000`), {
      query: 'apply=goodRows',
    });
    expect(await findByCode('GADS-1')).toMatchObject({ monthlyBudget: 6_000, links: [{ externalId: 'X-1' }] });
  });

  test('a template of a platform lists what can be linked', async () => {
    await harness.asMigrator((tx) => makePlatformCampaign(tx, { ownerKey: mine, accountKey, name: 'Still free' }));
    const platform = await harness.asMigrator((tx) =>
      sql<{ key: number }>`select platform_key as key from platform_account where account_key = ${accountKey}`.execute(
        tx,
      ),
    );
    const file = await harness.app.inject({
      method: 'POST',
      url: `/api${bulkCampaignTemplateExport.path}`,
      headers: agency.headers,
      payload: { ownerKey: mine, clientKey, tradingPlatformKey: platform.rows[0]!.key },
    });
    const sheet = await readSheet(file.rawPayload, 'template.xlsx', { limits: { rows: 100 } });
    expect(JSON.stringify(sheet)).toContain('Still free');
  });
});

test('an overview file changes channel, line item, rollover and dates, and nothing else', async () => {
  const { campaignKey } = await harness.asMigrator((tx) => makeCampaign(tx, { ownerKey: mine, partnerKey }));
  const { status, data } = await send(
    overviewCampaignImport,
    csv(
      'Campaign Key,Custom Channel,Line Item,Rollover,End Date,Campaign Name',
      `${campaignKey},Warm,Nursing,N,2026-09-30,Ignored`,
    ),
    { query: `ownerKey=${mine}&apply=goodRows` },
  );
  expect({ status, rows: data.applied?.rows }).toEqual({ status: 200, rows: 1 });
  const { body } = await harness.call(campaignGet, agency, { params: { key: campaignKey } });
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
    { query: `ownerKey=${mine}` },
  );
  expect(problems(wrong.data)).toEqual([
    '2: Rollover must be Y or N.',
    '2: Line Item Unknown is not known.',
    '3: Campaign Key is required.',
  ]);
});

describe('statuses from a file', () => {
  const STATUS = 'Campaign Key or Code,Action,Start Date,End Date,Reason';
  const make = (code: string, activated = true) =>
    harness.asMigrator((tx) => makeCampaign(tx, { ownerKey: mine, partnerKey, code, activated }));

  test('are moved by key or code, at once; a success only if something moved', async () => {
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
      { query: '' },
    );
    expect({ status, applied: data.applied }).toMatchObject({ status: 200, applied: { rows: 2, failed: 2 } });
    expect(problems(data)).toEqual([
      '4: A campaign with the status “Draft” cannot be paused.',
      '5: Campaign Key or Code NOWHERE does not belong to this owner.',
    ]);
    expect(await findByCode('STAT-1')).toMatchObject({ subStatus: 'PAUSE_SCHEDULED', pause: { reason: 'Holiday' } });
    expect(await findByCode('STAT-2')).toMatchObject({ endDate: '2026-03-31' });

    const none = await send(campaignStatusesUpload, csv(STATUS, 'STAT-3,PAUSE,,,'), { query: '' });
    expect({ status: none.status, code: none.body.code }).toEqual({ status: 422, code: 'IMPORT_ERRORS' });
    const resumed = await send(campaignStatusesUpload, csv(STATUS, 'STAT-1,RESUME,,,'), { query: '' });
    expect(resumed.status).toBe(200);
    expect(await findByCode('STAT-1')).toMatchObject({ subStatus: 'LIVE', pause: null });
  });

  test('a row says all that is wrong with it, but nothing about what it could not read', async () => {
    await make('STAT-7', false);
    const { data } = await send(
      campaignStatusesUpload,
      csv(STATUS, `STAT-7,PAUSE,,,${'x'.repeat(501)}`, 'STAT-3,PAUSE,soon,,'),
    );
    expect(problems(data)).toEqual([
      '2: Reason must have at most 500 characters.',
      '2: A campaign with the status “Draft” cannot be paused.',
      '3: Start Date must be a date in the form YYYY-MM-DD.',
    ]);
  });

  test('the same campaign by key and by code is there twice', async () => {
    const { campaignKey } = await make('STAT-5');
    const { data } = await send(campaignStatusesUpload, csv(STATUS, `${campaignKey},PAUSE,,,`, 'STAT-5,END,,,'));
    expect(data.counts).toMatchObject({ error: 2 });
  });

  test('a code that two partners use is nobody’s', async () => {
    await make('STAT-6');
    await harness.asMigrator((tx) => makeCampaign(tx, { ownerKey: mine, code: 'STAT-6' }));
    const { data } = await send(campaignStatusesUpload, csv(STATUS, 'STAT-6,PAUSE,,,'));
    expect(problems(data)).toEqual(['2: Several campaigns have this code. Use the campaign key.']);
  });
});

test('a file of sources allows, blocks and removes, and tells the partner', async () => {
  const { campaignKey } = await harness.asMigrator((tx) =>
    makeCampaign(tx, { ownerKey: mine, partnerKey, code: 'SRC-1' }),
  );
  const tags = await harness.asMigrator(async (tx) => {
    await sql`
      insert into partner_contact (partner_key, name, email, notifications) values (${partnerKey}, 'Q', 'q@partner.example', '{SOURCE_BLOCK}')
    `.execute(tx);
    return [(await makeSource(tx, partnerKey)).sourceTag, (await makeSource(tx, partnerKey)).sourceTag];
  });
  const HEADING = 'Campaign Code,Source Tag,Action,Price Override,Monthly Cap,Note';
  const first = await send(
    mediaSourceUpload,
    csv(
      HEADING,
      `src-1,${tags[0]},ALLOW,22.5,10,`,
      `SRC-1,${tags[1]!.toUpperCase()},BLOCK,,,Bad phones`,
      'SRC-1,unknown,BLOCK,,,',
      `NONE,${tags[0]},ALLOW,,,`,
    ),
    { query: 'apply=goodRows' },
  );
  expect(first.data.applied).toMatchObject({ rows: 2, failed: 2 });
  const listed = () =>
    harness.asMigrator(async (tx) => {
      const { rows } = await sql<{ action: string; price: string | null; note: string }>`
        select action, price_override::text as price, note from campaign_source where campaign_key = ${campaignKey} order by action
      `.execute(tx);
      return rows;
    });
  expect(await listed()).toEqual([
    { action: 'ALLOW', price: '22.50', note: '' },
    { action: 'BLOCK', price: null, note: 'Bad phones' },
  ]);
  const mails = await harness.asMigrator((tx) => sql<{ body: string }>`select body from mail`.execute(tx));
  expect(mails.rows).toHaveLength(1);
  expect(mails.rows[0]?.body).toContain('Bad phones');
  const second = await send(mediaSourceUpload, csv(HEADING, `SRC-1,${tags[0]},REMOVE,,,`), { query: 'apply=goodRows' });
  expect(second.data.applied).toMatchObject({ rows: 1 });
  expect(await listed()).toHaveLength(1);
  const third = await send(mediaSourceUpload, csv(HEADING, `SRC-1,${tags[0]},REMOVE,,many,`, `,${tags[0]},REMOVE,,,`));
  expect(problems(third.data)).toEqual([
    '2: Monthly Cap must be a whole number 0 or more.',
    '2: The source is not in the list of the campaign.',
    '3: Campaign Code is required.',
  ]);
});
