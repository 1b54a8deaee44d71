import { type CampaignRow, isCapped, planNumbers, planOfRow, planRanges, planRunRates } from '@paceline/contract';
import { type Cells, typedRow } from '../../sheet/sheet-rows.ts';

/** A campaign's row with projections recomputed from the typed plan. */
export const followPlan = (row: CampaignRow, cells: Cells): CampaignRow => {
  const typed = typedRow(row, cells);
  // Clearing a price keeps the one in force.
  const price = cells.has('clientBidPrice')
    ? ((typed['clientBidPrice'] as number | null) ?? row.basis.price)
    : row.basis.price;
  const basis = { ...row.basis, price };
  const plan = planOfRow(typed);
  const doneBy = (day: string): number => (day.slice(0, 7) === row.month.slice(0, 7) ? Number(day.slice(8)) : 0);
  return {
    ...typed,
    basis,
    ...planNumbers(plan, basis),
    ...planRanges(plan, basis, { spend: doneBy(row.through), leads: doneBy(row.leadsThrough) }),
    // Before the month has a complete day, the run rates shown are not its own.
    ...(basis.daysDone > 0 && planRunRates(plan, basis)),
    capped: isCapped(plan, basis),
  };
};

export const campaignKeyOf = ({ campaignKey }: CampaignRow): number => campaignKey;
export const campaignNameOf = ({ name }: CampaignRow): string => name;
