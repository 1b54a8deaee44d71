import { type CampaignRow, campaignTotals, type Column, formatMetricValue } from '@paceline/contract';
import type { NotedTotal } from '../../../ui/grid/types.ts';
import { AGREED } from './campaign-columns.ts';
import { writeTotals } from './prepare-columns.ts';

const numberAt = (row: CampaignRow, key: string): number | null => (typeof row[key] === 'number' ? row[key] : null);
const count = (value: number): string => formatMetricValue({ kind: 'count' }, value);

/** The column shows what was agreed where nothing is adjusted: its total is of what it shows, and says so. */
const adjustedTotal = (key: string, agreed: string, rows: readonly CampaignRow[]): NotedTotal => {
  let [sum, adjusted] = [0, 0];
  for (const row of rows) {
    const own = numberAt(row, key);
    sum += own ?? numberAt(row, agreed) ?? 0;
    adjusted += own ?? 0;
  }
  return { text: count(sum), note: `${count(sum)}, of which ${count(adjusted)} adjusted and the rest as agreed` };
};

/** Inquiries of campaigns without an allocation are not in it: the two totals beside it do not make it. */
const deliveryTotal = (text: string, rows: readonly CampaignRow[]): NotedTotal => {
  const planned = rows.filter((row) => numberAt(row, 'mtdAllocation') !== null);
  const sumOf = (key: string) => planned.reduce((sum, row) => sum + (numberAt(row, key) ?? 0), 0);
  return {
    text,
    note: `${count(sumOf('mtdInquiries'))} of ${count(sumOf('mtdAllocation'))}: campaigns with an allocation`,
  };
};

/** The row under the campaigns, as it is written. */
export const campaignTotalTexts = (
  columns: readonly Column[],
  rows: readonly CampaignRow[],
): Record<string, string | NotedTotal> => {
  const texts = writeTotals(columns, campaignTotals(columns, rows));
  const adjusted = Object.entries(AGREED).filter(([key]) => key in texts);
  const { deliveryPercent } = texts;
  return {
    ...texts,
    ...Object.fromEntries(adjusted.map(([key, agreed]) => [key, adjustedTotal(key, agreed, rows)])),
    ...(deliveryPercent && { deliveryPercent: deliveryTotal(deliveryPercent, rows) }),
  };
};
