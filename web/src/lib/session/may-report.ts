import { mayReportMilestones } from '@paceline/contract';
import { permissionSet } from './permissions.ts';
import { groupOfSession, useSession } from './session-store.ts';

/** Whether to show milestone reporting to the user. */
export const useMayReport = (): boolean => {
  const permissions = useSession((state) => state.permissions);
  const group = groupOfSession();
  return group !== null && mayReportMilestones(group, permissionSet(permissions));
};
