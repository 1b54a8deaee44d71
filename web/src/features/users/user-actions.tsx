import { ActionIcon, Menu } from '@mantine/core';
import type { UserRow } from '@paceline/contract';
import { IconBan, IconDots, IconMail, IconPencil, IconUserCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { pathTo } from '../../lib/address/paths.ts';
import { nameOf } from './api.ts';
import { groupOfUser, KINDS } from './user-kinds.ts';
import { useUserActions } from './use-user-actions.tsx';

const icon = { size: 16, 'aria-hidden': true } as const;

export const UserActions = ({ user }: { user: UserRow }) => {
  const navigate = useNavigate();
  const { mayReset, mayDeactivate, askReset, askActive, dialog } = useUserActions(user);
  const open = () =>
    void navigate({ to: pathTo('newUser', { uType: KINDS[groupOfUser(user)].uType, qmpUserKey: user.userKey }) });
  return (
    <>
      <Menu position="bottom-end" width={210} shadow="md">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={30} aria-label={`Actions for ${nameOf(user)}`}>
            <IconDots size={18} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={open}>
            Open
          </Menu.Item>
          {mayReset && (
            <Menu.Item leftSection={<IconMail {...icon} />} onClick={askReset}>
              Send reset link
            </Menu.Item>
          )}
          {mayDeactivate && (
            <Menu.Item
              leftSection={user.active ? <IconBan {...icon} /> : <IconUserCheck {...icon} />}
              onClick={askActive}
            >
              {user.active ? 'Deactivate' : 'Reactivate'}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  );
};
