import type { WidgetColumn } from '@paceline/contract';
import { Button, Checkbox, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { isShown, type useColumns } from './use-columns.ts';
import classes from './widget-table.module.css';

interface ColumnMenuProps {
  title: string;
  columns: readonly WidgetColumn[];
  chosen: ReturnType<typeof useColumns>;
}

/** The table's visible numbers, including optional ones. */
export const ColumnMenu = ({ title, columns, chosen }: ColumnMenuProps) => {
  const numbers = columns.filter(({ format }) => format !== null);
  const shown = numbers.filter((column) => isShown(column, chosen.choices));
  return (
    <Popover position="bottom-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          leftSection={<IconColumns3 size={14} aria-hidden="true" />}
          aria-label={`${title}: columns, ${shown.length} of ${numbers.length} shown`}
        >
          Columns ({shown.length} of {numbers.length})
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns" className={classes.chooser}>
        {numbers.map((column) => (
          <Checkbox
            key={column.key}
            size="xs"
            label={column.label}
            checked={isShown(column, chosen.choices)}
            onChange={() => chosen.toggle(column)}
          />
        ))}
        <Button variant="subtle" size="compact-xs" disabled={!chosen.isChanged} onClick={chosen.reset}>
          Reset to default
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
};
