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

/** Whether an entry is the nearest one above a page: no other entry of the same menu stands between them. */
const isNearest = (path: string, pathname: string, menuPaths: readonly string[]): boolean =>
  leadsTo(path, pathname) && !menuPaths.some((below) => below.startsWith(`${path}/`) && leadsTo(below, pathname));

/** Whether a page is an entry's page or a record opened from it. `menuPaths` are the paths of the whole menu. */
export const isEntryOf = ({ link, children }: MenuItem, pathname: string, menuPaths: readonly string[]): boolean => {
  if (link === null) return children.some((child) => isEntryOf(child, pathname, menuPaths));
  const ofUsers = userEntry(pathname);
  if (ofUsers !== null) return link.route === ofUsers;
  const records = RECORDS[link.route] ?? [];
  return (
    isNearest(pathTo(link.route, link.params), pathname, menuPaths) ||
    records.some((prefix) => pathname.startsWith(prefix))
  );
};

export const pathsOf = (items: readonly MenuItem[]): string[] =>
  items.flatMap(({ link, children }) => [...(link ? [pathTo(link.route, link.params)] : []), ...pathsOf(children)]);
