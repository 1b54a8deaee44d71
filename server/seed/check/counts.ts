import { sql } from 'kysely';
import { type Tx } from '../../src/db/scope/tx.ts';
import { HISTORY_MONTHS } from '../calendar.ts';
import { DEMO_OWNERS, DEMO_PARTNERS } from '../build/organisations.ts';
import { CHANNELS, type Size } from '../build/sizes.ts';
import { ALL_USERS } from '../write/users.ts';

const GOALS = 64;

/** Exact row counts after a load; any difference is a bug, and the load is rolled back. */
export const expectedCounts = (size: Size): Record<string, number> => ({
  owner: DEMO_OWNERS.length,
  media_partner: DEMO_PARTNERS.length,
  user_account: ALL_USERS.length,
  brand: 9,
  client: 14,
  client_model: 18,
  campus: 41,
  program: 210,
  disclosure_text: DEMO_PARTNERS.length,
  publisher: 60,
  publisher_source: 220,
  trading_platform: 16,
  platform_account: 16,
  goal: GOALS,
  goal_month: GOALS * (HISTORY_MONTHS + 1),
  billing_month: DEMO_OWNERS.length * HISTORY_MONTHS,
  campaign: CHANNELS.reduce((sum, channel) => sum + size.campaigns[channel].reduce((a, b) => a + b), 0),
});

export const verifyCounts = async (tx: Tx, size: Size): Promise<void> => {
  for (const [table, expected] of Object.entries(expectedCounts(size))) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(tx);
    if (rows[0]?.count !== expected)
      throw new Error(`The scenario wrote ${rows[0]?.count} rows of ${table}, not ${expected}`);
  }
};
