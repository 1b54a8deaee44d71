import { ActionIcon, Menu } from '@mantine/core';
import type { MenuItem } from '@paceline/contract';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { pathTo } from '../../lib/address/paths.ts';
import { PlainList } from '../../ui/lists/plain-list.tsx';
import { isEntryOf } from './menu.ts';
import { RailIcon } from './rail-icon.tsx';
import classes from './rail.module.css';

const Entries = ({ items }: { items: readonly MenuItem[] }) => {
  const navigate = useNavigate();
  return items.map(({ label, link, children }) =>
    link ? (
      <Menu.Item key={label} onClick={() => void navigate({ to: pathTo(link.route, link.params) })}>
        {label}
      </Menu.Item>
    ) : (
      <div key={label} role="group" aria-label={label}>
        <Menu.Label>{label}</Menu.Label>
        <Entries items={children} />
      </div>
    ),
  );
};

/** The menu as icons; each opens its section beside the rail. */
export const RailIconsMenu = ({ menu }: { menu: readonly MenuItem[] }) => {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Main">
      <PlainList gap={2}>
        {menu.map((item) => {
          return (
            <li key={item.label}>
              <Menu position="right-start" shadow="md" width={220}>
                <Menu.Target>
                  <ActionIcon
                    className={classes.iconButton}
                    variant="subtle"
                    color="gray"
                    size={38}
                    title={item.label}
                    aria-label={item.label}
                    data-here={isEntryOf(item, pathname) || undefined}
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
