import {
  CAMPAIGN_COLUMNS,
  type CampaignDimensionKey,
  type CampaignRow,
  campaignSummaryStream,
  campaignTotals,
  columnsFor,
  type DimensionKey,
  GOAL_COLUMNS,
  type GoalRow,
  goalSummaryList,
  goalTotals,
  graphicReport,
  HEADLINE_PLAN,
  type MetricKey,
  METRICS,
  PACING_COLUMNS,
  PACING_WIDGETS,
  type PacingWidget,
  REPORT_WIDGETS,
  type ReportChannel,
  reportData,
  type ReportFilter,
  type ReportWidget,
  WIDGET_CALLS,
  type WidgetAnswer,
  type WidgetBody,
} from '@paceline/contract';
import { type SignedIn, type TestApp } from '../app.ts';
import { type Figure, figureOf, rowsThatMissTheirTotal } from './figures.ts';

/** The days of a month as far as they are complete. */
export const MONTHS = {
  '2026-11': { from: '2026-11-01', to: '2026-11-14' },
  '2026-10': { from: '2026-10-01', to: '2026-10-31' },
} as const;
export type Month = keyof typeof MONTHS;
const CURRENT: Month = '2026-11';

/** A filter as the dashboards and as a report say it. */
export interface Narrowed {
  body: Partial<WidgetBody>;
  filter: ReportFilter;
}

interface Question {
  as: SignedIn;
  ownerKey: number;
  month: Month;
  narrowed?: Narrowed;
}

/** What was found in one place: its figures, and the rows that do not come to their total. */
interface Found {
  figures: Figure[];
  missed: string[];
}
const together = (parts: readonly Found[]): Found => ({
  figures: parts.flatMap(({ figures }) => figures),
  missed: parts.flatMap(({ missed }) => missed),
});

const askWidget = async (
  harness: TestApp,
  { as, ownerKey, month, narrowed }: Question,
  id: keyof typeof WIDGET_CALLS,
): Promise<WidgetAnswer> => {
  const { status, body } = await harness.call(WIDGET_CALLS[id], as, { body: { ownerKey, month, ...narrowed?.body } });
  if (status !== 200) throw new Error(`${id} answered ${status}: ${JSON.stringify(body)}`);
  return body.data as WidgetAnswer;
};

const entries = <K extends string, V>(record: Readonly<Record<K, V>>): [K, V][] => Object.entries(record) as [K, V][];

/** Counted from keywords alone, and says so: campaigns that run without keywords are not in it. */
const BY_KEYWORD: ReadonlySet<string> = new Set(['searchKeywordOverview'] satisfies (keyof typeof REPORT_WIDGETS)[]);

const ofReportWidget = async (
  harness: TestApp,
  question: Question,
  id: keyof typeof REPORT_WIDGETS,
  widget: ReportWidget,
): Promise<Found> => {
  const { data, totals, range } = await askWidget(harness, question, id);
  const common = { place: id, channel: widget.channel ?? 'all', range, group: question.as.group } as const;
  const isWhole = widget.limit === undefined && widget.shape === undefined;
  return together(
    entries<string, MetricKey>(widget.measures).map(([name, metric]) => ({
      figures: [figureOf({ ...common, metric, value: totals[name] })],
      missed: isWhole ? rowsThatMissTheirTotal(id, metric, data, name, totals[name]) : [],
    })),
  );
};

const ofPacingWidget = async (
  harness: TestApp,
  question: Question,
  id: keyof typeof PACING_WIDGETS,
  { leads }: PacingWidget,
): Promise<Found> => {
  const { data, totals, range } = await askWidget(harness, question, id);
  const { group } = question.as;
  const shown = PACING_COLUMNS.filter((key) => METRICS[key].groups.includes(group));
  return together(
    shown.map((name) => {
      const metric = name === 'delta' && leads ? 'inquiryDelta' : name;
      return {
        figures: [
          figureOf({
            place: id,
            metric,
            channel: 'all',
            range,
            value: totals[name],
            group,
          }),
        ],
        missed: rowsThatMissTheirTotal(id, metric, data, name, totals[name]),
      };
    }),
  );
};

/** The plan beside the key figures is that of the pacing tables. */
const ofHeadline = async (harness: TestApp, question: Question): Promise<Found> => {
  const { totals, range } = await askWidget(harness, question, 'reportingHeadline');
  const { group } = question.as;
  const figures = HEADLINE_PLAN.map((metric) =>
    figureOf({
      place: 'reportingHeadline',
      metric,
      channel: 'all',
      range,
      value: totals[metric],
      group,
    }),
  );
  return { figures, missed: [] };
};

const ofReport = async (
  harness: TestApp,
  { as, ownerKey, month, narrowed }: Question,
  { channel, measures, by }: { channel: ReportChannel; measures: readonly MetricKey[]; by: DimensionKey | null },
): Promise<Found> => {
  const range = MONTHS[month];
  const { status, body } = await harness.call(reportData, as, {
    params: { channel, vertical: 'all' },
    body: {
      ownerKey,
      dimensions: by === null ? [] : [by],
      measures: [...measures],
      filters: narrowed === undefined ? [] : [narrowed.filter],
      timeDimensions: { dimension: 'date', dateRange: [range.from, range.to] },
      getTotal: true,
    } as never,
  });
  const place = `report of ${channel} by ${by ?? 'nothing'}`;
  if (status !== 200) throw new Error(`The ${place} answered ${status}: ${JSON.stringify(body)}`);
  const { rows, total } = body.data as { rows: Record<string, unknown>[]; total: Record<string, unknown> | null };
  return together(
    measures.map((metric) => ({
      figures: [figureOf({ place, metric, channel, range, value: total?.[metric], group: as.group })],
      missed: rowsThatMissTheirTotal(place, metric, rows, metric, total?.[metric]),
    })),
  );
};

const BY_CAMPAIGN: readonly CampaignDimensionKey[] = [
  'brand',
  'client',
  'goal',
  'channel',
  'customChannel',
  'campaign',
];
const BY_LEAD: readonly DimensionKey[] = ['state', 'campus', 'program', 'device'];
const OUTCOMES = ['spend', 'validLeads', 'grossLeads', 'cpl', 'applications', 'enrollments', 'cpe'] as const;
const OF_PLATFORMS = ['spend', 'clicks', 'impressions', 'conversions', 'ctr', 'cpc'] as const;
const CHANNELS = ['ppl', 'ppc', 'social', 'programmaticDisplay'] as const;

const BY_PLATFORM = ['campaign', 'platformCampaign', 'adGroup'] as const;

/** Of a narrowed question only what every filter can narrow: no media partner has a search campaign. */
const reports = ({ narrowed }: Question) => [
  ...[...BY_CAMPAIGN, ...BY_LEAD, null].map((by) => ({ channel: 'all', measures: OUTCOMES, by }) as const),
  ...(narrowed === undefined ? CHANNELS.map((channel) => ({ channel, measures: OUTCOMES, by: null }) as const) : []),
  ...(narrowed === undefined ? BY_PLATFORM.map((by) => ({ channel: 'ppc', measures: OF_PLATFORMS, by }) as const) : []),
];
/** Numbers of the plan are told by what campaigns have, and not narrowed to what only leads have. */
const planReports = () =>
  BY_CAMPAIGN.map((by) => ({ channel: 'all', measures: ['budget', 'percentToBudget'], by }) as const);

type Take = (place: string, totals: Record<string, number | null>, names: readonly MetricKey[]) => Figure[];
const OF_LINE_ITEMS = ['mtdSpent', 'mtdInquiries', 'eCPL', 'budget', 'spendProjection', 'inquiryGoal'] as const;

/** Line items are no media partner's. */
const ofLineItems = async (
  harness: TestApp,
  as: SignedIn,
  query: { ownerKey: string },
  take: Take,
): Promise<Figure[]> => {
  if (as.group === 'mp') return [];
  const { body } = await harness.call(goalSummaryList, as, { params: { brand: 'all' }, query });
  const { goals, fromToday } = body.data as { goals: GoalRow[]; fromToday: number };
  return take('line-item sheet', goalTotals(columnsFor(GOAL_COLUMNS, as.group), goals, fromToday), OF_LINE_ITEMS);
};

/** The two sheets of the current month, as their last row says it. */
const ofSheets = async (harness: TestApp, { as, ownerKey }: Question): Promise<Found> => {
  const query = { ownerKey: String(ownerKey) };
  const { rows } = await harness.readStream(campaignSummaryStream, as, {
    params: { brand: 'all', month: 'currentmonth' },
    query,
  });
  // A sheet without rows has no totals row: a partner has no campaigns of some owners.
  if (rows.length === 0) return { figures: [], missed: [] };
  const take: Take = (place, totals, names) =>
    names
      .filter((name) => name in totals)
      .map((metric) =>
        figureOf({ place, metric, channel: 'all', range: MONTHS[CURRENT], value: totals[metric], group: as.group }),
      );
  return {
    figures: [
      ...(await ofLineItems(harness, as, query, take)),
      ...take(
        'campaign sheet',
        campaignTotals(columnsFor(CAMPAIGN_COLUMNS, as.group), rows as unknown as CampaignRow[]),
        ['mtdSpent', 'mtdInquiries', 'deliveryPercent', 'eCPL', 'spendProjection', 'runRateInquiries'],
      ),
    ],
    missed: [],
  };
};

const GRAPHICS = { inquiries: 'validLeads', spend: 'spend' } as const satisfies Record<string, MetricKey>;

const ofGraphics = async (harness: TestApp, { as, ownerKey, month }: Question): Promise<Found> => {
  const range = MONTHS[month];
  const figures: Figure[] = [];
  for (const [dimension, metric] of entries<keyof typeof GRAPHICS, MetricKey>(GRAPHICS)) {
    const { body } = await harness.call(graphicReport, as, {
      params: {
        brand: 1,
        dimension,
        keyType: 'owner',
        keys: String(ownerKey),
        start: range.from,
        end: range.to,
      },
    });
    const value = (body.data as { value: number | null }[]).reduce((sum, row) => sum + (row.value ?? 0), 0);
    figures.push(figureOf({ place: 'graphic', metric, channel: 'all', range, value, group: as.group }));
  }
  return { figures, missed: [] };
};

/** Widgets that ask the same question under another name: one of them is enough where many questions are asked. */
const ONE_OF_EACH = [
  ...new Map(
    entries<keyof typeof PACING_WIDGETS, PacingWidget>(PACING_WIDGETS).map((one) => [JSON.stringify(one[1]), one]),
  ),
].map(([, one]) => one);

const ofWidgets = async (harness: TestApp, question: Question): Promise<Found[]> => {
  const parts: Found[] = [];
  for (const [id, widget] of entries<keyof typeof REPORT_WIDGETS, ReportWidget>(REPORT_WIDGETS))
    if (!BY_KEYWORD.has(id)) parts.push(await ofReportWidget(harness, question, id, widget));
  parts.push(await ofHeadline(harness, question));
  const pacing =
    question.narrowed === undefined ? entries<keyof typeof PACING_WIDGETS, PacingWidget>(PACING_WIDGETS) : ONE_OF_EACH;
  for (const [id, widget] of pacing) parts.push(await ofPacingWidget(harness, question, id, widget));
  return parts;
};

/** Every figure that somebody can see of an owner's month, from every place that shows it. */
export const gather = async (harness: TestApp, question: Question): Promise<Found> => {
  const parts: Found[] = [];
  const isPartner = question.as.group === 'mp';
  // Media partners have no dashboards and see no platform's numbers.
  if (!isPartner) parts.push(...(await ofWidgets(harness, question)));
  for (const report of reports(question))
    if (!isPartner || report.channel === 'all') parts.push(await ofReport(harness, question, report));
  if (question.narrowed === undefined && !isPartner) {
    for (const report of planReports()) parts.push(await ofReport(harness, question, report));
    parts.push(await ofGraphics(harness, question));
  }
  if (question.narrowed === undefined && question.month === CURRENT) parts.push(await ofSheets(harness, question));
  return together(parts);
};
