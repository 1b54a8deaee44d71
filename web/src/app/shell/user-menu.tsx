import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconDevices, IconKey, IconLogout } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { endSession } from '../../features/session/end-session.ts';
import { formatInstant, localZone } from '../../lib/text/format.ts';
import { PATHS } from '../../lib/address/paths.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { Initials, initialsOf } from '../../ui/marks/initials.tsx';
import { ThemeItems } from '../../ui/theme/theme-switch.tsx';
import classes from './user-menu.module.css';

const icon = { size: 16, 'aria-hidden': true } as const;

export const UserMenu = () => {
  const navigate = useNavigate();
  const firstName = useSession((state) => state.firstName);
  const lastName = useSession((state) => state.lastName);
  const userId = useSession((state) => state.userId);
  const previous = useSession((state) => state.sessionDataTemplate?.previousLoginAt ?? null);
  const fullName = `${firstName ?? ''} ${lastName ?? ''}`.trim();
  return (
    <Menu position="bottom-end" width={248} shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.target}>
          <Initials text={initialsOf(fullName)} />
          <span className={classes.name}>{fullName}</span>
          <VisuallyHidden>account menu</VisuallyHidden>
          <IconChevronDown size={14} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <strong className={classes.userId}>{fullName}</strong>
          <span className={classes.detail}>{userId}</span>
          <span className={classes.detail}>
            {previous ? `Last sign-in ${formatInstant(previous, localZone())}` : 'First sign-in'}
          </span>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        <ThemeItems />
        <Menu.Divider />
        <Menu.Item leftSection={<IconDevices {...icon} />} onClick={() => void navigate({ to: PATHS.account })}>
          My sessions
        </Menu.Item>
        <Menu.Item leftSection={<IconKey {...icon} />} onClick={() => void navigate({ to: PATHS.changePassword })}>
          Change password
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout {...icon} />} onClick={() => void endSession()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
