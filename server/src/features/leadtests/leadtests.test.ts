import {
  ALL_PERMISSIONS,
  DEFAULT_TEST_SETTINGS,
  type LeadTestRecord,
  type LeadTestSettings,
  leadTestSettingsGet,
  leadTestSettingsSave,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadCampaignRules } from '../../shared/intake/load-rules.queries.ts';
import { type SignedIn, useApp } from '../../testing/app.ts';
import { makeCampaign, makePartner, makeTwoOwners } from '../../testing/factories/factories.ts';

const harness = useApp();
let mine: number;
let foreign: number;
let campaignKey: number;
let agency: SignedIn;
let viewer: SignedIn;

beforeAll(async () => {
  await harness.asMigrator(async (tx) => {
    const owners = await makeTwoOwners(tx);
    [mine, foreign] = [owners.mine.ownerKey, owners.foreign.ownerKey];
    campaignKey = (await makeCampaign(tx, { ownerKey: mine, partnerKey: await makePartner(tx) })).campaignKey;
  });
  agency = await harness.signedIn('ag', { owner: mine, permissions: ALL_PERMISSIONS });
  viewer = await harness.signedIn('ag', { owner: mine, permissions: ['leadanalyzer:View'] });
});
beforeEach(() => harness.asMigrator((tx) => sql`delete from lead_test_setting`.execute(tx)));

const read = async (as = agency): Promise<LeadTestRecord> => {
  const { status, body } = await harness.call(leadTestSettingsGet, as, { params: { owner: mine } });
  expect(status).toBe(200);
  return body.data as LeadTestRecord;
};
const save = (settings: Partial<LeadTestSettings>, version: number, as = agency, owner = mine) =>
  harness.call(leadTestSettingsSave, as, {
    params: { owner },
    body: { version, settings: { ...DEFAULT_TEST_SETTINGS, ...settings } },
  });
const rules = () => harness.asMigrator((tx) => loadCampaignRules(tx, mine, campaignKey));

describe('lead test settings', () => {
  test('are the defaults until the first save, then the latest version', async () => {
    expect(await read()).toEqual({
      ownerKey: mine,
      timeZone: 'America/Chicago',
      version: 0,
      savedBy: null,
      savedAt: null,
      settings: DEFAULT_TEST_SETTINGS,
    });
    expect((await save({ emailDomains: ['qa.example'] }, 0)).status).toBe(200);
    expect((await save({ emailDomains: ['qa.example'], purgeAfterDays: 7 }, 1)).status).toBe(200);
    const record = await read(viewer);
    expect([record.version, record.settings.emailDomains, record.settings.purgeAfterDays]).toEqual([
      2,
      ['qa.example'],
      7,
    ]);
    expect(record.savedBy).not.toBeNull();
  });

  test('decide about later leads of the owner only', async () => {
    expect((await rules())?.owner.test).toEqual({
      emailDomains: ['example.com', 'test.example'],
      names: ['Test Lead'],
      emailPatterns: [],
    });
    await save({ emailDomains: ['qa.example'], emailPatterns: ['qa*@school.example'], names: ['Quality Check'] }, 0);
    expect((await rules())?.owner.test).toEqual({
      emailDomains: ['qa.example'],
      names: ['Quality Check'],
      emailPatterns: ['qa*@school.example'],
    });
  });

  test('raise the rules version, so that no process uses the old ones', async () => {
    const version = () =>
      harness.asMigrator(async (tx) => {
        const { rows } = await sql<{ sum: number }>`
          select coalesce(sum(version), 0)::int as sum from rules_version where owner_key = ${mine}`.execute(tx);
        return rows[0]!.sum;
      });
    const before = await version();
    await save({ purgeAfterDays: 5 }, 0);
    expect(await version()).toBeGreaterThan(before);
  });

  test('are refused over a newer version, by a viewer, or for another owner; an unchanged save creates no version', async () => {
    expect((await save({ purgeAfterDays: 9 }, 0)).status).toBe(200);
    expect((await save({ purgeAfterDays: 8 }, 0)).status).toBe(409);
    expect((await save({ purgeAfterDays: 8 }, 1, viewer)).status).toBe(403);
    expect((await save({ purgeAfterDays: 8 }, 0, agency, foreign)).status).toBe(404);
    expect((await save({ purgeAfterDays: 9 }, 1)).status).toBe(200);
    expect((await read()).version).toBe(1);
  });

  test('the second of two concurrent saves gets a conflict', async () => {
    const answers = await Promise.all([save({ purgeAfterDays: 1 }, 0), save({ purgeAfterDays: 2 }, 0)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });

  test.each<[string, Partial<LeadTestSettings>]>([
    ['a domain where people have their mail', { emailDomains: ['Gmail.com '] }],
    ['something that is no domain', { emailDomains: ['test'] }],
    ['a pattern that everybody fits', { emailPatterns: ['*@*'] }],
    ['a pattern of everybody at a mail service', { emailPatterns: ['*@gmail.com'] }],
    ['a first name alone', { names: ['Test'] }],
    ['the same twice', { names: ['Test Lead', 'Test Lead'] }],
    ['no days at all', { purgeAfterDays: 0 }],
    ['an address in plain text', { testUrl: 'http://school.example/leads' }],
  ])('refuse %s', async (_, settings) => {
    expect((await save(settings, 0)).status).toBe(400);
    expect((await read()).version).toBe(0);
  });
});
