import { type DraftBody, EMPTY_DRAFT } from '@paceline/contract';
import { sql } from 'kysely';
import { type SignedIn, type TestApp } from '../app.ts';
import { type Request } from '../calls/audited-calls.ts';

interface World {
  ownerKey: number;
  clientKey: number;
}
type Write = [entity: string, request: (world: World, as: SignedIn) => Request | Promise<Request>];

/** A draft that lacks nothing: an owner of one brand with one client that has a campus with a program. */
export const wholeDraft = (ownerName: string, verticalKey = 1): DraftBody => ({
  ...EMPTY_DRAFT,
  owner: {
    ownerName,
    description: 'A school that a test makes',
    verticalKey,
    timeZone: 'America/Denver',
    dedupPeriodInDays: '90',
  },
  brands: [{ id: 'b1', brandName: 'First Brand' }],
  clients: [{ id: 'c1', brandId: 'b1', clientName: 'First College', clientCode: 'FC', models: ['Ground'] }],
  education: 'hand',
  campuses: [
    {
      id: 'k1',
      clientId: 'c1',
      model: 'Ground',
      campusName: 'Denver',
      campusCode: 'DEN',
      virtual: false,
      zip: '80202',
      programs: [
        {
          id: 'p1',
          programName: 'Practical Nursing',
          programCode: 'PN',
          degreeLevel: 'Associate',
          modality: 'Campus',
          subjectArea: 'Nursing',
        },
      ],
    },
  ],
});

/** Stores a draft as somebody has left it. */
const makeDraft = async (app: TestApp, by: number, body: DraftBody) => {
  const { rows } = await app.asMigrator((tx) =>
    sql<{ key: number }>`
      insert into owner_draft (body, step, started_by, started_at, saved_by, saved_at)
      values (${JSON.stringify(body)}::jsonb, 'owner', ${by}, ${app.clock.now()}, ${by}, ${app.clock.now()}) returning draft_key as key
    `.execute(tx),
  );
  return { draftKey: rows[0]!.key, rowVersion: 1 };
};

/** Requests that make owners and what is theirs, each of which succeeds, and what the audit log has to name. */
export const wizardWrites = (app: TestApp): Record<string, Write> => {
  const keyOf = async (statement: ReturnType<typeof sql<{ key: number }>>): Promise<number> =>
    (await app.asMigrator((tx) => statement.execute(tx))).rows[0]!.key;
  return {
    ownerSave: [
      'owner',
      () => ({ body: { ...wholeDraft('Made by a call').owner, verticalKey: 1, dedupPeriodInDays: 30 } }),
    ],
    brandsSave: ['brand', ({ ownerKey }) => ({ body: { ownerKey, brands: [{ brandName: 'Made by a call' }] } })],
    ownerClientSave: [
      'client',
      async ({ ownerKey }) => {
        const brandKey = await keyOf(sql`select min(brand_key) as key from brand where owner_key = ${ownerKey}`);
        const verticalKey = await keyOf(sql`select vertical_key as key from owner where owner_key = ${ownerKey}`);
        const client = { brandKey, clientName: 'Made by a call', clientCode: 'MADE', models: ['Online'] };
        return { params: { owner: ownerKey }, body: { dedupConfigKey: 2, verticalKey, clients: [client] } };
      },
    ],
    ownerPpcVendorSave: [
      'platform_account',
      async ({ ownerKey, clientKey }) => {
        const platformKey = await keyOf(
          sql`insert into trading_platform (name, channel) values ('Of a call', 'ppc') returning platform_key as key`,
        );
        const vendor = { platformKey, clientKey, accountId: '123-4', accountName: 'Search', feePercent: 12.5 };
        return { body: { ownerKey, vendors: [vendor] } };
      },
    ],
    clientCriteriaAccept: ['client_criteria', ({ ownerKey }) => ({ params: { owner: ownerKey }, body: {} })],
    ownerBrandingSave: [
      'owner_branding',
      ({ ownerKey }) => ({
        params: { owner: ownerKey },
        body: { rowVersion: 0, name: 'Made by a call', colour: '#0a5f99', address: 'made-by-a-call', logo: 'keep' },
      }),
    ],
    agencyBrandingSave: [
      'agency_branding',
      async (_, { userKey }) => {
        await app.asMigrator((tx) =>
          sql`update user_account set all_owners = true where user_key = ${userKey}`.execute(tx),
        );
        return { body: { rowVersion: 0, name: 'Made by a call', colour: null, logo: 'keep' } };
      },
    ],
    ownerDraftSave: [
      'owner_draft',
      () => ({ body: { draftKey: null, rowVersion: null, step: 'owner', body: EMPTY_DRAFT } }),
    ],
    ownerDraftDiscard: [
      'owner_draft',
      async (_, { userKey }) => ({ body: await makeDraft(app, userKey, EMPTY_DRAFT) }),
    ],
    ownerDraftFinish: [
      'owner',
      async (_, { userKey }) => ({ body: await makeDraft(app, userKey, wholeDraft('Made of a draft')) }),
    ],
  };
};
