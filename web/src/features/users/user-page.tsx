import { ERRORS } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ApiError } from '../../lib/api-error.ts';
import { keyParam } from '../../lib/search-params.ts';
import { useSession } from '../../lib/session-store.ts';
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx';
import { RetryPanel } from '../../ui/retry-panel.tsx';
import { StatePanel } from '../../ui/state-panel.tsx';
import { userQuery } from './api.ts';
import { UserEditor } from './user-editor.tsx';
import { groupOfParam, groupOfUser } from './user-kinds.ts';

const Invalid = () => (
  <StatePanel level={1} title={ERRORS.INVALID_OWNER_OR_USER_TYPE.message}>
    A user is of the agency, of a media partner or of a client.
  </StatePanel>
);

const ExistingUser = ({ userKey }: { userKey: number }) => {
  const { data: user, error, refetch } = useQuery(userQuery(userKey));
  if (user) return <UserEditor key={`${userKey}-${user.rowVersion}`} group={groupOfUser(user)} user={user} />;
  if (!error) return <LoadingSkeleton label="Loading the user" lines={8} />;
  return (
    <RetryPanel
      level={1}
      title="This user could not be opened"
      message={error.message}
      requestId={error instanceof ApiError ? error.requestId : null}
      onRetry={() => void refetch()}
    />
  );
};

/** A new user of a kind, or one that exists. */
export const UserPage = () => {
  const { uType = '', qmpUserKey } = useParams({ strict: false });
  const signedIn = useSession((state) => state.accessToken) !== null;
  const group = groupOfParam(uType);
  const userKey = keyParam(qmpUserKey);
  if (!signedIn) return null;
  if (group === null || (qmpUserKey !== undefined && userKey === undefined)) return <Invalid />;
  return userKey === undefined ? <UserEditor group={group} user={null} /> : <ExistingUser userKey={userKey} />;
};
