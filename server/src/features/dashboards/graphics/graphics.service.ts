import {
  type GRAPHIC_DIMENSIONS,
  type KEY_TYPES,
  type MetricKey,
  type ReportQuery,
  stateName,
  type WidgetBody,
  type WidgetRow,
} from '@paceline/contract';
import { type Tx } from '../../../db/tx.ts';
import { AppError } from '../../../lib/app-error.ts';
import { loadPeriod } from '../../../metrics/period-facts.ts';
import { rollUpPeriod } from '../../../metrics/period-numbers.ts';
import { daysOf } from '../../../metrics/periods.ts';
import { runReport } from '../../../metrics/report.ts';
import { type Asker, type DashboardDeps, widgetContext } from '../dashboards.service.ts';
import { loadFunnel, loadFunnelProjections } from '../widgets/funnel-widget.service.ts';
import { runPacingList } from '../widgets/pacing-widget.service.ts';
import { findOwnerOfKey } from './graphics.queries.ts';

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

/** Where a graphic stands: its owner, its campaigns, its calendar. */
const contextOf = async (tx: Tx, deps: DashboardDeps, asker: Asker, keyType: KeyType, keys: readonly number[]) => {
  const [first] = keys;
  const ownerKey = first === undefined ? undefined : await findOwnerOfKey(tx, keyType, first);
  if (ownerKey === undefined) throw new AppError('NOT_FOUND');
  const filter = FILTER_OF[keyType];
  const body: WidgetBody = { ownerKey, ...(filter !== null && { [filter]: [...keys] }) };
  const context = await widgetContext(tx, asker, body, deps.clock.now());
  return keyType === 'campaign' ? { ...context, campaignKeys: [...keys] } : context;
};
type GraphicContext = Awaited<ReturnType<typeof contextOf>>;

const within = <T>(
  deps: DashboardDeps,
  asker: Asker,
  { keyType, keys }: { keyType: KeyType; keys: readonly number[] },
  work: (context: GraphicContext) => Promise<T>,
): Promise<T> => deps.db.withScope(asker.scope, async (tx) => work(await contextOf(tx, deps, asker, keyType, keys)));

export const getUnderperforming = (
  deps: DashboardDeps,
  asker: Asker,
  { keyType, key }: { keyType: KeyType; key: number },
): Promise<WidgetRow[]> =>
  within(deps, asker, { keyType, keys: [key] }, async (context) => {
    const { data } = await runPacingList(context, 'under', { ownerKey: context.ownerKey });
    return data;
  });

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
  asker: Asker,
  {
    dimension,
    keyType,
    keys,
    start,
    end,
  }: { dimension: GraphicDimension; keyType: KeyType; keys: readonly number[]; start: string; end: string },
): Promise<WidgetRow[]> => {
  if (end < start)
    throw new AppError('ILLEGAL_ARGUMENTS', {
      errors: [{ field: 'end', code: 'order', message: 'The end must not be before the start.' }],
    });
  return within(deps, asker, { keyType, keys }, async ({ tx, now, viewer, campaignKeys }) => {
    const query: ReportQuery = {
      dimensions: isMeasure(dimension) ? [] : [dimension],
      measures: isMeasure(dimension) ? [MEASURE_OF[dimension]] : ['validLeads', 'spend', 'cpl'],
      filters:
        campaignKeys === null
          ? []
          : [{ member: 'campaign', operator: 'equals', values: campaignKeys.map(String), byKey: true }],
      timeDimensions: { dimension: 'date', granularity: isMeasure(dimension) ? 'day' : null, dateRange: [start, end] },
      getTotal: false,
      order: [
        { member: isMeasure(dimension) ? 'date' : 'validLeads', direction: isMeasure(dimension) ? 'asc' : 'desc' },
      ],
      limit: 1000,
    };
    const { rows } = await runReport(tx, query, { ...viewer, channel: 'all', vertical: 'all', forWidgets: true }, now);
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
  asker: Asker,
  { keyType, key }: { keyType: KeyType; key: number },
): Promise<WidgetRow[]> =>
  within(deps, asker, { keyType, keys: [key] }, async (context) =>
    (await loadFunnel(context)).map((stage) => ({ ...stage })),
  );

export const getFunnelProjections = (
  deps: DashboardDeps,
  asker: Asker,
  { keyType, key }: { keyType: KeyType; key: number },
): Promise<WidgetRow[]> =>
  within(deps, asker, { keyType, keys: [key] }, async (context) => {
    const stages = await loadFunnel(context);
    const { soFar, projected } = await loadFunnelProjections(context, stages);
    return stages.map(({ stage, label, rate }, index): WidgetRow => {
      const known = { stage, label, projected: projected[index] ?? null };
      return stage === 'inquiry' ? { ...known, soFar } : { ...known, rate };
    });
  });

/** Spend day by day, added up, beside the straight line to the budget. */
export const getGraphicPacing = (
  deps: DashboardDeps,
  asker: Asker,
  { keyType, key }: { keyType: KeyType; key: number },
): Promise<WidgetRow[]> =>
  within(deps, asker, { keyType, keys: [key] }, async ({ tx, ownerKey, now, today, viewer, campaignKeys }) => {
    const month = await loadPeriod(tx, { ownerKey, month: today.toPlainYearMonth(), now, group: viewer.group });
    const chosen = campaignKeys === null ? null : new Set(campaignKeys);
    const campaigns = month.campaigns.filter(({ campaignKey }) => chosen === null || chosen.has(campaignKey));
    const goalKeys = new Set(campaigns.map(({ goalKey }) => goalKey));
    const wholeGoals = keyType !== 'campaign' && keyType !== 'partner';
    const goals = month.goals.filter(({ goalKey }) => chosen === null || goalKeys.has(goalKey));
    const { budget } = rollUpPeriod(wholeGoals ? goals : campaigns);
    const { days } = month.base;
    const query: ReportQuery = {
      dimensions: [],
      measures: ['spend', 'validLeads'],
      filters:
        campaignKeys === null
          ? []
          : [{ member: 'campaign', operator: 'equals', values: campaignKeys.map(String), byKey: true }],
      timeDimensions: { dimension: 'date', granularity: 'day', dateRange: [days.from.toString(), days.to.toString()] },
      getTotal: false,
      order: [{ member: 'date', direction: 'asc' }],
      limit: 40,
    };
    const { rows } = await runReport(tx, query, { ...viewer, channel: 'all', vertical: 'all' }, now);
    const byDay = new Map(rows.map((row) => [String(row['date']), row]));
    const all = daysOf(days);
    let spent = 0;
    return all.map((day, index): WidgetRow => {
      const row = byDay.get(day.toString());
      spent += Number(row?.['spend'] ?? 0);
      const known = index < month.base.done;
      return {
        date: day.toString(),
        spend: known ? Number(row?.['spend'] ?? 0) : null,
        inquiries: known ? Number(row?.['validLeads'] ?? 0) : null,
        spentSoFar: known ? spent : null,
        straightLine: budget === null ? null : (budget * (index + 1)) / all.length,
      };
    });
  });
