import { Button, Popover, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendar, IconChevronDown } from '@tabler/icons-react';
import type { DashboardSearch } from '../dashboard-search.ts';
import { type Chosen, isMonth, isRange, RANGES, type RangeChoice } from '../prepare-range.ts';
import { writtenDays } from '../../../lib/text/days-text.ts';
import { MonthGrid } from './month-grid.tsx';
import classes from './range-picker.module.css';

interface RangePickerProps {
  search: DashboardSearch;
  chosen: Chosen;
  today: string;
  onChange: (change: Partial<DashboardSearch>) => void;
}

const NO_DATES = { from: undefined, to: undefined };

/** The page's range in words and dates; opens the list of ranges and months. */
export const RangePicker = ({ search, chosen, today, onChange }: RangePickerProps) => {
  const [isOpen, { close, toggle }] = useDisclosure(false);
  const { range } = search;
  const current = isMonth(range) ? range : isRange(range) ? range : 'own';
  const label = chosen.kind === 'default' ? RANGES.own : chosen.kind === 'wrong' ? RANGES.custom : chosen.label;
  const dates = chosen.kind === 'days' ? writtenDays(chosen.days) : null;
  const choose = (next: string): void => {
    close();
    if (next === 'own') return onChange({ range: undefined, grain: undefined, ...NO_DATES });
    if (next !== 'custom') return onChange({ range: next, grain: undefined, ...NO_DATES });
    // Custom dates start from the current ones.
    onChange({ range: next, ...(chosen.kind === 'days' && chosen.days) });
  };
  return (
    <Popover opened={isOpen} onChange={close} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          maw="100%"
          leftSection={<IconCalendar size={15} aria-hidden="true" />}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          aria-label={`Dates: ${label}${dates === null ? '' : `, ${dates}`}`}
          onClick={toggle}
        >
          <Text span inherit fw={600}>
            {label}
          </Text>
          {dates !== null && <span className={classes.dates}>{dates}</span>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Dates" className={classes.dropdown}>
        <ul className={classes.presets}>
          {(Object.keys(RANGES) as RangeChoice[]).map((one) => (
            <li key={one}>
              <UnstyledButton className={classes.preset} aria-pressed={one === current} onClick={() => choose(one)}>
                {RANGES[one]}
              </UnstyledButton>
            </li>
          ))}
        </ul>
        <MonthGrid month={isMonth(range) ? range : null} today={today} onChoose={choose} />
      </Popover.Dropdown>
    </Popover>
  );
};
