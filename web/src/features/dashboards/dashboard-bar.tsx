import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { FilterName } from '../../shared/filter-bar/filter-search.ts';
import { FilterBar } from '../../shared/filter-bar/filter-bar.tsx';
import { DASHBOARD_FILTERS, type DashboardSearch } from './dashboard-search.ts';
import { type Chosen, grainOf } from './prepare-range.ts';
import { CompareMenu } from './range/compare-menu.tsx';
import { RangePicker } from './range/range-picker.tsx';
import { Group, SegmentedControl, TextInput } from '@mantine/core';
import { type Grain, grainFor, grainsOf } from '@paceline/contract';

interface GrainSwitchProps {
  search: DashboardSearch;
  chosen: Chosen;
  onChange: (change: Partial<DashboardSearch>) => void;
}

const WORDS: Readonly<Record<Grain, string>> = { day: 'Day', week: 'Week', month: 'Month' };

/** Grain of time charts; follows the range unless chosen. */
const GrainSwitch = ({ search, chosen, onChange }: GrainSwitchProps) => {
  if (chosen.kind !== 'days') return null;
  const grains = grainsOf(chosen.days);
  if (grains.length < 2) return null;
  return (
    <SegmentedControl
      size="xs"
      aria-label="Charts by"
      data={grains.map((grain) => ({ value: grain, label: WORDS[grain] }))}
      value={grainOf(search, chosen.days)}
      onChange={(grain) => onChange({ grain: grain === grainFor(chosen.days) ? undefined : grain })}
    />
  );
};

interface CustomDatesProps {
  search: DashboardSearch;
  chosen: Chosen;
  onChange: (change: Partial<DashboardSearch>) => void;
}

/** Custom dates, with their errors. */
export const CustomDates = ({ search, chosen, onChange }: CustomDatesProps) => {
  const wrong = chosen.kind === 'wrong' ? chosen : null;
  return (
    <Group gap={6} align="flex-start">
      {(['from', 'to'] as const).map((field) => (
        <TextInput
          key={field}
          type="date"
          size="xs"
          aria-label={field === 'from' ? 'From' : 'To'}
          value={search[field] ?? ''}
          error={wrong?.field === field ? wrong.message : null}
          onChange={({ currentTarget }) => onChange({ [field]: currentTarget.value || undefined })}
        />
      ))}
    </Group>
  );
};

interface DashboardBarProps {
  search: DashboardSearch;
  chosen: Chosen;
  today: string;
  /** Whether any widget on the page is by day, week or month. */
  isOverTime: boolean;
  /** Overrides the default filters. */
  filters?: readonly FilterName[];
  /** The page's own choices beside dates and filters. */
  children?: ReactNode;
}

/** Changes a dashboard's parameters in the address and keeps the others. */
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

/** Dates, grain, comparison and filters, all in the address: a link shows the same page to others. */
export const DashboardBar = ({
  search,
  chosen,
  today,
  isOverTime,
  filters = DASHBOARD_FILTERS,
  children,
}: DashboardBarProps) => {
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
