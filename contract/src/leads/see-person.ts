import { type OwnerVariant } from '../core/access/owner-variants.ts';
import { hasPermission, type Permission } from '../core/access/permissions.ts';
import { type UserGroup } from '../core/access/user-groups.ts';
import { type LeadStatus, wasDelivered } from '../core/leads/lead-status.ts';

interface Viewer {
  group: UserGroup;
  permissions: ReadonlySet<Permission>;
  variant: Pick<OwnerVariant, 'clientSeesPeople'>;
}

/**
 * Whether the whole person of a lead may be seen: by the agency with the right; by a client's user with the right if the agency grants it to
 * the owner and the lead was delivered. By a media partner never.
 */
export const maySeePerson = ({ group, permissions, variant }: Viewer, status: LeadStatus): boolean =>
  hasPermission(permissions, 'leadanalyzer:ViewPII') &&
  (group === 'ag' || (group === 'cl' && variant.clientSeesPeople && wasDelivered(status)));
