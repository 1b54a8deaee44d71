import {
  PACING_WIDGETS,
  type PacingWidgetId,
  reportData,
  roundHalfUp,
  sumOf,
  WIDGET_CALLS,
  type WidgetAnswer,
  type WidgetRow,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { type SignedIn, useApp } from '../../src/testing/app.ts';
import { SMALL_DEMO, SMALL_DEMO_NOW } from '../small-demo.ts';

/** For every owner of the demo: every grouping of the pacing table adds up to the owner's budget, spend, inquiries and projections. */
const harness = useApp({ filled: SMALL_DEMO });
const RIGHTS = ['reports:View', 'reports:Build'] as const;
const WIDGETS = Object.keys(PACING_WIDGETS) as PacingWidgetId[];
const DIMENSIONS = ['brand', 'client', 'goal', 'channel', 'customChannel', 'mediaPartner', 'clientModel', 'campaign'];
const SUMMED = ['budget', 'mtdSpent', 'mtdInquiries', 'inquiryGoal', 'spentRunRate', 'spendProjection', 'leadRunRate'];

interface Place {
  ownerKey: number;
  brandKey: number;
  goalKey: number;
}
let places: Place[];

beforeAll(async () => {
  harness.clock.set(SMALL_DEMO_NOW);
  places = await harness.asMigrator(async (tx) => {
    const { rows } = await sql<Place>`
      select g.owner_key as "ownerKey", min(c.brand_key) as "brandKey", min(g.goal_key) as "goalKey"
      from goal g join client c using (owner_key, client_key) group by 1 order by 1`.execute(tx);
    return rows;
  });
});

const tablesOf = async (as: SignedIn, body: object): Promise<[PacingWidgetId, WidgetAnswer][]> => {
  const answers: [PacingWidgetId, WidgetAnswer][] = [];
  for (const id of WIDGETS) {
    const { status, body: answer } = await harness.call(WIDGET_CALLS[id], as, { body: body as never });
    expect(status).toBe(200);
    answers.push([id, answer.data as WidgetAnswer]);
  }
  return answers;
};

/** Rounded to a millionth, as doubles differ by the order of addition. */
const rounded = (totals: WidgetRow): WidgetRow =>
  Object.fromEntries(
    Object.entries(totals).map(([key, value]) => [key, typeof value === 'number' ? roundHalfUp(value, 6) : value]),
  );

const expectToMeet = (tables: readonly [PacingWidgetId, WidgetAnswer][]): void => {
  const { delta: _delta, ...first } = rounded(tables[0]![1].totals);
  for (const [id, { data, totals }] of tables) {
    expect({ id, ...rounded(totals) }).toMatchObject({ id, ...first });
    for (const key of SUMMED) {
      const sum = sumOf(data.map((row) => row[key] as number | null)) ?? 0;
      expect({ id, key, sum }).toEqual({ id, key, sum: expect.closeTo(Number(totals[key] ?? 0), 3) });
    }
  }
};

test.each([
  { group: 'ag' as const, filtersOf: ({ brandKey }: Place) => [{}, { brandKeys: [brandKey] }, { channels: ['ppl'] }] },
  { group: 'cl' as const, filtersOf: ({ goalKey }: Place) => [{}, { goalKeys: [goalKey] }] },
])('all tables of every owner have equal totals for $group, unfiltered and filtered', async ({ group, filtersOf }) => {
  expect(places.length).toBeGreaterThanOrEqual(2);
  for (const place of places) {
    const { ownerKey } = place;
    const as = await harness.signedIn(group, { owners: [ownerKey], permissions: RIGHTS });
    for (const filter of filtersOf(place)) expectToMeet(await tablesOf(as, { ownerKey, ...filter }));
  }
});

test('reports by any dimension of campaigns end in the same budget', async () => {
  for (const { ownerKey } of places) {
    const as = await harness.signedIn('ag', { owners: [ownerKey], permissions: RIGHTS });
    const [[, { totals }]] = (await tablesOf(as, { ownerKey })) as [[string, WidgetAnswer]];
    for (const dimension of DIMENSIONS) {
      const { body } = await harness.call(reportData, as, {
        params: { channel: 'all', vertical: 'all' },
        body: {
          ownerKey,
          dimensions: [dimension],
          measures: ['budget'],
          timeDimensions: { dimension: 'date', granularity: null, dateRange: ['2026-11-01', '2026-11-30'] },
          getTotal: true,
        },
      });
      const { rows, total } = body.data as { rows: WidgetRow[]; total: WidgetRow };
      expect({ ownerKey, dimension, ...total }).toEqual({ ownerKey, dimension, budget: totals['budget'] });
      expect(sumOf(rows.map((row) => row['budget'] as number | null))).toBeCloseTo(Number(totals['budget']), 3);
    }
  }
});
