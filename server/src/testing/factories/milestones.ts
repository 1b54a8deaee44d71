import { type BulkImportResult, milestoneImport, type Permission } from '@paceline/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Facts, openFacts } from '../../db/facts/facts.ts';
import { recountNow } from '../../jobs/recounting.ts';
import { type Person } from '../../lib/secrets/seal.ts';
import { type SignedIn, TEST_NOW, type TestApp, useApp } from '../app.ts';
import { makeValidLead } from './delivery-factories.ts';
import { makeCampaign } from './factories.ts';
import { makeMonths } from './posting.ts';
import { sendFile } from '../send-file.ts';

const DESK_RIGHTS: Permission[] = ['leadanalyzer:View', 'leadanalyzer:Update', 'leadanalyzer:Export'];
const CLIENT_RIGHTS: Permission[] = ['leadanalyzer:View', 'leadanalyzer:Export'];

interface MadeLead {
  leadKey: number;
  leadId: string;
  capturedDate: string;
}

/** Once for a file of tests. */
export const makeMilestoneMonths = (harness: TestApp): Promise<unknown> =>
  harness.asMigrator((tx) => makeMonths(tx, '2025-01-01', '2026-06-01'));

/** Two owners with a campaign each, and people who work on both or on the first. */
export interface MilestoneWorld {
  owner: number;
  other: number;
  campaigns: Record<number, number>;
  desk: SignedIn;
  client: SignedIn;
}

export const makeMilestoneWorld = async (harness: TestApp): Promise<MilestoneWorld> => {
  harness.clock.set(TEST_NOW);
  const [mine, foreign] = await harness.asMigrator(async (tx) => [await makeCampaign(tx), await makeCampaign(tx)]);
  const [owner, other] = [mine.ownerKey, foreign.ownerKey];
  return {
    owner,
    other,
    campaigns: { [owner]: mine.campaignKey, [other]: foreign.campaignKey },
    desk: await harness.signedIn('ag', { owners: [owner, other], permissions: DESK_RIGHTS }),
    client: await harness.signedIn('cl', { owners: [owner], permissions: CLIENT_RIGHTS }),
  };
};

/** The server with two new owners for each test, and what its numbers differ in from the rows. */
export const useMilestones = () => {
  const harness = useApp();
  let facts: Facts;
  let world: MilestoneWorld;
  beforeAll(async () => {
    facts = openFacts(harness.ownerUrl);
    await makeMilestoneMonths(harness);
  });
  afterAll(() => facts.close());
  beforeEach(async () => {
    world = await makeMilestoneWorld(harness);
  });
  return {
    harness,
    world: (): MilestoneWorld => world,
    recount: (): Promise<number> => recountNow(facts, harness.clock),
  };
};

interface LeadParts {
  day?: string;
  status?: string;
  person?: Partial<Person>;
  reference?: string;
  transactionId?: string;
  ownerKey?: number;
}

export const makeMilestoneLead = (harness: TestApp, world: MilestoneWorld, parts: LeadParts = {}): Promise<MadeLead> =>
  harness.asMigrator(async (tx) => {
    const { day = '2026-03-01', status = 'DLV', person = {}, ownerKey = world.owner } = parts;
    const campaignKey = world.campaigns[ownerKey]!;
    const at = new Date(`${day}T18:00:00Z`);
    const { leadKey, capturedDate } = await makeValidLead(tx, { ownerKey, campaignKey, at, status, person });
    const { rows } = await sql<{ leadId: string }>`
      update lead set crm_reference = ${parts.reference ?? null}, transaction_id = ${parts.transactionId ?? null}
      where owner_key = ${ownerKey} and lead_key = ${leadKey} returning public_id as "leadId"
    `.execute(tx);
    return { leadKey, capturedDate, leadId: rows[0]!.leadId };
  });

/** A file of milestones; the first line names its columns. */
export const uploadMilestones = async (
  harness: TestApp,
  as: SignedIn,
  ownerKey: number,
  lines: readonly string[],
  { apply = 'goodRows', fileName = 'crm.csv' } = {},
): Promise<{ status: number; data: BulkImportResult; errors?: { message: string }[] }> => {
  const { status, body } = await sendFile(harness, as, milestoneImport, {
    params: { owner: ownerKey },
    query: { apply },
    content: lines.join('\n'),
    fileName,
  });
  const { data, errors } = body as { data: BulkImportResult; errors?: { message: string }[] };
  return { status, data, ...(errors && { errors }) };
};

/** The day of each milestone that counts, as the numbers have it. */
export const countedMilestones = (harness: TestApp, leadKey: number): Promise<Record<string, string>> =>
  harness.asMigrator(async (tx) => {
    const { rows } = await sql<{ days: Record<string, string> }>`
      select jsonb_strip_nulls(jsonb_build_object('CONTACT', contact_on, 'APPOINTMENT', appointment_on, 'INTERVIEW', interview_on,
        'VISIT', visit_on, 'APPLICATION', application_on, 'ENROLLMENT', enrollment_on, 'START', start_on)) as days
      from lead where lead_key = ${leadKey}
    `.execute(tx);
    return rows[0]!.days;
  });

/** All that was ever reported of a lead, in order: code, day, and why it was voided. */
export const reportedMilestones = (harness: TestApp, leadKey: number): Promise<string[]> =>
  harness.asMigrator(async (tx) => {
    const { rows } = await sql<{ line: string }>`
      select code || ' ' || happened_on || case when voided_at is null then '' else ' voided: ' || void_reason end as line
      from lead_milestone where lead_key = ${leadKey} order by milestone_key
    `.execute(tx);
    return rows.map(({ line }) => line);
  });
