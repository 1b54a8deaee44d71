import { matureNote, type WidgetAnswer, type WidgetRow } from '@paceline/contract';
import { matureCost, type MatureParts } from '../../../metrics/maturity/mature-cost.rules.ts';

/** The chosen days as parts of a mature cost: every inquiry counts as far as it has matured, all days alike. */
const partsOf = (row: WidgetRow): MatureParts => {
  const at = (name: string): number => Number(row[name] ?? 0);
  const share = at('percentMatured') / 100;
  const [spend, inquiries, outcomes] = [at('spend'), at('validLeads'), at('enrollments')];
  return {
    weightedSpend: spend * share,
    weightedOutcomes: outcomes,
    squaredOutcomes: outcomes,
    weightedInquiries: inquiries * share,
    maturedInquiries: inquiries * share,
    spend,
    inquiries,
    outcomes,
  };
};

const withCost = (row: WidgetRow, parent: number | null): WidgetRow => {
  const detail = matureCost(partsOf(row), parent);
  const { value, low, high, shrunk } = detail;
  return {
    ...row,
    maturedCost: value,
    maturedCostLow: low,
    maturedCostHigh: high,
    maturedCostNote: matureNote(detail, { chosenDays: true }),
    maturedCostFew: shrunk ? 1 : null,
  };
};

/**
 * For each source, the cost per enrollment once all have come in, with its range; a source with little data is pulled towards the total.
 */
export const addMaturedCosts = (answer: WidgetAnswer): WidgetAnswer => {
  const totals = withCost(answer.totals, null);
  const parent = typeof totals['maturedCost'] === 'number' ? totals['maturedCost'] : null;
  return { ...answer, totals, data: answer.data.map((row) => withCost(row, parent)) };
};
