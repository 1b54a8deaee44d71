import {
  type GRAPHIC_DIMENSIONS,
  type KEY_TYPES,
  type MetricKey,
  type ReportQuery,
  stateName,
  sumOf,
  type UnderperformingRow,
  type WidgetBody,
  type WidgetRow,
} from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { rollUpPeriod } from '../../../metrics/periods/period-numbers.ts';
import { daysOf } from '../../../metrics/periods/periods.ts';
import { runReport } from '../../../metrics/report/report.ts';
import { type Viewer, type ViewerKind } from '../../../shared/answers/answers.ts';
import { type DashboardDeps, widgetContext } from '../dashboards.service.ts';
import { loadFunnel, loadFunnelProjections } from '../widgets/funnel-widget.service.ts';
import { loadMonth } from '../widgets/pacing-widget.service.ts';
import { filtersOf } from '../widgets/report-widget.service.ts';
import { runUnderperforming } from './underperforming.service.ts';

type KeyType = (typeof KEY_TYPES)[number];
type GraphicDimension = (typeof GRAPHIC_DIMENSIONS)[number];

const FILTER_OF = {
  owner: null,
  brand: 'brandKeys',
  client: 'clientKeys',
  campus: 'campusKeys',
  goal: 'goalKeys',
  campaign: null,
  partner: 'partnerKeys',
} as const satisfies Record<KeyType, keyof WidgetBody | null>;

/** The subject of a graphic. */
interface Place {
  ownerKey: number;
  keyType: KeyType;
  keys: readonly number[];
}

/** The campaigns and calendar of a graphic. The keys were checked to belong to the owner before. */
const contextOf = async (tx: Tx, kind: ViewerKind, now: Date, { ownerKey, keyType, keys }: Place) => {
  const filter = FILTER_OF[keyType];
  const body: WidgetBody = { ownerKey, ...(filter !== null && { [filter]: [...keys] }) };
  const context = await widgetContext(tx, kind, body, now);
  return keyType === 'campaign' ? { ...context, campaignKeys: [...keys], wholeGoals: null } : context;
};
type GraphicContext = Awaited<ReturnType<typeof contextOf>>;

const within = <T>(
  { answers }: DashboardDeps,
  viewer: Viewer,
  question: Place & { graphic: string },
  work: (context: GraphicContext) => Promise<T>,
): Promise<T> =>
  answers.get(viewer, [question], async (tx, kind, now) => work(await contextOf(tx, kind, now, question)));

type OneKey = Omit<Place, 'keys'> & { key: number };

export const getUnderperforming = (
  deps: DashboardDeps,
  viewer: Viewer,
  { ownerKey, keyType, key }: OneKey,
): Promise<UnderperformingRow[]> =>
  within(deps, viewer, { graphic: 'underperforming', ownerKey, keyType, keys: [key] }, async (context) =>
    // Goals belong to line items; campuses have none.
    context.leadFilters.length > 0 ? [] : runUnderperforming(context),
  );

const MEASURE_OF = {
  inquiries: 'validLeads',
  spend: 'spend',
  cpl: 'cpl',
  contacts: 'mtdContacts',
  applications: 'mtdApplications',
  enrollments: 'mtdEnrollments',
  starts: 'mtdStarts',
} as const satisfies Partial<Record<GraphicDimension, MetricKey>>;
const isMeasure = (dimension: GraphicDimension): dimension is keyof typeof MEASURE_OF => dimension in MEASURE_OF;

export const getGraphic = (
  deps: DashboardDeps,
  caller: Viewer,
  {
    ownerKey,
    dimension,
    keyType,
    keys,
    start,
    end,
  }: Place & { dimension: GraphicDimension; start: string; end: string },
): Promise<WidgetRow[]> => {
  if (end < start)
    throw new AppError('ILLEGAL_ARGUMENTS', {
      errors: [{ field: 'end', code: 'order', message: 'The end must not be before the start.' }],
    });
  const question = { graphic: 'report', ownerKey, dimension, keyType, keys, start, end };
  return within(deps, caller, question, async (context) => {
    const { tx, now, viewer } = context;
    const query: ReportQuery = {
      dimensions: isMeasure(dimension) ? [] : [dimension],
      measures: isMeasure(dimension) ? [MEASURE_OF[dimension]] : ['validLeads', 'spend', 'cpl'],
      filters: filtersOf(context),
      timeDimensions: { dimension: 'date', granularity: isMeasure(dimension) ? 'day' : null, dateRange: [start, end] },
      getTotal: false,
      order: [
        { member: isMeasure(dimension) ? 'date' : 'validLeads', direction: isMeasure(dimension) ? 'asc' : 'desc' },
      ],
      limit: 1000,
    };
    const { rows } = await runReport(
      tx,
      [ownerKey],
      query,
      { ...viewer, channel: 'all', vertical: 'all', forWidgets: true },
      now,
    );
    return rows.map((row) => {
      if (isMeasure(dimension)) return { date: row['date'] ?? null, value: row[MEASURE_OF[dimension]] ?? null };
      const name = row[dimension] ?? null;
      const label = dimension === 'state' && name !== null ? stateName(String(name)) : name;
      return {
        value: name,
        label,
        inquiries: row['validLeads'] ?? null,
        spend: row['spend'] ?? null,
        cpl: row['cpl'] ?? null,
      };
    });
  });
};

export const getFunnel = (
  deps: DashboardDeps,
  viewer: Viewer,
  { ownerKey, keyType, key }: OneKey,
): Promise<WidgetRow[]> =>
  within(deps, viewer, { graphic: 'funnel', ownerKey, keyType, keys: [key] }, async (context) =>
    (await loadFunnel(context)).map((stage) => ({ ...stage })),
  );

export const getFunnelProjections = (
  deps: DashboardDeps,
  viewer: Viewer,
  { ownerKey, keyType, key }: OneKey,
): Promise<WidgetRow[]> =>
  within(deps, viewer, { graphic: 'funnelProjections', ownerKey, keyType, keys: [key] }, async (context) => {
    const stages = await loadFunnel(context);
    const { soFar, projected } = await loadFunnelProjections(context, stages);
    return stages.map(({ stage, label, rate }, index): WidgetRow => {
      const figures = { stage, label, projected: projected[index] ?? null };
      return stage === 'inquiry' ? { ...figures, soFar } : { ...figures, rate };
    });
  });

/** Cumulative spend by day, beside the straight line to the budget. */
export const getGraphicPacing = (
  deps: DashboardDeps,
  caller: Viewer,
  { ownerKey, keyType, key }: OneKey,
): Promise<WidgetRow[]> =>
  within(deps, caller, { graphic: 'pacing', ownerKey, keyType, keys: [key] }, async (context) => {
    const { tx, now, viewer, leadFilters } = context;
    const month = await loadMonth(context, { ownerKey });
    // A campus has no budget.
    const budget = leadFilters.length > 0 ? null : rollUpPeriod(month.byGoals ? month.goals : month.campaigns).budget;
    const { days } = month.base;
    const query: ReportQuery = {
      dimensions: [],
      measures: ['spend', 'validLeads'],
      filters: filtersOf(context),
      timeDimensions: {
        dimension: 'date',
        granularity: 'day',
        dateRange: [days.from.toString(), days.to.toString()],
      },
      getTotal: false,
      order: [{ member: 'date', direction: 'asc' }],
      limit: 40,
    };
    const { rows } = await runReport(tx, [ownerKey], query, { ...viewer, channel: 'all', vertical: 'all' }, now);
    const byDay = new Map(rows.map((row) => [String(row['date']), row]));
    const all = daysOf(days);
    let spent = 0;
    return all.map((day, index): WidgetRow => {
      const row = byDay.get(day.toString());
      spent = sumOf([spent, Number(row?.['spend'] ?? 0)]) ?? 0;
      const isPast = index < month.base.done;
      return {
        date: day.toString(),
        spend: isPast ? Number(row?.['spend'] ?? 0) : null,
        inquiries: isPast ? Number(row?.['validLeads'] ?? 0) : null,
        spentSoFar: isPast ? spent : null,
        straightLine: budget === null ? null : (budget * (index + 1)) / all.length,
      };
    });
  });
