import { type OwnerVariant } from './owner-variants.ts';
import { type Permission } from './permissions.ts';
import { type RouteName, ROUTE_NAMES, screenOf } from './routes.ts';
import { type Heading, headingOf, labelsTo, TOP_LEVEL } from './screens/headings.ts';
import { entriesOf, mayOpen, type MenuEntry, type Screen } from './screens/screen.ts';
import { type UserGroup } from './user-groups.ts';

/** A visible menu item: a link, or a heading over others. */
export interface MenuItem {
  label: string;
  link: { route: RouteName; params: Readonly<Record<string, string>> } | null;
  children: readonly MenuItem[];
}

export interface MenuViewer {
  group: UserGroup;
  permissions: ReadonlySet<Permission>;
  variant: OwnerVariant;
}

/** An item below its headings, outermost first. */
interface Placed {
  headings: readonly Heading[];
  item: MenuItem;
}

const isMet = (needs: MenuEntry['needs'] = 'none', { permissions }: MenuViewer): boolean =>
  needs === 'none' || [...permissions].some((granted) => granted === needs || granted.startsWith(`${needs}:`));

const isShown = (screen: Screen, entry: MenuEntry, viewer: MenuViewer): boolean =>
  (entry.groups ?? screen.groups ?? []).includes(viewer.group) &&
  (entry.needs === undefined ? mayOpen(screen, viewer.group, viewer.permissions) : isMet(entry.needs, viewer)) &&
  (entry.owner === undefined || entry.owner(viewer.variant));

const placedOf = (route: RouteName, viewer: MenuViewer): Placed[] => {
  const screen = screenOf(route);
  return entriesOf(screen).flatMap((entry): Placed[] => {
    const headings = labelsTo(entry.in);
    if (!isShown(screen, entry, viewer) || !headings.every((heading) => isMet(headingOf(heading).needs, viewer)))
      return [];
    const { label = screen.title ?? route, params = {} } = entry;
    return [{ headings, item: { label, link: { route, params }, children: [] } }];
  });
};

/** A heading stands where its first item does. */
const nest = (placed: readonly Placed[]): MenuItem[] =>
  placed.flatMap(({ headings: [heading], item }, place): MenuItem[] => {
    if (heading === undefined) return [item];
    const isBelow = ({ headings: [first] }: Placed): boolean => first === heading;
    if (placed.findIndex(isBelow) !== place) return [];
    const below = placed.filter(isBelow).map((one) => ({ ...one, headings: one.headings.slice(1) }));
    return [{ label: heading, link: null, children: nest(below) }];
  });

/** The viewer's menu; before an owner is chosen, `canOpen` leaves out pages that need one. */
export const menuFor = (viewer: MenuViewer, canOpen: (route: RouteName) => boolean = () => true): MenuItem[] => {
  const order = TOP_LEVEL[viewer.group];
  return nest(ROUTE_NAMES.filter(canOpen).flatMap((route) => placedOf(route, viewer))).toSorted(
    (a, b) => order.indexOf(a.label) - order.indexOf(b.label),
  );
};
