import {
  PACING_WIDGETS,
  type Permission,
  REPORT_WIDGETS,
  type Timestamps,
  type UserGroup,
  type WidgetAnswer,
  type WidgetBody,
  type WidgetId,
} from '@paceline/contract';
import { type Scope } from '../../db/scope.ts';
import { type Database, type Tx, type WorkOptions } from '../../db/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Clock } from '../../lib/clock.ts';
import { loadThroughs, loadToday } from '../../metrics/period-facts.ts';
import { type AnswerCache } from './answer-cache.ts';
import { findDataVersion, findFilteredCampaigns, findTimestamps } from './dashboards.queries.ts';
import { runFunnelWidget } from './widgets/funnel-widget.service.ts';
import { runPacingList, runPacingWidget } from './widgets/pacing-widget.service.ts';
import { runReportWidget } from './widgets/report-widget.service.ts';

export interface DashboardDeps {
  db: Database;
  clock: Clock;
  cache: AnswerCache;
}

export interface Asker {
  scope: Scope;
  group: UserGroup;
  permissions: ReadonlySet<Permission>;
}

/** What a widget is asked with, whoever runs it: the calendar, how far the data go, and the campaigns that are meant. */
export const widgetContext = async (tx: Tx, asker: Asker, body: WidgetBody, now: Date) => {
  const { ownerKey } = body;
  const { today } = await loadToday(tx, ownerKey, now);
  return {
    tx,
    ownerKey,
    now,
    today,
    throughs: await loadThroughs(tx, ownerKey, today),
    viewer: { group: asker.group, permissions: asker.permissions },
    campaignKeys: await findFilteredCampaigns(tx, ownerKey, body),
  };
};

const run = async (tx: Tx, id: WidgetId, asker: Asker, body: WidgetBody, now: Date): Promise<WidgetAnswer> => {
  const context = await widgetContext(tx, asker, body, now);
  if (id === 'reportingFunnel') return runFunnelWidget(context);
  if (id === 'overpacingCampaigns') return runPacingList(context, 'over', body);
  if (id === 'underpacingCampaigns') return runPacingList(context, 'under', body);
  if (id in PACING_WIDGETS) return runPacingWidget(context, PACING_WIDGETS[id as keyof typeof PACING_WIDGETS], body);
  if (id in REPORT_WIDGETS) return runReportWidget(context, REPORT_WIDGETS[id as keyof typeof REPORT_WIDGETS], body);
  throw new AppError('NOT_FOUND');
};

/** A widget's answer: the one that was made of the same data for the same kind of viewer, or a new one. */
export const getWidget = (
  { db, clock, cache }: DashboardDeps,
  asker: Asker,
  id: WidgetId,
  body: WidgetBody,
  options: WorkOptions,
): Promise<WidgetAnswer> => {
  const now = clock.now();
  return db.withScope(
    asker.scope,
    async (tx) => {
      const { today } = await loadToday(tx, body.ownerKey, now);
      const about = {
        ownerKey: body.ownerKey,
        version: `${await findDataVersion(tx, body.ownerKey)} ${today.toString()}`,
        viewer: `${asker.group} ${asker.permissions.has('reports:Margin')}`,
        question: `${id} ${JSON.stringify(body)}`,
      };
      return cache.get(about, () => run(tx, id, asker, body, now));
    },
    options,
  );
};

export const getTimestamps = ({ db }: DashboardDeps, { scope }: Asker, ownerKey: number): Promise<Timestamps> =>
  db.withScope(scope, (tx) => findTimestamps(tx, ownerKey));
