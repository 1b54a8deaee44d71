import { hasPermission, isPermission, type NeededPermission, type Permission } from '@paceline/contract';
import { useSession } from './session-store.ts';

/** The rights of a stored session, as the contract names them; unknown ones are ignored. */
export const permissionSet = (map: Record<string, string[]> | null): ReadonlySet<Permission> =>
  new Set(
    Object.entries(map ?? {})
      .flatMap(([module, actions]) => actions.map((action) => `${module}:${action}`))
      .filter(isPermission),
  );

/** Whether to show something that needs a right, or any one of several. The server enforces the right itself. */
export const useMay = (needed: NeededPermission): boolean =>
  hasPermission(permissionSet(useSession((state) => state.permissions)), needed);
