import {
  allOwners,
  allOwnersFile,
  funnel,
  funnelProjections,
  graphicPacing,
  graphicReport,
  liveData,
  ownerDataThrough,
  ownerRecount,
  pacingSummary,
  reportingTimestamps,
  rowsBehind,
  underperformingCampaigns,
  WIDGET_CALLS,
  WIDGET_IDS,
  WIDGET_QUERY_CALLS,
  widgetBodySchema,
  attributeReport,
  attributeReportFilters,
  mediaAttributeList,
  reportFile,
} from '@paceline/contract';
import { type LiveData, type LiveQuestion } from '../../db/connection/live.ts';
import { type Register } from '../../http/register.ts';
import { parseInput } from '../../http/parse.ts';
import { type Session } from '../../http/guard/session.ts';
import { type Scope } from '../../db/scope/scope.ts';
import { type Clock } from '../../lib/clock.ts';
import { type Viewer } from '../../shared/answers/answers.ts';
import { getRowsBehind } from './rows-behind/rows-behind.service.ts';
import { type DashboardDeps, getDataThrough, getRecount, getTimestamps, getWidget } from './dashboards.service.ts';
import { getAllOwnersFile } from './owners/all-owners-file.ts';
import { getAllOwners } from './owners/all-owners.service.ts';
import { getPacingSummary } from './pacing/pacing-summary.service.ts';
import {
  getFunnel,
  getFunnelProjections,
  getGraphic,
  getGraphicPacing,
  getUnderperforming,
} from './graphics/graphics.service.ts';
import { getAttributeFilters, getAttributeReport, listAttributes } from './catalogue/catalogue.service.ts';
import { getReportFile } from './catalogue/report-file.service.ts';

const viewerOf = ({ scope, session }: { scope: Scope; session: Session }): Viewer => ({
  scope,
  group: session.group,
  permissions: session.permissions,
});

const catalogueRoutes = (register: Register, deps: DashboardDeps): void => {
  register(attributeReport, ({ params: { ATTRIBUTE, ...params }, query, ownerKey, signal, ...context }) =>
    getAttributeReport(deps, viewerOf(context), { ...params, ...query, attribute: ATTRIBUTE, ownerKey }, { signal }),
  );
  register(attributeReportFilters, ({ params, ownerKey, ...context }) =>
    getAttributeFilters(deps, viewerOf(context), ownerKey, params.clientKeys),
  );
  register(mediaAttributeList, async ({ session }) => listAttributes(session.group));
  register(reportFile, ({ params, body, signal, ...context }) =>
    getReportFile(deps, viewerOf(context), params.report, body, { signal }),
  );
};

const movements = async function* (live: LiveData, clock: Clock, question: LiveQuestion, signal: AbortSignal) {
  for await (const ownerKey of live.changes(question, signal)) yield { ownerKey, at: clock.now().toISOString() };
};

export const dashboardRoutes = (register: Register, deps: DashboardDeps & { live: LiveData }): void => {
  for (const id of WIDGET_IDS) {
    register(WIDGET_CALLS[id], ({ body, signal, ...context }) =>
      getWidget(deps, viewerOf(context), id, body, { signal }),
    );
    register(WIDGET_QUERY_CALLS[id], ({ query, signal, ...context }) =>
      getWidget(deps, viewerOf(context), id, parseInput(widgetBodySchema, query, 'query'), { signal }),
    );
  }
  catalogueRoutes(register, deps);
  register(rowsBehind, ({ body, signal, ...context }) => getRowsBehind(deps, viewerOf(context), body, { signal }));
  register(pacingSummary, ({ body, signal, ...context }) =>
    getPacingSummary(deps, viewerOf(context), body, { signal }),
  );
  register(allOwners, ({ scope, signal }) => getAllOwners(deps, scope, { signal }));
  register(allOwnersFile, ({ scope, body, signal }) => getAllOwnersFile(deps, scope, body, { signal }));
  register(reportingTimestamps, ({ params, ...context }) => getTimestamps(deps, viewerOf(context), params.owner));
  register(ownerDataThrough, ({ params, ...context }) => getDataThrough(deps, viewerOf(context), params.owner));
  register(ownerRecount, ({ params, ...context }) => getRecount(deps, viewerOf(context), params.owner));
  register(liveData, async ({ params, session, signal }) =>
    movements(deps.live, deps.clock, { sessionKey: session.sessionKey ?? 0, ownerKey: params.owner }, signal),
  );
  register(underperformingCampaigns, ({ params, ownerKey, ...context }) =>
    getUnderperforming(deps, viewerOf(context), { ...params, ownerKey }),
  );
  register(graphicReport, ({ params, ownerKey, ...context }) =>
    getGraphic(deps, viewerOf(context), { ...params, ownerKey }),
  );
  register(funnel, ({ params, ownerKey, ...context }) => getFunnel(deps, viewerOf(context), { ...params, ownerKey }));
  register(funnelProjections, ({ params, ownerKey, ...context }) =>
    getFunnelProjections(deps, viewerOf(context), { ...params, ownerKey }),
  );
  register(graphicPacing, ({ params, ownerKey, ...context }) =>
    getGraphicPacing(deps, viewerOf(context), { ...params, ownerKey }),
  );
};
