import type { GridColumn } from '../../src/ui/grid/types.ts';
import { StatusMark } from '../../src/ui/marks/status-mark.tsx';
import { layoutOf } from '../../src/ui/grid/view/layout.ts';
import { type CampaignRow, MONTHS } from './rows.ts';

type Column = GridColumn<CampaignRow>;

const isCampaign = (row: CampaignRow): boolean => row.children === undefined;
const figure = (
  group: string,
  key: string,
  label: string,
  kind: Column['kind'],
  more: Partial<Column> = {},
): Column => ({
  key,
  label,
  group,
  kind,
  ...more,
});
const editable = { editable: isCampaign };

const PERIODS = [
  ['Yesterday', '1'],
  ['Last 7 days', '7'],
  ['Last 30 days', '30'],
  ['Month to date', 'Mtd'],
  ['Last month', 'Lm'],
] as const;

/** About seventy columns, as many as an allocation table has. */
export const COLUMNS: readonly Column[] = [
  { key: 'name', label: 'Line item', kind: 'text', frozen: true, excludeFromMenu: true, width: 236 },
  { key: 'partner', label: 'Media partner', kind: 'text', frozen: true, width: 132 },
  figure('Campaign', 'id', 'Key', 'count', { width: 70, filter: false }),
  figure('Campaign', 'channel', 'Channel', 'text', { width: 108 }),
  figure('Campaign', 'status', 'Status', 'custom', {
    width: 96,
    format: (value) => (typeof value === 'string' ? value : ''),
    render: ({ text }) => (text ? <StatusMark tone={text === 'Live' ? 'good' : 'off'}>{text}</StatusMark> : null),
  }),
  figure('Campaign', 'starts', 'Starts', 'date', { width: 100 }),
  figure('Campaign', 'ends', 'Ends', 'date', { width: 100 }),
  figure('Campaign', 'autoPace', 'Auto pace', 'flag', { ...editable, width: 62 }),
  figure('Allocation', 'budget', 'Budget', 'dollar', { ...editable, description: 'What may be spent in this month' }),
  figure('Allocation', 'cap', 'Inquiry cap', 'count', editable),
  figure('Allocation', 'dailyCap', 'Daily cap', 'count', editable),
  figure('Allocation', 'price', 'Price per inquiry', 'dollar', { ...editable, width: 92 }),
  figure('Allocation', 'target', 'Target rate', 'percent', editable),
  figure('Allocation', 'note', 'Note', 'text', { ...editable, width: 150 }),
  figure('Pacing', 'spent', 'Spent', 'dollar'),
  figure('Pacing', 'remaining', 'Remaining', 'dollar', { description: 'Budget − spent' }),
  figure('Pacing', 'pace', 'Pace', 'percent', { description: 'Spent ÷ budget' }),
  figure('Pacing', 'affordable', 'Inquiries left to buy', 'count', { width: 92 }),
  ...PERIODS.flatMap(([group, suffix]) => [
    figure(group, `spend${suffix}`, 'Spend', 'dollar'),
    figure(group, `clicks${suffix}`, 'Clicks', 'count'),
    figure(group, `inquiries${suffix}`, 'Inquiries', 'count'),
    figure(group, `contacted${suffix}`, 'Contacted', 'count'),
    figure(group, `enrolled${suffix}`, 'Enrolled', 'count', { blankWhenZero: true }),
    figure(group, `cost${suffix}`, 'Cost per inquiry', 'dollar', { width: 92 }),
    figure(group, `rate${suffix}`, 'Conv. rate', 'percent'),
  ]),
  ...MONTHS.map((month) =>
    figure('Plan by month', `plan${month}`, month, 'dollar', { ...editable, decimals: 0, width: 76 }),
  ),
  figure('Plan by month', 'planned', 'Year', 'dollar', { decimals: 0 }),
  figure('Plan by month', 'plannedShare', 'Share of the plan', 'percent', { width: 88 }),
  figure('Quality', 'duplicates', 'Duplicates', 'count'),
  figure('Quality', 'invalid', 'Invalid', 'count'),
  figure('Quality', 'score', 'Score', 'percent', { sortable: false }),
];

export const DEFAULT_LAYOUT = layoutOf(COLUMNS);
