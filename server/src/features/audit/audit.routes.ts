import { auditGet, auditHistory, auditSearch, auditValuesView } from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import { registerList } from '../../shared/lists/list-routes.ts';
import { AUDIT_FILE, auditRows } from './audit.list.ts';
import { type AuditDeps, readHistory, readLine, recordExport, viewValues } from './audit.service.ts';

export const auditRoutes = (register: Register, deps: AuditDeps): void => {
  registerList(register, deps, auditRows, AUDIT_FILE, async ({ scope, origin }) => {
    if (origin.route === auditSearch.export?.id) await recordExport(deps, { scope, origin });
  });
  register(auditGet, ({ scope, params }) => readLine(deps, scope, params.key));
  register(auditValuesView, ({ body, ...caller }) => viewValues(deps, caller, body.auditKey));
  register(auditHistory, ({ params, query, ...caller }) => readHistory(deps, caller, { ...params, ...query }));
};
