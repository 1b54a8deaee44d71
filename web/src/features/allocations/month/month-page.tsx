import { type AllocationMonth, groupOfUserType } from '@paceline/contract';
import { useSearch } from '@tanstack/react-router';
import { useSession } from '../../../lib/session-store.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import type { MonthSearch } from './month-search.ts';
import { NoOwner } from '../../../shared/no-owner.tsx';
import { MonthView } from './month-view.tsx';

const TITLES: Record<AllocationMonth, string> = { current: 'Current month', next: 'Next month' };

const ChooseOwner = ({ title }: { title: string }) => (
  <>
    <PageHead title={title} />
    <NoOwner>Choose an owner to see its allocations.</NoOwner>
  </>
);

const MonthPage = ({ month }: { month: AllocationMonth }) => {
  const search: MonthSearch = useSearch({ strict: false });
  const group = groupOfUserType(useSession((state) => state.userType) ?? '');
  const owners = useSession((state) => state.owners) ?? [];
  const activeOwner = useSession((state) => state.activeOwner);
  const title = TITLES[month];
  if (group === null) return null;
  const chosen = group === 'mp' ? (owners.find(({ ownerKey }) => ownerKey === search.owner) ?? null) : activeOwner;
  if (group !== 'mp' && chosen === null) return <ChooseOwner title={title} />;
  // Another owner is another sheet: its edits wait under its own name.
  return (
    <MonthView
      key={`${month} ${chosen?.ownerKey}`}
      title={title}
      group={group}
      month={month}
      owner={chosen}
      view={group === 'mp' ? undefined : search.view}
    />
  );
};

export const CurrentMonthPage = () => <MonthPage month="current" />;
export const NextMonthPage = () => <MonthPage month="next" />;
