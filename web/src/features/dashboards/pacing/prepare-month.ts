import { REPORT_WIDGETS, type ReportWidget, type WidgetBody } from '@paceline/contract';
import type { DashboardSearch } from '../dashboard-search.ts';
import type { Slot } from '../dashboards.ts';
import { bodyOf, chosenRange } from '../prepare-range.ts';

/** Budgets are monthly: for dates from another dashboard, the month they end in is used. */
export const monthOf = (search: DashboardSearch, today: string): string => {
  const chosen = chosenRange(search, today);
  const month = (chosen.kind === 'days' ? chosen.days.to : today).slice(0, 7);
  return month > today.slice(0, 7) ? today.slice(0, 7) : month;
};

/** The page's question. The current month is not named, so that the answer is shared with other dashboards. */
export const pacingBody = (search: DashboardSearch, ownerKey: number, today: string): WidgetBody => {
  const { range: _range, from: _from, to: _to, grain: _grain, compare: _compare, ...filters } = search;
  const month = monthOf(search, today);
  return { ...bodyOf(filters, ownerKey, today), ...(month !== today.slice(0, 7) && { month }) };
};

/** Widgets such as yesterday, last week and month comparisons keep their own days, whatever the page's month. */
export const slotBody = ({ widget }: Slot, body: WidgetBody): WidgetBody => {
  const report: ReportWidget | undefined = REPORT_WIDGETS[widget as keyof typeof REPORT_WIDGETS];
  if (report === undefined || report.range === 'monthToDate') return body;
  const { month: _month, ...own } = body;
  return own;
};
