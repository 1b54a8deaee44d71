import { type OwnerVariant } from '../owner-variants.ts';
import { hasPermission, type NeededPermission, type Permission, type PermissionModule } from '../permissions.ts';
import { type UserGroup } from '../user-groups.ts';
import { type Heading, labelsTo } from './headings.ts';

/** An entry of the left menu. It is shown to those who may open the screen, unless it says otherwise. */
export interface MenuEntry {
  /** The heading it stands under, after the entries of the screens declared before; at the top level if omitted. */
  in?: Heading;
  /** The screen's title if omitted. */
  label?: string;
  /** The screen's groups if omitted. */
  groups?: readonly UserGroup[];
  params?: Readonly<Record<string, string>>;
  /** A right or any right on a module, or `none`: shown in place of a refusal on the page. */
  needs?: Permission | PermissionModule | 'none';
  /** A trait of the owner that it needs besides. */
  owner?: (variant: OwnerVariant) => boolean;
}

/** A screen, said once: the menu, the router, the guard and the page's head follow from it. */
export interface Screen {
  /** `:name` is a parameter, `:name?` an optional one. */
  path: `/${string}`;
  /** Groups that may open it; without them it has no guard of its own. */
  groups?: readonly UserGroup[];
  /** The right it needs; by group, where groups need different ones. */
  permission?: NeededPermission | Readonly<Partial<Record<UserGroup, NeededPermission>>>;
  /** A second right that it needs. */
  also?: Permission;
  /** The title that the frame draws; absent where the page draws its own head, such as a record's. */
  title?: string;
  description?: string;
  /** The breadcrumb's labels above the title; the headings of its first menu entry if omitted. */
  trail?: readonly string[];
  /** The screen it is reached from: the breadcrumb is that screen's, and a link to it. */
  above?: string;
  menu?: MenuEntry | readonly MenuEntry[];
}

export const permissionOf = ({ permission = 'none' }: Screen, group: UserGroup): NeededPermission => {
  if (typeof permission === 'string' || Array.isArray(permission)) return permission as NeededPermission;
  return (permission as Partial<Record<UserGroup, NeededPermission>>)[group] ?? 'none';
};

export const mayOpen = (screen: Screen, group: UserGroup | null, permissions: ReadonlySet<Permission>): boolean =>
  screen.groups === undefined ||
  (group !== null &&
    screen.groups.includes(group) &&
    hasPermission(permissions, permissionOf(screen, group)) &&
    hasPermission(permissions, screen.also ?? 'none'));

export const entriesOf = ({ menu = [] }: Screen): readonly MenuEntry[] => [menu].flat();

export const trailOf = (screen: Screen): readonly string[] => screen.trail ?? labelsTo(entriesOf(screen)[0]?.in);
