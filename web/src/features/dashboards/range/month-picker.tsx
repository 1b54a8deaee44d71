import { Button, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendar, IconChevronDown } from '@tabler/icons-react';
import { writtenMonth } from '../../../lib/text/days-text.ts';
import { MonthGrid } from './month-grid.tsx';

interface MonthPickerProps {
  /** `2026-10`. */
  month: string;
  today: string;
  onChoose: (month: string) => void;
}

/** Selects one month: a button with its name, and the months below. */
export const MonthPicker = ({ month, today, onChoose }: MonthPickerProps) => {
  const [isOpen, { close, toggle }] = useDisclosure(false);
  return (
    <Popover opened={isOpen} onChange={close} position="bottom-start" trapFocus returnFocus width={260}>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconCalendar size={15} aria-hidden="true" />}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          aria-label={`Month: ${writtenMonth(month)}`}
          onClick={toggle}
        >
          {writtenMonth(month)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Month">
        <MonthGrid
          month={month}
          today={today}
          onChoose={(chosen) => {
            close();
            onChoose(chosen);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
};
