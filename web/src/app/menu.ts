import { groupOfUserType, menuFor, type MenuItem, type RouteName, variantOf } from '@paceline/contract';
import { pathTo } from '../lib/paths.ts';
import { permissionSet } from '../lib/permissions.ts';
import type { OwnerOfUser } from '../lib/session-data.ts';
import { isBuilt, needsOwner } from './built-routes.ts';

interface Viewer {
  userType: string | null;
  permissions: Record<string, string[]> | null;
  activeOwner: OwnerOfUser | null;
}

/** The menu of whoever is signed in. Without an owner it holds only what needs none; a media partner works on none. */
export const menuOf = (
  { userType, permissions, activeOwner }: Viewer,
  canOpen: (route: RouteName) => boolean = isBuilt,
): MenuItem[] => {
  const group = groupOfUserType(userType ?? '');
  if (group === null) return [];
  const hasPlace = (route: RouteName): boolean => group === 'mp' || activeOwner !== null || !needsOwner(route);
  return menuFor(
    { group, permissions: permissionSet(permissions), variant: variantOf(activeOwner?.variant ?? null) },
    (route) => canOpen(route) && hasPlace(route),
  );
};

/** The paths that a menu leads to. */
export const pathsOf = (items: readonly MenuItem[]): string[] =>
  items.flatMap(({ link, children }) => [...(link ? [pathTo(link.route, link.params)] : []), ...pathsOf(children)]);
