import {
  ALL_PERMISSIONS,
  type AnyCall,
  bulkImportApply,
  type BulkImportResult,
  bulkImportUndo,
  type Campaign,
  campaignGet,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll } from 'vitest';
import { type SignedIn, type TestApp } from './app.ts';
import { makeAccount, makeCampus, makeClient, makeGoal, makePartner, makeTwoOwners } from './factories/factories.ts';
import { type FileAnswer, sendFile } from './send-file.ts';

/** An owner with what files of campaigns name: a partner, a line item, programs, custom channels, an ad account; and another owner. */
interface CampaignFileWorld {
  mine: number;
  foreign: number;
  partnerKey: number;
  goalKey: number;
  clientKey: number;
  accountKey: number;
  programKeys: number[];
  agency: SignedIn;
}

export const csv = (...lines: string[]): string => lines.join('\n');
export const problems = ({ rows }: BulkImportResult): string[] =>
  rows.flatMap(({ row, errors }) => errors.map(({ message }) => `${row}: ${message}`));

export const useCampaignFiles = (harness: TestApp) => {
  const world = {} as CampaignFileWorld;
  beforeAll(async () => {
    await harness.asMigrator(async (tx) => {
      const owners = await makeTwoOwners(tx);
      world.mine = owners.mine.ownerKey;
      world.foreign = owners.foreign.ownerKey;
      world.partnerKey = await makePartner(tx);
      await sql`update media_partner set code = 'EDU' where partner_key = ${world.partnerKey}`.execute(tx);
      world.clientKey = await makeClient(tx, world.mine);
      world.goalKey = await makeGoal(tx, world.mine);
      await sql`
        update goal set client_key = ${world.clientKey}, name = 'Nursing' where goal_key = ${world.goalKey}
      `.execute(tx);
      const { programKeys } = await makeCampus(tx, {
        ownerKey: world.mine,
        clientKey: world.clientKey,
        subjects: ['Nursing', 'Nursing'],
      });
      world.programKeys = programKeys;
      await sql`update program set code = 'BSN' where program_key = ${programKeys[0]!}`.execute(tx);
      await sql`update program set code = 'MSN' where program_key = ${programKeys[1]!}`.execute(tx);
      await sql`
        insert into custom_channel (owner_key, channel, name) values (${world.mine}, 'ppl', 'Warm'), (${world.mine}, 'ppc', 'Brand')
      `.execute(tx);
      world.accountKey = await makeAccount(tx, { ownerKey: world.mine, clientKey: world.clientKey });
      await sql`update platform_account set account_id = '111' where account_key = ${world.accountKey}`.execute(tx);
      await sql`
        update trading_platform set name = 'Google Ads'
        where platform_key = (select platform_key from platform_account where account_key = ${world.accountKey})
      `.execute(tx);
    });
    world.agency = await harness.signedIn('ag', { owner: world.mine, permissions: ALL_PERMISSIONS });
  });

  const send = (
    call: AnyCall,
    content: string | Buffer,
    {
      query = { apply: 'no' },
      as = world.agency,
      fileName = 'file.csv',
    }: { query?: Record<string, string>; as?: SignedIn; fileName?: string } = {},
  ): Promise<FileAnswer> => sendFile(harness, as, call, { params: { owner: world.mine }, query, content, fileName });

  const act = async (call: typeof bulkImportApply | typeof bulkImportUndo, importKey: number, body = {}) => {
    const answer = await harness.call(call, world.agency, { params: { owner: world.mine, importKey }, body });
    return { ...answer, data: answer.body.data as BulkImportResult };
  };
  const findByCode = async (code: string): Promise<Campaign | null> => {
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ key: number }>`
        select campaign_key as key from campaign where owner_key = ${world.mine} and lower(code) = lower(${code}) and deleted_at is null
      `.execute(tx),
    );
    if (rows[0] === undefined) return null;
    return (await harness.call(campaignGet, world.agency, { params: { key: rows[0].key } })).body.data as Campaign;
  };
  return {
    world,
    send,
    findByCode,
    apply: (importKey: number) => act(bulkImportApply, importKey, { mode: 'goodRows' }),
    undo: (importKey: number) => act(bulkImportUndo, importKey),
  };
};
