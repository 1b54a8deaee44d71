import { type NeededPermission, type Permission } from '../core/access/permissions.ts';
import { type UserGroup } from '../core/access/user-groups.ts';

/** Who may see and decide: those who may see bills, on each side. */
export const RECONCILIATION_RIGHT = {
  ag: 'reports:Billable',
  mp: 'reports:Billable',
  cl: 'reports:Billable',
} as const satisfies Record<UserGroup, Permission>;
/** As a call declares it. */
export const RECONCILIATION_RIGHTS = 'reports:Billable' satisfies NeededPermission;
