import { setImmediate } from 'node:timers/promises';
import { FORECAST, type ForecastMethod, type Kpi } from '@paceline/contract';
import { type ForecastBook } from '../../../metrics/forecast/book.ts';
import { type Basis, basisOf, spreadsOf } from '../../../metrics/forecast/basis.rules.ts';
import { backtestLine, type TestedCounts } from '../../../metrics/forecast/backtest.rules.ts';
import { judgeLine, type TestedLine } from '../../../metrics/forecast/choice.rules.ts';
import { type LineHistory } from '../../../metrics/forecast/line.rules.ts';
import { openOwnerMisses, type OwnerMisses } from '../../../metrics/forecast/misses.rules.ts';
import { type Spread } from '../../../metrics/forecast/range.rules.ts';
import { monthsBetween } from '../figures.rules.ts';
import { type BuiltLine } from '../forecast.queries.ts';

/** How many lines are computed before other work gets its turn: each takes a few milliseconds. */
const LINES_AT_A_STRETCH = 8;

/** Rounded to a ten-thousandth, the precision that a figure can have. */
const compact = (basis: Basis): Basis =>
  JSON.parse(
    JSON.stringify(basis, (_, value: unknown) => (typeof value === 'number' ? Math.round(value * 1e4) / 1e4 : value)),
  ) as Basis;

interface Backtests {
  lines: ReadonlyMap<string, TestedCounts>;
  misses: OwnerMisses;
}

interface Judged {
  lines: ReadonlyMap<string, TestedLine>;
  misses: OwnerMisses;
  spreads: Record<Kpi, Spread>;
}

/** Builds the lines of one owner. Data common to all of them are computed once. */
interface LineBuilder {
  basisOf(line: LineHistory, method: ForecastMethod): Promise<Basis>;
}

export const openBuilder = ({ history, rates }: ForecastBook): LineBuilder => {
  const eachLine = async <T>(make: (line: LineHistory) => T): Promise<ReadonlyMap<string, T>> => {
    const cache = new Map<string, T>();
    for (const [index, line] of history.lines.entries()) {
      cache.set(line.lineItem, make(line));
      if (index % LINES_AT_A_STRETCH === 0) await setImmediate();
    }
    return cache;
  };
  const backtestAll = async (): Promise<Backtests> => {
    const lines = await eachLine((line) => backtestLine(history, rates, line));
    return { lines, misses: openOwnerMisses([...lines.values()]) };
  };
  let backtests: Promise<Backtests> | null = null;
  const judgeAll = async (method: ForecastMethod): Promise<Judged> => {
    backtests ??= backtestAll();
    const { lines, misses } = await backtests;
    const judged = await eachLine((line) =>
      judgeLine(history, line, lines.get(line.lineItem) ?? backtestLine(history, rates, line), { method, misses }),
    );
    return { lines: judged, misses, spreads: spreadsOf([...judged.values()]) };
  };
  const byMethod = new Map<ForecastMethod, Promise<Judged>>();
  const judgedBy = (method: ForecastMethod): Promise<Judged> => {
    const judgements = byMethod.get(method) ?? judgeAll(method);
    byMethod.set(method, judgements);
    return judgements;
  };
  return {
    basisOf: async (line, method) => {
      const { lines, misses, spreads } = await judgedBy(method);
      const judged =
        lines.get(line.lineItem) ?? judgeLine(history, line, backtestLine(history, rates, line), { method, misses });
      return compact(basisOf(history, rates, judged, spreads));
    },
  };
};

/** A requested line, with its stored forecast, if any. */
export interface AskedLine {
  lineItem: string;
  goalKeys: readonly number[];
  channel: string | null;
  stored: { startMonth: string; months: number; method: ForecastMethod; kpis: readonly Kpi[] } | null;
}

export interface Asked {
  kpis: readonly Kpi[];
  startMonth?: string | undefined;
  months?: number | undefined;
  method?: ForecastMethod | undefined;
}

/** Parts that are not requested stay as stored; a start in the past moves to the running month. */
export const buildLine = async (
  book: ForecastBook,
  builder: LineBuilder,
  { lineItem, goalKeys, channel, stored }: AskedLine,
  request: Asked,
): Promise<BuiltLine> => {
  const { currentMonth } = book;
  const previous =
    stored !== null && monthsBetween(currentMonth, stored.startMonth) >= 0 ? stored.startMonth : currentMonth;
  const method = request.method ?? stored?.method ?? 'AUTO';
  return {
    lineItem,
    goalKeys,
    startMonth: request.startMonth ?? previous,
    months: request.months ?? stored?.months ?? FORECAST.defaultMonths,
    method,
    kpis: [...new Set([...(stored?.kpis ?? []), ...request.kpis])],
    basis: await builder.basisOf(book.lineOf(lineItem, goalKeys, channel), method),
  };
};
