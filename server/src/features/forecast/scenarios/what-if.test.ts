import {
  ALL_PERMISSIONS,
  forecastCreate,
  forecastDetails,
  type ForecastDetails,
  forecastWhatIf,
  type ForecastWhatIf,
  type Kpi,
  WHAT_IF_MONTHS,
} from '@paceline/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { SMALL_DEMO, SMALL_DEMO_NOW } from '../../../../seed/index.ts';
import { type SignedIn, useApp } from '../../../testing/app.ts';

const harness = useApp({ filled: SMALL_DEMO, pool: 8 });
let ownerKey: number;
let other: number;
let goals: number[];
let agency: SignedIn;

beforeAll(async () => {
  harness.clock.set(SMALL_DEMO_NOW);
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ owner: number; goals: number[] }>`
      select owner_key as owner, array_agg(goal_key order by goal_key) as goals from goal where active group by 1 order by 1 limit 3
    `.execute(tx),
  );
  [ownerKey, goals] = [rows[2]!.owner, rows[2]!.goals.slice(0, 4)];
  other = rows[0]!.owner;
  agency = await harness.signedIn('ag', { owners: [ownerKey], permissions: ALL_PERMISSIONS });
  await harness.asMigrator((tx) => sql`delete from forecast where owner_key = ${ownerKey}`.execute(tx));
  await harness.call(forecastCreate, agency, {
    body: { ownerKey, lineItems: goals.map(String), months: WHAT_IF_MONTHS + 1 },
  });
});

const ask = async (spendPercent: string, kpi: Kpi = 'inquiries', owner = ownerKey) =>
  harness.call(forecastWhatIf, agency, { params: { kpi }, query: { ownerKey: String(owner), spendPercent } });
const whatIf = async (spendPercent: number, kpi: Kpi = 'inquiries'): Promise<ForecastWhatIf> => {
  const { status, body } = await ask(String(spendPercent), kpi);
  expect(status).toBe(200);
  return body.data as ForecastWhatIf;
};

test('the sum over all line items is that of their own pages, and no change changes nothing', async () => {
  const answer = await whatIf(0);
  expect(answer.points).toHaveLength(WHAT_IF_MONTHS);
  for (const { forecast, whatIf: changed } of answer.points) expect(changed).toBe(forecast);
  expect(answer.totals.whatIf).toEqual(answer.totals.forecast);
  const pages = await Promise.all(
    answer.lines.map(async ({ lineItem }) => {
      const { body } = await harness.call(forecastDetails, agency, {
        params: { lineItem, kpi: 'inquiries' },
        query: { ownerKey: String(ownerKey) },
      });
      return body.data as ForecastDetails;
    }),
  );
  expect(pages.length + answer.leftOut.length).toBe(goals.length);
  expect(pages.length).toBeGreaterThan(0);
  for (const { month, forecast } of answer.points) {
    const sum = pages.reduce(
      (total, { points }) => total + (points.find((one) => one.month === month)?.forecast ?? NaN),
      0,
    );
    expect(forecast).toBeCloseTo(sum, 0);
  }
  // A cost is divided once, over all.
  const { spend, enrollments, cpe } = answer.totals.forecast;
  expect(enrollments).toBeGreaterThan(0);
  expect(cpe).toBeCloseTo((spend ?? 0) / (enrollments ?? 1), 0);
});

test('more spend brings more at a falling return; less spends less, line by line', async () => {
  const [more, less] = [await whatIf(20), await whatIf(-20)];
  const totals = more.totals.forecast;
  expect(more.totals.whatIf.spend).toBeGreaterThan(totals.spend ?? 0);
  expect(more.totals.whatIf.spend).toBeLessThanOrEqual((totals.spend ?? 0) * 1.2 + 1);
  expect(more.totals.whatIf.inquiries).toBeGreaterThan(totals.inquiries ?? 0);
  expect(more.totals.whatIf.inquiries).toBeLessThan((totals.inquiries ?? 0) * 1.2 + 1);
  expect(less.totals.whatIf.inquiries).toBeLessThan(totals.inquiries ?? 0);
  for (const { spend } of less.lines) expect(spend.whatIf).toBeCloseTo((spend.forecast ?? 0) * 0.8, 0);
  const summed = more.lines.reduce((total, line) => total + (line.whatIf ?? 0), 0);
  expect(more.totals.whatIf.inquiries).toBeCloseTo(summed, 0);
});

test('a line without all months is named and in no sum; custom lines count once', async () => {
  const before = await whatIf(10);
  const [first] = before.lines;
  await harness.asMigrator((tx) =>
    sql`update forecast set method = 'MANUAL' where owner_key = ${ownerKey} and goal_keys = array[${Number(first?.lineItem)}]::int[]`.execute(
      tx,
    ),
  );
  const after = await whatIf(10);
  expect(after.leftOut).toEqual([...before.leftOut, first?.lineItemName]);
  expect(after.lines).toHaveLength(before.lines.length - 1);
  expect(after.totals.forecast.inquiries).toBeCloseTo(
    (before.totals.forecast.inquiries ?? 0) - (first?.forecast ?? 0),
    0,
  );
});

test('another owner’s is not found, and a change that is none is refused by name', async () => {
  expect((await ask('10', 'inquiries', other)).status).toBe(404);
  for (const wrong of ['1000', '-101', 'much', '1.5']) {
    const { status, body } = await ask(wrong);
    expect({ status, errors: body.errors }).toMatchObject({ status: 400, errors: [{ field: 'spendPercent' }] });
  }
});
