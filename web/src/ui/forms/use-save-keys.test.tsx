import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useSaveKeys } from './use-save-keys.ts';

const Page = ({ save, dialog = false, onLeave }: { save: () => void; dialog?: boolean; onLeave?: () => void }) => {
  useSaveKeys(save);
  return (
    <>
      <div role="grid" tabIndex={0}>
        <input aria-label="Editor" onBlur={onLeave} />
      </div>
      <input aria-label="Filter" />
      {dialog && <div role="dialog" />}
    </>
  );
};

it.each([
  [{ key: 's', ctrlKey: true }, 1],
  [{ key: 'S', metaKey: true }, 1],
  [{ key: 's' }, 0],
  [{ key: 's', ctrlKey: true, shiftKey: true }, 0],
  [{ key: 's', ctrlKey: true, altKey: true }, 0],
  [{ key: 'd', ctrlKey: true }, 0],
])('%j saves %i times, and the browser does not save the page', (key, times) => {
  const save = vi.fn();
  render(<Page save={save} />);
  const isLeftToBrowser = fireEvent.keyDown(window, key);
  expect(save).toHaveBeenCalledTimes(times);
  expect(isLeftToBrowser).toBe(times === 0);
});

it('first leaves the edited cell, so that it is saved too', () => {
  const order: string[] = [];
  render(<Page save={() => order.push('saved')} onLeave={() => order.push('left')} />);
  screen.getByLabelText('Editor').focus();
  fireEvent.keyDown(screen.getByLabelText('Editor'), { key: 's', ctrlKey: true });
  expect(order).toEqual(['left', 'saved']);
  expect(document.activeElement).toBe(screen.getByRole('grid'));
});

it('keeps the focus outside a table', () => {
  const save = vi.fn();
  render(<Page save={save} />);
  screen.getByLabelText('Filter').focus();
  fireEvent.keyDown(screen.getByLabelText('Filter'), { key: 's', ctrlKey: true });
  expect(document.activeElement).toBe(screen.getByLabelText('Filter'));
  expect(save).toHaveBeenCalledTimes(1);
});

it('does not save behind a dialog, or after leaving the page', () => {
  const save = vi.fn();
  const { rerender, unmount } = render(<Page save={save} dialog />);
  expect(fireEvent.keyDown(window, { key: 's', ctrlKey: true })).toBe(false);
  rerender(<Page save={save} />);
  unmount();
  fireEvent.keyDown(window, { key: 's', ctrlKey: true });
  expect(save).not.toHaveBeenCalled();
});
