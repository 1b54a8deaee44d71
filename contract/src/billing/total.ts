import { type Parts } from '../core/metrics/formula/facts.ts';
import { metricValue } from '../core/metrics/metrics.ts';
import { sumOf } from '../core/metrics/formula/sums.ts';
import { type BillableFigures, type BillableRow } from './calls.ts';
import { type BillableFigure } from './columns.ts';

const RATIOS: readonly BillableFigure[] = ['unitPrice', 'mediaUnitPrice', 'marginPercent'];

/** Total of bill rows: amounts and counts are summed; prices and percentages are computed from the sums. */
export const billableTotal = (
  keys: readonly BillableFigure[],
  rows: readonly Pick<BillableRow, 'figures' | 'pricedLeads' | 'mediaPricedLeads'>[],
): BillableFigures => {
  const sum = (key: BillableFigure): number | null => sumOf(rows.map(({ figures }) => figures[key]));
  const parts: Parts = {
    leadAmount: sum('amount'),
    pricedLeads: sumOf(rows.map(({ pricedLeads }) => pricedLeads)),
    mediaLeadAmount: sum('mediaAmount'),
    mediaPricedLeads: sumOf(rows.map(({ mediaPricedLeads }) => mediaPricedLeads)),
    clientCost: sum('totalDue'),
    mediaCost: sum('mediaTotalDue'),
  };
  return Object.fromEntries(keys.map((key) => [key, RATIOS.includes(key) ? metricValue(key, parts) : sum(key)]));
};
