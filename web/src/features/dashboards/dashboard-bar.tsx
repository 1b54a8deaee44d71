import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { FilterName } from '../../shared/filter-bar/filter-search.ts';
import { FilterBar } from '../../shared/filter-bar/filter-bar.tsx';
import type { DashboardSearch } from './dashboard-search.ts';
import type { Chosen } from './prepare-range.ts';
import { CompareMenu } from './range/compare-menu.tsx';
import { CustomDates } from './range/custom-dates.tsx';
import { GrainSwitch } from './range/grain-switch.tsx';
import { RangePicker } from './range/range-picker.tsx';

interface DashboardBarProps {
  search: DashboardSearch;
  chosen: Chosen;
  today: string;
  /** Whether anything on the page is by day, week or month. */
  isOverTime: boolean;
  /** Where a page has others than the usual ones. */
  filters?: readonly FilterName[];
  /** What a page chooses beside dates and filters. */
  children?: ReactNode;
}

const FILTERS = ['brand', 'client', 'campus', 'lineItem', 'channel', 'customChannel', 'partner'] as const;

/** Changes what the address says of a dashboard and leaves the rest of it as it is. */
export const useSetSearch = <Search extends DashboardSearch = DashboardSearch>(): ((
  change: Partial<Search>,
) => void) => {
  const navigate = useNavigate();
  return (change) =>
    void navigate({
      to: '.',
      search: ((now: Record<string, unknown>) => ({ ...now, ...change })) as never,
      replace: true,
      resetScroll: false,
    });
};

/** Dates, grain, comparison and filters, all of them in the address: a link shows the same page to somebody else. */
export const DashboardBar = ({ search, chosen, today, isOverTime, filters = FILTERS, children }: DashboardBarProps) => {
  const set = useSetSearch();
  return (
    <FilterBar campusOf="lead" filters={filters}>
      {children}
      <RangePicker search={search} chosen={chosen} today={today} onChange={set} />
      {search.range === 'custom' && <CustomDates search={search} chosen={chosen} onChange={set} />}
      {isOverTime && <GrainSwitch search={search} chosen={chosen} onChange={set} />}
      <CompareMenu search={search} chosen={chosen} today={today} onChange={set} />
    </FilterBar>
  );
};
