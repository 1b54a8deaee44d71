import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { keyParam } from '../../lib/address/search-params.ts';
import { useOwnerKey } from '../../lib/session/session-store.ts';
import { Loaded } from '../../ui/states/loaded.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { calendarQuery, goalQuery } from './api.ts';
import { GoalEditor } from './goal-editor.tsx';
import type { GoalSearch } from './goal-search.ts';

const ExistingGoal = ({ goalKey }: { goalKey: number }) => (
  <Loaded query={useQuery(goalQuery(goalKey))} what="line item">
    {(goal) => <GoalEditor key={goalKey} ownerKey={goal.ownerKey} currentMonth={goal.currentMonth} goal={goal} />}
  </Loaded>
);

const NewGoal = ({ clientKey }: { clientKey: number | null }) => {
  const ownerKey = useOwnerKey();
  return (
    <Loaded query={useQuery(calendarQuery(ownerKey))} what="line item">
      {({ currentMonth }) => (
        <GoalEditor key="new" ownerKey={ownerKey} currentMonth={currentMonth} goal={null} clientKey={clientKey} />
      )}
    </Loaded>
  );
};

/** A new line item of the active owner, or an existing one. */
export const GoalPage = () => {
  const { goalKey: keyText } = useParams({ strict: false });
  const { client }: GoalSearch = useSearch({ strict: false });
  const goalKey = keyParam(keyText);
  if (keyText !== undefined && goalKey === undefined)
    return (
      <StatePanel level={1} title="Line item not found">
        Check the link, or open it from the list.
      </StatePanel>
    );
  if (goalKey !== undefined) return <ExistingGoal goalKey={goalKey} />;
  return <NewGoal clientKey={client ?? null} />;
};
