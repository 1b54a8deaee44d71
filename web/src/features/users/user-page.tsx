import { ERRORS } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { keyParam } from '../../lib/address/search-params.ts';
import { Loaded } from '../../ui/states/loaded.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { userQuery } from './api.ts';
import { UserEditor } from './user-editor.tsx';
import { groupOfParam, groupOfUser } from './user-kinds.ts';

const Invalid = () => (
  <StatePanel level={1} title={ERRORS.INVALID_OWNER_OR_USER_TYPE.message}>
    A user belongs to the agency, a media partner or a client.
  </StatePanel>
);

const ExistingUser = ({ userKey }: { userKey: number }) => (
  <Loaded query={useQuery(userQuery(userKey))} what="user" lines={8}>
    {(user) => <UserEditor key={userKey} group={groupOfUser(user)} user={user} />}
  </Loaded>
);

/** A new user of a kind, or an existing one. */
export const UserPage = () => {
  const { uType = '', qmpUserKey } = useParams({ strict: false });
  const { worksOn }: { worksOn?: unknown } = useSearch({ strict: false });
  const group = groupOfParam(uType);
  const userKey = keyParam(qmpUserKey);
  if (group === null || (qmpUserKey !== undefined && userKey === undefined)) return <Invalid />;
  return userKey === undefined ? (
    <UserEditor group={group} user={null} worksOn={keyParam(worksOn)} />
  ) : (
    <ExistingUser userKey={userKey} />
  );
};
