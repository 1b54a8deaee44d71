import { savedDashboardList, savedDashboardRemove, savedDashboardSave } from '@paceline/contract';
import { type Register } from '../../../http/register.ts';
import { type ViewDeps } from '../views/views.service.ts';
import { getDashboards, removeDashboard, saveDashboard } from './dashboards.service.ts';

export const savedDashboardRoutes = (register: Register, deps: ViewDeps): void => {
  register(savedDashboardList, (caller) => getDashboards(deps, caller));
  register(savedDashboardSave, (caller) => saveDashboard(deps, caller, caller.body));
  register(savedDashboardRemove, (caller) => removeDashboard(deps, caller, caller.body));
};
