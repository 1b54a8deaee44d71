import { REPORT_WIDGETS, type ReportWidget, type WidgetBody } from '@paceline/contract';
import type { DashboardSearch } from '../dashboard-search.ts';
import type { Slot } from '../dashboards.ts';
import { bodyOf, chosenRange } from '../prepare-range.ts';

/** Budgets are by month: whatever dates came along from another dashboard, the month that they end in is meant. */
export const monthOf = (search: DashboardSearch, today: string): string => {
  const chosen = chosenRange(search, today);
  const month = (chosen.kind === 'days' ? chosen.days.to : today).slice(0, 7);
  return month > today.slice(0, 7) ? today.slice(0, 7) : month;
};

/** What the page asks with. The running month needs no name: so the answer is the one that other dashboards have. */
export const pacingBody = (search: DashboardSearch, ownerKey: number, today: string): WidgetBody => {
  const { range: _range, from: _from, to: _to, grain: _grain, compare: _compare, ...filters } = search;
  const month = monthOf(search, today);
  return { ...bodyOf(filters, ownerKey, today), ...(month !== today.slice(0, 7) && { month }) };
};

/** Yesterday, last week and months side by side have days of their own, whatever the page's month is. */
export const slotBody = ({ widget }: Slot, body: WidgetBody): WidgetBody => {
  const report: ReportWidget | undefined = REPORT_WIDGETS[widget as keyof typeof REPORT_WIDGETS];
  if (report === undefined || report.range === 'monthToDate') return body;
  const { month: _month, ...own } = body;
  return own;
};
