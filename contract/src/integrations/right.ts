import { type NeededPermission, type Permission } from '../core/access/permissions.ts';
import { type UserGroup } from '../core/access/user-groups.ts';

/** Groups whose systems may have API keys and webhooks. */
export const INTEGRATION_GROUPS = ['ag', 'cl'] as const satisfies readonly UserGroup[];
export type IntegrationGroup = (typeof INTEGRATION_GROUPS)[number];
export const isIntegrationGroup = (group: UserGroup): group is IntegrationGroup => group !== 'mp';

/**
 * Right to connect systems: at the agency the right to change settings; at a client the right to export leads, as this is what its system
 * will do.
 */
export const INTEGRATION_RIGHT = {
  ag: 'admin:Settings',
  cl: 'leadanalyzer:Export',
} as const satisfies Record<IntegrationGroup, Permission>;

/** Both rights, for the declaration of a call; the caller's group determines which one is needed. */
export const INTEGRATION_RIGHTS = [INTEGRATION_RIGHT.ag, INTEGRATION_RIGHT.cl] as const satisfies NeededPermission;
