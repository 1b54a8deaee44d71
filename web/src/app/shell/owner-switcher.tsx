import { Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { groupOfUserType } from '@paceline/contract';
import { IconBuilding, IconSelector } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { OwnerPicker } from '../../features/owners/owner-picker.tsx';
import { usePicker } from '../../features/owners/picker-store.ts';
import { useOwnerData } from '../../features/owners/use-owner-data.ts';
import { WORDS } from '../../features/owners/words.ts';
import { ownerHome } from '../../lib/session/home.ts';
import { isOfOwner, searchForOther } from '../../lib/address/owner-address.ts';
import { pathTo } from '../../lib/address/paths.ts';
import type { OwnerOfUser } from '../../lib/session/session-data.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { menuOf, pathsOf } from '../rail/menu.ts';
import { pathAfterSwitch } from './owner-switch.ts';
import classes from './owner-switcher.module.css';

/** Switches to another owner, on the same page if that owner has it. */
export const useSwitch = () => {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (owner: OwnerOfUser) => {
    const { userType, permissions, chooseOwner } = useSession.getState();
    const menuPaths = pathsOf(menuOf({ userType, permissions, activeOwner: owner }));
    const path = pathAfterSwitch({ pathname, menuPaths, home: pathTo(ownerHome(owner)) });
    // Changing the address makes the router ask about unsaved changes, and Back returns to the old owner.
    if (path === null && !isOfOwner(pathname)) chooseOwner(owner);
    else {
      const nextSearch = path === null ? searchForOther(search, owner.ownerKey) : { owner: owner.ownerKey };
      void navigate({ to: path ?? pathname, search: nextSearch as never });
    }
  };
};

const Switcher = ({ group }: { group: 'ag' | 'cl' }) => {
  const activeOwner = useSession((state) => state.activeOwner);
  const count = useSession((state) => state.owners?.length ?? 0);
  const open = usePicker((state) => state.open);
  const change = useSwitch();
  const [chosen, setChosen] = useState<number | null>(null);
  // Not before the switch: it may be refused, because of unsaved changes.
  const isActive = activeOwner !== null && activeOwner.ownerKey === chosen;
  useOwnerData(isActive ? chosen : null, activeOwner ?? undefined);
  const { choose, one } = WORDS[group];
  if (group === 'cl' && count <= 1)
    return (
      <p className={classes.only}>
        <IconBuilding size={16} aria-hidden="true" className={classes.icon} />
        <Text component="span" fw={550} inherit truncate>
          {activeOwner?.name}
        </Text>
      </p>
    );
  return (
    <>
      <UnstyledButton className={classes.target} aria-haspopup="dialog" onClick={open}>
        <IconBuilding size={16} aria-hidden="true" className={classes.icon} />
        <Text component="span" fw={550} inherit truncate>
          {activeOwner?.name ?? choose}
        </Text>
        {activeOwner && <VisuallyHidden>, change the {one}</VisuallyHidden>}
        <IconSelector size={14} aria-hidden="true" className={classes.icon} />
      </UnstyledButton>
      <OwnerPicker
        words={WORDS[group]}
        onChoose={(owner) => {
          setChosen(owner.ownerKey);
          change(owner);
        }}
      />
    </>
  );
};

/** Selects the active owner. A media partner works for all its owners and has no choice. */
export const OwnerSwitcher = () => {
  const group = groupOfUserType(useSession((state) => state.userType) ?? '');
  return group === 'ag' || group === 'cl' ? <Switcher group={group} /> : null;
};
