import { rm } from 'node:fs/promises';
import { startEmbedded } from '@paceline/server/src/db/embedded/start.ts';
import { openFacts } from '@paceline/server/src/db/facts/facts.ts';
import { withMigrator } from '@paceline/server/src/db/migrate/loader.ts';
import { prepareDatabase } from '@paceline/server/src/db/migrate/migrate.ts';
import { appUrlFrom } from '@paceline/server/src/db/migrate/roles.ts';
import { makeCampaign, makeOwner, makePartner } from '@paceline/server/src/testing/factories/factories.ts';
import { makeTemporaryFolder } from '@paceline/server/src/testing/servers/temporary-folder.ts';

export interface Place {
  ownerKey: number;
  partnerKey: number;
  campaignKey: number;
}

interface IngestStore {
  ownerUrl: string;
  appUrl: string;
  /** Campaigns whose inquiries leave their differences, campaigns for those that leave none, and some to look at. */
  noted: readonly Place[];
  bare: readonly Place[];
  probes: readonly Place[];
  close(): Promise<void>;
}

const CAMPAIGNS = 200;
const PROBES = 4;

/** A fresh cluster with one owner for either way of writing: what one leaves is not counted for the other. */
export const openIngestStore = async (day: Date): Promise<IngestStore> => {
  const folder = await makeTemporaryFolder('bench');
  const postgres = await startEmbedded({ dataDir: folder });
  const appUrl = appUrlFrom(postgres.url);
  await prepareDatabase(postgres.url, appUrl);
  const facts = openFacts(postgres.url);
  await facts.ensureMonths(day, day);
  await facts.close();
  const places = await withMigrator(postgres.url, async (tx) => {
    const partnerKey = await makePartner(tx);
    const make = async (ownerKey: number, count: number): Promise<Place[]> => {
      const list: Place[] = [];
      for (let n = 0; n < count; n += 1) list.push(await makeCampaign(tx, { ownerKey, partnerKey }));
      return list;
    };
    const [noted, bare] = [await makeOwner(tx), await makeOwner(tx)];
    return {
      noted: await make(noted.ownerKey, CAMPAIGNS),
      bare: await make(bare.ownerKey, CAMPAIGNS),
      probes: await make(noted.ownerKey, PROBES),
    };
  });
  return {
    ...places,
    ownerUrl: postgres.url,
    appUrl,
    close: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
