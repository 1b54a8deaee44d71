import { rm } from 'node:fs/promises';
import { startEmbedded } from '@paceline/server/src/db/embedded/start.ts';
import { withMigrator } from '@paceline/server/src/db/migrate/loader.ts';
import { prepareDatabase } from '@paceline/server/src/db/migrate/migrate.ts';
import { appUrlFrom } from '@paceline/server/src/db/migrate/roles.ts';
import { type Tx } from '@paceline/server/src/db/scope/tx.ts';
import { makeCampaign, makeOwner, makePartner, makeSource } from '@paceline/server/src/testing/factories/factories.ts';
import {
  allowFastPosts,
  clientNameOf,
  makeMonths,
  makePostingKey,
} from '@paceline/server/src/testing/factories/posting.ts';
import { makeTemporaryFolder } from '@paceline/server/src/testing/servers/temporary-folder.ts';
import { sql } from 'kysely';

export interface PostPlace {
  ownerKey: number;
  partnerKey: number;
  goalKey: number;
  campaignKey: number;
  key: string;
  clientName: string;
}

export interface PostStore {
  ownerUrl: string;
  appUrl: string;
  places: readonly PostPlace[];
  close(): Promise<void>;
}

/** The source that every post names: one that nobody had seen before would be made by the first of them. */
const makeKnownSource = async (tx: Tx, partnerKey: number): Promise<void> => {
  const { sourceKey } = await makeSource(tx, partnerKey);
  await sql`update publisher_source set source_tag = 'site-one' where publisher_source_key = ${sourceKey}`.execute(tx);
};

const CAMPAIGNS = 200;
const OWNERS = 4;

/** A fresh cluster with campaigns of several owners, each with a partner, a key and caps that are never full. */
export const openPostStore = async (now: Date): Promise<PostStore> => {
  const folder = await makeTemporaryFolder('bench');
  const postgres = await startEmbedded({ dataDir: folder });
  const appUrl = appUrlFrom(postgres.url);
  await prepareDatabase(postgres.url, appUrl);
  const places = await withMigrator(postgres.url, async (tx) => {
    const month = now.toISOString().slice(0, 10);
    await makeMonths(tx, '2025-12-01', month);
    const list: PostPlace[] = [];
    for (let owner = 0; owner < OWNERS; owner += 1) {
      const { ownerKey } = await makeOwner(tx);
      for (let n = 0; n < CAMPAIGNS / OWNERS; n += 1) {
        const partnerKey = await makePartner(tx);
        const campaign = await makeCampaign(tx, { ownerKey, partnerKey });
        await allowFastPosts(tx, partnerKey);
        await makeKnownSource(tx, partnerKey);
        const key = await makePostingKey(tx, partnerKey, now);
        list.push({ ...campaign, key, clientName: await clientNameOf(tx, campaign.campaignKey) });
      }
    }
    await sql`update campaign_month set monthly_allocation = 1000000, weekly_allocation = 1000000, daily_allocation = 1000000`.execute(
      tx,
    );
    return list;
  });
  return {
    ownerUrl: postgres.url,
    appUrl,
    places,
    close: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
