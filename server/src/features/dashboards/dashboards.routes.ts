import {
  funnel,
  funnelProjections,
  graphicPacing,
  graphicReport,
  liveData,
  reportingTimestamps,
  underperformingCampaigns,
  WIDGET_CALLS,
  WIDGET_IDS,
  WIDGET_QUERY_CALLS,
  widgetBodySchema,
} from '@paceline/contract';
import { type LiveData } from '../../db/live.ts';
import { type Database } from '../../db/tx.ts';
import { type Register } from '../../http/register.ts';
import { parseInput } from '../../http/parse.ts';
import { type Session } from '../../http/session.ts';
import { type Scope } from '../../db/scope.ts';
import { type Clock } from '../../lib/clock.ts';
import { createAnswerCache } from './answer-cache.ts';
import { type Asker, getTimestamps, getWidget } from './dashboards.service.ts';
import {
  getFunnel,
  getFunnelProjections,
  getGraphic,
  getGraphicPacing,
  getUnderperforming,
} from './graphics/graphics.service.ts';

const askerOf = ({ scope, session }: { scope: Scope; session: Session }): Asker => ({
  scope,
  group: session.group,
  permissions: session.permissions,
});

const movements = async function* (live: LiveData, clock: Clock, ownerKey: number, signal: AbortSignal) {
  for await (const key of live.changes([ownerKey], signal)) yield { ownerKey: key, at: clock.now().toISOString() };
};

export const dashboardRoutes = (
  register: Register,
  { db, clock, live }: { db: Database; clock: Clock; live: LiveData },
): void => {
  const deps = { db, clock, cache: createAnswerCache() };
  for (const id of WIDGET_IDS) {
    register(WIDGET_CALLS[id], ({ body, signal, ...context }) =>
      getWidget(deps, askerOf(context), id, body, { signal }),
    );
    register(WIDGET_QUERY_CALLS[id], ({ query, signal, ...context }) =>
      getWidget(deps, askerOf(context), id, parseInput(widgetBodySchema, query, 'query'), { signal }),
    );
  }
  register(reportingTimestamps, ({ params, ...context }) => getTimestamps(deps, askerOf(context), params.owner));
  register(liveData, async ({ params, signal }) => movements(live, clock, params.owner, signal));
  register(underperformingCampaigns, ({ params, ...context }) => getUnderperforming(deps, askerOf(context), params));
  register(graphicReport, ({ params, ...context }) => getGraphic(deps, askerOf(context), params));
  register(funnel, ({ params, ...context }) => getFunnel(deps, askerOf(context), params));
  register(funnelProjections, ({ params, ...context }) => getFunnelProjections(deps, askerOf(context), params));
  register(graphicPacing, ({ params, ...context }) => getGraphicPacing(deps, askerOf(context), params));
};
