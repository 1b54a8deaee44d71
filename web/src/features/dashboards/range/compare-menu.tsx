import { Button, Menu, Text } from '@mantine/core';
import { COMPARISONS } from '@paceline/contract';
import { IconArrowsLeftRight, IconChevronDown } from '@tabler/icons-react';
import type { DashboardSearch } from '../dashboard-search.ts';
import { type Chosen, comparedText, comparisonOf } from '../prepare-range.ts';
import { COMPARISON_WORDS } from '../../../lib/text/days-text.ts';
import classes from './range-picker.module.css';

interface CompareMenuProps {
  search: DashboardSearch;
  chosen: Chosen;
  today: string;
  onChange: (change: Partial<DashboardSearch>) => void;
}

/** Chooses the comparison, and shows its dates. */
export const CompareMenu = ({ search, chosen, today, onChange }: CompareMenuProps) => {
  const current = comparisonOf(search);
  const label = current === undefined ? 'Default comparison' : COMPARISON_WORDS[current];
  const dates = current === undefined ? null : comparedText(chosen, current, today);
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          maw="100%"
          leftSection={<IconArrowsLeftRight size={15} aria-hidden="true" />}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          aria-label={`Compare to: ${label}${dates === null ? '' : `, ${dates}`}`}
        >
          <Text span inherit fw={600}>
            {label}
          </Text>
          {dates !== null && <span className={classes.dates}>{dates}</span>}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Compare to</Menu.Label>
        <Menu.Item onClick={() => onChange({ compare: undefined })}>Default comparison</Menu.Item>
        {COMPARISONS.map((one) => (
          <Menu.Item key={one} onClick={() => onChange({ compare: one })}>
            {COMPARISON_WORDS[one]}
            {chosen.kind === 'days' && (
              <Text span inherit display="block" c="dimmed" fz="0.75rem">
                {comparedText(chosen, one, today)}
              </Text>
            )}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
