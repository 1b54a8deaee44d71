import { attributeReport, attributeReportFilters, mediaAttributeList, reportFile } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Register } from '../../../http/register.ts';
import { type Session } from '../../../http/guard/session.ts';
import { type Viewer } from '../../../shared/answers/answers.ts';
import { type DashboardDeps } from '../dashboards.service.ts';
import { getAttributeFilters, getAttributeReport, listAttributes } from './catalogue.service.ts';
import { getReportFile } from './report-file.service.ts';

const viewerOf = ({ scope, session }: { scope: Scope; session: Session }): Viewer => ({
  scope,
  group: session.group,
  permissions: session.permissions,
});

export const catalogueRoutes = (register: Register, deps: DashboardDeps): void => {
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
