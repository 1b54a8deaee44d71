import { ActionIcon, Drawer, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { BellButton } from '../../features/alerts/bell-button.tsx';
import { useFollowOwners } from '../../features/owners/use-owners.ts';
import { homePath } from '../../lib/session/home.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { useBrandIn } from '../../shared/branding/use-brand.ts';
import { BrandLogo } from '../../ui/marks/brand-logo.tsx';
import { useFrameGone } from '../../ui/theme/use-frame-gone.ts';
import { DataNote } from './data-note.tsx';
import { PaletteButton } from '../palette/palette-button.tsx';
import { OwnerSwitcher } from './owner-switcher.tsx';
import { RailMenu } from '../rail/rail-menu.tsx';
import { Rail } from '../rail/rail.tsx';
import classes from './shell-frame.module.css';
import { useMenu } from '../rail/use-menu.ts';
import { UserMenu } from './user-menu.tsx';

const skipToMain = (event: MouseEvent) => {
  // The router owns the hash, so the link's default jump would be taken for a route.
  event.preventDefault();
  document.getElementById('main')?.focus();
};

export const ShellFrame = ({ children }: { children: ReactNode }) => {
  useFrameGone();
  useFollowOwners();
  const brand = useBrandIn(useSession((state) => state.activeOwner?.ownerKey));
  const menu = useMenu();
  const [isMenuOpen, { open, close }] = useDisclosure(false);
  const hasMenu = menu.length > 0;
  return (
    <Stack gap={0} mih="100%">
      <a className={classes.skip} href="#main" onClick={skipToMain}>
        Skip to content
      </a>
      <header className={classes.bar}>
        {hasMenu && (
          <ActionIcon
            className={classes.burger}
            variant="subtle"
            color="gray"
            size={36}
            aria-label="Menu"
            onClick={open}
          >
            <IconMenu2 size={20} aria-hidden="true" />
          </ActionIcon>
        )}
        <Link to={homePath()} className={classes.brand} aria-label={`${brand.name || 'Paceline'}, your start page`}>
          <BrandLogo brand={brand} size={26} nameClass={classes.name} />
        </Link>
        <OwnerSwitcher />
        <Group gap={6} wrap="nowrap" flex="none" ms="auto">
          <DataNote />
          <PaletteButton />
          <BellButton />
          <UserMenu />
        </Group>
      </header>
      <div className={classes.body}>
        {hasMenu && <Rail menu={menu} />}
        <main id="main" tabIndex={-1} className={classes.main}>
          {children}
        </main>
      </div>
      <Drawer opened={isMenuOpen} onClose={close} title="Menu" size={288} padding="sm">
        <RailMenu menu={menu} onGo={close} />
      </Drawer>
    </Stack>
  );
};
