import { ActionIcon, Menu } from '@mantine/core';
import type { MenuItem } from '@paceline/contract';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { pathTo } from '../../lib/address/paths.ts';
import { PlainList } from '../../ui/lists/plain-list.tsx';
import { BadgeMark } from './badge-mark.tsx';
import { isEntryOf, pathsOf } from './menu.ts';
import { RailIcon } from './rail-icon.tsx';
import classes from './rail.module.css';
import { badgeOf, useBadges } from './use-badges.ts';

const Entries = ({ items }: { items: readonly MenuItem[] }) => {
  const navigate = useNavigate();
  const badges = useBadges();
  return items.map((item) => {
    const { label, link, children } = item;
    return link ? (
      <Menu.Item key={label} onClick={() => void navigate({ to: pathTo(link.route, link.params) })}>
        {label}
        <BadgeMark badge={badgeOf(item, badges)} />
      </Menu.Item>
    ) : (
      <div key={label} role="group" aria-label={label}>
        <Menu.Label>{label}</Menu.Label>
        <Entries items={children} />
      </div>
    );
  });
};

/** The menu as icons; each opens its section beside the rail. */
export const RailIconsMenu = ({ menu }: { menu: readonly MenuItem[] }) => {
  const { pathname } = useLocation();
  const badges = useBadges();
  const menuPaths = pathsOf(menu);
  return (
    <nav aria-label="Main">
      <PlainList gap={2}>
        {menu.map((item) => {
          const { count, words } = badgeOf(item, badges);
          const label = count === 0 ? item.label : `${item.label} (${words})`;
          return (
            <li key={item.label}>
              <Menu position="right-start" shadow="md" width={220}>
                <Menu.Target>
                  <ActionIcon
                    className={classes.iconButton}
                    variant="subtle"
                    color="gray"
                    size={38}
                    title={label}
                    aria-label={label}
                    data-waiting={count > 0 || undefined}
                    data-here={isEntryOf(item, pathname, menuPaths) || undefined}
                  >
                    <RailIcon label={item.label} size={20} />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Label>{item.label}</Menu.Label>
                  <Entries items={item.link ? [item] : item.children} />
                </Menu.Dropdown>
              </Menu>
            </li>
          );
        })}
      </PlainList>
    </nav>
  );
};
