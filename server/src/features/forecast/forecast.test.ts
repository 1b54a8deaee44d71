import {
  accuracyWords,
  ALL_PERMISSIONS,
  FORECAST,
  forecastCreate,
  forecastCustomCreate,
  forecastDelete,
  forecastDetails,
  type ForecastDetails,
  forecastList,
  type ForecastLine,
  forecastRunCancel,
  forecastScenarioDelete,
  forecastScenarioSave,
  forecastUpdate,
  type Kpi,
  KPI_CODES,
  KPIS,
  reportQuerySchema,
} from '@paceline/contract';
import { sql } from 'kysely';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SMALL_DEMO, SMALL_DEMO_NOW } from '../../../seed/index.ts';
import { makeScope } from '../../db/scope/make-scope.ts';
import { listGoalMonths } from '../../metrics/forecast/history.queries.ts';
import { runReport } from '../../metrics/report/report.ts';
import { type SignedIn, useApp } from '../../testing/app.ts';
import { workOutRun } from './build/build.jobs.ts';

const harness = useApp({ filled: SMALL_DEMO, pool: 8 });
const PLAN = { plannedSpend: {}, plannedCpl: {}, rateOverrides: {} };
let ownerKey: number;
let other: number;
let goals: number[];
let foreign: number;
let agency: SignedIn;
let second: SignedIn;

beforeAll(async () => {
  harness.clock.set(SMALL_DEMO_NOW);
  const { rows } = await harness.asMigrator((tx) =>
    sql<{ owner: number; goals: number[] }>`
      select owner_key as owner, array_agg(goal_key order by channel <> 'ppc', goal_key) as goals from goal where active group by 1 order by 1 limit 3
    `.execute(tx),
  );
  // The seed scenario has forecasts of the first two owners; the third has none.
  [ownerKey, goals] = [rows[2]!.owner, rows[2]!.goals];
  [other, foreign] = [rows[0]!.owner, rows[0]!.goals[0]!];
  const rights = { owners: [ownerKey, other], permissions: ALL_PERMISSIONS };
  [agency, second] = [await harness.signedIn('ag', rights), await harness.signedIn('ag', rights)];
});

beforeEach(() => harness.asMigrator((tx) => sql`delete from forecast where owner_key = ${ownerKey}`.execute(tx)));

const lineOf = (index: number): string => String(goals[index]);
const build = (body: object = {}, as = agency) => harness.call(forecastCreate, as, { body: { ownerKey, ...body } });
const read = async (lineItem: string, kpi: Kpi = 'inquiries'): Promise<ForecastDetails> => {
  const answer = await harness.call(forecastDetails, agency, {
    params: { lineItem, kpi },
    query: { ownerKey: String(ownerKey) },
  });
  expect(answer.status).toBe(200);
  return answer.body.data as ForecastDetails;
};
const save = (lineItem: string, body: object, as = agency, kpi: Kpi = 'inquiries') =>
  harness.call(forecastUpdate, as, { body: { ownerKey, lineItem, kpi, ...body } as never });
const list = async (kpi: Kpi = 'inquiries') => {
  const { body } = await harness.call(forecastList, agency, { params: { kpi }, query: { ownerKey: String(ownerKey) } });
  return body.data as { lines: ForecastLine[]; missing: { goalKey: number }[]; run: { state: string } | null };
};
const ahead = ({ points, startMonth }: ForecastDetails) => points.filter(({ month }) => month >= startMonth);

test('the months of a history equal the report engine’s, for every line item, month and figure', async () => {
  const scope = makeScope({ userKey: null, group: 'ag', ownerKeys: [ownerKey, other], partnerKey: null });
  const measures = ['spend', 'validLeads', 'mtdContacts', 'mtdApplications', 'mtdEnrollments', 'mtdStarts'];
  const { report, months, names } = await harness.db.withScope(scope, async (tx) => ({
    report: await runReport(
      tx,
      [ownerKey],
      reportQuerySchema.parse({
        dimensions: ['goal'],
        measures,
        timeDimensions: { dimension: 'date', dateRange: ['2024-11-01', '2026-10-31'], granularity: 'month' },
        limit: 5_000,
      }),
      {
        group: 'ag',
        permissions: new Set(ALL_PERMISSIONS),
        channel: 'all',
        vertical: 'all',
        forWidgets: true,
      },
      SMALL_DEMO_NOW,
    ),
    months: await listGoalMonths(tx, ownerKey, { from: '2024-11-01', before: '2026-11-01', goalKeys: null }),
    names: new Map(
      (
        await sql<{ key: number; name: string }>`
          select goal_key as key, name from goal where owner_key = ${ownerKey}`.execute(tx)
      ).rows.map(({ key, name }) => [key, name]),
    ),
  }));
  const reportRows = report.rows
    .map((row) => [row['goal'], String(row['date']).slice(0, 7), ...measures.map((measure) => Number(row[measure]))])
    .filter((row) => row.slice(2).some((value) => value !== 0));
  const ours = months
    .map(({ goalKey, month, spend, inquiries, contacts, applications, enrollments, starts }) => [
      names.get(goalKey),
      month.slice(0, 7),
      Math.round(spend * 100) / 100,
      inquiries,
      contacts,
      applications,
      enrollments,
      starts,
    ])
    .filter((row) => row.slice(2).some((value) => value !== 0));
  const sorted = (rows: unknown[][]) => rows.map((row) => row.join(' | ')).toSorted();
  expect(reportRows.length).toBeGreaterThan(50);
  expect(sorted(ours)).toEqual(sorted(reportRows));
});

describe('a forecast', () => {
  let built: unknown;
  beforeEach(async () => {
    built = (await build({ lineItems: [lineOf(0)] })).body.data;
  });

  test('is built for all figures at once with its back-tested error', async () => {
    expect(built).toEqual({ run: null, lines: 1 });
    const line = lineOf(0);
    for (const kpi of KPI_CODES) {
      const details = await read(line, kpi);
      expect(details).toMatchObject({
        startMonth: '2026-11-01',
        months: 6,
        method: 'AUTO',
        currentMonth: '2026-11-01',
      });
      expect(details.accuracy.monthsTested).toBeGreaterThan(0);
      expect(details.methods[0]).toMatchObject({ fromMonth: '2026-11-01', why: 'RUNNING', wape: null });
      expect(details.methods.at(-1)).toMatchObject({ toMonth: '2027-04-01', wape: expect.any(Number) });
      for (const { forecast, low80, high80 } of ahead(details)) {
        if (forecast === null) continue;
        expect(low80! <= forecast && forecast <= high80!).toBe(true);
      }
    }
    const [spend, inquiries, cpl] = [await read(line, 'spend'), await read(line), await read(line, 'cpl')];
    // Up to the rounding of a few inquiries.
    ahead(cpl).forEach(({ forecast }, index) =>
      expect(forecast! / (ahead(spend)[index]!.forecast! / ahead(inquiries)[index]!.forecast!)).toBeCloseTo(1, 2),
    );
    expect(cpl.total.forecast! / (spend.total.forecast! / inquiries.total.forecast!)).toBeCloseTo(1, 2);
    // Results come before it, up to the last complete day.
    const before = inquiries.points.filter(({ month }) => month < '2026-11-01');
    expect(before).toHaveLength(24);
    expect(before.every(({ forecast }) => forecast === null)).toBe(true);
  });

  test('is listed with the line items that have none yet', async () => {
    const { lines, missing } = await list();
    expect(lines.map(({ lineItem }) => lineItem)).toEqual([lineOf(0)]);
    expect(missing.map(({ goalKey }) => goalKey)).toEqual(expect.arrayContaining(goals.slice(1)));
    expect(lines[0]).toMatchObject({ overrides: 0, scenarios: 0, total: { actual: null } });
  });

  test('follows a plan, keeps the computed value beside an override, and returns to it', async () => {
    const line = lineOf(0);
    const plain = await read(line);
    const december = ahead(plain)[1]!;
    const spend = ahead(await read(line, 'spend'))[1]!.forecast!;
    const planned = await save(line, {
      rowVersion: plain.rowVersion,
      plan: { ...PLAN, plannedSpend: { '2026-12-01': Math.round(spend * 2) } },
    });
    const withPlan = planned.body.data as ForecastDetails;
    const twice = ahead(withPlan)[1]!.forecast!;
    expect(twice).toBeGreaterThan(december.forecast! * 1.3);
    expect(twice).toBeLessThanOrEqual(december.forecast! * 2.001);
    expect(ahead(await read(line, 'spend'))[1]!.forecast).toBe(Math.round(spend * 2));

    const refused = await save(line, {
      rowVersion: withPlan.rowVersion,
      overrides: [{ month: '2027-01-01', value: 99 }],
    });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual([expect.objectContaining({ field: 'overrides.0.note' })]);
    const outside = [{ month: '2028-01-01', value: 99, note: 'Why' }];
    expect((await save(line, { rowVersion: withPlan.rowVersion, overrides: outside })).status).toBe(422);
    const overrides = [{ month: '2027-01-01', value: 99, note: 'A second intake' }];
    const saved = (await save(line, { rowVersion: withPlan.rowVersion, overrides })).body.data as ForecastDetails;
    expect(ahead(saved)[2]).toMatchObject({ override: 99, overrideNote: 'A second intake' });
    expect(ahead(saved)[2]!.forecast).toBe(ahead(withPlan)[2]!.forecast);
    const cpl = ahead(await read(line, 'cpl'))[2]!;
    expect(cpl.forecast).toBeCloseTo(ahead(await read(line, 'spend'))[2]!.forecast! / 99, 1);

    // After another build, plans and overrides stay.
    await build({ lineItems: [line] });
    const again = await read(line);
    expect(ahead(again)[2]!.override).toBe(99);
    expect(again.plannedSpend).toEqual({ '2026-12-01': Math.round(spend * 2) });
    const back = await save(line, {
      rowVersion: again.rowVersion,
      plan: PLAN,
      overrides: [{ month: '2027-01-01', value: null }],
    });
    expect(ahead(back.body.data as ForecastDetails).map(({ forecast, override }) => [forecast, override])).toEqual(
      ahead(plain).map(({ forecast }) => [forecast, null]),
    );
  });

  test('saved by two users keeps the first save; the second sees who it was and both values', async () => {
    const line = lineOf(0);
    const { rowVersion } = await read(line);
    const rated = (enroll: number) => ({ ...PLAN, rateOverrides: { enroll } });
    const mine = { rowVersion, overrides: [{ month: '2026-12-01', value: 120, note: 'Mine' }], plan: rated(2) };
    const theirs = { rowVersion, overrides: [{ month: '2026-12-01', value: 150, note: 'Theirs' }], plan: rated(5) };
    const answers = await Promise.all([save(line, mine), save(line, theirs, second)]);
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
    const stale = answers.find(({ status }) => status === 409)!;
    expect(stale.body.message).toMatch(/^Forecast was changed by .+ at Nov 15, .+ [EC]ST\. Reload\.$/);
    expect(stale.body.errors).toContainEqual(
      expect.objectContaining({
        field: 'overrides.2026-12-01',
        message: expect.stringMatching(/^Now 1[25]0, yours 1[25]0$/),
      }),
    );
    expect(stale.body.errors).toContainEqual(
      expect.objectContaining({
        field: 'rateOverrides.enroll',
        message: expect.stringMatching(/^Now (2, yours 5|5, yours 2)$/),
      }),
    );
    const stored = await harness.asMigrator((tx) =>
      sql<{
        n: number;
      }>`select count(*)::int as n from forecast_override where month = '2026-12-01' and owner_key = ${ownerKey}`.execute(
        tx,
      ),
    );
    expect(stored.rows[0]!.n).toBe(1);
  });

  test('by another method names the method; by hand it equals the input', async () => {
    const line = lineOf(0);
    const change = async (method: string) =>
      (await save(line, { rowVersion: (await read(line)).rowVersion, method })).body.data as ForecastDetails;
    expect(await change('RUN_RATE')).toMatchObject({ method: 'RUN_RATE', usedMethod: 'RUN_RATE', why: 'ASKED' });
    const manual = await change('MANUAL');
    expect(ahead(manual).map(({ forecast }) => forecast)).toEqual(Array(6).fill(null));
    const entered = await save(line, {
      rowVersion: manual.rowVersion,
      overrides: [{ month: '2027-02-01', value: 44 }],
    });
    expect(ahead(entered.body.data as ForecastDetails)[3]!.override).toBe(44);
    expect((await change('AUTO')).method).toBe('AUTO');
  });

  test('with a what-if has a second plan to compare', async () => {
    const line = lineOf(0);
    const spend = await read(line, 'spend');
    const plannedSpend = Object.fromEntries(
      ahead(spend)
        .slice(1)
        .map(({ month, forecast }) => [month, forecast! * 1.5]),
    );
    const body = { ownerKey, lineItem: line, name: 'Half more', plan: { ...PLAN, plannedSpend } };
    const scenario = await harness.call(forecastScenarioSave, agency, { body });
    const { scenarioKey } = scenario.body.data as { scenarioKey: number };
    expect((await harness.call(forecastScenarioSave, agency, { body })).status).toBe(422);
    const details = await read(line, 'spend');
    expect(details.scenarios).toHaveLength(1);
    expect(details.scenarios[0]!.totals.spend).toBeCloseTo(
      ahead(spend).reduce((sum, { forecast }, index) => sum + forecast! * (index === 0 ? 1 : 1.5), 0),
      0,
    );
    expect(ahead(details).map(({ forecast }) => forecast)).toEqual(ahead(spend).map(({ forecast }) => forecast));
    const stale = { ...body, scenarioKey, rowVersion: 7, name: 'Other' };
    expect((await harness.call(forecastScenarioSave, agency, { body: stale })).status).toBe(409);
    await harness.call(forecastScenarioDelete, agency, { body: { ownerKey, lineItem: line, scenarioKey } });
    expect((await read(line)).scenarios).toEqual([]);
  });

  test('of a custom line sums line items, or starts from planned spend', async () => {
    const custom = await harness.call(forecastCustomCreate, agency, {
      body: { ownerKey, name: 'Both together', goalKeys: [goals[0]!, goals[1]!] },
    });
    const { lineItem } = custom.body.data as { lineItem: string };
    expect(lineItem).toMatch(/^custom:\d+$/);
    const both = await read(lineItem);
    await build({ lineItems: [lineOf(1), lineItem] });
    const [one, two] = [await read(lineOf(0)), await read(lineOf(1))];
    const october = ({ points }: ForecastDetails): number =>
      points.find(({ month }) => month === '2026-10-01')?.actual ?? 0;
    expect(october(both)).toBe(october(one) + october(two));
    const none = await harness.call(forecastCustomCreate, agency, {
      body: { ownerKey, name: 'A campus to come', channel: 'ppl' },
    });
    const fresh = (none.body.data as { lineItem: string }).lineItem;
    expect(await read(fresh)).toMatchObject({ why: 'TOO_SHORT', completeMonths: 0, usedMethod: 'RUN_RATE' });
    const planned = await save(fresh, { rowVersion: 1, plan: { ...PLAN, plannedSpend: { '2026-12-01': 10_000 } } });
    expect(ahead(planned.body.data as ForecastDetails)[1]!.forecast).toBeGreaterThan(10);
    const duplicate = await harness.call(forecastCustomCreate, agency, { body: { ownerKey, name: 'both TOGETHER' } });
    expect(duplicate.body.errors).toEqual([expect.objectContaining({ field: 'name' })]);
  });

  test('is a workbook with a sheet for each figure, the requested one first', async () => {
    const answer = await harness.app.inject({
      method: 'GET',
      url: `/api/ag/forecast/export/enrollments?ownerKey=${ownerKey}`,
      headers: agency.headers,
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-disposition']).toContain('Forecast-data.xlsx');
    const { sheets } = await readXlsx(answer.rawPayload);
    expect(sheets.map(({ name }) => name)).toEqual([
      KPIS.enrollments,
      ...KPI_CODES.filter((kpi) => kpi !== 'enrollments').map((kpi) => KPIS[kpi]),
    ]);
    const inquiries = sheets.find(({ name }) => name === KPIS.inquiries)!.rows;
    expect(inquiries[0]!.slice(0, 8)).toEqual([
      'Line Item',
      'Client',
      'Nov 2026 Actual',
      'Nov 2026 Forecast',
      'Nov 2026 Low',
      'Nov 2026 High',
      'Nov 2026 Target',
      'Nov 2026 Override',
    ]);
    const details = await read(lineOf(0));
    const row = inquiries.find(([name]) => name === details.lineItemName)!;
    expect(row[9]).toBe(ahead(details)[1]!.forecast);
    expect(inquiries[0]!.at(-1)).toBe('Method');
    expect(row.at(-1)).toBe(accuracyWords(details));
  });

  test('is removed by figure, or as a whole', async () => {
    await build({ lineItems: [lineOf(1)] });
    const remove = (kpi: Kpi | 'all') =>
      harness.call(forecastDelete, agency, { params: { kpi, lineItem: lineOf(1) }, body: { ownerKey } });
    expect((await remove('cps')).status).toBe(200);
    const gone = await harness.call(forecastDetails, agency, {
      params: { lineItem: lineOf(1), kpi: 'cps' },
      query: { ownerKey: String(ownerKey) },
    });
    expect(gone.status).toBe(404);
    expect((await read(lineOf(1), 'starts')).lineItem).toBe(lineOf(1));
    expect((await remove('all')).status).toBe(200);
    expect((await list()).lines.map(({ lineItem }) => lineItem)).not.toContain(lineOf(1));
  });

  test('is invisible to other owners, even to a user of both', async () => {
    const line = lineOf(0);
    const elsewhere = { params: { lineItem: line, kpi: 'inquiries' as const }, query: { ownerKey: String(other) } };
    expect((await harness.call(forecastDetails, agency, elsewhere)).status).toBe(404);
    const refused = await build({ lineItems: [String(foreign)] });
    expect(refused.body.errors).toEqual([expect.objectContaining({ field: 'lineItems' })]);
    const custom = { ownerKey, name: 'Theirs', goalKeys: [foreign] };
    expect((await harness.call(forecastCustomCreate, agency, { body: custom })).status).toBe(422);
    const partner = makeScope({ userKey: null, group: 'mp', ownerKeys: [ownerKey], partnerKey: 1 });
    const result = await harness.db.withScope(partner, (tx) => sql`select from forecast`.execute(tx));
    expect(result.rows).toEqual([]);
  });
});

describe('many line items', () => {
  let lineItems: string[];
  beforeAll(async () => {
    const { rows } = await harness.asMigrator((tx) =>
      sql<{ key: number }>`
        insert into goal (owner_key, client_key, name, channel, start_month)
        select owner_key, client_key, 'Many ' || n, 'ppl', '2026-11-01' from goal, generate_series(1, ${FORECAST.atOnce + 15}) n
        where goal_key = ${goals[0]!} returning goal_key as key`.execute(tx),
    );
    lineItems = rows.map(({ key }) => String(key));
  });
  const deps = () => ({ db: harness.db, clock: harness.clock });
  const start = async () => {
    const answer = await build({ lineItems });
    expect({ code: answer.body.code, errors: answer.body.errors }).toEqual({});
    return answer.body.data as { run: { runKey: number; state: string } };
  };

  test('are built once in the background, with progress', async () => {
    const { run } = await start();
    expect(run).toMatchObject({ state: 'queued', lines: lineItems.length, linesDone: 0 });
    expect((await build({ lineItems })).status).toBe(409);
    await workOutRun(deps(), ownerKey, run.runKey);
    expect((await list()).run).toMatchObject({ state: 'done', linesDone: lineItems.length });
    const built = (await list()).lines.filter(({ lineItem }) => lineItems.includes(lineItem));
    expect(built).toHaveLength(lineItems.length);
    expect(built[0]).toMatchObject({ why: 'TOO_SHORT', completeMonths: 0 });
    // A second run of the same job finds nothing to do.
    await workOutRun(deps(), ownerKey, run.runKey);
    expect((await list()).lines.find(({ lineItem }) => lineItem === lineItems[0])!.rowVersion).toBe(1);
  });

  test('stop being built after a cancellation', async () => {
    const built = await start();
    await workOutRun(deps(), ownerKey, built.run.runKey);
    const { run } = await start();
    const answer = await harness.call(forecastRunCancel, agency, { body: { ownerKey, runKey: run.runKey } });
    expect(answer.body.data).toMatchObject({ state: 'cancelled' });
    await workOutRun(deps(), ownerKey, run.runKey);
    expect((await list()).run).toMatchObject({ state: 'cancelled', linesDone: 0 });
    expect((await list()).lines.find(({ lineItem }) => lineItem === lineItems[0])!.rowVersion).toBe(1);
  });
});

test('the demo’s forecasts exist and come from the same code', async () => {
  const { body } = await harness.call(forecastList, agency, {
    params: { kpi: 'inquiries' },
    query: { ownerKey: String(other) },
  });
  const { lines } = body.data as { lines: ForecastLine[] };
  expect(lines).toHaveLength(5);
  expect(lines.reduce((sum, { overrides, scenarios }) => sum + overrides + scenarios, 0)).toBe(2);
});
