import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconLogout } from '@tabler/icons-react';
import { endSession } from '../features/session/end-session.ts';
import { useSession } from '../lib/session-store.ts';
import classes from './user-menu.module.css';

const initialOf = (name: string | null): string => (name ?? '').charAt(0).toUpperCase();

export const UserMenu = () => {
  const firstName = useSession((state) => state.firstName);
  const lastName = useSession((state) => state.lastName);
  const userId = useSession((state) => state.userId);
  const fullName = `${firstName ?? ''} ${lastName ?? ''}`.trim();
  return (
    <Menu position="bottom-end" width={220} shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.target}>
          <span className={classes.initials} aria-hidden="true">
            {initialOf(firstName)}
            {initialOf(lastName)}
          </span>
          <span className={classes.name}>{fullName}</span>
          <VisuallyHidden>account menu</VisuallyHidden>
          <IconChevronDown size={14} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          Signed in as <strong className={classes.userId}>{userId}</strong>
        </Menu.Label>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden="true" />} onClick={() => void endSession()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
