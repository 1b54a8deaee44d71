import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { ApiError } from '../../lib/api-error.ts';
import { keyParam } from '../../lib/search-params.ts';
import { useSession } from '../../lib/session-store.ts';
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx';
import { RetryPanel } from '../../ui/retry-panel.tsx';
import { StatePanel } from '../../ui/state-panel.tsx';
import { calendarQuery, goalQuery } from './api.ts';
import { GoalEditor } from './goal-editor.tsx';
import type { GoalSearch } from './goal-search.ts';

const Loading = () => <LoadingSkeleton label="Loading the line item" lines={10} />;
const Failed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <RetryPanel
    level={1}
    title="This line item could not be opened"
    message={error.message}
    requestId={error instanceof ApiError ? error.requestId : null}
    onRetry={onRetry}
  />
);

const ExistingGoal = ({ goalKey }: { goalKey: number }) => {
  const { data: goal, error, refetch } = useQuery(goalQuery(goalKey));
  if (goal) return <GoalEditor key={goalKey} ownerKey={goal.ownerKey} currentMonth={goal.currentMonth} goal={goal} />;
  return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading />;
};

const NewGoal = ({ ownerKey, clientKey }: { ownerKey: number; clientKey: number | null }) => {
  const { data, error, refetch } = useQuery(calendarQuery(ownerKey));
  if (data)
    return (
      <GoalEditor
        key={`new ${ownerKey}`}
        ownerKey={ownerKey}
        currentMonth={data.currentMonth}
        goal={null}
        clientKey={clientKey}
      />
    );
  return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading />;
};

/** A new line item of the owner that one works on, or one that exists. */
export const GoalPage = () => {
  const { goalKey: given } = useParams({ strict: false });
  const { client } = useSearch({ strict: false }) as GoalSearch;
  const signedIn = useSession((state) => state.accessToken) !== null;
  const ownerKey = useSession((state) => state.activeOwner?.ownerKey);
  const goalKey = keyParam(given);
  if (!signedIn) return null;
  if (given !== undefined && goalKey === undefined)
    return (
      <StatePanel level={1} title="There is no such line item">
        The address does not name one.
      </StatePanel>
    );
  if (goalKey !== undefined) return <ExistingGoal goalKey={goalKey} />;
  if (ownerKey === undefined)
    return (
      <StatePanel level={1} title="Choose an owner first">
        A line item belongs to an owner. Choose one at the top of the page.
      </StatePanel>
    );
  return <NewGoal ownerKey={ownerKey} clientKey={client ?? null} />;
};
