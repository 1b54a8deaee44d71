import { Select, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { FilterBar } from '../../shared/filter-bar/filter-bar.tsx';
import type { DashboardSearch } from './dashboard-search.ts';
import { isRange, RANGES } from './prepare-range.ts';
import classes from './dashboard-bar.module.css';

const RANGE_DATA = Object.entries(RANGES).map(([value, label]) => ({ value, label }));
const COMPARE_DATA = [
  { value: 'own', label: 'Usual comparison' },
  { value: 'previous', label: 'Previous period' },
  { value: 'lastYear', label: 'Last year' },
];

/** Dates, comparison and filters, all of them in the address: a link shows the same page to somebody else. */
export const DashboardBar = ({ search }: { search: DashboardSearch }) => {
  const navigate = useNavigate();
  const set = (change: Partial<DashboardSearch>): void =>
    void navigate({
      to: '.',
      search: ((now: Record<string, unknown>) => ({ ...now, ...change })) as never,
      replace: true,
      resetScroll: false,
    });
  const range = isRange(search.range) ? search.range : 'own';
  return (
    <div className={classes.bar}>
      <FilterBar filters={['brand', 'client', 'campus', 'lineItem', 'channel', 'customChannel', 'partner']}>
        <Select
          aria-label="Dates"
          className={classes.select}
          data={RANGE_DATA}
          value={range}
          allowDeselect={false}
          onChange={(value) => set({ range: value === 'own' ? undefined : (value ?? undefined) })}
        />
        {range === 'custom' && (
          <>
            <TextInput
              type="date"
              aria-label="From"
              value={search.from ?? ''}
              onChange={({ currentTarget }) => set({ from: currentTarget.value || undefined })}
            />
            <TextInput
              type="date"
              aria-label="To"
              value={search.to ?? ''}
              onChange={({ currentTarget }) => set({ to: currentTarget.value || undefined })}
            />
          </>
        )}
        <Select
          aria-label="Compare with"
          className={classes.select}
          data={COMPARE_DATA}
          value={search.compare ?? 'own'}
          allowDeselect={false}
          onChange={(value) => set({ compare: value === 'own' ? undefined : (value ?? undefined) })}
        />
      </FilterBar>
    </div>
  );
};
