import { type AllocationMonth, groupOfUserType } from '@paceline/contract';
import { useSearch } from '@tanstack/react-router';
import { useSession } from '../../../lib/session/session-store.ts';
import type { MonthSearch } from './month-search.ts';
import { MonthView } from './month-view.tsx';

const TITLES: Record<AllocationMonth, string> = { current: 'Current month', next: 'Next month' };

const MonthPage = ({ month }: { month: AllocationMonth }) => {
  const search: MonthSearch = useSearch({ strict: false });
  const group = groupOfUserType(useSession((state) => state.userType) ?? '');
  const owners = useSession((state) => state.owners) ?? [];
  const activeOwner = useSession((state) => state.activeOwner);
  if (group === null) return null;
  const chosen = group === 'mp' ? (owners.find(({ ownerKey }) => ownerKey === search.owner) ?? null) : activeOwner;
  // Each owner has its own sheet and unsaved edits.
  return (
    <MonthView
      key={`${month} ${chosen?.ownerKey}`}
      title={TITLES[month]}
      group={group}
      month={month}
      owner={chosen}
      view={group === 'mp' ? undefined : search.view}
    />
  );
};

export const CurrentMonthPage = () => <MonthPage month="current" />;
export const NextMonthPage = () => <MonthPage month="next" />;
