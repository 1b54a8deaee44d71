import {
  leadDetails,
  leadEvidence,
  leadPersonView,
  leadsExport,
  type OwnerSettings,
  ownerSettingsGet,
  ownerSettingsSave,
  type Permission,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { makeValidLead } from '../../../testing/factories/delivery-factories.ts';
import { type Desk, makeDesk } from '../../../testing/factories/lead-desk.ts';

const harness = useApp();
const RIGHTS: Permission[] = ['leadanalyzer:View', 'leadanalyzer:ViewPII', 'leadanalyzer:Export'];
const PERSON = {
  firstName: 'Quintina',
  lastName: 'Vanderbrook',
  email: 'quintina.v@post.example',
  phone: '6145550173',
};

let desk: Desk;
let school: SignedIn;
const make = async (ownerKey: number, campaignKey: number, status: string) => {
  const { leadKey } = await harness.asMigrator((tx) =>
    makeValidLead(tx, { ownerKey, campaignKey, at: TEST_NOW, status, person: PERSON }),
  );
  return { ownerKey, leadCaptureKey: leadKey };
};
type Lead = Awaited<ReturnType<typeof make>>;
const grant = async (ownerKey: number, isGranted: boolean, as?: SignedIn) => {
  const admin = as ?? (await harness.signedIn('ag', { owners: [ownerKey], permissions: ['admin:Settings'] }));
  const params = { owner: ownerKey };
  const { body } = await harness.call(ownerSettingsGet, admin, { params });
  const { rowVersion } = (body.data ?? { rowVersion: 1 }) as OwnerSettings;
  return harness.call(ownerSettingsSave, admin, {
    params,
    body: { rowVersion, values: { clientSeesPeople: isGranted } },
  });
};
const view = (as: SignedIn, body: Lead) => harness.call(leadPersonView, as, { body });
const looks = async ({ leadCaptureKey }: Lead) =>
  (
    await harness.asMigrator((tx) =>
      sql<{ user: number; group: string }>`
        select user_key as user, user_type as "group" from audit_log
        where action = 'leadPersonViewed' and entity_key = ${String(leadCaptureKey)}`.execute(tx),
    )
  ).rows;

beforeAll(async () => {
  desk = await makeDesk(harness);
  school = await harness.signedIn('cl', { owners: [desk.owner, desk.other], permissions: RIGHTS });
});
beforeEach(() => grant(desk.owner, false));

test('a client’s user sees the person of a delivered lead only where the agency grants it to the owner, and each look is on record', async () => {
  const [mine, theirs] = [
    await make(desk.owner, desk.campaignKey, 'DLV'),
    await make(desk.other, desk.foreignCampaign, 'DLV'),
  ];
  for (const lead of [mine, theirs]) expect((await view(school, lead)).status).toBe(403);
  expect((await grant(desk.owner, true)).status).toBe(200);
  const { status, body } = await view(school, mine);
  expect(status).toBe(200);
  // Name, email and phone, and no more.
  expect(body.data).toEqual({ name: 'Quintina Vanderbrook', email: PERSON.email, phone: PERSON.phone });
  expect(await looks(mine)).toEqual([{ user: school.userKey, group: 'cl' }]);
  // The other owner’s people stay masked.
  expect((await view(school, theirs)).status).toBe(403);
  expect(await looks(theirs)).toEqual([]);
  await grant(desk.owner, false);
  expect((await view(school, mine)).status).toBe(403);
  expect(await looks(mine)).toHaveLength(1);
});

test('not of leads that were not delivered, not without the right, not in lists and files, and never by a media partner', async () => {
  await grant(desk.owner, true);
  const lead = await make(desk.owner, desk.campaignKey, 'DLV');
  for (const status of ['STK', 'SCR', 'VAL', 'REJ'])
    expect((await view(school, await make(desk.owner, desk.campaignKey, status))).status).toBe(403);
  expect((await view(school, await make(desk.owner, desk.campaignKey, 'RTN'))).status).toBe(200);
  const viewer = await harness.signedIn('cl', { owners: [desk.owner], permissions: ['leadanalyzer:View'] });
  expect((await view(viewer, lead)).status).toBe(403);
  const stranger = await harness.signedIn('cl', { owners: [desk.other], permissions: RIGHTS });
  expect((await view(stranger, lead)).status).toBe(404);
  for (const partnerKey of desk.partners) {
    const partner = await harness.signedIn('mp', { owners: [desk.owner], permissions: RIGHTS, partnerKey });
    expect((await harness.call(leadPersonView, partner, { body: lead, group: 'ag' })).status).toBe(403);
  }
  const detail = await harness.call(leadDetails, school, {
    params: { searchType: 'lead', keyCode: String(lead.leadCaptureKey) },
  });
  expect(JSON.stringify(detail.body)).not.toContain('Vanderbrook');
  const file = { ownerKey: desk.owner, startDate: '2026-03-01', endDate: '2026-03-10', wholePeople: true };
  expect((await harness.call(leadsExport, school, { body: file })).status).toBe(403);
  const stuck = await make(desk.owner, desk.campaignKey, 'STK');
  const evidence = { ...stuck, format: 'pdf' as const, wholePerson: true };
  expect((await harness.call(leadEvidence, school, { body: evidence })).status).toBe(403);
});

test('only the agency grants it', async () => {
  const admin = await harness.signedIn('cl', { owners: [desk.owner], permissions: ['admin:Settings'] });
  expect((await grant(desk.owner, true, admin)).status).toBe(403);
  const plain = await harness.signedIn('ag', { owners: [desk.owner], permissions: ['leadanalyzer:ViewPII'] });
  expect((await grant(desk.owner, true, plain)).status).toBe(403);
});
