import { type AnyCall, LEAD_MOVES, type LeadStatus, type Permission } from '@paceline/contract';
import { sql } from 'kysely';
import { type SignedIn, type TestApp, TEST_NOW } from '../app.ts';
import { makeValidLead } from './delivery-factories.ts';
import { makeCampaign, makePartner } from './factories.ts';
import { type FileAnswer, sendFile } from '../send-file.ts';

export const DESK_RIGHTS: Permission[] = ['leadanalyzer:View', 'leadanalyzer:Update'];

/** The moves that a desk makes of many leads, read from the table by another road than the product's own: by texts. */
export const MOVES_OF_DESK: ReadonlySet<string> = new Set(
  LEAD_MOVES.filter(({ from, to, by }) => by.includes('ag') && !/RT[RN]/.test(`${from} ${to}`)).map(
    ({ from, to }) => `${from}>${to}`,
  ),
);

export interface Desk {
  owner: number;
  other: number;
  campaignKey: number;
  foreignCampaign: number;
  partners: [number, number];
  as: SignedIn;
}

/** Two owners with two media partners, and somebody of the agency who works for the first. */
export const makeDesk = async (harness: TestApp): Promise<Desk> => {
  harness.clock.set(TEST_NOW);
  const fixture = await harness.asMigrator(async (tx) => {
    const [first, second] = [await makePartner(tx), await makePartner(tx)];
    return {
      first,
      second,
      mine: await makeCampaign(tx, { partnerKey: first }),
      foreign: await makeCampaign(tx, { partnerKey: second }),
    };
  });
  return {
    owner: fixture.mine.ownerKey,
    other: fixture.foreign.ownerKey,
    campaignKey: fixture.mine.campaignKey,
    foreignCampaign: fixture.foreign.campaignKey,
    partners: [fixture.first, fixture.second],
    as: await harness.signedIn('ag', { owners: [fixture.mine.ownerKey], permissions: DESK_RIGHTS }),
  };
};

export const makeDeskLead = async (
  harness: TestApp,
  ownerKey: number,
  campaignKey: number,
  status: LeadStatus,
  { daysAgo = 0, transactionId = null }: { daysAgo?: number; transactionId?: string | null } = {},
): Promise<number> =>
  harness.asMigrator(async (tx) => {
    const at = new Date(TEST_NOW.getTime() - daysAgo * 86_400_000);
    const { leadKey } = await makeValidLead(tx, { ownerKey, campaignKey, at, status });
    await sql`update lead set transaction_id = ${transactionId} where lead_key = ${leadKey}`.execute(tx);
    return leadKey;
  });

interface DeskState {
  status: LeadStatus;
  version: number;
  reasons: string[];
  reference: string | null;
  isDelivered: boolean;
}
export const deskState = async (harness: TestApp, leadKey: number): Promise<DeskState> => {
  const { rows } = await harness.asMigrator((tx) =>
    sql<DeskState>`
      select status, row_version as version, status_reasons as reasons, crm_reference as reference,
             delivered_at is not null as "isDelivered"
      from lead where lead_key = ${leadKey}`.execute(tx),
  );
  return rows[0]!;
};

/** Sends a file of leads, its lines one below the other. */
export const sendSheet = (
  harness: TestApp,
  as: SignedIn,
  call: AnyCall,
  owner: number,
  lines: readonly string[],
  apply = 'no',
): Promise<FileAnswer> =>
  sendFile(harness, as, call, {
    params: { owner },
    query: { apply },
    content: lines.join('\n'),
    fileName: 'update.csv',
  });
