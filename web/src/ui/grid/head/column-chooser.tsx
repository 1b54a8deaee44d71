import { Button, Popover, TextInput } from '@mantine/core';
import { IconColumns3, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './column-chooser.module.css';
import { ChooserList } from './chooser-list.tsx';
import { isSameLayout, moveColumn, setHidden } from '../view/layout.ts';
import { prepareChooser } from './prepare-chooser.ts';
import type { GridColumn, GridLayout } from '../types.ts';

interface ColumnChooserProps<Row> {
  columns: readonly GridColumn<Row>[];
  layout: GridLayout;
  defaultLayout: GridLayout;
  onLayout: (layout: GridLayout) => void;
}

export const ColumnChooser = <Row,>({ columns, layout, defaultLayout, onLayout }: ColumnChooserProps<Row>) => {
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const listed = columns.filter(({ excludeFromMenu }) => !excludeFromMenu);
  const shown = listed.filter(({ key }) => !layout.hidden.includes(key)).length;
  const groups = isOpen ? prepareChooser(columns, layout, search) : [];
  const matches = groups.flatMap(({ items }) => items.map(({ key }) => key));
  const show = (keys: readonly string[], isShown: boolean) =>
    onLayout({ ...layout, hidden: setHidden(layout.hidden, keys, !isShown) });
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" width={320} trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="xs"
          px={9}
          variant="default"
          leftSection={<IconColumns3 size={15} aria-hidden="true" />}
          onClick={() => setOpen(!isOpen)}
        >
          Columns
          <span className={classes.tally}>
            {shown}/{listed.length}
          </span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns" className={classes.panel}>
        <TextInput
          size="xs"
          type="search"
          aria-label="Search columns"
          placeholder="Search columns"
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          value={search}
          data-autofocus
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <div className={classes.all}>
          <Button size="compact-xs" variant="subtle" onClick={() => show(matches, true)}>
            Show {search ? 'these' : 'all'}
          </Button>
          <Button size="compact-xs" variant="subtle" onClick={() => show(matches, false)}>
            Hide {search ? 'these' : 'all'}
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            className={classes.reset}
            disabled={isSameLayout(layout, defaultLayout)}
            onClick={() => onLayout(defaultLayout)}
          >
            Reset to default
          </Button>
        </div>
        <ChooserList
          groups={groups}
          onShow={show}
          onMove={(key, target) => onLayout({ ...layout, order: moveColumn(layout.order, key, target) })}
        />
        {groups.length === 0 && <p className={classes.none}>No matching columns.</p>}
      </Popover.Dropdown>
    </Popover>
  );
};
