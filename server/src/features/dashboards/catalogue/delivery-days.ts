import { dayKeys, type ReportQuery, ROW_KEY, type WidgetAnswer, type WidgetRow } from '@paceline/contract';
import { loadPeriod } from '../../../metrics/periods/period-facts.ts';
import { dayOf } from '../../../metrics/periods/periods.ts';
import { runReport } from '../../../metrics/report/report.ts';
import { filtersOf, type WidgetContext } from '../widgets/report-widget.service.ts';

type ByDay = Map<number, WidgetRow>;
const campaignOf = (row: WidgetRow): number => Number((JSON.parse(String(row[ROW_KEY])) as unknown[])[0]);

/** The leads of each campaign by day: the report's own count, by day. */
const countByDay = async (context: WidgetContext, { from, to }: WidgetAnswer['range']): Promise<ByDay> => {
  const { tx, ownerKey, viewer, now } = context;
  const query: ReportQuery = {
    dimensions: ['campaign'],
    measures: ['validLeads'],
    filters: filtersOf(context),
    timeDimensions: { dimension: 'date', granularity: 'day', dateRange: [from, to] },
    getTotal: false,
    order: [],
    limit: 50_000,
  };
  const asWidget = { ...viewer, channel: 'all', vertical: 'all', forWidgets: true } as const;
  const { rows } = await runReport(tx, [ownerKey], query, asWidget, now);
  const days: ByDay = new Map();
  for (const row of rows) {
    const key = campaignOf(row);
    days.set(key, { ...days.get(key), [String(row['date'])]: row['validLeads'] ?? null });
  }
  return days;
};

const sumOfDay = (rows: readonly WidgetRow[], day: string): number =>
  rows.reduce((sum, row) => sum + Number(row[day] ?? 0), 0);

/**
 * For each campaign's month: its leads by day, the daily number needed on open days, and the closed days, which are no failure to deliver.
 */
export const addDeliveryDays = async (context: WidgetContext, answer: WidgetAnswer): Promise<WidgetAnswer> => {
  const { tx, ownerKey, now, viewer, campaignKeys, leadFilters } = context;
  const days = dayKeys(answer.range);
  const counted = await countByDay(context, answer.range);
  const month = dayOf(answer.range.to).toPlainYearMonth();
  const only = campaignKeys === null ? null : { campaignKeys };
  const { campaigns } = await loadPeriod(tx, { ownerKey, month, now, group: viewer.group, only });
  const plans = new Map(campaigns.map((campaign) => [campaign.campaignKey, campaign]));
  const rows = answer.data.map((row): WidgetRow => {
    const key = campaignOf(row);
    const plan = plans.get(key);
    const open = new Set(plan?.days.all.map(String));
    const allocation = plan?.parts.effectiveMonthlyAllocation ?? null;
    // A plan has no campus: leads filtered by campus have no target.
    const isHeld = leadFilters.length === 0 && plan !== undefined && plan.days.inAll > 0 && allocation !== null;
    return {
      ...row,
      due: isHeld ? allocation / plan.days.inAll : null,
      closedDays: isHeld ? days.filter((day) => !open.has(day)).join(',') : null,
      ...Object.fromEntries(days.map((day) => [day, counted.get(key)?.[day] ?? 0])),
    };
  });
  return {
    ...answer,
    data: rows,
    totals: { ...answer.totals, ...Object.fromEntries(days.map((day) => [day, sumOfDay(rows, day)])) },
  };
};
