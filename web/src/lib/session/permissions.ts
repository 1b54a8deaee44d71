import { hasPermission, isPermission, type Permission } from '@paceline/contract';
import { useSession } from './session-store.ts';

/** The rights of a stored session as the contract counts them; what it does not know is nobody's right. */
export const permissionSet = (map: Record<string, string[]> | null): ReadonlySet<Permission> =>
  new Set(
    Object.entries(map ?? {})
      .flatMap(([module, actions]) => actions.map((action) => `${module}:${action}`))
      .filter(isPermission),
  );

/** Whether the user has a right: for what is shown. What is allowed is the server's to say. */
export const useMay = (needed: Permission): boolean =>
  hasPermission(permissionSet(useSession((state) => state.permissions)), needed);
