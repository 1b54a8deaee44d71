import { type ForecastMethod, type Kpi, KPI_CODES } from '@paceline/contract';
import { dueIn } from './arrivals.rules.ts';
import { type Basis } from './basis.rules.ts';
import { horizonAt } from './choice.rules.ts';
import { type CurveBase, inquiriesAt } from './curve.rules.ts';
import { byKpi, COST_OF, COUNTED_KPIS, type Counts, isCost, STAGE_KPIS, type StageKpi } from './line.rules.ts';
import { type Range, rangeOf } from './range.rules.ts';

type PerMonth = readonly (number | null)[];

/** User input for a line; every list begins with the current month. */
export interface LinePlan {
  method: ForecastMethod;
  plannedSpend: PerMonth;
  plannedCpl: PerMonth;
  /** User-defined mature rates, as shares. */
  rates: Partial<Record<StageKpi, number>>;
  overrides: Partial<Record<Kpi, PerMonth>>;
}

export const NO_PLAN: Omit<LinePlan, 'method'> = { plannedSpend: [], plannedCpl: [], rates: {}, overrides: {} };

interface Figure {
  /** The calculated value, without overrides. Null if it cannot be calculated. */
  forecast: PerMonth;
  ranges: readonly (Range | null)[];
  /** The effective value: the override if there is one. */
  effective: PerMonth;
}

export interface LineForecast {
  figures: Record<Kpi, Figure>;
  /** Months limited by the partners' capacity. */
  capped: readonly boolean[];
}

interface PlannedMonth {
  spend: number;
  inquiries: number;
  capped: boolean;
}

/** Planned spend and inquiries of a month: at the given price, else along the curve; never above capacity. */
const plannedMonth = (
  base: { spend: number; inquiries: number },
  curve: CurveBase,
  plan: { spend: number | null; cpl: number | null; capacity: number | null },
): PlannedMonth => {
  const spend = plan.spend ?? base.spend;
  const bySpend = plan.spend === null ? base.inquiries : inquiriesAt(curve, plan.spend);
  const wanted = plan.cpl !== null && plan.cpl > 0 ? spend / plan.cpl : bySpend;
  if (plan.capacity === null || wanted <= plan.capacity) return { spend, inquiries: wanted, capped: false };
  // Leads that cannot be delivered are not paid for either.
  return { spend: (spend * plan.capacity) / wanted, inquiries: plan.capacity, capped: true };
};

/** Outcomes scaled to changed inquiries, or calculated with user-defined rates. */
const outcomesOf = (basis: Basis, stage: StageKpi, rate: number | undefined, more: readonly number[]): number[] =>
  basis.base[stage].map((value, ahead) => {
    const dueOfMore = dueIn(more, basis.shares[stage], ahead);
    if (rate === undefined) return Math.max(0, value + basis.rates[stage] * dueOfMore);
    const due = rate * Math.max(0, (basis.due[stage][ahead] ?? 0) + dueOfMore);
    return basis.running !== null && ahead === 0 ? basis.running.soFar[stage] + (1 - basis.running.done) * due : due;
  });

const divide = (spend: number | null, count: number | null): number | null =>
  spend === null || count === null || count <= 0 ? null : spend / count;

/**
 * All ten KPIs of a line item together, since they depend on each other: spend on its plan, inquiries on spend, outcomes on inquiries,
 * costs on both. An override also affects the KPIs that depend on it.
 */
export const forecastLine = (basis: Basis, plan: LinePlan): LineForecast => {
  const { base, running } = basis;
  const isManual = plan.method === 'MANUAL';
  const planned = basis.curves.map((curve, ahead) =>
    plannedMonth({ spend: base.spend[ahead] ?? 0, inquiries: base.inquiries[ahead] ?? 0 }, curve, {
      spend: plan.plannedSpend[ahead] ?? null,
      cpl: plan.plannedCpl[ahead] ?? null,
      // The current month's projection already includes its caps.
      capacity: running !== null && ahead === 0 ? null : (basis.capacity[ahead] ?? null),
    }),
  );
  const withOverrides = (kpi: Kpi, machine: PerMonth): PerMonth =>
    machine.map((value, ahead) => plan.overrides[kpi]?.[ahead] ?? (isManual ? null : value));
  const inquiries = planned.map((month) => month.inquiries);
  const more = withOverrides('inquiries', inquiries).map(
    (value, ahead) => (value ?? base.inquiries[ahead] ?? 0) - (base.inquiries[ahead] ?? 0),
  );
  const machine: Counts = {
    spend: planned.map((month) => month.spend),
    inquiries,
    ...byKpi(STAGE_KPIS, (stage) => outcomesOf(basis, stage, plan.rates[stage], more)),
  };
  const counted = byKpi(COUNTED_KPIS, (kpi) => withOverrides(kpi, machine[kpi]));
  const valuesOf = (kpi: Kpi): PerMonth =>
    isCost(kpi)
      ? counted.spend.map((spend, ahead) => divide(spend, counted[COST_OF[kpi]][ahead] ?? null))
      : isManual
        ? machine[kpi].map(() => null)
        : machine[kpi];
  const sizeOf = (kpi: Kpi, ahead: number): number =>
    (isCost(kpi) ? counted[COST_OF[kpi]][ahead] : machine[kpi === 'spend' ? 'inquiries' : kpi][ahead]) ?? 0;

  const rangeAt = (kpi: Kpi, value: number | null, ahead: number): Range | null => {
    if (value === null || isManual) return null;
    const isRunning = running !== null && ahead === 0;
    const ofProjection = isRunning && !isCost(kpi) ? running.ranges[kpi] : undefined;
    const isPlanned = (plan.plannedSpend[ahead] ?? plan.plannedCpl[ahead] ?? null) !== null;
    if (ofProjection !== undefined && !isPlanned) return ofProjection;
    const horizon = horizonAt(running !== null, ahead);
    return rangeOf(value, sizeOf(kpi, ahead), basis.spreads[kpi], horizon, isRunning ? 1 - running.done : 1);
  };
  return {
    figures: byKpi(KPI_CODES, (kpi): Figure => {
      const forecast = valuesOf(kpi);
      return {
        forecast,
        ranges: forecast.map((value, ahead) => rangeAt(kpi, value, ahead)),
        effective: isCost(kpi) ? forecast.map((value, ahead) => plan.overrides[kpi]?.[ahead] ?? value) : counted[kpi],
      };
    }),
    capped: planned.map((month) => month.capped),
  };
};
