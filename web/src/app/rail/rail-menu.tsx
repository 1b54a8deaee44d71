import { Collapse, Text, UnstyledButton } from '@mantine/core';
import type { MenuItem } from '@paceline/contract';
import { IconChevronRight } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { pathTo } from '../../lib/address/paths.ts';
import { Note } from '../../ui/pieces/note.tsx';
import { PlainList } from '../../ui/lists/plain-list.tsx';
import { BadgeMark } from './badge-mark.tsx';
import { isEntryOf, pathsOf } from './menu.ts';
import { RailIcon } from './rail-icon.tsx';
import classes from './rail.module.css';
import { badgeOf, useBadges } from './use-badges.ts';

interface PartProps {
  item: MenuItem;
  menuPaths: readonly string[];
  onGo?: (() => void) | undefined;
}

const RailLink = ({ item, menuPaths, onGo }: PartProps) => {
  const { label, link } = item;
  const isHere = isEntryOf(item, useLocation().pathname, menuPaths);
  const badges = useBadges();
  if (!link) return null;
  return (
    <Link
      to={pathTo(link.route, link.params)}
      className={classes.link}
      // `aria-current` is set here: the router marks the link for every page below its path.
      activeOptions={{ exact: true }}
      aria-current={isHere ? 'page' : undefined}
      onClick={onGo}
    >
      {label}
      <BadgeMark badge={badgeOf(item, badges)} />
    </Link>
  );
};

const Entry = ({ item, ...rest }: PartProps) =>
  item.link ? (
    <li>
      <RailLink item={item} {...rest} />
    </li>
  ) : (
    <li>
      <Note size="xs" pt={8} pb={3} pr={0} pl={18} fw={600}>
        {item.label}
      </Note>
      <PlainList>
        {item.children.map((child) => (
          <Entry key={child.label} item={child} {...rest} />
        ))}
      </PlainList>
    </li>
  );

const Section = ({ item, isAlone, ...rest }: PartProps & { isAlone: boolean }) => {
  const { pathname } = useLocation();
  const isHere = isEntryOf(item, pathname, rest.menuPaths);
  const [toggled, setToggled] = useState<boolean | null>(null);
  const isOpen = toggled ?? (isHere || isAlone);
  const badges = useBadges();
  if (item.link)
    return (
      <li className={classes.single}>
        <RailIcon label={item.label} size={18} className={classes.icon} />
        <RailLink item={item} {...rest} />
      </li>
    );
  return (
    <li>
      <UnstyledButton className={classes.section} aria-expanded={isOpen} onClick={() => setToggled(!isOpen)}>
        <RailIcon label={item.label} size={18} className={classes.icon} />
        <Text span inherit flex={1}>
          {item.label}
          {!isOpen && <BadgeMark badge={badgeOf(item, badges)} />}
        </Text>
        <IconChevronRight size={14} aria-hidden="true" className={classes.chevron} />
      </UnstyledButton>
      <Collapse expanded={isOpen} transitionDuration={120}>
        <ul className={classes.links}>
          {item.children.map((child) => (
            <Entry key={child.label} item={child} {...rest} />
          ))}
        </ul>
      </Collapse>
    </li>
  );
};

interface RailMenuProps {
  menu: readonly MenuItem[];
  /** Called when a link is followed. */
  onGo?: () => void;
}

/** The full menu. The current page's section is open, also for pages below its links. */
export const RailMenu = ({ menu, onGo }: RailMenuProps) => {
  const menuPaths = pathsOf(menu);
  return (
    <nav aria-label="Main">
      <PlainList gap={2}>
        {menu.map((item) => (
          <Section key={item.label} {...{ item, menuPaths, onGo }} isAlone={menu.length <= 2} />
        ))}
      </PlainList>
    </nav>
  );
};
