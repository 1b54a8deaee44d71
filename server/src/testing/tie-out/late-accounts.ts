import { sql } from 'kysely';
import { openFacts } from '../../db/facts/facts.ts';
import { type TestDatabase } from '../database.ts';

/** Two owners have one, so that what is late at one is not taken for what is late at the other. */
const MIN_ACCOUNTS = 2;

/** Of each owner the account that spends most from this day on is three days late, and its days since are there in part. */
export const makeAccountsLate = async (database: TestDatabase, since: string): Promise<void> => {
  const { rows } = await database.asMigrator((tx) =>
    sql`
      update platform_account a set last_sync_at = last_sync_at - interval '3 days'
      where a.account_key in (
        select distinct on (c.owner_key) c.account_key from campaign c join campaign_day d using (owner_key, campaign_key)
        where c.account_key is not null and d.day >= ${since}::date
        group by c.owner_key, c.account_key order by c.owner_key, sum(d.platform_cost) desc
      ) returning a.account_key
    `.execute(tx),
  );
  if (rows.length < MIN_ACCOUNTS) throw new Error(`Only ${rows.length} accounts spend since ${since}`);
  const facts = openFacts(database.ownerUrl);
  while ((await facts.fold()) > 0);
  await facts.close();
};
