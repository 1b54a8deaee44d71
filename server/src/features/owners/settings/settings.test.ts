import {
  DEDUP_MESSAGE,
  labelsOf,
  metricLabel,
  OWNER_VARIANTS,
  type OwnerSettingChange,
  type OwnerSettings,
  ownerSettingsGet,
  ownerSettingsHistory,
  ownerSettingsSave,
  type Permission,
  PLAIN_VARIANT,
  type UserConfig,
  userConfig,
  variantOf,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { type SignedIn, TEST_NOW, useApp } from '../../../testing/app.ts';
import { makeValidLead } from '../../../testing/factories/delivery-factories.ts';
import { makeCampaign, makeOwner, makePartner } from '../../../testing/factories/factories.ts';
import { findOwnerVariant } from '../../../shared/owner-variant.queries.ts';

const harness = useApp();
const RIGHTS: Permission[] = ['admin:Settings', 'admin:Features'];
const [PRESET, OTHER_PRESET] = Object.keys(OWNER_VARIANTS) as [
  keyof typeof OWNER_VARIANTS,
  keyof typeof OWNER_VARIANTS,
];

let mine: number;
let foreign: number;
let admin: SignedIn;

beforeEach(async () => {
  [mine, foreign] = await harness.asMigrator(async (tx) => [
    (await makeOwner(tx)).ownerKey,
    (await makeOwner(tx)).ownerKey,
  ]);
  admin = await harness.signedIn('ag', { owners: [mine, foreign], permissions: RIGHTS });
});

const get = async (owner = mine, as = admin): Promise<OwnerSettings> => {
  const { status, body } = await harness.call(ownerSettingsGet, as, { params: { owner } });
  expect(status).toBe(200);
  return body.data as OwnerSettings;
};
const save = async (values: object, { owner = mine, rowVersion = 1, as = admin } = {}) => {
  const { status, body } = await harness.call(ownerSettingsSave, as, {
    params: { owner },
    body: { rowVersion, values },
  });
  return { status, data: body.data as OwnerSettings, errors: body.errors };
};
const history = async (owner = mine) => {
  const { body } = await harness.call(ownerSettingsHistory, admin, { params: { owner } });
  return body.data as OwnerSettingChange[];
};
const sessionOwner = async (owner: number, as: SignedIn) => {
  const { body } = await harness.call(userConfig, as, {});
  return (body.data as UserConfig).owners.find(({ ownerKey }) => ownerKey === owner);
};
const change = (statement: ReturnType<typeof sql>) => harness.asMigrator((tx) => statement.execute(tx));

test('an owner without changes has the defaults', async () => {
  const { values, defaults, changes, locks, rowVersion } = await get();
  expect({ rowVersion, changes, locks }).toEqual({ rowVersion: 1, changes: [], locks: [] });
  expect(defaults).toEqual({
    description: '',
    dedupDays: 90,
    unknownSources: 'AUTO_CREATE_ACCEPT',
    ordersRequired: false,
    ...PLAIN_VARIANT,
  });
  expect(values).toMatchObject({ dedupDays: 90, timeZone: 'America/Chicago', ...PLAIN_VARIANT });
});

test('a change applies to one owner, shows who made it, and reaches sessions of every group', async () => {
  const client = await harness.signedIn('cl', { owner: mine });
  const before = await get(foreign);
  const saved = await save({ leadTestSettings: true, labels: 'sales', dedupDays: 30, unknownSources: 'REJECT' });
  expect(saved.status).toBe(200);
  expect(saved.data).toMatchObject({
    rowVersion: 2,
    values: {
      leadTestSettings: true,
      labels: 'sales',
      dedupDays: 30,
      unknownSources: 'REJECT',
      milestoneExport: false,
    },
    defaults: { leadTestSettings: false, labels: 'default', dedupDays: 90 },
  });
  expect(saved.data.changes.map(({ name, by }) => [name, by])).toEqual([
    ['dedupDays', 'Test User'],
    ['labels', 'Test User'],
    ['leadTestSettings', 'Test User'],
    ['unknownSources', 'Test User'],
  ]);
  for (const as of [admin, client]) {
    const owner = await sessionOwner(mine, as);
    expect(owner?.settings).toEqual({ labels: 'sales', leadTestSettings: true });
    expect(variantOf(owner)).toEqual({ ...PLAIN_VARIANT, labels: 'sales', leadTestSettings: true });
  }
  expect(await get(foreign)).toEqual(before);
  expect((await sessionOwner(foreign, admin))?.settings).toEqual({});
  const { rows } = await harness.asMigrator((tx) =>
    sql<object>`select owner_key as owner, dedup_days as days, unknown_sources as unknown from owner
      where owner_key = any (${[mine, foreign]}) order by 1`.execute(tx),
  );
  expect(rows).toEqual([
    { owner: mine, days: 30, unknown: 'REJECT' },
    { owner: foreign, days: 90, unknown: 'AUTO_CREATE_ACCEPT' },
  ]);
});

test('over a preset, one setting changes and the others stay; the preset’s value is no own value', async () => {
  await change(sql`update owner set variant = ${PRESET} where owner_key = ${mine}`);
  const preset = OWNER_VARIANTS[PRESET];
  await save({ mtdPack: !preset.mtdPack });
  expect((await get()).values).toMatchObject({ ...preset, mtdPack: !preset.mtdPack });
  const reset = await save({ mtdPack: preset.mtdPack }, { rowVersion: 2 });
  expect(reset.data.values).toMatchObject(preset);
  expect((await sessionOwner(mine, admin))?.settings).toEqual({});
  expect(reset.data.changes.map(({ name }) => name)).toEqual(['mtdPack']);
  expect((await history()).map(({ name, before, after }) => [name, before, after])).toEqual([
    ['mtdPack', preset.mtdPack ? 'Off' : 'On', preset.mtdPack ? 'On' : 'Off'],
    ['mtdPack', preset.mtdPack ? 'On' : 'Off', preset.mtdPack ? 'Off' : 'On'],
  ]);
  expect(await history(foreign)).toEqual([]);
});

test('an owner named like another’s preset does not get it, and a renamed one keeps its own', async () => {
  await change(sql`update owner set variant = ${PRESET} where owner_key = ${foreign}`);
  expect((await save({ ownerName: OTHER_PRESET })).status).toBe(200);
  expect(await harness.asMigrator((tx) => findOwnerVariant(tx, mine))).toEqual({
    name: OTHER_PRESET,
    variant: PLAIN_VARIANT,
  });
  expect((await save({ ownerName: `${OTHER_PRESET} Two` }, { owner: foreign })).status).toBe(200);
  expect((await harness.asMigrator((tx) => findOwnerVariant(tx, foreign)))?.variant).toEqual(OWNER_VARIANTS[PRESET]);
  const duplicate = await save(
    { ownerName: OTHER_PRESET.toLowerCase(), dedupDays: 7 },
    { owner: foreign, rowVersion: 2 },
  );
  expect(duplicate.status).toBe(422);
  expect(duplicate.errors).toMatchObject([{ field: 'values.ownerName', message: 'Another owner has this name.' }]);
  expect((await get(foreign)).values.dedupDays).toBe(90);
});

test('the second of two editors sees both values and changes nothing', async () => {
  await save({ dedupDays: 30 });
  const second = await save({ dedupDays: 60, milestoneExport: true });
  expect(second.status).toBe(409);
  expect(second.errors).toMatchObject([
    { field: 'values.dedupDays', message: 'Dedup period: saved “30 days”, yours “60 days”.' },
    { field: 'values.milestoneExport', message: 'Milestone Details Export: saved “Off”, yours “On”.' },
  ]);
  expect((await get()).values).toMatchObject({ dedupDays: 30, milestoneExport: false });
});

test.each([
  [400, { dedupDays: 731 }, 'values.dedupDays', DEDUP_MESSAGE],
  [400, { dedupDays: 1.5 }, 'values.dedupDays', DEDUP_MESSAGE],
  [400, { ownerName: ' a ' }, 'values.ownerName', 'A name has 2 to 100 characters.'],
  [422, { hiddenWidgets: ['nothing'] }, 'values.hiddenWidgets', 'There is no widget nothing.'],
  [422, { verticalKey: 2_000_000 }, 'values.verticalKey', 'There is no such vertical.'],
])('%i: %o is refused at its field, and nothing is saved', async (expected, wrong, field, message) => {
  const { status, errors } = await save({ ordersRequired: true, ...wrong });
  expect(status).toBe(expected);
  expect(errors).toMatchObject([{ field, message }]);
  expect((await get()).values.ordersRequired).toBe(false);
});

test('features need their own right; a refusal is audited', async () => {
  const settingsOnly = await harness.signedIn('ag', { owner: mine, permissions: ['admin:Settings'] });
  expect((await save({ dedupDays: 10, websiteAndSearch: true }, { as: settingsOnly })).status).toBe(403);
  expect((await get()).values).toMatchObject({ dedupDays: 90, websiteAndSearch: false });
  const { rows } = await harness.asMigrator((tx) =>
    sql<{
      outcome: string;
    }>`select outcome from audit_log where user_key = ${settingsOnly.userKey} and action = 'FORBIDDEN'`.execute(tx),
  );
  expect(rows).toEqual([{ outcome: 'denied' }]);
  expect((await save({ dedupDays: 10, websiteAndSearch: false }, { as: settingsOnly })).status).toBe(200);
  const none = await harness.signedIn('ag', { owner: mine, permissions: ['admin:Features'] });
  expect((await harness.call(ownerSettingsGet, none, { params: { owner: mine } })).status).toBe(403);
  const elsewhere = await harness.signedIn('ag', { owner: foreign, permissions: RIGHTS });
  expect((await save({ dedupDays: 11 }, { as: elsewhere })).status).toBe(404);
});

test('the time zone can change before the first lead, not after it', async () => {
  expect((await save({ timeZone: 'America/Denver' })).data.values.timeZone).toBe('America/Denver');
  const campaign = await harness.asMigrator(async (tx) =>
    makeCampaign(tx, { ownerKey: mine, partnerKey: await makePartner(tx) }),
  );
  await harness.asMigrator((tx) => makeValidLead(tx, { ...campaign, at: TEST_NOW }));
  expect((await get()).locks.map(({ name }) => name)).toEqual(['timeZone']);
  const late = await save({ timeZone: 'America/New_York' }, { rowVersion: 2 });
  expect(late.status).toBe(422);
  expect(late.errors).toMatchObject([{ field: 'values.timeZone', code: 'locked' }]);
  expect((await save({ timeZone: 'America/New_York' }, { owner: foreign })).status).toBe(200);
});

test('the headings of files are one owner’s alone', async () => {
  await harness.asMigrator(async (tx) => makeCampaign(tx, { ownerKey: mine, partnerKey: await makePartner(tx) }));
  await save({ labels: 'sales' });
  const [own, other] = await harness.asMigrator(async (tx) => [
    await findOwnerVariant(tx, mine),
    await findOwnerVariant(tx, foreign),
  ]);
  expect([own?.variant.labels, other?.variant.labels]).toEqual(['sales', 'default']);
});

test('the minutes until leads are stuck have bounds, apply to one owner, and can be reset', async () => {
  const refused = await save({ stuckMinutes: 59 });
  expect([refused.status, JSON.stringify(refused.errors)]).toEqual([
    400,
    expect.stringContaining('Enter whole minutes from 60 to 720.'),
  ]);
  expect((await save({ stuckMinutes: 90 })).data.values.stuckMinutes).toBe(90);
  const minutesOf = (owner: number) =>
    harness.asMigrator(async (tx) => (await findOwnerVariant(tx, owner))?.variant.stuckMinutes);
  expect([await minutesOf(mine), await minutesOf(foreign)]).toEqual([90, 60]);
  const { data } = await save({ stuckMinutes: 60 }, { rowVersion: 2 });
  expect([data.values.stuckMinutes, await minutesOf(mine)]).toEqual([60, 60]);
  expect((await history()).map(({ name, before, after }) => [name, before, after])).toEqual([
    ['stuckMinutes', '90 minutes', '60 minutes'],
    ['stuckMinutes', '60 minutes', '90 minutes'],
  ]);
});

test.each([
  ['pacingBand', 0, 'Enter a whole percent from 1 to 50.'],
  ['pacingBand', 7.5, 'Enter a whole percent from 1 to 50.'],
  ['underperformingCpe', 501, 'Enter a whole percent from 1 to 500.'],
  ['underperformingInquiries', 0, 'Enter a whole number of inquiries from 1 to 1000.'],
  ['underperformingDays', 181, 'Enter whole days from 1 to 180.'],
])('%s of %d is refused with an explanation', async (name, value, message) => {
  const { status, errors } = await save({ [name]: value });
  expect([status, errors]).toEqual([400, [expect.objectContaining({ field: `values.${name}`, message })]]);
});

test('the thresholds for campaigns are per owner, part of its sessions, and described in its history', async () => {
  expect((await save({ pacingBand: 5, underperformingInquiries: 30 })).status).toBe(200);
  expect(variantOf(await sessionOwner(mine, admin))).toMatchObject({ pacingBand: 5, underperformingInquiries: 30 });
  expect(variantOf(await sessionOwner(foreign, admin))).toMatchObject({ pacingBand: 10, underperformingInquiries: 20 });
  expect((await history()).map(({ name, before, after }) => [name, before, after])).toEqual(
    expect.arrayContaining([
      ['pacingBand', '10%', '5%'],
      ['underperformingInquiries', '20 inquiries', '30 inquiries'],
    ]),
  );
});

test('a stage label is per owner; an owner with a similar name keeps its own, and stages never share a label', async () => {
  expect((await save({ wordEnrollment: 'Matriculation', wordContact: 'Talk' })).status).toBe(200);
  const labels = labelsOf(variantOf(await sessionOwner(mine, admin)));
  expect([metricLabel('mtdEnrollments', labels, 'ag'), metricLabel('mtdContacts', labels, 'ag')]).toEqual([
    'MTD Matriculations',
    'MTD Talks',
  ]);
  expect(labelsOf(variantOf(await sessionOwner(foreign, admin)))).toBe('default');
  const { rowVersion } = await get();
  const duplicate = await save({ wordStart: 'Matriculations' }, { rowVersion });
  expect([duplicate.status, duplicate.errors]).toEqual([
    422,
    [
      expect.objectContaining({
        field: 'values.wordStart',
        message: '“Matriculations” is the word for enrollment already. Choose another.',
      }),
    ],
  ]);
  expect((await save({ wordStart: 'a / b / c' }, { rowVersion })).status).toBe(400);
  const reset = await save({ wordEnrollment: '', wordContact: '' }, { rowVersion });
  expect(reset.data.values.wordEnrollment).toBe('');
  expect((await history()).map(({ name, before, after }) => [name, before, after])).toEqual(
    expect.arrayContaining([['wordEnrollment', 'Matriculation', 'As in the funnel']]),
  );
});
