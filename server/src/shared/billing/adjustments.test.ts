import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { systemScope } from '../../jobs/system-scope.ts';
import { useDatabase } from '../../testing/database.ts';
import { makeCampaign, makeOwner } from '../../testing/factories/factories.ts';
import { writeAdjustments } from './adjustments.ts';

const database = useDatabase();

test.each([
  ['America/New_York', '2026-03-31'],
  ['Asia/Tokyo', '2026-04-01'],
])(
  'an adjustment is dated with the current day in %s, so it belongs to the month open there',
  async (timeZone, day) => {
    const { ownerKey, campaignKey } = await database.asMigrator(async (tx) => {
      const owner = await makeOwner(tx, { timeZone });
      return makeCampaign(tx, { ownerKey: owner.ownerKey });
    });
    const adjustment = {
      campaignKey,
      forMonth: '2026-02-01',
      clientAmount: '-60.50',
      mediaAmount: '-40.00',
      cause: 'RECONCILIATION' as const,
      reason: 'Agreed by both sides',
    };
    const written = await database.db.withScope(systemScope(ownerKey), (tx) =>
      writeAdjustments(tx, ownerKey, [adjustment], { userKey: null, at: new Date('2026-04-01T02:00:00Z') }),
    );
    const { rows } = await database.asMigrator((tx) =>
      sql`select day::text, client_amount from billing_adjustment where owner_key = ${ownerKey}`.execute(tx),
    );
    expect({ written, rows }).toEqual({ written: 1, rows: [{ day, client_amount: '-60.50' }] });
  },
);
