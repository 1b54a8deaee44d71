import {
  type DataThrough,
  type MetricKey,
  PACING_WIDGETS,
  type Recount,
  REPORT_WIDGETS,
  type ReportFilter,
  type ReportWidget,
  type ReportWidgetId,
  type Timestamps,
  type WidgetAnswer,
  type WidgetBody,
  type WidgetId,
} from '@paceline/contract';
import { type ReplicaState } from '../../db/replica/follow.ts';
import { type Database, type Tx, type WorkOptions } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Clock } from '../../lib/clock.ts';
import { loadThroughs, loadToday } from '../../metrics/periods/period-facts.ts';
import { loadUnattributed } from '../../metrics/report/unattributed.ts';
import { type Viewer, type Answers, type ViewerKind } from '../../shared/answers/answers.ts';
import { listThroughs } from './rows-behind/rows-behind.queries.ts';
import {
  findFilteredCampaigns,
  findRecount,
  findTimestamps,
  findWholeGoals,
  listProgramNames,
} from './dashboards.queries.ts';
import { runCatalogueWidget } from './catalogue/catalogue-widget.service.ts';
import { runHeadline } from './headline/headline.service.ts';
import { leadFiltersOf, runPacingByLead, runPacingListByLead } from './widgets/lead-filters.service.ts';
import { runFunnelWidget } from './widgets/funnel-widget.service.ts';
import { runPacingList, runPacingWidget } from './widgets/pacing-widget.service.ts';

export interface DashboardDeps {
  db: Database;
  clock: Clock;
  answers: Answers;
  /** The replica that reports are read from, if there is one. */
  reports?: { readonly state: ReplicaState };
}

/** The context of a widget for any runner: the calendar, the last complete day of the data, the filtered campaigns and leads. */
export const widgetContext = async (tx: Tx, kind: ViewerKind, body: WidgetBody, now: Date) => {
  const { ownerKey } = body;
  const { today } = await loadToday(tx, ownerKey, now);
  return {
    tx,
    ownerKey,
    now,
    today,
    throughs: await loadThroughs(tx, ownerKey, today),
    viewer: kind,
    campaignKeys: await findFilteredCampaigns(tx, ownerKey, body),
    wholeGoals: await findWholeGoals(tx, ownerKey, body),
    leadFilters: leadFiltersOf(body, await listProgramNames(tx, ownerKey, body.programNameKeys)),
  };
};

type Context = Awaited<ReturnType<typeof widgetContext>>;

const ofCodes = (codes: readonly string[] = []): ReportFilter[] =>
  codes.length === 0 ? [] : [{ member: 'campaignCode', operator: 'equals', values: [...codes] }];

/** A widget's filters, applied to unlinked campaigns, whose line item and partner are unknown. */
const unlinkedFilters = (body: WidgetBody): ReportFilter[] => [
  ...ofCodes(body.campaignCodes),
  ...(
    [
      ['brand', body.brandKeys],
      ['client', body.clientKeys],
      ['clientModel', body.clientModelKeys],
      ['goal', body.goalKeys],
      ['campaign', body.campaignKeys],
      ['customChannel', body.customChannelKeys],
      ['mediaPartner', body.partnerKeys],
    ] as const
  ).flatMap(([member, keys]): ReportFilter[] =>
    keys === undefined || keys.length === 0
      ? []
      : [{ member, operator: 'equals', values: keys.map(String), byKey: true }],
  ),
];

const numbersOf = async (context: Context, id: WidgetId, body: WidgetBody): Promise<WidgetAnswer> => {
  if (id === 'reportingFunnel') return runFunnelWidget(context, body);
  if (id === 'reportingHeadline') return runHeadline(context, body);
  const ofLeads = context.leadFilters.length > 0;
  if (id === 'overpacingCampaigns' || id === 'underpacingCampaigns')
    return ofLeads
      ? runPacingListByLead(context, body)
      : runPacingList(context, id === 'overpacingCampaigns' ? 'over' : 'under', body);
  if (id in PACING_WIDGETS) {
    const widget = PACING_WIDGETS[id as keyof typeof PACING_WIDGETS];
    return ofLeads ? runPacingByLead(context, widget, body) : runPacingWidget(context, widget, body);
  }
  if (id in REPORT_WIDGETS) return runCatalogueWidget(context, id as ReportWidgetId, body);
  throw new AppError('NOT_FOUND');
};

/** The measures that a widget totals, and its channel. Lists of single campaigns have no totals. */
const addedUp = (id: WidgetId): Pick<ReportWidget, 'channel'> & { measures: readonly MetricKey[] } => {
  if (id in PACING_WIDGETS) return { measures: ['mtdSpent'] };
  const widget: ReportWidget | undefined = REPORT_WIDGETS[id as keyof typeof REPORT_WIDGETS];
  return widget === undefined ? { measures: [] } : { ...widget, measures: Object.values(widget.measures) };
};

/** Platform charges of unlinked campaigns, shown beside a total of these measures over these days. */
export const unattributedBeside = (
  { tx, viewer, leadFilters }: Pick<Context, 'tx' | 'viewer' | 'leadFilters'>,
  body: WidgetBody,
  range: WidgetAnswer['range'],
  { channel, measures }: Pick<ReportWidget, 'channel'> & { measures: readonly MetricKey[] },
) => {
  const channelCodes = [...(body.channels ?? []), ...(body.selectedChannels ?? [])];
  return loadUnattributed(tx, {
    owners: [body.ownerKey],
    viewer,
    range,
    measures,
    // A widget of one channel under a filter of another is empty.
    channels:
      channel === undefined || channel === 'all'
        ? channelCodes
        : channelCodes.length > 0 && !channelCodes.includes(channel)
          ? ['']
          : [channel],
    filters: [...unlinkedFilters(body), ...leadFilters],
  });
};

const run = async (tx: Tx, id: WidgetId, kind: ViewerKind, body: WidgetBody, now: Date): Promise<WidgetAnswer> => {
  const context = await widgetContext(tx, kind, body, now);
  const answer = await numbersOf(context, id, body);
  const unattributed = await unattributedBeside(context, body, answer.range, addedUp(id));
  return unattributed === undefined ? answer : { ...answer, unattributed };
};

/** A widget's answer: cached for the same data and kind of viewer, or a new one. */
export const getWidget = (
  { answers }: DashboardDeps,
  viewer: Viewer,
  id: WidgetId,
  body: WidgetBody,
  options: WorkOptions,
): Promise<WidgetAnswer> => answers.get(viewer, [id, body], (tx, kind, now) => run(tx, id, kind, body, now), options);

const replicaOf = ({ reports }: DashboardDeps, group: Viewer['group']): Timestamps['replica'] => {
  if (reports === undefined || group !== 'ag') return null;
  const { state, ...rest } = reports.state;
  return { state, lagSeconds: 'lagMs' in rest ? Math.round(rest.lagMs) / 1000 : null };
};

export const getTimestamps = async (
  deps: DashboardDeps,
  { scope, group }: Viewer,
  ownerKey: number,
): Promise<Timestamps> => ({
  ...(await deps.db.readScope(scope, (tx) => findTimestamps(tx, ownerKey, deps.clock.now()))),
  replica: replicaOf(deps, group),
});

export const getRecount = ({ db }: DashboardDeps, { scope }: Viewer, ownerKey: number): Promise<Recount | null> =>
  db.readScope(scope, (tx) => findRecount(tx, ownerKey));

/** By the widgets' rule: the page shows the day through which they count. */
export const getDataThrough = (
  { db, clock }: DashboardDeps,
  { scope }: Viewer,
  ownerKey: number,
): Promise<DataThrough> =>
  db.readScope(scope, async (tx) => {
    const { today } = await loadToday(tx, ownerKey, clock.now());
    const throughs = await loadThroughs(tx, ownerKey, today);
    const sources = await listThroughs({ tx, ownerKey, throughs, campaignKeys: null }, 'all');
    const day = throughs.usual.toString();
    return {
      day,
      late: sources.filter((source) => source.day < day).map((source) => ({ name: source.name, day: source.day })),
    };
  });
