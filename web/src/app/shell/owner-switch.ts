import { isOfOwner } from '../../lib/address/owner-address.ts';
import { PATHS } from '../../lib/address/paths.ts';

interface Switch {
  pathname: string;
  /** What the menu of the new owner leads to. */
  menuPaths: readonly string[];
  home: string;
}

const PICKERS: readonly string[] = [PATHS.owners, PATHS.clients];

/**
 * Where one is after another owner was chosen: on the same screen if the new owner has it; on the list that a single record
 * belongs to, since the record is the old owner's; else on the new owner's first screen. Null means to stay.
 */
export const pathAfterSwitch = ({ pathname, menuPaths, home }: Switch): string | null => {
  if (PICKERS.includes(pathname)) return home;
  if (!isOfOwner(pathname) || menuPaths.includes(pathname)) return null;
  const lists = menuPaths.filter((path) => pathname.startsWith(`${path}/`));
  return lists.toSorted((a, b) => b.length - a.length)[0] ?? home;
};
