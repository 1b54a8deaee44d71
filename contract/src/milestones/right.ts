import { type NeededPermission, type Permission } from '../core/access/permissions.ts';
import { type UserGroup } from '../core/access/user-groups.ts';

/** Who reports what became of leads: the agency's lead desk, and whoever at a client exchanges leads with the product. */
export const MILESTONE_RIGHT = {
  ag: 'leadanalyzer:Update',
  cl: 'leadanalyzer:Export',
} as const satisfies Partial<Record<UserGroup, Permission>>;

/** As a call declares it; which of the two a caller needs is decided by their group. */
export const MILESTONE_RIGHTS = [MILESTONE_RIGHT.ag, MILESTONE_RIGHT.cl] as const satisfies NeededPermission;

export const mayReportMilestones = (group: UserGroup, permissions: ReadonlySet<Permission>): boolean =>
  group !== 'mp' && permissions.has(MILESTONE_RIGHT[group]);
