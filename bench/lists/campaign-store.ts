import { rm } from 'node:fs/promises';
import { startEmbedded } from '@paceline/server/src/db/embedded/start.ts';
import { withMigrator } from '@paceline/server/src/db/migrate/loader.ts';
import { prepareDatabase } from '@paceline/server/src/db/migrate/migrate.ts';
import { appUrlFrom } from '@paceline/server/src/db/migrate/roles.ts';
import { type Tx } from '@paceline/server/src/db/scope/tx.ts';
import { makeClient, makeOwner, makePartner, makeUser } from '@paceline/server/src/testing/factories/factories.ts';
import { makeTemporaryFolder } from '@paceline/server/src/testing/servers/temporary-folder.ts';
import { sql } from 'kysely';
import { signedIn } from '../signed-in.ts';

export interface CampaignStore {
  ownerUrl: string;
  appUrl: string;
  token: string;
  /** By how many campaigns they have; of owners with as many, the last. */
  owners: ReadonlyMap<number, number>;
  ownerKeys: readonly number[];
  close(): Promise<void>;
}

const GOALS = 50;

/** An owner with so many campaigns that have run for nine months, each with a plan, a price and its days. */
const fillOwner = async (tx: Tx, campaigns: number): Promise<number> => {
  const { ownerKey } = await makeOwner(tx);
  const clientKey = await makeClient(tx, ownerKey);
  const partnerKey = await makePartner(tx);
  await sql`
    insert into goal (owner_key, client_key, name, start_month)
    select ${ownerKey}, ${clientKey}, 'Line item ' || n, date_trunc('month', now() - interval '12 months')::date
    from generate_series(1, ${GOALS}) n`.execute(tx);
  await sql`
    insert into goal_month (owner_key, goal_key, month, spend_goal, inquiry_goal)
    select owner_key, goal_key, date_trunc('month', now())::date, 50000, 900 from goal where owner_key = ${ownerKey}`.execute(
    tx,
  );
  await sql`
    insert into campaign (owner_key, goal_key, channel, partner_key, name, code, start_date, activated_at)
    select ${ownerKey}, g.goal_key, 'ppl', ${partnerKey}, 'Campaign ' || n, 'C-' || n, now()::date - 300, now() - interval '300 days'
    from generate_series(1, ${campaigns}) n
    join (select goal_key, row_number() over (order by goal_key) as i from goal where owner_key = ${ownerKey}) g on g.i = 1 + n % ${GOALS}`.execute(
    tx,
  );
  await sql`
    insert into campaign_price (owner_key, campaign_key, valid_from, client_desktop, media_desktop)
    select owner_key, campaign_key, now() - interval '300 days', 50, 40 from campaign where owner_key = ${ownerKey}`.execute(
    tx,
  );
  await sql`insert into campaign_targeting (owner_key, campaign_key) select owner_key, campaign_key from campaign where owner_key = ${ownerKey}`.execute(
    tx,
  );
  await sql`
    insert into campaign_month (owner_key, campaign_key, month, monthly_capacity, monthly_allocation, monthly_soft_allocation)
    select owner_key, campaign_key, date_trunc('month', now())::date, 120, 100, 90 from campaign where owner_key = ${ownerKey}`.execute(
    tx,
  );
  await sql`
    insert into campaign_day (owner_key, day, campaign_key, gross, valid, delivered, billable, lead_client_cost, lead_media_cost, contacts, applications)
    select owner_key, now()::date - d, campaign_key, 4, 3, 3, 3, 150, 120, 1, (campaign_key + d) % 5 / 4
    from campaign, generate_series(0, 22) d where owner_key = ${ownerKey}`.execute(tx);
  await sql`
    insert into campaign_month_fact (owner_key, campaign_key, month, gross, valid, delivered, billable, lead_client_cost, lead_media_cost,
                                     cohort_contacts, cohort_applications, cohort_enrollments, cohort_starts, contacts, applications)
    select owner_key, campaign_key, (date_trunc('month', now()) - m * interval '1 month')::date, 80, 60, 60, 60, 3000, 2400, 30, 6, 3, 2, 30, 6
    from campaign, generate_series(0, 9) m where owner_key = ${ownerKey}`.execute(tx);
  return ownerKey;
};

/** A fresh cluster with an owner for each size, and an agency user who is signed in. */
export const openCampaignStore = async (sizes: readonly number[]): Promise<CampaignStore> => {
  const folder = await makeTemporaryFolder('bench');
  const postgres = await startEmbedded({ dataDir: folder, settings: { synchronous_commit: 'off' } });
  const appUrl = appUrlFrom(postgres.url);
  await prepareDatabase(postgres.url, appUrl);
  const owners = new Map<number, number>();
  const ownerKeys: number[] = [];
  const userKey = await withMigrator(postgres.url, async (tx) => {
    for (const size of sizes) {
      const ownerKey = await fillOwner(tx, size);
      owners.set(size, ownerKey);
      ownerKeys.push(ownerKey);
    }
    const user = await makeUser(tx, {
      group: 'ag',
      ownerKeys,
      permissions: ['allocations:View', 'campaigns:View', 'reports:View'],
    });
    return user.userKey;
  });
  await withMigrator(postgres.url, (tx) => sql`analyze`.execute(tx));
  return {
    ownerUrl: postgres.url,
    appUrl,
    token: await signedIn(postgres.url, userKey, new Date()),
    owners,
    ownerKeys,
    close: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
