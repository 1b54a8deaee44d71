import { groupOfUserType, menuFor, type MenuItem, type RouteName, variantOf } from '@paceline/contract';
import { isOfOwner } from '../../lib/address/owner-address.ts';
import { PATHS, pathTo } from '../../lib/address/paths.ts';
import { permissionSet } from '../../lib/session/permissions.ts';
import type { OwnerOfUser } from '../../lib/session/session-data.ts';

interface Viewer {
  userType: string | null;
  permissions: Record<string, string[]> | null;
  activeOwner: OwnerOfUser | null;
}

/** The menu of whoever is signed in. Without an owner it holds only what needs none; a media partner works on none. */
export const menuOf = ({ userType, permissions, activeOwner }: Viewer): MenuItem[] => {
  const group = groupOfUserType(userType ?? '');
  if (group === null) return [];
  const canOpen = (route: RouteName): boolean => group === 'mp' || activeOwner !== null || !isOfOwner(PATHS[route]);
  return menuFor({ group, permissions: permissionSet(permissions), variant: variantOf(activeOwner) }, canOpen);
};

/** Pages that no entry's path begins, and the entry whose records they show. */
const RECORDS: Readonly<Partial<Record<RouteName, string>>> = {
  allocationsOverview: pathTo('goalEditor'),
  mpCampaigns: pathTo('mpCampaign', { campaignKey: '' }),
};

/** Pages with an entry of their own whose path begins with that of another entry. */
const ENTRY_BELOW: Readonly<Partial<Record<RouteName, RouteName>>> = {
  billable: 'reconciliation',
  mpBillable: 'mpReconciliation',
  tradingPlatform: 'tradingPlatformData',
};

/** One route makes users and changes them: with a key in the path it is a user of the list. */
const USER_PATH = new RegExp(`^${pathTo('newUser', { uType: '' })}[^/]+(/[^/]+)?`);
const userEntry = (pathname: string): RouteName | null => {
  const match = USER_PATH.exec(pathname);
  if (match === null) return null;
  return match[1] === undefined ? 'newUser' : 'searchUser';
};

const leadsTo = (path: string, pathname: string): boolean => pathname === path || pathname.startsWith(`${path}/`);

/** Whether a page is the one that an entry leads to, or one of the records that are opened from there. */
export const isEntryOf = ({ link, children }: MenuItem, pathname: string): boolean => {
  if (link === null) return children.some((child) => isEntryOf(child, pathname));
  const ofUsers = userEntry(pathname);
  if (ofUsers !== null) return link.route === ofUsers;
  const below = ENTRY_BELOW[link.route];
  if (below !== undefined && leadsTo(pathTo(below), pathname)) return false;
  const records = RECORDS[link.route];
  return leadsTo(pathTo(link.route, link.params), pathname) || (records !== undefined && pathname.startsWith(records));
};

/** The paths that a menu leads to. */
export const pathsOf = (items: readonly MenuItem[]): string[] =>
  items.flatMap(({ link, children }) => [...(link ? [pathTo(link.route, link.params)] : []), ...pathsOf(children)]);
