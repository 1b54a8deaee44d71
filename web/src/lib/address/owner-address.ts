import { ROUTES } from '@paceline/contract';
import { useSession } from '../session/session-store.ts';

/** Pages below the clients' area that are about no owner. `owner` in the address of the users is one of their filters. */
const OWNERLESS: readonly string[] = ['/s/cl/admin/manageusers/', '/s/cl/admin/partnermanagement/postingkeys'];

/** Whether a page shows one owner's data, so that its address says whose. */
export const isOfOwner = (pathname: string): boolean =>
  `${pathname}/`.startsWith(`${ROUTES.clientArea}/`) && !OWNERLESS.some((start) => pathname.startsWith(start));

/** A path with the owner that this tab works on, for links that are opened elsewhere: each tab has an owner of its own. */
export const withOwner = (path: string): string => {
  const [pathname = '', query = ''] = path.split('?');
  const ownerKey = useSession.getState().activeOwner?.ownerKey;
  if (ownerKey === undefined || !isOfOwner(pathname) || new URLSearchParams(query).has('owner')) return path;
  return `${path}${query ? '&' : '?'}owner=${ownerKey}`;
};

const RECORD_KEYS = /^\d+(,\d+)*$/;

/** What of an address holds for another owner as well: not the records' keys, which are the old owner's. */
export const searchForOther = (search: Readonly<Record<string, unknown>>, owner: number): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(search).filter(([, value]) => !RECORD_KEYS.test(String(value)))),
  owner,
});
