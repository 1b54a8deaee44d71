import { ROUTES } from '@paceline/contract';
import { useSession } from '../session/session-store.ts';

/** Pages below the clients' area that belong to no owner. On the users' page, `owner` in the address is a filter. */
const OWNERLESS: readonly string[] = ['/s/cl/admin/manageusers/', '/s/cl/admin/partnermanagement/postingkeys'];

/** Whether a page shows one owner's data; if so, its address names the owner. */
export const isOfOwner = (pathname: string): boolean =>
  `${pathname}/`.startsWith(`${ROUTES.clientArea}/`) && !OWNERLESS.some((start) => pathname.startsWith(start));

/** A path with this tab's owner, for links opened in another tab: each tab has its own active owner. */
export const withOwner = (path: string): string => {
  const [pathname = '', query = ''] = path.split('?');
  const ownerKey = useSession.getState().activeOwner?.ownerKey;
  if (ownerKey === undefined || !isOfOwner(pathname) || new URLSearchParams(query).has('owner')) return path;
  return `${path}${query ? '&' : '?'}owner=${ownerKey}`;
};

const RECORD_KEYS = /^\d+(,\d+)*$/;

/** The search parameters that stay valid for another owner. Record keys are dropped: they belong to the old owner. */
export const searchForOther = (search: Readonly<Record<string, unknown>>, owner: number): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(search).filter(([, value]) => !RECORD_KEYS.test(String(value)))),
  owner,
});
