import { SegmentedControl } from '@mantine/core';
import { type Grain, grainFor, grainsOf } from '@paceline/contract';
import type { DashboardSearch } from '../dashboard-search.ts';
import { type Chosen, grainOf } from '../prepare-range.ts';

interface GrainSwitchProps {
  search: DashboardSearch;
  chosen: Chosen;
  onChange: (change: Partial<DashboardSearch>) => void;
}

const WORDS: Readonly<Record<Grain, string>> = { day: 'Day', week: 'Week', month: 'Month' };

/** What charts over time are by: it follows the range until it is chosen. */
export const GrainSwitch = ({ search, chosen, onChange }: GrainSwitchProps) => {
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
