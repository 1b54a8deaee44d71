import { useNavigate } from '@tanstack/react-router';
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
}

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
export const DashboardBar = ({ search, chosen, today, isOverTime }: DashboardBarProps) => {
  const set = useSetSearch();
  return (
    <FilterBar
      campusOf="lead"
      filters={['brand', 'client', 'campus', 'lineItem', 'channel', 'customChannel', 'partner']}
    >
      <RangePicker search={search} chosen={chosen} today={today} onChange={set} />
      {search.range === 'custom' && <CustomDates search={search} chosen={chosen} onChange={set} />}
      {isOverTime && <GrainSwitch search={search} chosen={chosen} onChange={set} />}
      <CompareMenu search={search} chosen={chosen} today={today} onChange={set} />
    </FilterBar>
  );
};
