import { ActionIcon, TextInput } from '@mantine/core';
import { IconFilter, IconFilterOff, IconSearch } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { ColumnChooser } from './column-chooser.tsx';
import { DensityMenu } from './density-menu.tsx';
import { isFiltering } from '../view/filter.ts';
import classes from '../grid.module.css';
import { type History, HistoryButtons } from './history-buttons.tsx';
import type { GridColumn, GridLayout } from '../types.ts';

interface FindProps {
  layout: GridLayout;
  search: string;
  /** "3,204 of 10,000 rows". */
  count: string;
  hasSearch: boolean;
  /** False when the server filters: the page then has its own filters. */
  hasFilters: boolean;
  onSearch: (search: string) => void;
  onLayout: (layout: GridLayout) => void;
  onClear: () => void;
}

const Find = memo(({ layout, search, count, hasSearch, hasFilters, onSearch, onLayout, onClear }: FindProps) => (
  <>
    {hasSearch && (
      <TextInput
        className={classes.search}
        size="xs"
        type="search"
        aria-label="Search the table"
        placeholder="Search"
        leftSection={<IconSearch size={14} aria-hidden="true" />}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
    )}
    {hasFilters && (
      <ActionIcon
        variant={layout.filtersOpen ? 'light' : 'default'}
        size={30}
        aria-label="Filter row"
        aria-pressed={layout.filtersOpen}
        onClick={() => onLayout({ ...layout, filtersOpen: !layout.filtersOpen })}
      >
        <IconFilter size={16} aria-hidden="true" />
      </ActionIcon>
    )}
    <span className={classes.count} role="status">
      {count}
    </span>
    {/* Always in its place: a search that adds a button would wrap the toolbar and move the table. */}
    {hasFilters && (
      <ActionIcon
        variant="subtle"
        size={30}
        aria-label="Clear filters"
        title="Clear filters"
        data-idle={!(isFiltering(layout.filters) || search !== '') || undefined}
        className={classes.clear}
        onClick={onClear}
      >
        <IconFilterOff size={16} aria-hidden="true" />
      </ActionIcon>
    )}
  </>
));

interface ArrangeProps<Row> {
  columns: readonly GridColumn<Row>[];
  layout: GridLayout;
  defaultLayout: GridLayout;
  history: History | null;
  onLayout: (layout: GridLayout) => void;
}

const Arranging = <Row,>({ columns, layout, defaultLayout, history, onLayout }: ArrangeProps<Row>) => (
  <>
    {history && <HistoryButtons {...history} />}
    <DensityMenu density={layout.density} onDensity={(density) => onLayout({ ...layout, density })} />
    <ColumnChooser columns={columns} layout={layout} defaultLayout={defaultLayout} onLayout={onLayout} />
  </>
);
const Arrange = memo(Arranging) as typeof Arranging;

interface GridToolbarProps<Row> extends FindProps, ArrangeProps<Row> {
  tools: ReactNode;
  actions: ReactNode;
}

/** The page's parts change on every key press; the toolbar's own parts are separate so that they do not re-render. */
export const GridToolbar = <Row,>({ tools, actions, ...props }: GridToolbarProps<Row>) => {
  const { columns, layout, defaultLayout, history, onLayout } = props;
  const { search, count, hasSearch, hasFilters, onSearch, onClear } = props;
  return (
    <div className={classes.toolbar} role="toolbar" aria-label="Table">
      <Find {...{ layout, search, count, hasSearch, hasFilters, onSearch, onLayout, onClear }} />
      {tools}
      <span className={classes.space} />
      <Arrange {...{ columns, layout, defaultLayout, history, onLayout }} />
      {actions}
    </div>
  );
};
