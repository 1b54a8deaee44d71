import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { GridColumn, GridLayout } from '../types.ts';
import { layoutOf } from '../view/layout.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { DensityMenu } from './density-menu.tsx';
import { FilterBox } from './filter-box.tsx';
import { FilterValues } from './filter-values.tsx';

const user = userEvent.setup({ delay: null });
const show = (page: ReactNode) => render(<MantineProvider env="test">{page}</MantineProvider>);
afterEach(() => void vi.useRealTimers());

const COLUMNS: GridColumn<null>[] = [
  { key: 'name', label: 'Name', kind: 'text', frozen: true },
  { key: 'budget', label: 'Budget', group: 'Plan', kind: 'dollar' },
  { key: 'cap', label: 'Cap', group: 'Plan', kind: 'count' },
  { key: 'spent', label: 'Spent', group: 'Facts', kind: 'dollar' },
];

describe('the columns', () => {
  const DEFAULT = layoutOf(COLUMNS);
  const open = async (first: Partial<GridLayout> = {}) => {
    const now = vi.fn<(layout: GridLayout) => void>();
    const Page = () => {
      const [layout, setLayout] = useState<GridLayout>({ ...DEFAULT, ...first });
      const change = (next: GridLayout) => {
        now(next);
        setLayout(next);
      };
      return <ColumnChooser columns={COLUMNS} layout={layout} defaultLayout={DEFAULT} onLayout={change} />;
    };
    show(<Page />);
    await user.click(screen.getByRole('button', { name: /^Columns/ }));
    await screen.findByLabelText('Search columns');
    return { layout: () => now.mock.lastCall?.[0] ?? DEFAULT };
  };
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  const item = (name: string) => box(name).closest('li') as HTMLElement;

  it('are shown and hidden one by one or by group, with a mixed state', async () => {
    const { layout } = await open();
    await user.click(box('Cap'));
    expect(layout().hidden).toEqual(['cap']);
    expect([box('Plan').checked, box('Plan').indeterminate]).toEqual([false, true]);
    await user.click(box('Plan'));
    expect(layout().hidden).toEqual([]);
    await user.click(box('Plan'));
    expect(layout().hidden.toSorted()).toEqual(['budget', 'cap']);
    expect(screen.getByRole('button', { name: /^Columns/ }).textContent).toBe('Columns2/4');
  });

  it('move by one step, and not beyond the ends', async () => {
    const { layout } = await open();
    await user.click(screen.getByRole('button', { name: 'Move Cap up' }));
    expect(layout().order).toEqual(['name', 'cap', 'budget', 'spent']);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move Spent down' }).disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move Name down' }).disabled).toBe(true);
  });

  it('are dragged to another position, frozen ones only among themselves', async () => {
    const { layout } = await open();
    const dataTransfer = { setData: vi.fn(), effectAllowed: '' };
    fireEvent.dragStart(item('Spent'), { dataTransfer });
    expect(fireEvent.dragOver(item('Name'), { dataTransfer })).toBe(true);
    expect(fireEvent.dragOver(item('Budget'), { dataTransfer })).toBe(false);
    expect(item('Budget').dataset['over']).toBe('true');
    fireEvent.drop(item('Budget'), { dataTransfer });
    expect(layout().order).toEqual(['name', 'spent', 'budget', 'cap']);
    fireEvent.dragEnd(item('Spent'), { dataTransfer });
    fireEvent.drop(item('Cap'), { dataTransfer });
    expect(layout().order).toEqual(['name', 'spent', 'budget', 'cap']);
  });

  it('found by a search are shown and hidden together, and reset', async () => {
    const { layout } = await open();
    fireEvent.change(screen.getByLabelText('Search columns'), { target: { value: 'plan' } });
    await user.click(screen.getByRole('button', { name: 'Hide these' }));
    expect(layout().hidden.toSorted()).toEqual(['budget', 'cap']);
    fireEvent.change(screen.getByLabelText('Search columns'), { target: { value: 'xyz' } });
    expect(screen.getByText('No matching columns.')).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Reset to default' }));
    expect(layout()).toEqual(DEFAULT);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Reset to default' }).disabled).toBe(true);
  });
});

describe('a filter with checkboxes', () => {
  const open = async (first: readonly string[] = []) => {
    const now = vi.fn<(chosen: readonly string[]) => void>();
    const Page = () => {
      const [chosen, setChosen] = useState(first);
      const change = (next: readonly string[]) => {
        now(next);
        setChosen(next);
      };
      return <FilterValues label="Status" values={['', 'Live', 'Paused']} chosen={chosen} onChosen={change} />;
    };
    show(<Page />);
    await user.click(screen.getByRole('button', { name: /^Filter Status/ }));
    return { chosen: () => now.mock.lastCall?.[0], panel: within(await screen.findByRole('dialog')) };
  };

  it('shows its choices, and removes them', async () => {
    const { chosen, panel } = await open();
    await user.click(panel.getByLabelText('Live'));
    expect(screen.getByRole('button', { name: 'Filter Status: Live' })).not.toBeNull();
    await user.click(panel.getByLabelText('(empty)'));
    expect(chosen()).toEqual(['Live', '']);
    expect(screen.getByText('2 selected')).not.toBeNull();
    await user.click(panel.getByLabelText('Live'));
    expect(chosen()).toEqual(['']);
    await user.click(panel.getByRole('button', { name: 'Clear' }));
    expect(chosen()).toEqual([]);
  });

  it('drops values that no longer exist', async () => {
    const { chosen, panel } = await open(['Ended']);
    await user.click(panel.getByLabelText('Ended'));
    expect(chosen()).toEqual([]);
  });

  it('closes with Escape, which focuses its button', async () => {
    await open();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filter Status: All' }));
  });
});

describe('a filter with text', () => {
  const SPEND: GridColumn<null> = { key: 'spend', label: 'Spend', kind: 'dollar' };
  const open = () => {
    vi.useFakeTimers();
    const onTyped = vi.fn();
    const page = (typed: string) => (
      <MantineProvider env="test">
        <div role="grid" tabIndex={0}>
          <FilterBox column={SPEND} typed={typed} onTyped={onTyped} />
        </div>
      </MantineProvider>
    );
    const { rerender } = render(page(''));
    const box = screen.getByLabelText<HTMLInputElement>('Filter Spend');
    return { box, onTyped, become: (typed: string) => rerender(page(typed)) };
  };
  const type = (box: HTMLElement, value: string) => void fireEvent.change(box, { target: { value } });

  it('is applied once, a moment after the last letter', async () => {
    const { box, onTyped } = open();
    type(box, '>1');
    await vi.advanceTimersByTimeAsync(100);
    type(box, '>10');
    expect(box.value).toBe('>10');
    await vi.advanceTimersByTimeAsync(179);
    expect(onTyped).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(onTyped.mock.calls).toEqual([['>10']]);
  });

  it('says that it is invalid, with an example', () => {
    const { box } = open();
    type(box, '>');
    expect(box.getAttribute('aria-invalid')).toBe('true');
    expect(box.title).toMatch(/^Not a valid filter yet\. A number, >100/);
    type(box, '>5');
    expect(box.getAttribute('aria-invalid')).toBeNull();
  });

  it('follows changes made elsewhere', () => {
    const { box, become } = open();
    become('>7');
    expect(box.value).toBe('>7');
    become('');
    expect(box.value).toBe('');
  });

  it('Enter returns the focus to the table', () => {
    const { box } = open();
    box.focus();
    fireEvent.keyDown(box, { key: 'a' });
    expect(document.activeElement).toBe(box);
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(document.activeElement).toBe(screen.getByRole('grid'));
  });
});

it('sets the height of rows', async () => {
  const onDensity = vi.fn();
  show(<DensityMenu density="compact" onDensity={onDensity} />);
  await user.click(screen.getByRole('button', { name: 'Row height: Compact' }));
  await user.click(await screen.findByText('Comfortable'));
  expect(onDensity.mock.calls).toEqual([['comfortable']]);
});
