import { describe, expect, test } from 'vitest';
import { menuFor, type MenuItem, type MenuViewer } from './menu.ts';
import { presetOf } from './owner-variants.ts';
import { ALL_PERMISSIONS, type Permission } from './permissions.ts';
import { ROUTE_NAMES, screenOf } from './routes.ts';
import { TOP_LEVEL } from './screens/headings.ts';
import { entriesOf } from './screens/screen.ts';
import { USER_GROUPS } from './user-groups.ts';

/** A menu as an indented outline. */
const outline = (items: readonly MenuItem[], depth = 0): string[] =>
  items.flatMap(({ label, children }) => [`${'  '.repeat(depth)}${label}`, ...outline(children, depth + 1)]);

const plain = presetOf(null);
const all = new Set(ALL_PERMISSIONS);
const menu = (viewer: Partial<MenuViewer> & Pick<MenuViewer, 'group'>): string[] =>
  outline(menuFor({ permissions: all, variant: plain, ...viewer }));
const without = (module: string): ReadonlySet<Permission> =>
  new Set(ALL_PERMISSIONS.filter((permission) => !permission.startsWith(module)));

// What each menu holds, and by which rights, is in screens.txt.

test('a heading below another is placed at its first entry', () => {
  const lines = ['  Posting Keys', '  Manage Clients', '    New Client', '  Manage Users', '  Available Partners'];
  expect(menu({ group: 'ag' }).filter((line) => lines.includes(line))).toEqual(lines);
});

test('each group’s menu has its own order at the top level', () => {
  for (const group of USER_GROUPS)
    expect(menu({ group }).filter((line) => !line.startsWith(' '))).toEqual(TOP_LEVEL[group]);
});

describe('rights', () => {
  test('entries below a heading need its right too', () => {
    const users = ['  Manage Users', '    Search User', '    New User'];
    const shownOf = (permissions: ReadonlySet<Permission>) =>
      menu({ group: 'ag', permissions }).filter((line) => users.includes(line));
    expect(shownOf(all)).toEqual(users);
    expect(shownOf(without('users:Create'))).toEqual(users.slice(0, 2));
    expect(shownOf(without('users:View'))).toEqual([]);
  });
});

test.each(['apex coding academy', 'APEX CODING ACADEMY ', 'ÄPEX CODING ACADEMY', 'constructor', '__proto__', ''])(
  'an owner named like a preset, “%s”, does not get it',
  (name) => expect(presetOf(name)).toEqual(plain),
);

test('pages that cannot be opened are not in the menu, nor are empty headings', () => {
  const shown = menuFor({ group: 'ag', permissions: all, variant: plain }, (route) => route === 'searchUser');
  expect(outline(shown)).toEqual(['Administration', '  Manage Users', '    Search User']);
});

test('every entry has a label', () => {
  const labels = ROUTE_NAMES.map(screenOf).flatMap((screen) =>
    entriesOf(screen).map(({ label }) => label ?? screen.title),
  );
  expect(labels).not.toContain(undefined);
});
