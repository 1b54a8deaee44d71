import {
  leadExportCancel,
  leadExportCount,
  leadExportFile,
  leadExportList,
  leadExportRemove,
  leadExportStart,
  leadsExport,
} from '@paceline/contract';
import { type Register } from '../../../http/register.ts';
import { type ExportDeps } from './download-leads.ts';
import {
  cancelExport,
  countForExport,
  exportLeads,
  listMyExports,
  readExportFile,
  removeMyExport,
  startExport,
} from './export.service.ts';

export const leadExportRoutes = (register: Register, deps: ExportDeps): void => {
  register(leadsExport, ({ body, ...caller }) => exportLeads(deps, caller, body));
  register(leadExportCount, ({ body, ...caller }) => countForExport(deps, caller, body));
  register(leadExportStart, ({ body, ...caller }) => startExport(deps, caller, body));
  register(leadExportList, (caller) => listMyExports(deps, caller));
  register(leadExportFile, ({ body, ...caller }) => readExportFile(deps, caller, body));
  register(leadExportCancel, ({ body, ...caller }) => cancelExport(deps, caller, body));
  register(leadExportRemove, ({ body, ...caller }) => removeMyExport(deps, caller, body));
};
