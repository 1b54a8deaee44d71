import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { groupOfUserType } from '@paceline/contract';
import { IconBuilding, IconSelector } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { OwnerPicker } from '../features/owners/owner-picker.tsx';
import { usePicker } from '../features/owners/picker-store.ts';
import { WORDS } from '../features/owners/words.ts';
import { ownerHome } from '../lib/home.ts';
import { PATHS, pathTo } from '../lib/paths.ts';
import type { OwnerOfUser } from '../lib/session-data.ts';
import { useSession } from '../lib/session-store.ts';
import { isBuilt } from './built-routes.ts';
import { menuOf, pathsOf } from './menu.ts';
import { pathAfterSwitch } from './owner-switch.ts';
import classes from './owner-switcher.module.css';

/** The first screen of an owner, or what is known of it while that screen is not built. */
const homeOf = (owner: OwnerOfUser, group: 'ag' | 'cl'): { to: string; search: { owner?: number } } => {
  const route = ownerHome(owner);
  if (isBuilt(route)) return { to: pathTo(route), search: {} };
  return { to: group === 'ag' ? PATHS.owners : PATHS.clients, search: { owner: owner.ownerKey } };
};

const useSwitch = (group: 'ag' | 'cl') => {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (owner: OwnerOfUser) => {
    const { userType, permissions, chooseOwner } = useSession.getState();
    chooseOwner(owner);
    const home = homeOf(owner, group);
    const menuPaths = pathsOf(menuOf({ userType, permissions, activeOwner: owner }));
    const path = pathAfterSwitch({ pathname, menuPaths, home: home.to });
    if (path !== null) void navigate({ to: path, search: path === home.to ? home.search : {} });
  };
};

const Switcher = ({ group }: { group: 'ag' | 'cl' }) => {
  const activeOwner = useSession((state) => state.activeOwner);
  const count = useSession((state) => state.owners?.length ?? 0);
  const open = usePicker((state) => state.open);
  const change = useSwitch(group);
  const { choose, one } = WORDS[group];
  if (group === 'cl' && count <= 1)
    return (
      <p className={classes.only}>
        <IconBuilding size={16} aria-hidden="true" className={classes.icon} />
        <span className={classes.name}>{activeOwner?.name}</span>
      </p>
    );
  return (
    <>
      <UnstyledButton className={classes.target} aria-haspopup="dialog" onClick={open}>
        <IconBuilding size={16} aria-hidden="true" className={classes.icon} />
        <span className={classes.name}>{activeOwner?.name ?? choose}</span>
        {activeOwner && <VisuallyHidden>, change the {one}</VisuallyHidden>}
        <IconSelector size={14} aria-hidden="true" className={classes.icon} />
      </UnstyledButton>
      <OwnerPicker words={WORDS[group]} onChoose={change} />
    </>
  );
};

/** Whom one works for. A media partner works for all of its owners at once, and has nothing to choose. */
export const OwnerSwitcher = () => {
  const group = groupOfUserType(useSession((state) => state.userType) ?? '');
  return group === 'ag' || group === 'cl' ? <Switcher group={group} /> : null;
};
