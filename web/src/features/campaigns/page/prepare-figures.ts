import {
  CAMPAIGN_BUDGET_LABELS,
  CAMPAIGN_COLUMNS,
  CAMPAIGN_MONTH_MEASURES,
  type CallResponse,
  type campaignFigures,
  type CampaignRow,
  columnFormat,
  columnLabel,
  columnsFor,
  formatMetricValue,
  isEarly,
  isOfLabels,
  type Labels,
  metricLabel,
  METRICS,
  type UserGroup,
} from '@paceline/contract';
import { formatShortDay } from '../../../lib/text/format.ts';
import { monthText } from '../../../shared/returns/prepare-returns.ts';
import { paceWords } from '../list/prepare-pace.ts';

export type Figures = CallResponse<typeof campaignFigures>;

interface Reader {
  group: UserGroup;
  labels: Labels;
}

/** What says how the month goes: where it stands, what was planned, where it leads. */
const PACE_COLUMNS = [
  'mtdInquiries',
  'monthlyAllocation',
  'userDefinedMonthlyAllocation',
  'mtdAllocation',
  'deliveryPercent',
  'leadProjection',
  'mtdSpent',
  'budget',
  'spendProjection',
  'projectionToBudget',
  'costPerInquiry',
];

/** The figures of the current month, under the names of the sheet's columns; blank ones are left out. */
export const paceFacts = (row: CampaignRow, { group, labels }: Reader): [label: string, value: string][] => {
  const columns = new Map(columnsFor(CAMPAIGN_COLUMNS, group).map((column) => [column.key, column]));
  return PACE_COLUMNS.flatMap((key): [string, string][] => {
    const column = columns.get(key);
    const value = row[key];
    const format = column && columnFormat(column);
    if (column === undefined || !format || typeof value !== 'number') return [];
    return [[columnLabel(column, labels, group), formatMetricValue(format, value)]];
  });
};

/** "Over, 118.2%", judged as in every list; null for a reader without budgets. */
export const paceVerdict = (row: CampaignRow, band: number, group: UserGroup): string | null => {
  if (group === 'mp') return null;
  const { projectionToBudget, mtdSpent } = row;
  return paceWords({
    mtdSpent: typeof mtdSpent === 'number' ? mtdSpent : 0,
    projectionToBudget: typeof projectionToBudget === 'number' ? projectionToBudget : null,
    band,
    capped: row.capped,
    early: isEarly(row.basis.daysDone),
    through: row.through,
  });
};

/** Through which days the month counts. */
export const throughText = ({ through, leadsThrough, partial }: CampaignRow): string => {
  if (partial) return 'Today so far: no day of the month is complete.';
  return through === leadsThrough
    ? `Through ${formatShortDay(through)}`
    : `Spend through ${formatShortDay(through)}, leads through ${formatShortDay(leadsThrough)}`;
};

/** Why a campaign is not in the current month's sheet. */
export const notRunning = (
  { startDate, endDate }: { startDate: string; endDate: string | null },
  today: string,
): string => {
  if (startDate > today) return `Starts ${formatShortDay(startDate)}.`;
  return endDate !== null && endDate < today ? `Ended ${formatShortDay(endDate)}.` : 'No allocation this month.';
};

interface MonthTable {
  heads: string[];
  rows: { key: string; name: string; cells: string[] }[];
  total: string[] | null;
}

type Numbers = Readonly<Record<string, unknown>>;

/** The months as a table. A column that is blank in every month is left out: a platform campaign has no allocation. */
export const monthTable = ({ months, total, today }: Figures, { group, labels }: Reader): MonthTable => {
  const shown = CAMPAIGN_MONTH_MEASURES.filter(
    (key) => isOfLabels(key, labels) && months.some((month: Numbers) => typeof month[key] === 'number'),
  );
  const cellsOf = (numbers: Numbers): string[] =>
    shown.map((key) => {
      const value = numbers[key];
      return formatMetricValue(METRICS[key], typeof value === 'number' ? value : null);
    });
  return {
    heads: shown.map((key) => CAMPAIGN_BUDGET_LABELS[key] ?? metricLabel(key, labels, group)),
    rows: months.map((month) => ({
      key: month.month,
      name: month.month.slice(0, 7) === today.slice(0, 7) ? `${monthText(month.month)} so far` : monthText(month.month),
      cells: cellsOf(month),
    })),
    total: total === null || months.length < 2 ? null : cellsOf(total),
  };
};
