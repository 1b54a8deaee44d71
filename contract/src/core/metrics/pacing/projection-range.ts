/** 80 % range of past results as multiples of the projection, by complete days and by remaining volume. */
export type RangeTable = Record<'spend' | 'leads', readonly (readonly (readonly [number, number])[])[]>;

/** Lower bounds of the complete days: later in the month the projection is more certain. */
export const RANGE_DAYS = [0, 4, 7, 12, 17, 23] as const;
/** Lower bounds of the volume still to come: chance matters more for small numbers. */
export const RANGE_SIZES = { spend: [0, 500, 2_000, 8_000, 30_000], leads: [0, 10, 40, 160, 640] } as const;

const lastAtMost = (bounds: readonly number[], value: number): number =>
  Math.max(
    0,
    bounds.findLastIndex((bound) => bound <= value),
  );

/** The table cell for a projection, by complete days and remaining volume. */
export const rangeCell = (
  measure: keyof RangeTable,
  daysDone: number,
  toCome: number,
): [measure: keyof RangeTable, days: number, size: number] => [
  measure,
  lastAtMost(RANGE_DAYS, daysDone),
  lastAtMost(RANGE_SIZES[measure], toCome),
];

/** Fitted by `npm run bench -- projection fit` on the demo's past months. */
const RANGES: RangeTable = {
  spend: [
    [
      [0.78, 1.865],
      [0.806, 1.283],
      [0.816, 1.207],
      [0.905, 1.158],
      [0.963, 1.104],
    ],
    [
      [0.768, 1.568],
      [0.818, 1.236],
      [0.854, 1.169],
      [0.92, 1.128],
      [0.971, 1.089],
    ],
    [
      [0.779, 1.482],
      [0.851, 1.187],
      [0.887, 1.112],
      [0.945, 1.078],
      [0.979, 1.062],
    ],
    [
      [0.817, 1.305],
      [0.852, 1.132],
      [0.909, 1.079],
      [0.953, 1.043],
      [0.968, 1.043],
    ],
    [
      [0.76, 1.304],
      [0.844, 1.136],
      [0.906, 1.086],
      [0.956, 1.051],
      [0.956, 1.051],
    ],
    [
      [0.696, 1.407],
      [0.842, 1.174],
      [0.898, 1.113],
      [0.966, 1.055],
      [0.966, 1.055],
    ],
  ],
  leads: [
    [
      [0.738, 1.911],
      [0.796, 1.268],
      [0.855, 1.181],
      [0.94, 1.135],
      [0.961, 1.099],
    ],
    [
      [0.75, 1.55],
      [0.823, 1.211],
      [0.893, 1.147],
      [0.956, 1.115],
      [0.968, 1.092],
    ],
    [
      [0.772, 1.406],
      [0.85, 1.161],
      [0.916, 1.103],
      [0.966, 1.073],
      [0.989, 1.05],
    ],
    [
      [0.82, 1.288],
      [0.9, 1.098],
      [0.942, 1.065],
      [0.97, 1.045],
      [0.977, 1.042],
    ],
    [
      [0.795, 1.292],
      [0.888, 1.112],
      [0.948, 1.089],
      [0.973, 1.051],
      [0.973, 1.051],
    ],
    [
      [0.713, 1.428],
      [0.882, 1.179],
      [0.954, 1.118],
      [1, 1.085],
      [1, 1.085],
    ],
  ],
};

interface Projected {
  soFar: number | null;
  projected: number | null;
  /** Complete days of the month. */
  daysDone: number;
}

/** The 80 % range of a projection: the actuals are fixed, the remainder varies as in past months. */
export const projectionRange = (
  measure: keyof RangeTable,
  { soFar, projected, daysDone }: Projected,
): { low: number; high: number } | null => {
  if (projected === null) return null;
  const toCome = Math.max(0, projected - (soFar ?? 0));
  const [, days, size] = rangeCell(measure, daysDone, toCome);
  const [low, high] = RANGES[measure][days]?.[size] ?? [1, 1];
  const sure = projected - toCome;
  return { low: sure + toCome * low, high: sure + toCome * high };
};

/** Ranges of a row's projections, by their names on the wire. */
export const rangeNumbers = (
  parts: Readonly<Record<'spend' | 'spendProjection' | 'validLeads' | 'leadProjection', number | null>>,
  daysDone: { spend: number; leads: number },
) => {
  const spend = projectionRange('spend', {
    soFar: parts.spend,
    projected: parts.spendProjection,
    daysDone: daysDone.spend,
  });
  const leads = projectionRange('leads', {
    soFar: parts.validLeads,
    projected: parts.leadProjection,
    daysDone: daysDone.leads,
  });
  return {
    spendProjectionLow: spend?.low ?? null,
    spendProjectionHigh: spend?.high ?? null,
    leadProjectionLow: leads?.low ?? null,
    leadProjectionHigh: leads?.high ?? null,
  };
};
