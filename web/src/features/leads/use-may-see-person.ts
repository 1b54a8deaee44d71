import { maySeePerson, variantOf } from '@paceline/contract';
import { permissionSet } from '../../lib/session/permissions.ts';
import { groupOfSession, useSession } from '../../lib/session/session-store.ts';
import type { ShownLead } from './prepare-detail.ts';

/** Whether the user may see the whole person of this lead. */
export const useMaySeePerson = ({ ownerKey, status }: Pick<ShownLead, 'ownerKey' | 'status'>): boolean => {
  const permissions = useSession((state) => state.permissions);
  const owners = useSession((state) => state.owners);
  const group = groupOfSession();
  const variant = variantOf(owners?.find((owner) => owner.ownerKey === ownerKey));
  return group !== null && maySeePerson({ group, permissions: permissionSet(permissions), variant }, status);
};
