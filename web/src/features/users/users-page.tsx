import { Button } from '@mantine/core';
import { USER_STATES, type UserRow, userSearch, userState } from '@paceline/contract';
import { IconUserPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { formatInstant, localZone, NONE } from '../../lib/text/format.ts';
import { optionsOf } from '../../lib/text/options-of.ts';
import { pathTo } from '../../lib/address/paths.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { useSession } from '../../lib/session/session-store.ts';
import type { ListCells } from '../../shared/list/list-columns.tsx';
import { ListPage } from '../../shared/list/list-page.tsx';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { nameOf } from './api.ts';
import { UserActions } from './user-actions.tsx';
import { groupOfUser, KINDS, TYPE_OPTIONS, STATE_TONES } from './user-kinds.ts';

const SHOWN_OWNERS = 2;

const ownersText = (owners: UserRow['owners']): string => {
  if (owners === null) return 'All owners';
  if (owners.length === 0) return NONE;
  const more = owners.length - SHOWN_OWNERS;
  return owners.slice(0, SHOWN_OWNERS).join(', ') + (more > 0 ? ` and ${more} more` : '');
};

const CELLS: ListCells<UserRow> = {
  name: { width: 180, value: nameOf },
  userName: { width: 150 },
  email: { width: 230 },
  userType: { width: 120, value: (user) => KINDS[groupOfUser(user)].label },
  partnerName: { width: 150 },
  owners: { width: 270, value: ({ owners }) => ownersText(owners) },
  active: {
    width: 120,
    value: (user) => USER_STATES[userState(user)],
    render: ({ row, text }) => <StatusMark tone={STATE_TONES[userState(row)]}>{text}</StatusMark>,
  },
  lastLoginAt: { format: (at) => (typeof at === 'string' ? formatInstant(at, localZone()) : 'Never') },
};

const userPath = (user: UserRow): string =>
  pathTo('newUser', { uType: KINDS[groupOfUser(user)].uType, qmpUserKey: user.userKey });

const actionsOf = (user: UserRow) => <UserActions user={user} />;

export const UsersPage = () => {
  const navigate = useNavigate();
  const mayCreate = useMay('users:Create');
  const owners = useSession((state) => state.owners) ?? [];
  return (
    <ListPage
      list={userSearch}
      noun="users"
      action={
        mayCreate && (
          <Button
            leftSection={<IconUserPlus size={17} aria-hidden="true" />}
            onClick={() => void navigate({ to: pathTo('newUser', { uType: 'agency' }) })}
          >
            New user
          </Button>
        )
      }
      cells={CELLS}
      filters={{
        userType: { label: 'Kind', all: 'All kinds', options: TYPE_OPTIONS },
        status: { label: 'Status', all: 'Any status', options: optionsOf(USER_STATES) },
        ownerName: {
          label: 'Owner',
          all: 'All owners',
          options: owners.map(({ name }) => ({ value: name, label: name })),
        },
      }}
      rowLabel={nameOf}
      open={userPath}
      rowActions={actionsOf}
      empty={{ title: 'No users yet', text: 'Users appear here once they are created.' }}
    />
  );
};
