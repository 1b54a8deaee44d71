import { type Kpi, KPI_CODES } from '@paceline/contract';
import { basisOf, spreadsOf } from '@paceline/server/src/metrics/forecast/basis.rules.ts';
import { testLines } from '@paceline/server/src/metrics/forecast/choice.rules.ts';
import {
  completeMonths,
  COST_OF,
  isCost,
  type LineHistory,
  openRates,
  type OwnerHistory,
} from '@paceline/server/src/metrics/forecast/line.rules.ts';
import { forecastLine, NO_PLAN } from '@paceline/server/src/metrics/forecast/plan.rules.ts';
import { openTallies } from './backtest-tallies.ts';
import { openForecastStore } from './forecast-books.ts';

/**
 * How near do forecasts come? From each of the last nine month starts up to six months are foreseen, with nothing but the months before
 * it: AUTO as the product makes it, with its own choice of method for each month ahead and its own ranges, beside last year's value
 * (with the growth of the last three months, and plain) and the run rate. `npm run bench -- forecast-backtest scale` asks the scenario
 * `scale`. It fails where AUTO is behind the best other method over months 1 to 3 for inquiries, spend or enrollments or clearly behind
 * for the cost of an inquiry, where it is clearly behind in any one month ahead, and where the ranges of all figures, or those
 * of spend or inquiries in any of the first three months ahead, hold less than 75 or more than 85 % of what came.
 */
const ORIGINS = 9;
const HORIZONS = [1, 2, 3, 4, 5, 6];
const NEAR_HORIZONS = HORIZONS.slice(0, 3);
const METHODS = ['AUTO', 'SEASONAL_NAIVE', 'RUN_RATE'] as const;
/** The same month a year before as it was: no method of the product's list, one that AUTO may choose. */
const PLAIN = 'PLAIN_LAST_YEAR';
const OTHERS = ['SEASONAL_NAIVE', PLAIN, 'RUN_RATE'];
const JUDGED: readonly Kpi[] = ['spend', 'inquiries', 'enrollments'];
/** The cost of an inquiry is nearly a run rate, and one month ahead has few origins: both may be behind by what chance makes of that. */
const MAX_BEHIND = 1.05;
const COVERAGE = { min: 0.75, max: 0.85 };

const cutLine = (line: LineHistory, monthCount: number): LineHistory => ({
  ...line,
  counts: {
    spend: line.counts.spend.slice(0, monthCount),
    inquiries: line.counts.inquiries.slice(0, monthCount),
    contacts: line.counts.contacts.slice(0, monthCount),
    applications: line.counts.applications.slice(0, monthCount),
    enrollments: line.counts.enrollments.slice(0, monthCount),
    starts: line.counts.starts.slice(0, monthCount),
  },
  spendMonths: Math.min(monthCount, line.spendMonths),
  running: null,
  capacity: [],
});

const actualOf = ({ counts }: LineHistory, kpi: Kpi, month: number): number | null => {
  if (!isCost(kpi)) return counts[kpi][month] ?? 0;
  const count = counts[COST_OF[kpi]][month] ?? 0;
  return count > 0 ? (counts.spend[month] ?? 0) / count : null;
};

const tallies = openTallies();

const tryOut = (whole: OwnerHistory): void => {
  const last = whole.months;
  for (let monthCount = last - ORIGINS; monthCount < last; monthCount += 1) {
    const owner: OwnerHistory = {
      ...whole,
      months: monthCount,
      lines: whole.lines.map((line) => cutLine(line, monthCount)),
    };
    const rates = openRates(owner);
    const ofMethod = METHODS.map((method) => {
      const tested = testLines(owner, rates, method);
      const spreads = spreadsOf(tested);
      return tested.map((line) => forecastLine(basisOf(owner, rates, line, spreads), { method, ...NO_PLAN }).figures);
    });
    const origin = String(monthCount - last);
    whole.lines.forEach((line, place) => {
      // Where there is no last year, there is nothing to compare with.
      if (completeMonths(cutLine(line, monthCount)) < 12) return;
      for (const kpi of KPI_CODES)
        for (const horizon of HORIZONS) {
          const month = monthCount + horizon - 1;
          if (month >= last || ((kpi === 'spend' || isCost(kpi)) && month >= line.spendMonths)) continue;
          const actual = actualOf(line, kpi, month);
          const plain = actualOf(line, kpi, month - 12);
          const values = ofMethod.map((lines) => lines[place]?.[kpi].forecast[horizon - 1] ?? null);
          if (actual === null || plain === null || values.includes(null)) continue;
          const at = { kpi, origin, horizon, actual };
          values.forEach((value, index) =>
            tallies.add({
              ...at,
              method: METHODS[index] ?? '',
              forecast: value ?? 0,
              ...(index === 0 && { range: ofMethod[0]?.[place]?.[kpi].ranges[horizon - 1] ?? null }),
            }),
          );
          tallies.add({ ...at, method: PLAIN, forecast: plain });
        }
    });
  }
};

const store = await openForecastStore(process.argv.includes('scale') ? 'scale' : 'demo');
for (const ownerKey of store.ownerKeys) tryOut((await store.open(ownerKey)).history);
await store.close();

const percent = (value: number | null): string => (value === null ? '–' : `${(value * 100).toFixed(1)} %`);
const failures: string[] = [];
const judge = (isWrong: boolean, what: string): void => void (isWrong && failures.push(what));

for (const kpi of [...JUDGED, 'cpl'] as const) {
  console.log(`\n${kpi}, off by (WAPE), by months ahead`);
  console.table(
    Object.fromEntries(
      ['AUTO', ...OTHERS].map((method) => [
        method,
        Object.fromEntries(HORIZONS.map((horizon) => [horizon, percent(tallies.wape({ kpi, horizon, method }))])),
      ]),
    ),
  );
  const near = (method: string): number =>
    NEAR_HORIZONS.reduce((sum, horizon) => sum + (tallies.wape({ kpi, horizon, method }) ?? 0), 0);
  const best = Math.min(...OTHERS.map(near));
  judge(near('AUTO') > (kpi === 'cpl' ? MAX_BEHIND : 1) * best, `${kpi}: behind over months 1 to 3`);
  for (const horizon of kpi === 'cpl' ? [] : HORIZONS) {
    const others = OTHERS.map((method) => tallies.wape({ kpi, horizon, method }) ?? 0);
    const auto = tallies.wape({ kpi, horizon, method: 'AUTO' }) ?? 0;
    judge(auto > MAX_BEHIND * Math.min(...others), `${kpi}: behind ${horizon} ahead`);
  }
}

const rangeText = (of: { kpi?: Kpi; horizon?: number; origin?: string }): string => {
  const { count, coverage, width } = tallies.ranges({ ...of, method: 'AUTO' });
  return count === 0 ? '–' : `${percent(coverage)} (width ${percent(width)})`;
};
console.log('\nof what came, inside the range of 80 %, and how wide ranges are, of what came; by months ahead');
console.table(
  Object.fromEntries(
    KPI_CODES.map((kpi) => [
      kpi,
      Object.fromEntries([
        ...HORIZONS.map((horizon) => [horizon, rangeText({ kpi, horizon })]),
        ['all', rangeText({ kpi })],
      ]),
    ]),
  ),
);
console.log('\nthe same of single origins, by how many months before the last one they stand');
console.table(
  Object.fromEntries(
    JUDGED.slice(0, 2).flatMap((kpi) =>
      NEAR_HORIZONS.map((horizon) => [
        `${kpi}, ${horizon} ahead`,
        Object.fromEntries(
          Array.from({ length: ORIGINS }, (_, index) => String(index - ORIGINS)).map((origin) => [
            origin.slice(1),
            percent(
              tallies.ranges({ kpi, horizon, origin, method: 'AUTO' }).count === 0
                ? null
                : tallies.ranges({ kpi, horizon, origin, method: 'AUTO' }).coverage,
            ),
          ]),
        ),
      ]),
    ),
  ),
);
const isOff = (coverage: number): boolean => coverage < COVERAGE.min || coverage > COVERAGE.max;
const { count, coverage } = tallies.ranges({ method: 'AUTO' });
console.log(`all ranges: ${percent(coverage)} of ${count}`);
judge(isOff(coverage), 'ranges of all figures');
for (const kpi of JUDGED.slice(0, 2))
  for (const horizon of NEAR_HORIZONS)
    judge(isOff(tallies.ranges({ kpi, horizon, method: 'AUTO' }).coverage), `${kpi}: ranges ${horizon} ahead`);
if (failures.length > 0) {
  console.error(failures.join('\n'));
  process.exitCode = 1;
}
