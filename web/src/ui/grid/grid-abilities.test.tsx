import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useCallback, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { useEditHistory } from './edit/use-edit-history.ts';
import { Grid } from './grid.tsx';
import type { GridColumn, GridProps, RowKey } from './types.ts';
import { layoutOf } from './view/layout.ts';

interface Item {
  key: number;
  name: string;
  agreed: number;
  cap: number | null;
  soft: number | null;
}
const COLUMNS: GridColumn<Item>[] = [
  { key: 'name', label: 'Campaign', kind: 'text', frozen: true },
  { key: 'agreed', label: 'Agreed', kind: 'count', lock: () => 'Set for the start of the month.' },
  { key: 'cap', label: 'Cap', kind: 'count', editable: true, base: ({ agreed }) => agreed },
  { key: 'soft', label: 'Soft', kind: 'count', editable: true },
];
const ITEMS: Item[] = [
  { key: 1, name: 'Nursing', agreed: 40, cap: 50, soft: 5 },
  { key: 2, name: 'Trades', agreed: 40, cap: null, soft: 6 },
  { key: 3, name: 'Arts', agreed: 40, cap: 70, soft: 7 },
];
const LAYOUT = layoutOf(COLUMNS);

const Page = (props: Partial<GridProps<Item>>) => {
  const [layout, setLayout] = useState(LAYOUT);
  const saved = useCallback(
    (key: RowKey, column: string) =>
      (ITEMS.find((one) => one.key === key) as unknown as Record<string, unknown>)[column],
    [],
  );
  const edits = useEditHistory(saved);
  return (
    <MantineProvider env="test">
      <div data-fill>
        <Grid<Item>
          label="Campaigns"
          columns={COLUMNS}
          rows={ITEMS}
          rowKey={({ key }) => key}
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
          {...props}
        />
      </div>
    </MantineProvider>
  );
};

const user = userEvent.setup({ delay: null });
const press = (keys: string) => user.keyboard(keys);
const grid = () => document.querySelector<HTMLElement>('[role="grid"]') as HTMLElement;
const cell = (row: number, column: number) =>
  grid().querySelector<HTMLElement>(`[aria-rowindex="${row + 2}"] [aria-colindex="${column + 1}"]`) as HTMLElement;
const isActive = (row: number, column: number) => grid().getAttribute('aria-activedescendant') === cell(row, column).id;
const goTo = async (row: number, column: number) => {
  act(() => grid().focus());
  await press(`{Control>}{Home}{/Control}${'{ArrowDown}'.repeat(row)}${'{ArrowRight}'.repeat(column)}`);
};
const note = () => document.querySelector('[data-remark]')?.textContent;

it('shows a calculation’s result before it is entered, and invalid ones', async () => {
  render(<Page />);
  await goTo(0, 2);
  await press('+10%');
  expect(note()).toBe('50 +10% = 55');
  await press('{Enter}');
  expect(cell(0, 2).textContent).toBe('55');
  // In an empty cell, calculations start from the inherited value.
  await press('-5{Enter}');
  expect(cell(1, 2).textContent).toBe('35');
  await press('=70+');
  expect(note()).toMatch(/is not a calculation/);
  await press('{Enter}');
  expect(cell(2, 2).getAttribute('aria-invalid')).toBe('true');
});

it('treats a pasted sign as part of the number', async () => {
  render(<Page />);
  await goTo(0, 2);
  const event = new Event('paste', { bubbles: true, cancelable: true });
  Object.assign(event, { clipboardData: { getData: () => '-5' } });
  act(() => void fireEvent(document, event));
  expect(cell(0, 2).textContent).toBe('-5');
});

it('Enter returns to the column where Tab began', async () => {
  render(<Page />);
  await goTo(0, 2);
  await press('1{Tab}2{Enter}');
  expect(isActive(1, 2)).toBe(true);
  await press('3{ArrowRight}4{Enter}');
  expect(isActive(2, 3)).toBe(true);
});

it('says why a cell is locked: when active, on hover, and on typing', async () => {
  render(<Page />);
  await goTo(0, 1);
  expect(screen.getByText('Locked: Set for the start of the month.')).toBeDefined();
  expect(cell(0, 1).title).toBe('Set for the start of the month.');
  await press('7');
  expect(note()).toBe('Set for the start of the month.');
  await press('{ArrowLeft}');
  expect(note()).toBeUndefined();
  await press('x');
  expect(note()).toBe('Campaign cannot be edited here.');
});

it('offers undo at once after a change of many cells', async () => {
  render(<Page />);
  await goTo(0, 2);
  await press('{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}');
  expect(screen.getByText('Filled 2 cells.')).toBeDefined();
  expect([0, 1, 2].map((row) => cell(row, 2).textContent)).toEqual(['50', '50', '50']);
  await user.click(screen.getByText('Undo', { selector: 'button *' }));
  expect([0, 1, 2].map((row) => cell(row, 2).textContent)).toEqual(['50', '–', '70']);
  expect(screen.getByText(/^Undone: fill of 2 cells/)).toBeDefined();
});

it('fills to the last row by a double click on the handle, as one action', async () => {
  render(<Page />);
  await goTo(0, 2);
  const handle = document.querySelector('[data-fill-handle]') as HTMLElement;
  fireEvent.doubleClick(handle);
  expect(screen.getByText('Filled 2 cells.')).toBeDefined();
  expect([1, 2].map((row) => cell(row, 2).textContent)).toEqual(['50', '50']);
  await press('{Control>}z{/Control}');
  expect([1, 2].map((row) => cell(row, 2).textContent)).toEqual(['–', '70']);
  // No fill handle where nothing can be edited.
  await goTo(0, 1);
  expect(document.querySelector('[data-fill-handle]')).toBeNull();
});

it('opens the menu of the selected cells by keyboard, with the page’s entries', async () => {
  const onAct = vi.fn<(names: string[]) => void>();
  render(
    <Page
      menu={({ rows, columnKeys }) => [
        { label: 'Set to pace', onAct: () => onAct([...rows.map(({ name }) => name), ...columnKeys]) },
        { label: 'Distribute', locked: 'Only one line item at a time', onAct: () => onAct([]) },
      ]}
    />,
  );
  await goTo(1, 2);
  await press('{Shift>}{ArrowDown}{F10}{/Shift}');
  const menu = await screen.findByRole('menu');
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['CopyCtrl+C', 'PasteCtrl+V', 'Fill downCtrl+D', 'ClearDel', 'Set to pace', 'Distribute']);
  await user.click(within(menu).getByText('Distribute'));
  expect(onAct).not.toHaveBeenCalled();
  await user.click(within(menu).getByText('Set to pace'));
  expect(onAct).toHaveBeenCalledWith(['Trades', 'Arts', 'cap']);
});

it('shows the page’s summary of the selected rows while typing', async () => {
  render(<Page facts={(rows) => [{ label: 'Room left', text: String(100 - rows.length) }]} />);
  await goTo(0, 2);
  expect(within(screen.getByLabelText('Selected cells')).getByText('99')).toBeDefined();
});
