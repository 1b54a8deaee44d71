import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useDatabase } from '../../src/testing/database.ts';
import { SMALL_DEMO } from '../small-demo.ts';

const database = useDatabase({ filled: SMALL_DEMO });

test('a partner’s and a client’s list of the last closed month have every kind of difference', async () => {
  const { rows } = await database.asMigrator((tx) =>
    sql<{ side: string; month: string; kinds: string[]; decided: number }>`
      select r.side, r.month::text as month, array_agg(distinct x.kind order by x.kind) as kinds,
             count(*) filter (where x.decided_at is not null)::int as decided
      from reconciliation_run r join reconciliation_row x using (owner_key, run_key)
      group by r.owner_key, r.run_key, r.side, r.month order by r.run_key`.execute(tx),
  );
  expect(rows.map(({ side, month, kinds, decided }) => ({ side, month, kinds, decided }))).toEqual(
    ['media', 'client'].map((side) => ({
      side,
      month: '2026-10-01',
      kinds: ['MATCHED', 'OURS', 'PRICE', 'STATUS', 'THEIRS'],
      decided: 2,
    })),
  );
  // Some of the leads found on one side only are the same lead in two spellings.
  const { rows: pairs } = await database.asMigrator((tx) =>
    sql<{ n: number }>`
      select count(*)::int as n from reconciliation_row t
      join reconciliation_row o on o.run_key = t.run_key and o.kind = 'OURS'
      join lead l on l.owner_key = o.owner_key and l.captured_date = o.captured_date and l.lead_key = o.lead_key
      where t.reason = 'UNKNOWN_ID' and app.plain_id(t.their_id) = app.plain_id(l.public_id)`.execute(tx),
  );
  expect(pairs[0]!.n).toBeGreaterThan(0);
});

test('comparing lists changes no amounts', async () => {
  const { rows } = await database.asMigrator((tx) =>
    sql<{ n: number }>`select count(*)::int as n from billing_adjustment where cause = 'RECONCILIATION'`.execute(tx),
  );
  expect(rows).toEqual([{ n: 0 }]);
});
