import { mayReportMilestones } from '@paceline/contract';
import { permissionSet } from './permissions.ts';
import { groupOfSession, useSession } from './session-store.ts';

/** Whether the user may say what became of leads: for what is shown. */
export const useMayReport = (): boolean => {
  const permissions = useSession((state) => state.permissions);
  const group = groupOfSession();
  return group !== null && mayReportMilestones(group, permissionSet(permissions));
};
