import { ActionIcon, Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { writtenMonth } from '../../../lib/text/days-text.ts';
import classes from './range-picker.module.css';

interface MonthGridProps {
  /** The chosen month, `2026-10`. */
  month: string | null;
  today: string;
  onChoose: (month: string) => void;
}

const MONTHS = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'];
const shortMonth = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short' });

/** The months of a year to choose from; future months are disabled. */
export const MonthGrid = ({ month, today, onChoose }: MonthGridProps) => {
  const running = today.slice(0, 7);
  const [year, setYear] = useState(Number((month ?? running).slice(0, 4)));
  return (
    <div>
      <Group gap={0} justify="space-between" wrap="nowrap" mb={6} fw={600} fz="0.8125rem">
        <ActionIcon variant="subtle" color="gray" aria-label={`Year ${year - 1}`} onClick={() => setYear(year - 1)}>
          <IconChevronLeft size={16} aria-hidden="true" />
        </ActionIcon>
        <span aria-live="polite">{year}</span>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Year ${year + 1}`}
          disabled={year >= Number(running.slice(0, 4))}
          onClick={() => setYear(year + 1)}
        >
          <IconChevronRight size={16} aria-hidden="true" />
        </ActionIcon>
      </Group>
      <div className={classes.months}>
        {MONTHS.map((number) => {
          const one = `${year}-${number}`;
          return (
            <Button
              key={one}
              size="compact-sm"
              variant={one === month ? 'filled' : 'subtle'}
              color={one === month ? 'brand' : 'gray'}
              fw={500}
              aria-label={writtenMonth(one)}
              aria-pressed={one === month}
              disabled={one > running}
              onClick={() => onChoose(one)}
            >
              {shortMonth.format(new Date(`${one}-01T00:00:00Z`))}
            </Button>
          );
        })}
      </div>
    </div>
  );
};
