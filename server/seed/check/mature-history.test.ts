import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { listCurves, listOnlineModels } from '../../src/metrics/curves/curves.queries.ts';
import {
  addMatureParts,
  type AgeWeights,
  ageWeights,
  MATURE_DAYS,
  matureCost,
  type MatureParts,
  NO_MATURE_PARTS,
  WEIGHT_UNITS,
} from '../../src/metrics/maturity/mature-cost.rules.ts';
import { SEGMENTS } from '../../src/metrics/maturity/maturity.rules.ts';
import { useDatabase } from '../../src/testing/database.ts';
import { SMALL_DEMO } from '../small-demo.ts';

/** The mature cost per enrollment as shown on each of the last days, recomputed from the raw leads and costs. */
const database = useDatabase({ filled: SMALL_DEMO });
const LAST_DAY = '2026-11-14';
const DAYS_SHOWN = 250;

interface CohortRow {
  goalKey: number;
  channel: string;
  online: boolean;
  /** Days before the last one. */
  back: number;
  spend: number;
  valid: number;
  /** For each enrollment, the number of days before the last one. */
  enrolled: number[];
}
interface Owner {
  rows: CohortRow[];
  weights: Record<(typeof SEGMENTS)[number], AgeWeights[]>;
}
const owners: Owner[] = [];

beforeAll(async () => {
  await database.asMigrator(async (tx) => {
    const keys = await sql<{ key: number }>`select owner_key as key from owner_fit order by 1`.execute(tx);
    for (const { key } of keys.rows) {
      const online = await listOnlineModels(tx, [key]);
      const { rows } = await sql<CohortRow>`
        select c.goal_key as "goalKey", c.channel, (g.client_model_key = any (${online}::int[])) is true as online, ${LAST_DAY}::date - f.day as back,
               sum(f.lead_client_cost + f.platform_client_cost + f.adjusted_client_cost)::float8 as spend, sum(f.valid)::int as valid,
               coalesce((select array_agg(${LAST_DAY}::date - l.enrollment_on) from lead l join campaign lc using (owner_key, campaign_key)
                         where l.owner_key = ${key} and l.captured_date = f.day and lc.goal_key = c.goal_key and lc.channel = c.channel
                           and app.is_good(l.status) and l.enrollment_on is not null), '{}') as enrolled
        from campaign_day f join campaign c using (owner_key, campaign_key) join goal g using (owner_key, goal_key)
        where f.owner_key = ${key} group by f.day, 1, 2, 3, 4
      `.execute(tx);
      const curves = (await listCurves(tx, [key])).get(key)!;
      const ofSegment = (segment: (typeof SEGMENTS)[number]) =>
        Array.from({ length: MATURE_DAYS }, (_, age) => ageWeights(curves[segment].enrollment, age));
      owners.push({ rows, weights: { career: ofSegment('career'), online: ofSegment('online') } });
    }
  });
});

/** The data known that many days before the last one. */
const partsOn = ({ weights }: Owner, rows: readonly CohortRow[], today: number): MatureParts => {
  const parts = { ...NO_MATURE_PARTS };
  for (const row of rows) {
    const age = row.back - today;
    if (age < 0 || age >= MATURE_DAYS) continue;
    const { weight, matured, recent, recentSquared } = weights[row.online ? 'online' : 'career'][age]!;
    const outcomes = row.enrolled.filter((back) => back >= today).length;
    parts.spend += row.spend;
    parts.inquiries += row.valid;
    parts.outcomes += outcomes;
    parts.weightedSpend += (row.spend * weight) / WEIGHT_UNITS;
    parts.weightedInquiries += (row.valid * weight) / WEIGHT_UNITS;
    parts.maturedInquiries += (row.valid * matured) / WEIGHT_UNITS;
    parts.weightedOutcomes += (outcomes * recent) / WEIGHT_UNITS;
    parts.squaredOutcomes += (outcomes * recentSquared) / WEIGHT_UNITS;
  }
  return parts;
};

/** The earlier method: the shortest of three windows with ten outcomes, for inquiries at least 90 days old. */
const windowCost = (rows: readonly CohortRow[], today: number): number | null => {
  const windows = [90, 180, 365].map((days) => {
    const own = rows.filter(({ back }) => back - today >= 90 && back - today < 90 + days);
    return {
      spend: own.reduce((sum, row) => sum + row.spend, 0),
      outcomes: own.reduce((sum, row) => sum + row.enrolled.filter((back) => back >= today).length, 0),
    };
  });
  const chosen =
    windows.find(({ outcomes }) => outcomes >= 10) ?? windows.filter(({ outcomes }) => outcomes >= 3).at(-1);
  return chosen === undefined ? null : chosen.spend / chosen.outcomes;
};

interface Step {
  /** Change of the figure overnight. */
  jump: number;
  before: number | null;
  /** New enrollments on the day, in the group and its parent. */
  came: number;
}

/** The nightly changes of one group's figure; `parentRows` are the rows of the parent it is blended with. */
const stepsOf = (owner: Owner, rows: readonly CohortRow[], parentRows: readonly CohortRow[] | null): Step[] => {
  const shown = Array.from({ length: DAYS_SHOWN }, (_, index) => {
    const today = DAYS_SHOWN - 1 - index;
    const parent = parentRows === null ? null : matureCost(partsOn(owner, parentRows, today), null).value;
    const came = (parentRows ?? rows).reduce(
      (sum, row) => sum + row.enrolled.filter((back) => back === today).length,
      0,
    );
    return { value: matureCost(partsOn(owner, rows, today), parent).value, old: windowCost(rows, today), came };
  });
  return shown.slice(1).flatMap(({ value, old, came }, index): Step[] => {
    const last = shown[index]!;
    if (value === null || last.value === null) return [];
    return [
      {
        jump: Math.abs(value / last.value - 1),
        before: old === null || last.old === null ? null : Math.abs(old / last.old - 1),
        came,
      },
    ];
  });
};

describe('from one day to the next', () => {
  let ofOwners: Step[] = [];
  let ofChannels: Step[] = [];
  beforeAll(() => {
    ofOwners = owners.flatMap((owner) => stepsOf(owner, owner.rows, null));
    ofChannels = owners.flatMap((owner) =>
      [...Map.groupBy(owner.rows, ({ channel }) => channel).values()].flatMap((rows) =>
        stepsOf(owner, rows, owner.rows),
      ),
    );
  });
  const worst = (steps: readonly Step[], of: 'jump' | 'before'): number =>
    Math.max(...steps.map((step) => step[of] ?? 0));

  test('the mature cost of an owner or a channel hardly changes without new enrollments', () => {
    const quiet = [...ofOwners, ...ofChannels].filter(({ came }) => came === 0);
    expect(quiet.length).toBeGreaterThan(500);
    expect(worst(quiet, 'jump')).toBeLessThan(0.04);
    // The change that a sliding window shows on such a night.
    expect(worst(quiet, 'before')).toBeGreaterThan(0.1);
  });

  test('it has no jumps, unlike a moving window', () => {
    const steps = [...ofOwners, ...ofChannels];
    expect(worst(steps, 'before')).toBeGreaterThan(0.35);
    expect(worst(steps, 'jump')).toBeLessThan(worst(steps, 'before') * 0.7);
    expect(worst(ofOwners, 'jump')).toBeLessThan(0.25);
  });
});

test('the channels’ parts sum to the owner’s total', () => {
  for (const owner of owners) {
    const channels = [...Map.groupBy(owner.rows, ({ channel }) => channel).values()];
    const together = addMatureParts(channels.map((rows) => partsOn(owner, rows, 0)));
    expect(matureCost(together, null).value).toBeCloseTo(matureCost(partsOn(owner, owner.rows, 0), null).value!, 6);
  }
});
