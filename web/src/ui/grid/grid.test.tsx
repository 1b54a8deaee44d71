import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useCallback, useMemo, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Grid } from './grid.tsx';
import { layoutOf } from './view/layout.ts';
import type { GridColumn, GridProps, RowKey } from './types.ts';
import { useEditHistory } from './edit/use-edit-history.ts';

interface Item {
  key: number;
  name: string;
  budget: number | null;
  cap: number | null;
  spent: number;
  below?: Item[];
}
const COLUMNS: GridColumn<Item>[] = [
  { key: 'name', label: 'Line item', kind: 'text', frozen: true, excludeFromMenu: true },
  { key: 'budget', label: 'Budget', group: 'Plan', kind: 'dollar', editable: true },
  { key: 'cap', label: 'Cap', group: 'Plan', kind: 'count', editable: true },
  { key: 'spent', label: 'Spent', group: 'Facts', kind: 'dollar', sortable: false },
  { key: 'left', label: 'Left', group: 'Facts', kind: 'dollar' },
];
const LAYOUT = layoutOf(COLUMNS);
const ITEMS: Item[] = [
  { key: 1, name: 'Nursing', budget: 100, cap: 10, spent: 40 },
  { key: 2, name: 'Business', budget: 300, cap: null, spent: 10 },
  { key: 3, name: 'Arts', budget: null, cap: 30, spent: 20 },
];
const keyOf = ({ key }: Item): RowKey => key;
const totals = (rows: readonly Item[]) => ({ budget: rows.reduce((sum, { budget }) => sum + (budget ?? 0), 0) });

/** A page that holds the edits with their history, and a figure derived from them. */
const Page = (props: Partial<GridProps<Item>>) => {
  const [layout, setLayout] = useState(LAYOUT);
  const items = props.rows ?? ITEMS;
  const saved = useCallback(
    (key: RowKey, column: string) =>
      (items.find((one) => one.key === key) as Record<string, unknown> | undefined)?.[column],
    [items],
  );
  const edits = useEditHistory(saved);
  const rows = useMemo(
    () =>
      items.map((item) => {
        const budget = edits.edits.get(item.key)?.get('budget') ?? item.budget;
        return { ...item, budget: typeof budget === 'number' ? budget : null, left: Number(budget) - item.spent };
      }),
    [items, edits.edits],
  );
  return (
    <MantineProvider env="test">
      <Grid<Item>
        label="Allocations"
        columns={COLUMNS}
        rowKey={keyOf}
        rowLabel={({ name }) => name}
        layout={layout}
        defaultLayout={LAYOUT}
        onLayout={setLayout}
        edits={edits.edits}
        onEdit={edits.edit}
        onDraft={edits.draft}
        onUndo={edits.undo}
        onRedo={edits.redo}
        undoable={edits.undoable}
        redoable={edits.redoable}
        totals={totals}
        actions={<span>{edits.count} changes</span>}
        {...props}
        rows={rows}
      />
    </MantineProvider>
  );
};

// By selector where a test looks often: finding by role computes every cell's name each time.
const user = userEvent.setup({ delay: null });
const grid = () => document.querySelector<HTMLElement>('[role="grid"], [role="treegrid"]') as HTMLElement;
const rowNamed = (name: string) =>
  [...grid().querySelectorAll<HTMLElement>('[role="row"]')].find((row) =>
    [...row.querySelectorAll('[role="gridcell"]')].some(({ textContent }) => textContent === name),
  ) as HTMLElement;
const cellOf = (name: string, column: number) =>
  rowNamed(name).querySelector<HTMLElement>(`[aria-colindex="${column}"]`) as HTMLElement;
const names = () =>
  [...grid().querySelectorAll('[role="row"] [aria-colindex="1"][role="gridcell"]')].map(
    ({ textContent }) => textContent,
  );
const press = (keys: string) => user.keyboard(keys);
/** jsdom has no layout: cells are reached by keyboard. */
const goTo = async (row: number, column: number) => {
  act(() => grid().focus());
  await press(`{Control>}{Home}{/Control}${'{ArrowDown}'.repeat(row)}${'{ArrowRight}'.repeat(column)}`);
};
const paste = (text: string) => {
  const event = new Event('paste', { bubbles: true, cancelable: true });
  Object.assign(event, { clipboardData: { getData: () => text } });
  fireEvent(document, event);
};
const copy = (): string => {
  let copied = '';
  const event = new Event('copy', { bubbles: true, cancelable: true });
  Object.assign(event, { clipboardData: { setData: (_type: string, text: string) => (copied = text) } });
  fireEvent(document, event);
  return copied;
};

describe('editing', () => {
  it('Enter takes the input, marks it, and updates the figures while typing', async () => {
    render(<Page />);
    await goTo(0, 1);
    await press('25');
    expect(screen.getByRole('textbox', { name: 'Budget' })).toHaveProperty('value', '25');
    expect(cellOf('Nursing', 5).textContent).toBe('-$15.00');
    await press('0{Enter}');
    expect(cellOf('Nursing', 2).textContent).toBe('$250.00');
    expect(cellOf('Nursing', 5).textContent).toBe('$210.00');
    expect(document.getElementById(cellOf('Nursing', 2).getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
      /Edited/,
    );
    expect(screen.getByText('1 changes')).toBeDefined();
    expect(grid().getAttribute('aria-activedescendant')).toBe(cellOf('Business', 2).id);
    expect(document.activeElement).toBe(grid());
  });

  it('Escape cancels, and unchanged values are not counted', async () => {
    render(<Page />);
    await goTo(0, 1);
    await press('999{Escape}');
    expect(cellOf('Nursing', 2).textContent).toBe('$100.00');
    await press('{F2}{Enter}');
    expect(screen.getByText('0 changes')).toBeDefined();
  });

  it('keeps invalid input in the cell with the reason', async () => {
    render(<Page />);
    await goTo(0, 1);
    await press('abc{Tab}');
    const cell = cellOf('Nursing', 2);
    expect(cell.getAttribute('aria-invalid')).toBe('true');
    expect(cell.title).toBe('Error: “abc” is not a number');
    expect(document.getElementById(cell.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(/not a number/);
    expect(grid().getAttribute('aria-activedescendant')).toBe(cellOf('Nursing', 3).id);
  });

  it('does not open a locked cell', async () => {
    render(<Page />);
    await goTo(0, 3);
    await press('5');
    expect(screen.queryByRole('textbox', { name: 'Spent' })).toBeNull();
    expect(cellOf('Nursing', 4).getAttribute('aria-readonly')).toBe('true');
  });

  it('clears and fills down the selection', async () => {
    render(<Page />);
    await goTo(0, 2);
    await press('{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}');
    expect([2, 3].map((row) => cellOf(ITEMS[row - 1]?.name ?? '', 3).textContent)).toEqual(['10', '10']);
    await press('{Delete}');
    expect(cellOf('Nursing', 3).textContent).toBe('–');
    expect(screen.getByText('2 changes')).toBeDefined();
  });
});

describe('the clipboard', () => {
  it('pastes a block as one action, undone as one', async () => {
    render(<Page />);
    await goTo(0, 1);
    act(() => paste('$1,000.50\t5\r\n2000\tmany\r\n'));
    expect(cellOf('Nursing', 2).textContent).toBe('$1,000.50');
    expect(cellOf('Business', 2).textContent).toBe('$2,000.00');
    expect(cellOf('Business', 3).title).toMatch(/“many” is not a number/);
    expect(screen.getByText('4 changes')).toBeDefined();
    await press('{Control>}z{/Control}');
    expect(cellOf('Nursing', 2).textContent).toBe('$100.00');
    expect(screen.getByText('0 changes')).toBeDefined();
    await press('{Control>}{Shift>}z{/Shift}{/Control}');
    expect(cellOf('Business', 2).textContent).toBe('$2,000.00');
  });

  it('reports skipped cells', async () => {
    render(<Page />);
    await goTo(0, 0);
    act(() => paste('X\t7\n'));
    expect(cellOf('Nursing', 2).textContent).toBe('$7.00');
    expect(screen.getByText('Pasted 1 cell. 1 cell cannot be edited and stayed as it was.')).toBeDefined();
  });

  it('copies the selection for a spreadsheet, and sums it', async () => {
    render(<Page />);
    await goTo(0, 1);
    await press('{Shift>}{ArrowDown}{/Shift}');
    expect(copy()).toBe('100\r\n300');
    expect(within(screen.getByLabelText('Selected cells')).getByText('$400.00')).toBeDefined();
    await press('{Escape}{Control>}{Home}{/Control}{Shift>} {/Shift}');
    expect(copy()).toBe('Nursing\t100\t10\t40\t60');
  });

  it('ignores copying elsewhere', () => {
    render(<Page />);
    expect(copy()).toBe('');
  });
});

describe('sorting and filtering', () => {
  const header = (name: string) => screen.getByRole('columnheader', { name });

  it('sorts by the header, up and down, missing values last, except unsortable columns', async () => {
    render(<Page />);
    await user.click(header('Budget'));
    expect(header('Budget').getAttribute('aria-sort')).toBe('ascending');
    expect(names()).toEqual(['Nursing', 'Business', 'Arts', 'Total 3']);
    await user.click(header('Budget'));
    expect(names()).toEqual(['Business', 'Nursing', 'Arts', 'Total 3']);
    await user.click(header('Spent'));
    expect(header('Spent').hasAttribute('aria-sort')).toBe(false);
  });

  it('sorts with the keyboard from the header row', async () => {
    render(<Page />);
    await goTo(0, 0);
    await press('{ArrowUp}{Enter}');
    expect(names()).toEqual(['Arts', 'Business', 'Nursing', 'Total 3']);
  });

  it('keeps a row in place while it is edited', async () => {
    render(<Page />);
    await user.click(header('Budget'));
    await goTo(0, 1);
    await press('900{Enter}');
    expect(names()).toEqual(['Nursing', 'Business', 'Arts', 'Total 3']);
  });

  it('filters by the filter row, with totals of the remaining rows', async () => {
    render(<Page />);
    await user.click(screen.getByRole('button', { name: 'Filter row' }));
    await user.type(screen.getByRole('textbox', { name: 'Filter Budget' }), '>200');
    expect(await screen.findByText('1 of 3 rows')).toBeDefined();
    expect(names()).toContain('Total 1');
    expect(screen.getAllByText('$300.00')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(names()).toHaveLength(5);
  });

  it('searches words, and reports no match', async () => {
    render(<Page />);
    await user.type(screen.getByRole('searchbox', { name: 'Search the table' }), 'xyz');
    expect(await screen.findByText('No rows match these filters.')).toBeDefined();
  });

  it('searches a hidden column that says so', async () => {
    const code: GridColumn<Item> = {
      key: 'code',
      label: 'Code',
      kind: 'text',
      searched: true,
      value: ({ key }) => `C-00${key}`,
    };
    const columns = [...COLUMNS, code];
    render(<Page columns={columns} layout={layoutOf(columns, { hidden: ['code'] })} />);
    await user.type(screen.getByRole('searchbox', { name: 'Search the table' }), 'c-003');
    expect(await screen.findByText('1 of 3 rows')).toBeDefined();
    expect(names()).toContain('Arts');
  });
});

it('hides, moves and resets columns', async () => {
  render(<Page />);
  await user.click(screen.getByRole('button', { name: /^Columns/ }));
  await user.click(await screen.findByRole('checkbox', { name: 'Cap' }));
  expect(screen.queryByRole('columnheader', { name: 'Cap' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Move Spent up' }));
  await user.click(screen.getByRole('button', { name: 'Move Spent up' }));
  const labels = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(labels()).toEqual(['Facts', 'Plan', 'Facts', 'Line item', 'Spent', 'Budget', 'Left']);
  await user.click(screen.getByRole('button', { name: 'Reset to default' }));
  expect(labels()).toEqual(['Plan', 'Facts', 'Line item', 'Budget', 'Cap', 'Spent', 'Left']);
});

it('nests rows, and expands and collapses them by keyboard', async () => {
  const parent = { ...(ITEMS[0] as Item), name: 'All', key: 9, below: ITEMS };
  const Tree = () => {
    const [expanded, setExpanded] = useState<ReadonlySet<RowKey>>(new Set());
    return <Page rows={[parent]} tree={{ children: below, expanded, onExpanded: setExpanded }} />;
  };
  const below = (item: Item) => item.below;
  render(<Tree />);
  const row = () => screen.getByRole('row', { expanded: false });
  expect(row().getAttribute('aria-level')).toBe('1');
  act(() => grid().focus());
  await press('{Control>}{Home}{/Control}{Enter}');
  expect(rowNamed('Arts').getAttribute('aria-level')).toBe('2');
  expect(rowNamed('Arts').getAttribute('aria-setsize')).toBe('3');
  await press(' ');
  expect(rowNamed('Arts')).toBeUndefined();
  await press('{ArrowRight}');
  expect(rowNamed('Arts').getAttribute('aria-level')).toBe('2');
  // Already open: the key moves to the next cell.
  await press('{ArrowRight}{ArrowLeft}{ArrowLeft}');
  expect(rowNamed('Arts')).toBeUndefined();
});

it('selects rows, several with shift, and all', async () => {
  const Ticked = () => {
    const [selected, onSelected] = useState<ReadonlySet<RowKey>>(new Set());
    return (
      <Page
        selection={{ selected, onSelected }}
        tools={
          <output>
            {[...selected]
              .map(Number)
              .toSorted((a, b) => a - b)
              .join()}
          </output>
        }
      />
    );
  };
  render(<Ticked />);
  const outputText = () => document.querySelector('output')?.textContent;
  await goTo(1, 0);
  await press(' ');
  expect(outputText()).toBe('2');
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows' }));
  expect(outputText()).toBe('1,2,3');
  expect(rowNamed('Arts').getAttribute('aria-selected')).toBe('true');
});

describe('states', () => {
  it('shows a skeleton before the first rows', () => {
    render(<Page rows={[]} loading />);
    expect(screen.getByText('Loading Allocations')).toBeDefined();
    expect(screen.queryByRole('grid')).toBeNull();
  });

  it('counts arriving rows', () => {
    render(<Page arriving={3} />);
    expect(screen.getByText('3 rows so far …')).toBeDefined();
    expect(grid().getAttribute('aria-busy')).toBe('true');
  });

  it('keeps the rows after a failure, and offers a retry', async () => {
    const onRetry = vi.fn();
    render(<Page error={{ message: 'The server is away.' }} onRetry={onRetry} />);
    expect(names()).toContain('Arts');
    await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('shows the page’s own empty state', () => {
    render(<Page rows={[]} empty={<p>No allocation yet</p>} />);
    expect(screen.getByText('No allocation yet')).toBeDefined();
  });
});

it('tells the page the active cell and the remaining rows, and moves on request', async () => {
  const onActive = vi.fn();
  const onView = vi.fn();
  const { rerender } = render(<Page onActive={onActive} onView={onView} />);
  expect(onView).toHaveBeenLastCalledWith([1, 2, 3]);
  await goTo(1, 1);
  expect(onActive).toHaveBeenLastCalledWith({ rowKey: 2, columnKey: 'budget' });
  rerender(<Page onActive={onActive} onView={onView} goTo={{ rowKey: 3, columnKey: 'cap' }} />);
  expect(onActive).toHaveBeenLastCalledWith({ rowKey: 3, columnKey: 'cap' });
});

it('offers the resolutions of a conflict at the active cell', async () => {
  const onAct = vi.fn();
  const remarks = (key: RowKey, column: string) =>
    key === 1 && column === 'budget'
      ? { level: 'conflict' as const, message: 'Kim set $120.00', actions: [{ label: 'Take theirs', onAct }] }
      : null;
  render(<Page remarks={remarks} />);
  await goTo(0, 1);
  await press('{Alt>}{ArrowDown}{/Alt}{Enter}');
  expect(onAct).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(grid());
});

it('Tab leaves until the grid is used, and again after Escape', async () => {
  render(<Page />);
  const inGrid = () => document.activeElement === grid();
  act(() => grid().focus());
  await user.tab();
  expect(inGrid()).toBe(false);
  await goTo(0, 0);
  await user.tab();
  expect(inGrid()).toBe(true);
  await press('{Escape}');
  await user.tab();
  expect(inGrid()).toBe(false);
});

it('loads more once the last rows are drawn, and shows the server’s filter result as is', async () => {
  const more = { onMore: vi.fn() };
  const server = { count: 'More than 10,000 rows', hasSearch: true };
  const { rerender } = render(<Page more={more} loading search="nowhere" server={server} />);
  expect(more.onMore).not.toHaveBeenCalled();
  rerender(<Page more={more} loading={false} search="nowhere" server={server} />);
  expect(more.onMore).toHaveBeenCalledOnce();
  expect(screen.getByText('More than 10,000 rows')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Filter row' })).toBeNull();
  const order = () => screen.getAllByRole('row').map(({ textContent }) => textContent);
  const before = order();
  // A header reports the wanted order; the rows keep theirs until the server has answered.
  const [header] = screen.getAllByRole('columnheader').filter((cell) => cell.hasAttribute('data-sortable'));
  await user.click(header!);
  await user.click(header!);
  expect(header!.getAttribute('aria-sort')).toBe('descending');
  expect(order()).toEqual(before);
});
