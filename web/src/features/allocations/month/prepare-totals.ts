import {
  AGREED_FIELDS,
  agreedValue,
  type CampaignRow,
  campaignTotals,
  type Column,
  formatMetricValue,
  halvesOfTotals,
} from '@paceline/contract';
import type { NotedTotal } from '../../../ui/grid/types.ts';
import { writeTotals } from './columns/prepare-columns.ts';

const numberAt = (row: CampaignRow, key: string): number | null => (typeof row[key] === 'number' ? row[key] : null);
const count = (value: number): string => formatMetricValue({ kind: 'count' }, value);

/** The column shows agreed values where nothing is adjusted; its total includes them and says so. */
const adjustedTotal = (key: string, rows: readonly CampaignRow[]): NotedTotal => {
  let [sum, adjusted] = [0, 0];
  for (const row of rows) {
    const own = numberAt(row, key);
    sum += own ?? agreedValue(row, key) ?? 0;
    adjusted += own ?? 0;
  }
  return { text: count(sum), note: `${count(sum)}, of which ${count(adjusted)} adjusted and the rest as agreed` };
};

const dollars = (value: number): string => formatMetricValue({ kind: 'dollar' }, value);

/** Ratios to a plan cover only campaigns with that plan. They do not follow from the totals beside them, so they name their own sums. */
const OF_PLANNED = {
  deliveryPercent: { text: count, plan: 'an allocation' },
  fillPercent: { text: count, plan: 'an allocation' },
  projectionToBudget: { text: dollars, plan: 'a budget' },
  diffToBudget: { text: dollars, plan: 'a budget' },
} as const;
const PLANNED_KEYS = Object.keys(OF_PLANNED) as (keyof typeof OF_PLANNED)[];

export const campaignTotalTexts = (
  columns: readonly Column[],
  rows: readonly CampaignRow[],
): Record<string, string | NotedTotal> => {
  const texts = writeTotals(columns, campaignTotals(columns, rows));
  const adjusted = Object.keys(AGREED_FIELDS).filter((key) => key in texts);
  const halvesOf = halvesOfTotals(rows);
  const planned = PLANNED_KEYS.flatMap((key) => {
    const total = texts[key];
    const [top, bottom] = halvesOf(key);
    if (!total || top === null || bottom === null) return [];
    const { text, plan } = OF_PLANNED[key];
    return [[key, { text: total, note: `${text(top)} of ${text(bottom)}: campaigns with ${plan}` }] as const];
  });
  return {
    ...texts,
    ...Object.fromEntries(adjusted.map((key) => [key, adjustedTotal(key, rows)])),
    ...Object.fromEntries(planned),
  };
};
