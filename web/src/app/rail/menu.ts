import {
  entriesOf,
  groupOfUserType,
  menuFor,
  type MenuItem,
  ROUTE_NAMES,
  type RouteName,
  screenOf,
  variantOf,
} from '@paceline/contract';
import { isOfOwner } from '../../lib/address/owner-address.ts';
import { PATHS, pathTo } from '../../lib/address/paths.ts';
import { permissionSet } from '../../lib/session/permissions.ts';
import type { OwnerOfUser } from '../../lib/session/session-data.ts';

interface Viewer {
  userType: string | null;
  permissions: Record<string, string[]> | null;
  activeOwner: OwnerOfUser | null;
}

/** The signed-in user's menu. Without an owner it holds only entries that need none; a media partner has no active owner. */
export const menuOf = ({ userType, permissions, activeOwner }: Viewer): MenuItem[] => {
  const group = groupOfUserType(userType ?? '');
  if (group === null) return [];
  const canOpen = (route: RouteName): boolean => group === 'mp' || activeOwner !== null || !isOfOwner(PATHS[route]);
  return menuFor({ group, permissions: permissionSet(permissions), variant: variantOf(activeOwner) }, canOpen);
};

/** By entry: the path prefixes of its records, where those do not begin with the entry's own path. */
const RECORDS: Readonly<Partial<Record<RouteName, readonly string[]>>> = {
  allocationsOverview: [pathTo('goalEditor')],
  mpCampaigns: [pathTo('mpCampaign', { campaignKey: '' }), pathTo('mpCampaignPage', { campaignKey: '' })],
};

/** One route creates and edits users: with a key in the path it belongs to the user list. */
const USER_PATH = new RegExp(`^${pathTo('newUser', { uType: '' })}[^/]+(/[^/]+)?`);
const userEntry = (pathname: string): RouteName | null => {
  const match = USER_PATH.exec(pathname);
  if (match === null) return null;
  return match[1] === undefined ? 'newUser' : 'searchUser';
};

const leadsTo = (path: string, pathname: string): boolean => pathname === path || pathname.startsWith(`${path}/`);

/** Paths of all entries of all menus. */
const ENTRY_PATHS = ROUTE_NAMES.flatMap((name) =>
  entriesOf(screenOf(name)).map(({ params }) => pathTo(name, { ...params })),
);
/** Whether a page below an entry's path has an entry of its own. */
const hasOwnEntry = (path: string, pathname: string): boolean =>
  ENTRY_PATHS.some((below) => below.startsWith(`${path}/`) && leadsTo(below, pathname));

/** Whether a page is an entry's page or a record opened from it. */
export const isEntryOf = ({ link, children }: MenuItem, pathname: string): boolean => {
  if (link === null) return children.some((child) => isEntryOf(child, pathname));
  const ofUsers = userEntry(pathname);
  if (ofUsers !== null) return link.route === ofUsers;
  const path = pathTo(link.route, link.params);
  if (hasOwnEntry(path, pathname)) return false;
  const records = RECORDS[link.route] ?? [];
  return leadsTo(path, pathname) || records.some((prefix) => pathname.startsWith(prefix));
};

export const pathsOf = (items: readonly MenuItem[]): string[] =>
  items.flatMap(({ link, children }) => [...(link ? [pathTo(link.route, link.params)] : []), ...pathsOf(children)]);
