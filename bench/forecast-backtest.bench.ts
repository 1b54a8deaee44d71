import { type Kpi, KPI_CODES } from '@paceline/contract';
import { basisOf, spreadsOf } from '@paceline/server/src/metrics/forecast/basis.rules.ts';
import { chosenFor, testLine } from '@paceline/server/src/metrics/forecast/choice.rules.ts';
import {
  completeMonths,
  COST_OF,
  isCost,
  type LineHistory,
  openRates,
  type OwnerHistory,
} from '@paceline/server/src/metrics/forecast/line.rules.ts';
import { forecastLine, NO_PLAN } from '@paceline/server/src/metrics/forecast/plan.rules.ts';
import { openForecastStore } from './forecast-books.ts';

/**
 * How near do forecasts come? Each of the last six months is foreseen from one to three months before it, with nothing but the
 * months before that: AUTO as the product makes it, with its own choice of method and its own ranges, beside last year's value and
 * the run rate. `npm run bench -- forecast-backtest scale` asks the scenario `scale`. It fails where AUTO is behind in the sum
 * for inquiries, spend or enrollments or clearly behind for the cost of an inquiry, or where the ranges hold less than 75 or more than
 * 85 % of what came.
 */
const MONTHS = 6;
const HORIZONS = [1, 2, 3];
const METHODS = ['AUTO', 'SEASONAL_NAIVE', 'RUN_RATE'] as const;
type Method = (typeof METHODS)[number];
const JUDGED: readonly Kpi[] = ['spend', 'inquiries', 'enrollments'];
/** The cost of an inquiry is nearly a run rate: it may be behind by what chance makes of that. */
const MOST_BEHIND = 1.05;
const COVERAGE = { least: 0.75, most: 0.85 };

const cutLine = (line: LineHistory, known: number): LineHistory => ({
  ...line,
  counts: {
    spend: line.counts.spend.slice(0, known),
    inquiries: line.counts.inquiries.slice(0, known),
    contacts: line.counts.contacts.slice(0, known),
    applications: line.counts.applications.slice(0, known),
    enrollments: line.counts.enrollments.slice(0, known),
    starts: line.counts.starts.slice(0, known),
  },
  spendMonths: Math.min(known, line.spendMonths),
  running: null,
  capacity: [],
});

const actualOf = ({ counts }: LineHistory, kpi: Kpi, month: number): number | null => {
  if (!isCost(kpi)) return counts[kpi][month] ?? 0;
  const count = counts[COST_OF[kpi]][month] ?? 0;
  return count > 0 ? (counts.spend[month] ?? 0) / count : null;
};

interface Off {
  off: number;
  actual: number;
}
const errors = new Map<string, Off>();
const inside = new Map<Kpi, { held: number; all: number }>();
const add = (kpi: Kpi, horizon: number, method: Method, foreseen: number, actual: number): void => {
  const key = `${kpi} ${horizon} ${method}`;
  const { off, actual: whole } = errors.get(key) ?? { off: 0, actual: 0 };
  errors.set(key, { off: off + Math.abs(foreseen - actual), actual: whole + actual });
};

const tryOut = (whole: OwnerHistory): void => {
  const last = whole.months;
  for (let known = last - MONTHS - 2; known < last; known += 1) {
    const owner: OwnerHistory = { ...whole, months: known, lines: whole.lines.map((line) => cutLine(line, known)) };
    const rates = openRates(owner);
    const ofMethod = METHODS.map((method) => {
      const tested = owner.lines.map((line) => testLine(owner, rates, line, method));
      const spreads = spreadsOf(tested);
      return tested.map((line) => {
        const basis = basisOf(owner, rates, line, spreads);
        return { basis, ...forecastLine(basis, { method, ...NO_PLAN }) };
      });
    });
    whole.lines.forEach((line, place) => {
      if (completeMonths(cutLine(line, known)) < 3) return;
      for (const kpi of KPI_CODES)
        for (const horizon of HORIZONS) {
          const month = known + horizon - 1;
          if (month < last - MONTHS || month >= last || ((kpi === 'spend' || isCost(kpi)) && month >= line.spendMonths))
            continue;
          const actual = actualOf(line, kpi, month);
          const foreseen = ofMethod.map((lines) => lines[place]?.figures[kpi].forecast[horizon - 1] ?? null);
          const naive = ofMethod[1]?.[place];
          // Where there is no last year, there is nothing to compare with.
          if (actual === null || naive === undefined || chosenFor(naive.basis, kpi).used !== 'SEASONAL_NAIVE') continue;
          if (foreseen.some((value) => value === null)) continue;
          METHODS.forEach((method, index) => add(kpi, horizon, method, foreseen[index] ?? 0, actual));
          const range = ofMethod[0]?.[place]?.figures[kpi].ranges[horizon - 1];
          const seen = inside.get(kpi) ?? { held: 0, all: 0 };
          const isHeld = range != null && range.low - 1e-9 <= actual && actual <= range.high + 1e-9;
          inside.set(kpi, { held: seen.held + Number(isHeld), all: seen.all + 1 });
        }
    });
  }
};

const store = await openForecastStore(process.argv.includes('scale') ? 'scale' : 'demo');
for (const ownerKey of store.ownerKeys) tryOut((await store.open(ownerKey)).history);
await store.close();

const wape = (kpi: Kpi, horizon: number, method: Method): number => {
  const { off, actual } = errors.get(`${kpi} ${horizon} ${method}`) ?? { off: 0, actual: 0 };
  return actual === 0 ? 0 : off / actual;
};
const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;
let failed = false;
const [held, all] = [...inside.values()].reduce(([a, b], one) => [a + one.held, b + one.all], [0, 0]);
for (const horizon of HORIZONS) {
  console.log(`\n${horizon} ${horizon === 1 ? 'month' : 'months'} ahead, off by (WAPE)`);
  console.table(
    Object.fromEntries(
      KPI_CODES.map((kpi) => [
        kpi,
        Object.fromEntries(METHODS.map((method) => [method, percent(wape(kpi, horizon, method))])),
      ]),
    ),
  );
}
const total = (kpi: Kpi, method: Method): number =>
  HORIZONS.reduce((sum, horizon) => sum + wape(kpi, horizon, method), 0);
const best = (kpi: Kpi): number => Math.min(total(kpi, 'SEASONAL_NAIVE'), total(kpi, 'RUN_RATE'));
if (JUDGED.some((kpi) => total(kpi, 'AUTO') >= best(kpi))) failed = true;
if (total('cpl', 'AUTO') > MOST_BEHIND * best('cpl')) failed = true;
console.log('\nof what came, inside the range of 80 %');
console.table(
  Object.fromEntries([
    ...[...inside].map(([kpi, one]) => [kpi, { inside: percent(one.held / one.all), months: one.all }]),
    ['all', { inside: percent(held / all), months: all }],
  ]),
);
if (held / all < COVERAGE.least || held / all > COVERAGE.most) failed = true;
if (failed) process.exitCode = 1;
