import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useDatabase } from '../../../testing/database.ts';
import { makeCampaign } from '../../../testing/factories/factories.ts';

const database = useDatabase();

/** The function's variables, as a prepared statement would have them. */
const PARAMETERS: Record<string, string> = {
  'found_campaign.owner_key': '$1::int',
  known_campaign: '$2::int',
  visitor: '$3::bytea',
  today: '$4::date',
  at: '$5::timestamptz',
};

test('a visitor is looked up by hash, even with a plan made while the month had few clicks', async () => {
  const plans = await database.asMigrator(async (tx) => {
    const { ownerKey, campaignKey } = await makeCampaign(tx);
    await sql`call app.ensure_months('click', '2026-02-01', '2026-03-31')`.execute(tx);
    await sql`
      insert into click (owner_key, clicked_date, clicked_at, campaign_key, status, device, visitor_hash)
      select ${ownerKey}, '2026-03-10', '2026-03-10T15:00:00Z', ${campaignKey}, 0, 'desktop', sha256(n::text::bytea)
      from generate_series(1, 300) n`.execute(tx);
    const { rows } = await sql<{
      body: string;
    }>`select prosrc as body from pg_proc where proname = 'store_click'`.execute(tx);
    const questions = [...rows[0]!.body.matchAll(/select (?:k\.click_id into first_id )?from click k\s[^;)]+/g)].map(
      ([text]) =>
        text
          .replace(' into first_id', '')
          .replaceAll(
            /(?<![\w.])(found_campaign\.owner_key|known_campaign|visitor|today|at)(?![\w.])/g,
            (name) => PARAMETERS[name]!,
          ),
    );
    await sql`set local enable_seqscan = off`.execute(tx);
    const planLines: string[] = [];
    for (const question of questions) {
      const { rows: lines } = await sql.raw<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${question}`).execute(tx);
      planLines.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
    }
    return planLines;
  });
  expect(plans).toHaveLength(2);
  for (const plan of plans) {
    const scans = plan.match(/Scan .*using \S+/g) ?? [];
    expect(scans).toHaveLength(2);
    for (const scan of scans) expect(scan).toContain('visitor_hash');
  }
});
