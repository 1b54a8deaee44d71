import { type NeededPermission, type Permission } from '../core/access/permissions.ts';
import { type UserGroup } from '../core/access/user-groups.ts';

/** Who may see and decide: those who bill, and whoever at a client exchanges leads with the product. */
export const RECONCILIATION_RIGHT = {
  ag: 'reports:Billable',
  mp: 'reports:Billable',
  cl: 'leadanalyzer:Export',
} as const satisfies Record<UserGroup, Permission>;
/** As a call declares it; which of the two a caller needs is decided by their group. */
export const RECONCILIATION_RIGHTS = [
  RECONCILIATION_RIGHT.ag,
  RECONCILIATION_RIGHT.cl,
] as const satisfies NeededPermission;
