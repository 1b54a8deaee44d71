import { type CampaignRow, planNumbers, planOfRow } from '@paceline/contract';
import { type Cells, typedRow } from './sheet-rows.ts';

/** A campaign's row as it will be: what follows from its plan goes on from what is typed. */
export const followPlan = (row: CampaignRow, cells: Cells): CampaignRow => {
  const typed = typedRow(row, cells);
  // A price that is cleared leaves the one in force.
  const price = cells.has('clientBidPrice')
    ? ((typed['clientBidPrice'] as number | null) ?? row.basis.price)
    : row.basis.price;
  const basis = { ...row.basis, price };
  return { ...typed, basis, ...planNumbers(planOfRow(typed), basis) };
};

export const campaignKeyOf = ({ campaignKey }: CampaignRow): number => campaignKey;
export const campaignNameOf = ({ name }: CampaignRow): string => name;
