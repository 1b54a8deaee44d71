import { isOfOwner } from '../../lib/address/owner-address.ts';
import { PATHS } from '../../lib/address/paths.ts';

interface Switch {
  pathname: string;
  menuPaths: readonly string[];
  home: string;
}

const PICKERS: readonly string[] = [PATHS.owners, PATHS.clients];

/**
 * The page to show after switching owners: the same page if the new owner has it; the list for a single record, which belongs to the old
 * owner; otherwise the new owner's start page. Null means stay.
 */
export const pathAfterSwitch = ({ pathname, menuPaths, home }: Switch): string | null => {
  if (PICKERS.includes(pathname)) return home;
  if (!isOfOwner(pathname) || menuPaths.includes(pathname)) return null;
  const lists = menuPaths.filter((path) => pathname.startsWith(`${path}/`));
  return lists.toSorted((a, b) => b.length - a.length)[0] ?? home;
};
