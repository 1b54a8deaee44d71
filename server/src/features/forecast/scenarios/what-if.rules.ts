import { type ForecastDetails, type ForecastWhatIf, type Kpi } from '@paceline/contract';
import { COST_OF, type CountedKpi, isCost } from '../../../metrics/forecast/line.rules.ts';
import { forecastLine, type LineForecast } from '../../../metrics/forecast/plan.rules.ts';
import { type ForecastFacts, linePlan, monthsBetween } from '../figures.rules.ts';

interface WhatIfLine extends ForecastFacts {
  lineItem: string;
  lineItemName: string;
  clientName: string | null;
}

const TOTALS = ['spend', 'inquiries', 'enrollments', 'cpe'] as const;

/** The counts that a figure is made of. */
const partsOf = (kpi: Kpi): readonly CountedKpi[] => (isCost(kpi) ? ['spend', COST_OF[kpi]] : [kpi]);

/** Spend changed by so many percent in these months; a price that is planned stays. */
const withSpend = (
  facts: ForecastFacts,
  base: LineForecast,
  months: readonly string[],
  percent: number,
): LineForecast => {
  if (percent === 0) return base;
  const changed = months.flatMap((month) => {
    const spend = base.figures.spend.effective[monthsBetween(facts.basisMonth, month)];
    return spend == null ? [] : [[month, spend * (1 + percent / 100)] as const];
  });
  const plannedSpend = { ...facts.plan.plannedSpend, ...Object.fromEntries(changed) };
  return forecastLine(facts.basis, linePlan(facts, { ...facts.plan, plannedSpend }, []));
};

type Values = Map<CountedKpi, number[]>;

/** The counts of a line by month; null if one is missing. */
const valuesOf = (
  { figures }: LineForecast,
  { basisMonth }: ForecastFacts,
  parts: ReadonlySet<CountedKpi>,
  months: readonly string[],
): Values | null => {
  const values: Values = new Map();
  for (const part of parts) {
    const list = months.map((month) => figures[part].effective[monthsBetween(basisMonth, month)] ?? null);
    if (list.some((value) => value === null)) return null;
    values.set(part, list.map(Number));
  }
  return values;
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const cents = (value: number): number => Math.round(value * 100) / 100;

/** One figure over these lines and months; a cost is divided once, from the sums of its two parts. */
const figureOf = (lines: readonly Values[], kpi: Kpi, indexes: readonly number[]): number | null => {
  const total = (part: CountedKpi): number =>
    sum(lines.flatMap((values) => indexes.map((index) => values.get(part)?.[index] ?? 0)));
  if (!isCost(kpi)) return cents(total(kpi));
  const count = total(COST_OF[kpi]);
  return count > 0 ? cents(total('spend') / count) : null;
};

/** All lines together by month, as forecast and with changed spend. Overrides are left out of both: they would hide the change. */
export const whatIfOf = (
  lines: readonly WhatIfLine[],
  kpi: Kpi,
  months: readonly string[],
  percent: number,
): ForecastWhatIf => {
  const parts = new Set([...TOTALS, kpi].flatMap(partsOf));
  const indexes = months.map((_, index) => index);
  const all = lines.map((line) => {
    const base = forecastLine(line.basis, linePlan(line, line.plan, []));
    const changed = withSpend(line, base, months, percent);
    return {
      line,
      before: valuesOf(base, line, parts, months),
      after: valuesOf(changed, line, parts, months),
      isCapped: months.some((month) => changed.capped[monthsBetween(line.basisMonth, month)] === true),
    };
  });
  const shown = all.flatMap(({ before, after, ...rest }) =>
    before === null || after === null ? [] : [{ ...rest, before, after }],
  );
  const [before, after] = [shown.map((one) => one.before), shown.map((one) => one.after)];
  const totalsOf = (values: readonly Values[]): ForecastDetails['totals'] => ({
    spend: figureOf(values, 'spend', indexes),
    inquiries: figureOf(values, 'inquiries', indexes),
    enrollments: figureOf(values, 'enrollments', indexes),
    cpe: figureOf(values, 'cpe', indexes),
  });
  return {
    points: months.map((month, index) => ({
      month,
      forecast: figureOf(before, kpi, [index]),
      whatIf: figureOf(after, kpi, [index]),
    })),
    totals: { forecast: totalsOf(before), whatIf: totalsOf(after) },
    lines: shown.map(({ line: { lineItem, lineItemName, clientName }, isCapped, ...one }) => ({
      lineItem,
      lineItemName,
      clientName,
      forecast: figureOf([one.before], kpi, indexes),
      whatIf: figureOf([one.after], kpi, indexes),
      spend: { forecast: figureOf([one.before], 'spend', indexes), whatIf: figureOf([one.after], 'spend', indexes) },
      isCapped,
    })),
    leftOut: all.flatMap((one) => (one.before === null || one.after === null ? [one.line.lineItemName] : [])),
  };
};
