import {
  reportData,
  reportDataBar,
  reportDimensions,
  reportDimensionValues,
  reportExport,
  reportMeasures,
  reportQuestion,
  type ReportChannel,
  type ReportVertical,
} from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Register } from '../../http/register.ts';
import { type Session } from '../../http/guard/session.ts';
import { getQuestion, writeQuestion } from './question.service.ts';
import {
  getBars,
  getReport,
  listDimensions,
  listMeasures,
  listValues,
  type ReportCaller,
  type ReportDeps,
} from './reports.service.ts';

interface Asked {
  scope: Scope;
  session: Session;
  params: { channel: ReportChannel; vertical: ReportVertical };
}
const callerOf = ({ scope, session, params }: Asked): ReportCaller => ({
  scope,
  viewer: { group: session.group, permissions: session.permissions, ...params },
});

export const reportRoutes = (register: Register, deps: ReportDeps): void => {
  register(reportDimensions, async (context) => listDimensions(callerOf(context).viewer));
  register(reportMeasures, async (context) => listMeasures(callerOf(context).viewer));
  register(reportDimensionValues, ({ body: { ownerKey: _owner, ...query }, signal, ...context }) =>
    listValues(deps, callerOf(context), query, { signal }),
  );
  register(reportData, ({ body: { ownerKey: _owner, ...query }, signal, ...context }) =>
    getReport(deps, callerOf(context), query, { signal }),
  );
  register(reportDataBar, ({ body: { ownerKey: _owner, ...query }, signal, ...context }) =>
    getBars(deps, callerOf(context), query, { signal }),
  );
  register(reportQuestion, ({ body: { question }, scope, session, signal }) =>
    getQuestion(deps, { scope, ...session }, question, { signal }),
  );
  register(reportExport, ({ body: { question, format }, scope, session, signal }) =>
    writeQuestion(deps, { scope, ...session }, question, format, { signal }),
  );
};
