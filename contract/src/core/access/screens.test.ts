import { expect, test } from 'vitest';
import { menuFor, type MenuItem, type MenuViewer } from './menu.ts';
import { OWNER_VARIANTS, presetOf } from './owner-variants.ts';
import { ALL_PERMISSIONS, type Permission, PERMISSION_MODULES } from './permissions.ts';
import { ROUTE_NAMES, screenOf } from './routes.ts';
import { permissionOf, type Screen, trailOf } from './screens/screen.ts';
import { USER_GROUPS, type UserGroup } from './user-groups.ts';

const PRESETS = Object.keys(OWNER_VARIANTS);
const all = new Set(ALL_PERMISSIONS);

/** The entries of a menu, each with its headings and what it opens. */
const entries = (items: readonly MenuItem[], headings = ''): string[] =>
  items.flatMap(({ label, link, children }) =>
    link === null
      ? entries(children, `${headings}${label} › `)
      : [`${headings}${label} → ${[link.route, ...Object.values(link.params)].join(' ')}`],
  );
const shownTo = (viewer: Partial<MenuViewer> & Pick<MenuViewer, 'group'>): string[] =>
  entries(menuFor({ permissions: all, variant: presetOf(null), ...viewer }));

type Viewer = Pick<MenuViewer, 'group' | 'variant'>;

/** The rights, or else the modules, without which an entry is not in the viewer's menu: found by taking them away. */
const needsIn = (viewer: Viewer): ((entry: string) => string[]) => {
  const without = (isGone: (permission: Permission) => boolean): string[] =>
    shownTo({ ...viewer, permissions: new Set(ALL_PERMISSIONS.filter((permission) => !isGone(permission))) });
  const rests = ALL_PERMISSIONS.map((right) => ({ right, rest: without((one) => one === right) }));
  const restsOfModules = PERMISSION_MODULES.map((module) => ({
    module,
    rest: without((one) => one.startsWith(`${module}:`)),
  }));
  return (entry) => {
    const rights = rests.flatMap(({ right, rest }) => (rest.includes(entry) ? [] : [right]));
    const whole = restsOfModules.filter(
      ({ module, rest }) => !rest.includes(entry) && !rights.some((right) => right.startsWith(`${module}:`)),
    );
    const needs = [...rights, ...whole.map(({ module }) => `any of ${module}`)];
    return needs.length === 0 ? [] : [`needs ${needs.join(' and ')}`];
  };
};

/** Each missing entry behind the one that it follows. */
const merge = (lines: readonly string[], more: readonly string[]): readonly string[] =>
  more.reduce(
    (whole, entry, place) =>
      whole.includes(entry) ? whole : whole.toSpliced(whole.indexOf(more[place - 1] ?? '') + 1, 0, entry),
    lines,
  );

/** What a group's menu holds at any owner. */
const menuLines = (group: UserGroup): string[] => {
  const menus = [null, ...PRESETS].map((preset) => {
    const viewer = { group, variant: presetOf(preset) };
    return { preset, shown: shownTo(viewer), needs: needsIn(viewer) };
  });
  const namesOf = (of: typeof menus) => of.flatMap(({ preset }) => preset ?? []).join(', ');
  return menus
    .map(({ shown }) => shown)
    .reduce(merge, [])
    .map((entry) => {
      const having = menus.filter(({ shown }) => shown.includes(entry));
      const lacking = menus.filter(({ shown }) => !shown.includes(entry));
      const isUsual = having[0]?.preset === null;
      const owners = isUsual ? lacking.length > 0 && `not of ${namesOf(lacking)}` : `only of ${namesOf(having)}`;
      return [entry, ...(having[0]?.needs(entry) ?? []), ...(owners ? [owners] : [])].join('; ');
    });
};

const rightsOf = (screen: Screen, groups: readonly UserGroup[]): string => {
  const rights = groups.map((group) => [permissionOf(screen, group)].flat().join(' or '));
  return new Set(rights).size === 1
    ? `right ${rights[0]}`
    : groups.map((group, place) => `right of ${group} ${rights[place]}`).join(', ');
};

const screenLine = (screen: Screen): string => {
  const { path, groups, title, above } = screen;
  return [
    path,
    ...(groups === undefined ? ['no guard'] : [groups.join(' '), rightsOf(screen, groups)]),
    title === undefined
      ? 'draws its own head'
      : [...trailOf(screen), ...(above ? [`(${above})`] : []), title].join(' › '),
  ].join('; ');
};

test('the screens and the menus are as screens.txt has them (`-u` writes it)', async () => {
  const menus = USER_GROUPS.flatMap((group) => [`# The whole menu of ${group}`, ...menuLines(group), '']);
  const screens = ROUTE_NAMES.toSorted().map((name) => `${name}: ${screenLine(screenOf(name))}`);
  const head =
    '# Written by `npx vitest run core/access/screens -u`: what users can open, and what their menus show.\n';
  const text = [head, ...menus, '# Every screen: address; groups; right; breadcrumb and title', ...screens];
  await expect(`${text.join('\n')}\n`).toMatchFileSnapshot('screens.txt');
});
