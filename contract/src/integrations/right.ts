import { type NeededPermission, type Permission } from '../core/access/permissions.ts';
import { type UserGroup } from '../core/access/user-groups.ts';

/** Whose systems may have API keys and webhooks. */
export const INTEGRATION_GROUPS = ['ag', 'cl'] as const satisfies readonly UserGroup[];
export type IntegrationGroup = (typeof INTEGRATION_GROUPS)[number];
export const isIntegrationGroup = (group: UserGroup): group is IntegrationGroup => group !== 'mp';

/**
 * Who may connect systems: at the agency whoever changes settings; at a client whoever may take leads out of the product, as that
 * is what its system will do.
 */
export const INTEGRATION_RIGHT = {
  ag: 'admin:Settings',
  cl: 'leadanalyzer:Export',
} as const satisfies Record<IntegrationGroup, Permission>;

/** As a call declares it; which of the two a caller needs is decided by their group. */
export const INTEGRATION_RIGHTS = [INTEGRATION_RIGHT.ag, INTEGRATION_RIGHT.cl] as const satisfies NeededPermission;
