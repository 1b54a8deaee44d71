import {
  ALL_PERMISSIONS,
  type AnyCall,
  AUDIT_ACTION_KEYS,
  AUDIT_ENTITY_KEYS,
  fillPath,
  layoutSave,
  type UserGroup,
} from '@paceline/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { hashPassword } from './lib/secrets/password.ts';
import { type SignedIn, useApp } from './testing/app.ts';
import {
  makeAccount,
  makeCampaign,
  makeCampus,
  makePartner,
  makePlatformCampaign,
  makeSource,
  makeUser,
} from './testing/factories/factories.ts';
import { clientNameOf, makeMonths, makePostingKey, postBody } from './testing/factories/posting.ts';
import { deliverySettings, makeEndpoint, makeValidLead } from './testing/factories/delivery-factories.ts';
import { A_LAYOUT, makeReplay, offRecord, type Request } from './testing/calls/audited-calls.ts';
import { docsWrites } from './testing/writes/docs-writes.ts';
import { platformDataWrites } from './testing/writes/platformdata-writes.ts';
import { forecastWrites } from './testing/writes/forecast-writes.ts';
import { integrationWrites } from './testing/writes/integration-writes.ts';
import { billingWrites } from './testing/writes/billing-writes.ts';
import { milestoneWrites } from './testing/writes/milestone-writes.ts';
import { partnerWrites } from './testing/writes/partner-writes.ts';
import { leadExportWrites } from './testing/writes/lead-export-writes.ts';
import { orderWrites } from './testing/writes/order-writes.ts';
import { reconciliationWrites } from './testing/writes/reconciliation-writes.ts';
import { reportWrites } from './testing/writes/report-writes.ts';
import { channelWrites } from './testing/writes/channel-writes.ts';
import { geoWrites } from './testing/writes/geo-writes.ts';
import { peopleWrites } from './testing/writes/people-writes.ts';
import { platformWrites } from './testing/writes/platform-writes.ts';
import { publisherWrites } from './testing/writes/publisher-writes.ts';
import { undoWrites } from './testing/writes/undo-writes.ts';
import { wizardWrites } from './testing/writes/wizard-writes.ts';
import { TEST_PASSWORD, userWrites } from './testing/writes/user-writes.ts';
import { registeredCalls } from './testing/calls/registered-calls.ts';
import { makeReturnable } from './testing/factories/return-factories.ts';
import { fileForm } from './testing/send-file.ts';

/** Every call that changes something writes to the audit log: each one is made once, with valid input. */
const harness = useApp();

const makeWorld = () =>
  harness.asMigrator(async (tx) => {
    const partnerKey = await makePartner(tx);
    const campaign = await makeCampaign(tx, { partnerKey });
    const { ownerKey, campaignKey } = campaign;
    const { rows } = await sql<{ clientKey: number; code: string; goalName: string; partnerCode: string }>`
      select g.client_key as "clientKey", c.code, g.name as "goalName", p.code as "partnerCode"
      from campaign c join goal g using (owner_key, goal_key) join media_partner p using (partner_key) where c.campaign_key = ${campaignKey}
    `.execute(tx);
    const row = rows[0] ?? { clientKey: 0, code: '', goalName: '', partnerCode: '' };
    const { clientKey } = row;
    const { campusKey, programKeys } = await makeCampus(tx, { ownerKey, clientKey, subjects: ['Nursing'] });
    const accountKey = await makeAccount(tx, { ownerKey, clientKey });
    const user = await makeUser(tx, {
      group: 'ag',
      ownerKeys: [ownerKey],
      passwordHash: await hashPassword(TEST_PASSWORD),
    });
    return {
      ...campaign,
      ...row,
      campusKey,
      programKey: programKeys[0] ?? 0,
      accountKey,
      platformCampaignKey: await makePlatformCampaign(tx, { ownerKey, accountKey }),
      source: await makeSource(tx, partnerKey),
      user,
    };
  });
type World = Awaited<ReturnType<typeof makeWorld>>;

const write = (statement: ReturnType<typeof sql>) => harness.asMigrator((tx) => statement.execute(tx));

/** The entity expected in the log, and the request. */
type Write = [entity: string, request: (world: World, as: SignedIn) => Request | Promise<Request>];

const owner = ({ ownerKey }: World) => ({ owner: ownerKey });
const campaign = ({ campaignKey }: World) => ({ key: campaignKey });
const onCampaign = (body: (world: World) => unknown): Write => [
  'campaign',
  (world) => ({ params: campaign(world), body: body(world) }),
];
const upload = (file: (world: World) => readonly string[], entity = 'bulkImport'): Write => [
  entity,
  (world) => ({
    params: { ...owner(world), month: 'current' },
    query: { apply: 'goodRows' },
    file: file(world),
  }),
];
const withOwner = ([entity, request]: Write): Write => [
  entity,
  async (world, as) => {
    const input = await request(world, as);
    return { ...input, query: { ...input.query, ownerKey: world.ownerKey } };
  },
];

/** A lead waiting for its client, whose client has a contact for mails about it. */
const makeStuck = async (world: World) => {
  const { ownerKey, campaignKey, clientKey } = world;
  const { leadKey } = await harness.asMigrator((tx) =>
    makeValidLead(tx, { ownerKey, campaignKey, at: new Date('2026-03-08T12:00:00Z'), status: 'STK' }),
  );
  await write(sql`
    insert into client_criteria (owner_key, client_key, version, body, saved_at)
    values (${ownerKey}, ${clientKey}, 1, '{"contacts":[{"name":"T","email":"t@mail.example","role":"TECHNICAL"}]}', now())
    on conflict do nothing`);
  return { ...world, leadKey };
};
const onStuck = (body: (world: World & { leadKey: number }) => unknown): Write => [
  'lead',
  async (world) => ({ params: owner(world), body: await body(await makeStuck(world)) }),
];
const onEndpoint = (body: object = {}): Write => [
  'deliveryEndpoint',
  async (world) => {
    const endpointKey = await harness.asMigrator((tx) => makeEndpoint(tx, world));
    return { params: owner(world), body: { endpointKey, ...body } };
  },
];
const notice: Write = [
  'deliveryNotice',
  async (world) => ({ body: { leadCaptureKeys: [(await makeStuck(world)).leadKey] } }),
];

const postingKeyOf = (partnerKey: number): Promise<number> =>
  harness.asMigrator(async (tx) => {
    await makePostingKey(tx, partnerKey, harness.clock.now());
    const { rows } = await sql<{ key: number }>`
      select posting_key as key from partner_posting_key where partner_key = ${partnerKey}
    `.execute(tx);
    return rows[0]?.key ?? 0;
  });

/** The local provider makes no outside requests. */
const localAccount = async (world: World) => {
  await write(sql`
    insert into provider_account (owner_key, provider, set_at) values (${world.ownerKey}, 'LOCAL', ${harness.clock.now()})`);
  return { params: owner(world), body: { provider: 'LOCAL' } };
};

const importKeyOf = async (world: World, as: SignedIn, apply: string): Promise<number> => {
  const call = harness.calls.find(({ id }) => id === 'goalTargetImport');
  if (call === undefined) throw new Error('There is no import of targets');
  const [, request] = WRITES['goalTargetImport'] ?? [];
  const input = await request?.(world, as);
  const { body } = await send(call, as, { ...input, query: { apply } });
  return (body.data as { importKey: number }).importKey;
};

const WRITES: Record<string, Write> = {
  ...userWrites(harness),
  goalSave: [
    'goal',
    (world) => ({
      params: owner(world),
      body: {
        goalKey: null,
        rowVersion: null,
        clientKey: world.clientKey,
        clientModelKey: null,
        goalName: 'Made by a test',
        channel: null,
        startMonth: '2026-03-01',
        endMonth: null,
        kpi: 'cpl',
        cpeGoal: null,
        hardCap: false,
        fallbackUrl: null,
        pacingCurve: 'EVEN',
        criteria: [],
        campusKeys: [world.campusKey],
        programKeys: [],
        active: true,
        months: [],
      },
    }),
  ],
  postingKeyMake: ['posting_key', ({ partnerKey }) => ({ params: { partner: partnerKey }, body: {} })],
  postingKeyRotate: [
    'posting_key',
    async ({ partnerKey }) => ({
      params: { partner: partnerKey },
      body: { postingKey: await postingKeyOf(partnerKey) },
    }),
  ],
  postingKeyShut: [
    'posting_key',
    async ({ partnerKey }) => ({
      params: { partner: partnerKey },
      body: { postingKey: await postingKeyOf(partnerKey) },
    }),
  ],
  ...docsWrites(harness),
  ...platformDataWrites(harness),
  ...forecastWrites(harness),
  ...integrationWrites(harness),
  ...milestoneWrites(harness),
  ...partnerWrites(harness),
  ...billingWrites(harness),
  ...orderWrites(harness),
  ...reconciliationWrites(harness),
  ...leadExportWrites(harness),
  ...reportWrites(harness),
  leadPost: [
    'lead',
    async ({ campaignKey, programKey }) => {
      const { clientName, programCode } = await harness.asMigrator(async (tx) => {
        await makeMonths(tx, '2026-03-01', '2026-03-01');
        const { rows } = await sql<{
          code: string;
        }>`select code from program where program_key = ${programKey}`.execute(tx);
        return { clientName: await clientNameOf(tx, campaignKey), programCode: rows[0]?.code ?? '' };
      });
      return { body: { ...postBody(1, { campaignKey, clientName }), programCode } };
    },
  ],
  leadTestSend: [
    'lead',
    async ({ campaignKey }) => {
      await harness.asMigrator((tx) => makeMonths(tx, '2026-03-01', '2026-03-01'));
      return { params: { key: campaignKey } };
    },
  ],
  clientCriteriaSave: [
    'client_criteria',
    ({ clientKey }) => ({
      params: { key: clientKey },
      body: { version: 0, criteria: { eligibility: { minAge: 18 } } },
    }),
  ],
  criteriaReplayStart: [
    'criteria_replay',
    ({ clientKey }) => ({
      params: { key: clientKey },
      body: { days: 30, criteria: { eligibility: { minAge: 18 } } },
    }),
  ],
  criteriaReplayCancel: [
    'criteria_replay',
    async ({ ownerKey, clientKey }) => ({
      params: {
        key: clientKey,
        replay: await harness.asMigrator((tx) => makeReplay(tx, ownerKey, clientKey)),
      },
    }),
  ],
  providerAccountSave: [
    'provider_account',
    (world) => ({ params: owner(world), body: { provider: 'EMAIL', credential: { apiKey: 'made by a test' } } }),
  ],
  providerAccountCheck: ['provider_account', localAccount],
  providerAccountRemove: ['provider_account', localAccount],
  ...channelWrites(harness),
  ...undoWrites(harness),
  ...wizardWrites(harness),
  ...geoWrites(harness),
  ...peopleWrites(harness),
  ...platformWrites(harness),
  ...publisherWrites(harness),
  leadTestSettingsSave: [
    'lead_test_setting',
    ({ ownerKey }) => ({
      params: { owner: ownerKey },
      body: { version: 0, settings: { emailDomains: ['qa.example'] } },
    }),
  ],
  goalTargetSave: [
    'goal',
    (world) => ({
      params: owner(world),
      body: { rows: [{ goalKey: world.goalKey, month: '2026-04-01', changes: { inquiryGoal: 5 } }] },
    }),
  ],
  bulkEduImport: [
    'bulkImport',
    async (world) => {
      const { rows } = await write(sql`select code from client where client_key = ${world.clientKey}`);
      const { code } = rows[0] as { code: string };
      return {
        params: owner(world),
        query: { apply: 'goodRows' },
        file: [
          'Client Code,Client Model,Campus Code,Campus Name,Program Code,Program Name,Degree Level,Modality,Subject Area',
          `${code},Ground,EDU-1,Austin,BSN,Nursing,Bachelor,Campus,Nursing`,
        ],
      };
    },
  ],
  goalTargetImport: upload(({ goalKey }) => ['Goal Key,Month,Inquiry Goal', `${goalKey},2026-05,7`]),
  allocationsSave: [
    'campaign',
    (world) => ({
      params: { ...owner(world), month: 'next' },
      body: { rows: [{ campaignKey: world.campaignKey, changes: { monthlyAllocation: 7 } }] },
    }),
  ],
  capacitySave: [
    'campaign',
    async ({ ownerKey, partnerKey, campaignKey }) => {
      const { userKey } = await harness.asMigrator((tx) =>
        makeUser(tx, { group: 'mp', partnerKey, ownerKeys: [ownerKey], permissions: ALL_PERMISSIONS }),
      );
      return {
        as: await harness.sessionOf('mp', userKey),
        params: { month: 'next' },
        body: { rows: [{ campaignKey, changes: { monthlyCapacity: 7 } }] },
      };
    },
  ],
  allocationsImport: withOwner(upload(({ campaignKey }) => ['campaignKey,monthlyCapacity', `${campaignKey},70`])),
  allocationRequestAnswer: [
    'campaign',
    async (world) => {
      const { rows } = await harness.asMigrator((tx) =>
        sql<{ key: number }>`
          insert into allocation_request (owner_key, campaign_key, partner_key, month, requested, requested_at)
          values (${world.ownerKey}, ${world.campaignKey}, ${world.partnerKey}, '2026-04-01', 9, now()) returning request_key as key
        `.execute(tx),
      );
      return { params: { ...owner(world), requestKey: rows[0]?.key ?? 0 }, body: { accept: false } };
    },
  ],
  campaignSave: [
    'campaign',
    (world) => ({
      params: owner(world),
      body: {
        name: 'Made by a test',
        vendorKey: world.partnerKey,
        clientGoalKey: world.goalKey,
        campaignCode: 'MADE-1',
        clientCampaignCode: 'C',
        campaignReoccuring: true,
      },
    }),
  ],
  campaignSaveAll: [
    'campaign',
    (world) => ({
      params: owner(world),
      body: { campaignKey: world.campaignKey, dayParting: { days: [] } },
    }),
  ],
  campaignClone: onCampaign(() => ({ campaignCode: 'CLONE-1' })),
  campaignDelete: ['campaign', (world) => ({ params: campaign(world), query: { confirm: world.code } })],
  campaignDeletePost: onCampaign(({ code }) => ({ confirm: code })),
  campaignUndelete: [
    'campaign',
    async (world) => {
      await write(
        sql`update campaign set deleted_at = ${harness.clock.now()} where campaign_key = ${world.campaignKey}`,
      );
      return { params: campaign(world), body: {} };
    },
  ],
  campaignStatusSave: onCampaign(() => ({ isPaused: true })),
  deliveryEndpointSave: [
    'deliveryEndpoint',
    (world) => ({
      params: owner(world),
      body: {
        endpointKey: null,
        version: 0,
        clientKey: world.clientKey,
        campusKey: null,
        name: 'School CRM',
        settings: deliverySettings(),
        credential: null,
      },
    }),
  ],
  deliveryEndpointPause: onEndpoint({ isPaused: true }),
  deliveryEndpointProbe: onEndpoint(),
  deliveryHostKeyForget: onEndpoint(),
  deliveryEndpointTest: onEndpoint(),
  stuckLeadRetry: onStuck(({ leadKey }) => ({ leadKeys: [leadKey] })),
  stuckLeadEdit: onStuck(({ leadKey }) => ({ leadKey, values: { zip: '43004', lastName: 'Corrected' } })),
  stuckLeadDelivered: onStuck(({ leadKey }) => ({ leadKeys: [leadKey], reference: 'CRM-1' })),
  stuckLeadScrub: onStuck(({ leadKey }) => ({ leadKeys: [leadKey], reasonCode: 'DNC' })),
  stuckLeadClaim: onStuck(({ leadKey }) => ({ leadKeys: [leadKey], reference: 'CRM-1' })),
  stuckLeadClaimAnswer: onStuck(async ({ leadKey, ownerKey, user: { userKey } }) => {
    await write(sql`
      insert into delivery_claim (owner_key, captured_date, lead_key, reference, claimed_by, claimed_at)
      select owner_key, captured_date, lead_key, 'CRM-1', ${userKey}, now() from lead where owner_key = ${ownerKey} and lead_key = ${leadKey}`);
    return { leadKeys: [leadKey], isConfirmed: true };
  }),
  returnImport: [
    'bulkImport',
    async (world) => ({
      params: owner(world),
      query: { apply: 'goodRows' },
      file: ['Lead Id,Reason', `${await harness.asMigrator((tx) => makeReturnable(tx, world))},WRONG_NUMBER`],
    }),
  ],
  leadStatusUpdate: [
    'bulkImport',
    async (world) => {
      const { leadKey, ownerKey } = await makeStuck(world);
      return { body: { ownerKey, updates: [{ leadCaptureKey: leadKey, statusCode: 'DLV', note: 'By phone' }] } };
    },
  ],
  leadUpdateImport: [
    'bulkImport',
    async (world) => ({
      params: owner(world),
      query: { apply: 'goodRows' },
      file: ['Lead,Status,Note', `${(await makeStuck(world)).leadKey},Delivered,By phone`],
    }),
  ],
  leadWarning: notice,
  leadAttention: notice,
  leadStuckNotification: notice,
  layoutSave: ['layout', (world) => ({ params: { ...owner(world), screen: 'allocations-current' }, body: A_LAYOUT })],
  layoutRemove: [
    'layout',
    async (world, caller) => {
      const layout = await harness.call(layoutSave, caller, {
        params: { ...owner(world), screen: 'allocations-current' },
        body: { ...A_LAYOUT, name: 'To be removed' },
      });
      const { layoutKey } = layout.body.data as { layoutKey: number };
      return { params: { ...owner(world), screen: 'allocations-current' }, body: { layoutKey, isRemoved: true } };
    },
  ],
  attentionSave: [
    'campaign',
    (world) => ({
      params: owner(world),
      body: {
        subject: 'campaign',
        recordKey: world.campaignKey,
        rowVersion: null,
        assigneeKey: null,
        state: 'IN_PROGRESS',
        note: 'Asked the partner',
        snoozedUntil: null,
      },
    }),
  ],
  campaignStatusBulk: [
    'campaign',
    (world) => ({ params: owner(world), body: { campaignKeys: [world.campaignKey], action: 'PAUSE' } }),
  ],
  campaignProgramSave: onCampaign(() => ({ programs: [] })),
  campaignGeoSave: onCampaign(() => ({ geo: { states: ['US-TX'] } })),
  campaignAudienceSave: onCampaign(() => ({ audience: { match: 'ALL', rules: [] } })),
  campaignDaypartingSave: onCampaign(() => ({ dayParting: { days: [] } })),
  campaignTrackingSave: onCampaign(() => ({
    urls: [{ type: 'CLICK', name: 'One', url: 'https://mail.example/?c={cid}', isDefault: true }],
  })),
  campaignSourcesSave: onCampaign(({ source }) => ({
    mode: 'ALL_APPROVED',
    sources: [{ publisherSourceKey: source.sourceKey, action: 'BLOCK', note: 'Bad phones' }],
  })),
  channelCampaignSave: [
    'campaign',
    (world) => ({
      params: { ...owner(world), channel: 'ppc' },
      body: {
        campaigns: [
          {
            name: 'Search',
            campaignCode: 'SEARCH-1',
            clientGoalKey: world.goalKey,
            semClientAccountKey: world.accountKey,
          },
        ],
      },
    }),
  ],
  campaignUnlink: [
    'campaign',
    async (world) => {
      await write(
        sql`update campaign set channel = 'ppc', partner_key = null, account_key = ${world.accountKey} where campaign_key = ${world.campaignKey}`,
      );
      await write(
        sql`update platform_campaign set campaign_key = ${world.campaignKey} where platform_campaign_key = ${world.platformCampaignKey}`,
      );
      return {
        params: { ...owner(world), channel: 'ppc' },
        body: { platformCampaignKeys: [world.platformCampaignKey] },
      };
    },
  ],
  bulkCampaignImport: upload(({ campaignKey }) => ['Campaign Key,Campaign Name', `${campaignKey},Renamed`]),
  bulkPpcCampaignImport: [
    'bulkImport',
    async (world) => {
      await write(
        sql`update campaign set channel = 'ppc', partner_key = null, account_key = ${world.accountKey} where campaign_key = ${world.campaignKey}`,
      );
      return {
        params: owner(world),
        query: { apply: 'goodRows' },
        file: ['Campaign Key,Monthly Budget', `${world.campaignKey},6000`],
      };
    },
  ],
  overviewCampaignImport: withOwner(
    upload(({ campaignKey }) => ['Campaign Key,End Date', `${campaignKey},2026-09-30`]),
  ),
  campaignStatusesUpload: upload(({ campaignKey }) => [
    'Campaign Key or Code,Action,Start Date,End Date,Reason',
    `${campaignKey},PAUSE,,,`,
  ]),
  mediaSourceUpload: upload(({ code, source }) => [
    'Campaign Code,Source Tag,Action,Price Override,Monthly Cap,Note',
    `${code},${source.sourceTag},BLOCK,,,Bad phones`,
  ]),
  bulkImportApply: [
    'bulkImport',
    async (world, as) => ({
      params: { ...owner(world), importKey: await importKeyOf(world, as, 'no') },
      body: { mode: 'goodRows' },
    }),
  ],
  bulkImportUndo: [
    'bulkImport',
    async (world, as) => ({ params: { ...owner(world), importKey: await importKeyOf(world, as, 'goodRows') } }),
  ],
};

const send = async (
  call: AnyCall,
  as: SignedIn | null,
  { params = {}, query = {}, body, file, fileName = 'file.csv', headers }: Request,
) => {
  const path = fillPath(call.path, params, as?.group ?? 'ag');
  const text = new URLSearchParams(query as Record<string, string>).toString();
  const isForm = call.kind === 'form';
  const sheet = file && (await fileForm(file.join('\n'), fileName));
  const type = sheet?.type ?? (isForm ? 'application/x-www-form-urlencoded' : 'application/json');
  const payload =
    sheet?.payload ??
    (isForm ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body ?? {}));
  const answer = await harness.app.inject({
    method: call.method,
    url: `/${call.base}${path}${text && `?${text}`}`,
    headers: { ...as?.headers, ...headers, ...(call.method !== 'GET' && { 'content-type': type }) },
    ...(call.method !== 'GET' && { payload }),
  });
  const parsed = JSON.parse(answer.payload) as { data: unknown; requestId: string; errors?: unknown };
  return { status: answer.statusCode, body: parsed };
};

const calls = await registeredCalls();
const writes = calls.filter(({ method, changesState }) => method !== 'GET' || changesState);

test('every call that can change something is made here, or listed with a reason', () => {
  const reasons = offRecord(calls);
  const unnamed = writes.map(({ id }) => id).filter((id) => !reasons.has(id));
  expect(Object.keys(WRITES).toSorted()).toEqual(unnamed.toSorted());
  const ids = calls.map(({ id }) => id);
  expect([...reasons.keys()].filter((id) => !ids.includes(id))).toEqual([]);
});

describe.each(writes.filter(({ id }) => id in WRITES).map((call) => [call.id, call] as const))('%s', (id, call) => {
  test('writes an audit line with who did what to what', async () => {
    const world = await makeWorld();
    const [entity, request] = WRITES[id]!;
    const [group] = (call.groups === 'public' ? ['ag'] : call.groups) as [UserGroup];
    const caller = await harness.signedIn(group, { owners: [world.ownerKey], permissions: ALL_PERMISSIONS });
    const input = await request(world, caller);
    const as = call.groups === 'public' ? null : (input.as ?? caller);
    const { status, body } = await send(call, as, input);
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ userKey: number | null; entity: string; entityKey: string | null; action: string; outcome: string }>`
        select user_key as "userKey", entity, entity_key as "entityKey", action, outcome from audit_log
        where route = ${id} and request_id = ${body.requestId}
      `.execute(tx),
    );
    // A bulk change has a line for the whole and may have one per record.
    expect(rows.map((row) => row.entity)).toContain(entity);
    for (const row of rows) expect(row).toMatchObject({ entityKey: expect.stringMatching(/./), outcome: 'done' });
    // The log page offers the entity and the action as filters.
    expect(AUDIT_ENTITY_KEYS).toEqual(expect.arrayContaining(rows.map((row) => row.entity)));
    expect(AUDIT_ACTION_KEYS).toEqual(expect.arrayContaining(rows.map((row) => row.action)));
  });
});
