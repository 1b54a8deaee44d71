import { Columns } from '../../ui/pieces/columns.tsx';
import { Group } from '@mantine/core';
import { groupOfUserType, type User, USER_STATES, type UserGroup, userState, whyNotChange } from '@paceline/contract';
import { localZone } from '../../lib/text/format.ts';
import { hrefOf, PATHS } from '../../lib/address/paths.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { WithHistory } from '../../shared/history/record-history.tsx';
import { PageHead } from '../../ui/pieces/page-head.tsx';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { nameOf } from './api.ts';
import { UserForm } from './user-form.tsx';
import { KINDS, STATE_TONES } from './user-kinds.ts';
import { UserSide } from './user-side.tsx';

interface UserEditorProps {
  group: UserGroup;
  user: User | null;
  /** Initial owner of a new user. */
  worksOn?: number | undefined;
}

/** Why the form is read-only; null if editable. The server checks again. */
const useLock = (user: User | null): string | null => {
  const ownKey = useSession((state) => state.taclUserKey);
  const isAgency = groupOfUserType(useSession((state) => state.userType) ?? '') === 'ag';
  const canCreate = useMay('users:Create');
  const canUpdate = useMay('users:Update');
  if (user !== null && user.userKey === ownKey) return 'You cannot change your own account here.';
  if (!isAgency || !(user ? canUpdate : canCreate))
    return user ? 'You can view users but not change them.' : 'You do not have the right to create users.';
  return user && whyNotChange(user.heldBeyond);
};

export const UserEditor = ({ group, user, worksOn }: UserEditorProps) => {
  const lock = useLock(user);
  const kind = KINDS[group];
  return (
    <>
      <PageHead
        title={user ? nameOf(user) : kind.newTitle}
        trail={[{ label: 'Administration' }, { label: 'Users', href: hrefOf(PATHS.searchUser) }]}
        description={
          user && (
            <Group component="span" display="inline-flex" gap={8}>
              {kind.label} · {user.userName}
              <StatusMark tone={STATE_TONES[userState(user)]}>{USER_STATES[userState(user)]}</StatusMark>
            </Group>
          )
        }
      />
      <WithHistory entity="user" recordKey={user?.userKey ?? null} timeZone={localZone()}>
        <Columns of={user ? 'minmax(0, 1fr) 300px' : 'minmax(0, 980px)'} gap={16} align="start">
          <UserForm group={group} user={user} worksOn={worksOn} lock={lock} />
          {user && <UserSide user={user} />}
        </Columns>
      </WithHistory>
    </>
  );
};
