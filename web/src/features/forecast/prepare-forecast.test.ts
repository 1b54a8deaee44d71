import type { ForecastDetails } from '@paceline/contract';
import { describe, expect, test } from 'vitest';
import {
  changesOf,
  comparedText,
  formatKpi,
  methodText,
  placeText,
  planWith,
  pointLines,
  rangeText,
} from './prepare-forecast.ts';
import { chartColours } from '../../ui/chart/palette.ts';
import { curveLabel, curvePoints, fanChart, sumChart } from './prepare-pictures.ts';

const point = (month: string, parts: object = {}) => ({
  month,
  actual: null,
  forecast: 120,
  low80: 104,
  high80: 139,
  target: null,
  override: null,
  overrideNote: null,
  ...parts,
});
const details = {
  kpi: 'inquiries',
  method: 'AUTO',
  startMonth: '2026-11-01',
  plannedSpend: { '2026-12-01': 900 },
  plannedCpl: {},
  rateOverrides: {},
  points: [point('2026-11-01'), point('2026-12-01', { override: 130, overrideNote: 'Open house' })],
} as unknown as ForecastDetails;

test('a figure shows its precision, and small numbers a decimal', () => {
  expect(rangeText('inquiries', point('2026-12-01'))).toBe('120 (104–139), 8 in 10');
  expect(rangeText('spend', { forecast: null, low80: null, high80: null })).toBe('–');
  expect([formatKpi('enrollments', 0.4), formatKpi('enrollments', 0), formatKpi('cpl', 48.5)]).toEqual([
    '0.4',
    '0',
    '$48.50',
  ]);
  expect(pointLines('inquiries', point('2026-11-01', { actual: 60, target: 110 }), '2026-11-01')).toEqual([
    'Nov 2026',
    'So far: 60',
    'Forecast: 120 (104–139), 8 in 10',
    'Target: 110',
  ]);
});

test('a month shows its method if months differ', () => {
  const span = (fromMonth: string, toMonth: string, why: string, wape: number | null) => ({
    fromMonth,
    toMonth,
    usedMethod: why === 'BEST' || why === 'RUNNING' ? 'AUTO' : 'SEASONAL_NAIVE',
    why,
    wape,
  });
  const alike = [span('2026-11-01', '2026-11-01', 'RUNNING', null), span('2026-12-01', '2026-12-01', 'BEST', 8.6)];
  const methods = [...alike, span('2027-01-01', '2027-04-01', 'LAST_YEAR_BETTER', 12.4)];
  const textOf = (month: string, of = methods) => methodText({ methods: of } as ForecastDetails, month);
  expect(['2026-11-01', '2026-12-01', '2027-03-01'].map((month) => textOf(month))).toEqual([
    'This month so far and what the rest should bring',
    'Trend and season of its own history, off by 9% on average',
    'The same month last year, off by 12% on average',
  ]);
  expect(textOf('2026-12-01', alike)).toBeNull();
});

describe('edits', () => {
  test('overlay the plan, and an emptied cell removes a month from it', () => {
    const plan = planWith(details, { '2026-12-01': { plannedSpend: '' }, '2026-11-01': { plannedSpend: '$1,200' } });
    expect(plan.plannedSpend).toEqual({ '2026-11-01': 1200 });
  });

  test('of a rate overlay the plan’s, an emptied field returns to the history, and others stay', () => {
    const planned = { ...details, rateOverrides: { app: 12, enroll: 3 } } as ForecastDetails;
    expect(planWith(planned, {}).rateOverrides).toEqual({ app: 12, enroll: 3 });
    expect(planWith(planned, {}, { app: '', start: '1.5 %' }).rateOverrides).toEqual({ enroll: 3, start: 1.5 });
    expect(changesOf(planned, {}, { enroll: '101' })).toEqual({
      problem: 'Enrollment rate: “101” is not a number from 0 to 100.',
    });
    expect(changesOf(planned, {}, { enroll: '-1' })).toHaveProperty('problem');
    expect([placeText('rateOverrides.start'), placeText('plannedSpend.2026-12-01')]).toEqual([
      'Start rate',
      'Dec 2026',
    ]);
  });

  test('that override need a note, unless the forecast is made by hand', () => {
    const drafts = { '2026-11-01': { override: '99' } };
    expect(changesOf(details, drafts)).toEqual({
      problem: 'Nov 2026: add a note on why this value replaces the forecast.',
    });
    expect(changesOf({ ...details, method: 'MANUAL' }, drafts)).toMatchObject({
      overrides: [{ month: '2026-11-01', value: 99, note: '' }],
    });
    expect(changesOf(details, { '2026-12-01': { override: '140' } })).toMatchObject({
      overrides: [{ month: '2026-12-01', value: 140, note: 'Open house' }],
    });
  });

  test('are reset by emptying the cell, and refused if not numeric', () => {
    expect(changesOf(details, { '2026-12-01': { override: '', note: '' } })).toMatchObject({
      overrides: [{ month: '2026-12-01', value: null, note: '' }],
    });
    expect(changesOf(details, { '2026-12-01': { plannedCpl: 'many' } })).toEqual({
      problem: 'Dec 2026: “many” is not a number.',
    });
  });
});

test('a what-if shows its difference', () => {
  expect(comparedText('inquiries', 100, 112)).toBe('112 (+12)');
  expect(comparedText('spend', 5_000, 4_000)).toBe('$4,000 (–$1,000)');
  expect(comparedText('cpl', null, 48)).toBe('$48.00');
});

test('the curve reaches twice the spend, with decreasing returns', () => {
  const curve = { month: '2026-12-01', spend: 10_000, cpl: 50, exponent: 0.15, isFitted: false, capacity: null };
  const points = curvePoints(curve);
  expect(points[0]).toEqual({ spend: 0, inquiries: 0 });
  expect(points[10]).toEqual({ spend: 10_000, inquiries: 200 });
  expect(points[20]?.inquiries).toBeCloseTo(400 / 2 ** 0.15, 6);
  expect(curveLabel(curve)).toBe(
    'Inquiries by spend in Dec 2026: 200 at $10,000; twice the spend brings 1.80 times as many',
  );
});

test('what-ifs are lines of the chart, from the last complete month on, and lines of its tooltip', () => {
  const more = {
    scenarioKey: 1,
    name: 'More spend',
    points: [
      { month: '2026-11-01', forecast: 125, low80: null, high80: null },
      { month: '2026-12-01', forecast: 150, low80: null, high80: null },
    ],
  };
  const points = [point('2026-10-01', { actual: 110, forecast: null }), ...details.points];
  const chart = fanChart({ ...details, points, currentMonth: '2026-11-01', scenarios: [more] } as never)(
    chartColours(false),
  );
  const series = (chart.series as { name: string; data: unknown[] }[]).find(({ name }) => name === 'More spend');
  expect(series?.data).toEqual([110, 125, 150]);
  expect((chart.legend as { data: string[] }).data).toContain('More spend');
  expect(pointLines('inquiries', details.points[1]!, '2026-11-01', [more] as never).at(-1)).toBe(
    'More spend: 150 (+20)',
  );
});

test('all line items together are two lines: as forecast, and with the changed spend', () => {
  const chart = sumChart('inquiries', 'With 20% more spend', [
    { month: '2026-12-01', forecast: 100, whatIf: 112 },
    { month: '2027-01-01', forecast: 90, whatIf: null },
  ])(chartColours(false));
  expect((chart.series as { name: string; data: unknown[] }[]).map(({ name, data }) => [name, data])).toEqual([
    ['Forecast', [100, 90]],
    ['With 20% more spend', [112, null]],
  ]);
});
