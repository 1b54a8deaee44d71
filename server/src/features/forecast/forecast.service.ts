import {
  type ForecastDetails,
  type ForecastLine,
  type forecastList,
  type ForecastScenario,
  type ForecastWhatIf,
  type CallResponse,
  type Kpi,
  WHAT_IF_MONTHS,
} from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database, type Tx } from '../../db/scope/tx.ts';
import { type Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Origin } from '../../lib/origin.ts';
import { listGoalFacts } from '../../metrics/forecast/history.queries.ts';
import { COST_OF, isCost, STAGE_KPIS, type StageKpi } from '../../metrics/forecast/line.rules.ts';
import { forecastLine, type LineForecast } from '../../metrics/forecast/plan.rules.ts';
import { HISTORY_MONTHS } from '../../metrics/forecast/series.rules.ts';
import { loadToday } from '../../metrics/periods/period-facts.ts';
import { findLastRun } from './build/runs.queries.ts';
import {
  actualOf,
  figuresOf,
  type Known,
  linePlan,
  monthAfter,
  monthsBetween,
  monthsFrom,
  percentMatured,
  pointsOf,
  totalForecast,
  totalsOf,
} from './figures.rules.ts';
import { findForecast, listForecasts, lockForecast, type StoredForecast } from './forecast.queries.ts';
import { loadKnown, loadSoFar } from './known.ts';
import { methodOf, spansOf } from './methods/methods.rules.ts';
import { findPlaces } from './known.queries.ts';
import { listScenarios, type StoredScenario } from './scenarios/scenarios.queries.ts';
import { whatIfOf } from './scenarios/what-if.rules.ts';

export interface ForecastDeps {
  db: Database;
  clock: Clock;
}

export interface Caller {
  scope: Scope;
  origin: Origin;
}

const currentMonthOf = async (tx: Tx, ownerKey: number, now: Date): Promise<string> =>
  (await loadToday(tx, ownerKey, now)).today.with({ day: 1 }).toString();

/** The fields common to the list and the details. */
const lineOf = (
  forecast: StoredForecast,
  figures: LineForecast,
  kpi: Kpi,
  lineFigures: Known,
  currentMonth: string,
): Omit<ForecastLine, 'overrides' | 'scenarios'> => {
  const { usedMethod, why } = methodOf(forecast, kpi);
  return {
    forecastKey: forecast.forecastKey,
    ownerKey: forecast.ownerKey,
    lineItem: forecast.lineItem,
    lineItemName: forecast.lineItemName,
    clientName: forecast.clientName,
    channel: forecast.channel,
    kpi,
    startMonth: forecast.startMonth,
    months: forecast.months,
    method: forecast.method,
    usedMethod,
    why,
    methods: spansOf(forecast, kpi),
    completeMonths: forecast.basis.completeMonths,
    accuracy: forecast.basis.accuracy[kpi],
    total: totalsOf(forecast, figures, kpi, lineFigures, currentMonth),
    rowVersion: forecast.rowVersion,
  };
};

export const readForecasts = (
  { db, clock }: ForecastDeps,
  { scope }: Pick<Caller, 'scope'>,
  { ownerKey, kpi }: { ownerKey: number; kpi: Kpi },
): Promise<CallResponse<typeof forecastList>> =>
  db.readScope(scope, async (tx) => {
    const currentMonth = await currentMonthOf(tx, ownerKey, clock.now());
    const all = await listForecasts(tx, ownerKey);
    const shown = all.filter(({ kpis }) => kpis.includes(kpi));
    const from = shown.reduce((least, { startMonth }) => (startMonth < least ? startMonth : least), currentMonth);
    const figures = await loadKnown(tx, ownerKey, shown, { from, currentMonth });
    const usedLineItems = new Set(shown.map(({ lineItem }) => lineItem));
    const goals = await listGoalFacts(tx, ownerKey, currentMonth);
    return {
      currentMonth,
      lines: shown.map((forecast, index) => ({
        ...lineOf(forecast, figuresOf(forecast), kpi, figures[index]!, currentMonth),
        overrides: forecast.overrides.filter((one) => one.kpi === kpi).length,
        scenarios: forecast.scenarios,
      })),
      missing: goals
        .filter(({ goalKey, isOpen }) => isOpen && !usedLineItems.has(String(goalKey)))
        .map(({ goalKey, name, clientName, channel }) => ({ goalKey, name, clientName, channel })),
      run: await findLastRun(tx, ownerKey),
    };
  });

const TOTALS = ['spend', 'inquiries', 'enrollments', 'cpe'] as const;
const grandTotals = (forecast: StoredForecast, figures: LineForecast): ForecastDetails['totals'] =>
  Object.fromEntries(TOTALS.map((kpi) => [kpi, totalForecast(forecast, figures, kpi)])) as ForecastDetails['totals'];

/** Another plan in place of the forecast's. Overrides of single months are left out: they would hide the plan. */
const scenarioOf = (forecast: StoredForecast, kpi: Kpi, stored: StoredScenario): ForecastScenario => {
  const figures = forecastLine(forecast.basis, linePlan(forecast, stored.plan, []));
  const none: Known = { actual: new Map(), target: new Map() };
  return {
    scenarioKey: stored.scenarioKey,
    name: stored.name,
    plan: stored.plan,
    rowVersion: stored.rowVersion,
    points: pointsOf({ ...forecast, overrides: [] }, figures, kpi, none).map(
      ({ month, forecast: value, low80, high80 }) => ({
        month,
        forecast: value,
        low80,
        high80,
      }),
    ),
    totals: grandTotals(forecast, figures),
  };
};

const curveOf = ({ basis, basisMonth, startMonth, plan }: StoredForecast, currentMonth: string) => {
  // The first month that can still be planned as a whole.
  const month = [startMonth, monthAfter(currentMonth, 1)].reduce((a, b) => (a > b ? a : b));
  const ahead = monthsBetween(basisMonth, month);
  const base = basis.curves[ahead];
  if (base === undefined || base.cpl <= 0) return null;
  const spend = base.spend > 0 ? base.spend : (plan.plannedSpend[month] ?? 0);
  return spend <= 0
    ? null
    : {
        month,
        spend,
        cpl: base.cpl,
        exponent: base.exponent,
        isFitted: basis.exponent.isFitted,
        capacity: basis.capacity[ahead] ?? null,
      };
};

const stageOf = (kpi: Kpi): StageKpi | null => {
  const count = isCost(kpi) ? COST_OF[kpi] : kpi;
  return STAGE_KPIS.find((stage) => stage === count) ?? null;
};

export const detailsOf = async (tx: Tx, forecast: StoredForecast, kpi: Kpi, now: Date): Promise<ForecastDetails> => {
  const { ownerKey, goalKeys, basis, basisMonth, startMonth } = forecast;
  const currentMonth = await currentMonthOf(tx, ownerKey, now);
  const from = monthAfter(currentMonth, -HISTORY_MONTHS);
  const [complete] = await loadKnown(tx, ownerKey, [forecast], { from, currentMonth });
  const soFar = await loadSoFar(tx, { ownerKey, goalKeys, now }, currentMonth);
  const actual = new Map(complete?.actual);
  if (soFar !== null) actual.set(currentMonth, soFar);
  const lineFigures: Known = { actual, target: complete?.target ?? new Map() };
  const figures = figuresOf(forecast);
  const first = [...actual.keys()].reduce((a, b) => (a < b ? a : b), startMonth);
  const past = monthsFrom(first, Math.max(0, monthsBetween(first, startMonth)));
  const stage = stageOf(kpi);
  const inquiries = monthsFrom(from, HISTORY_MONTHS).map((month) => actual.get(month)?.inquiries ?? 0);
  return {
    ...lineOf(forecast, figures, kpi, lineFigures, currentMonth),
    clientKey: forecast.clientKey,
    ...(await findPlaces(tx, ownerKey, goalKeys)),
    goalKeys,
    baselineFrom: monthAfter(basisMonth, -Math.max(1, Math.min(HISTORY_MONTHS, basis.completeMonths))),
    baselineTo: monthAfter(basisMonth, -1),
    currentMonth,
    ...forecast.plan,
    points: [
      ...past.map((month) => ({
        month,
        actual: actualOf(actual.get(month), kpi),
        forecast: null,
        low80: null,
        high80: null,
        target: lineFigures.target.get(month)?.[kpi] ?? null,
        override: null,
        overrideNote: null,
      })),
      ...pointsOf(forecast, figures, kpi, lineFigures),
    ],
    capped: monthsFrom(startMonth, forecast.months).filter(
      (month) => figures.capped[monthsBetween(basisMonth, month)] === true,
    ),
    curve: curveOf(forecast, currentMonth),
    percentMatured: stage === null ? null : percentMatured(inquiries, basis.shares[stage]),
    rates: {
      app: 100 * basis.rates.applications,
      enroll: 100 * basis.rates.enrollments,
      start: 100 * basis.rates.starts,
    },
    totals: grandTotals(forecast, figures),
    scenarios: (await listScenarios(tx, ownerKey, forecast.forecastKey)).map((one) => scenarioOf(forecast, kpi, one)),
    notes: forecast.notes,
    createdBy: forecast.createdBy,
    updatedBy: forecast.updatedBy,
    updatedAt: forecast.updatedAt,
    builtAt: forecast.builtAt,
  };
};

/** The forecast of one figure; a removed figure is not found. */
export const getForecast = async (
  tx: Tx,
  ownerKey: number,
  lineItem: string,
  { kpi, lock = false }: { kpi: Kpi | null; lock?: boolean },
): Promise<StoredForecast> => {
  if (lock) await lockForecast(tx, ownerKey, lineItem);
  const forecast = await findForecast(tx, ownerKey, lineItem);
  if (forecast === undefined || (kpi !== null && !forecast.kpis.includes(kpi))) throw new AppError('NOT_FOUND');
  return forecast;
};

/** Lines put together from others are left out, so that nothing counts twice. */
export const readWhatIf = (
  { db, clock }: ForecastDeps,
  { scope }: Pick<Caller, 'scope'>,
  { ownerKey, kpi, spendPercent }: { ownerKey: number; kpi: Kpi; spendPercent: number },
): Promise<ForecastWhatIf> =>
  db.readScope(scope, async (tx) => {
    const months = monthsFrom(monthAfter(await currentMonthOf(tx, ownerKey, clock.now()), 1), WHAT_IF_MONTHS);
    const lines = (await listForecasts(tx, ownerKey)).filter(({ lineItem }) => !lineItem.startsWith('custom:'));
    return whatIfOf(lines, kpi, months, spendPercent);
  });

export const readDetails = (
  { db, clock }: ForecastDeps,
  { scope }: Pick<Caller, 'scope'>,
  { ownerKey, lineItem, kpi }: { ownerKey: number; lineItem: string; kpi: Kpi },
): Promise<ForecastDetails> =>
  db.readScope(scope, async (tx) =>
    detailsOf(tx, await getForecast(tx, ownerKey, lineItem, { kpi }), kpi, clock.now()),
  );
