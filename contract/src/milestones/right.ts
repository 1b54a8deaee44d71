import { type NeededPermission, type Permission } from '../core/access/permissions.ts';
import { type UserGroup } from '../core/access/user-groups.ts';

/** Right to report milestones: the agency's lead desk, and at a client users who exchange leads with the product. */
export const MILESTONE_RIGHT = {
  ag: 'leadanalyzer:Update',
  cl: 'leadanalyzer:Export',
} as const satisfies Partial<Record<UserGroup, Permission>>;

/** Both rights, for the declaration of a call; the caller's group determines which one is needed. */
export const MILESTONE_RIGHTS = [MILESTONE_RIGHT.ag, MILESTONE_RIGHT.cl] as const satisfies NeededPermission;

export const mayReportMilestones = (group: UserGroup, permissions: ReadonlySet<Permission>): boolean =>
  group !== 'mp' && permissions.has(MILESTONE_RIGHT[group]);
