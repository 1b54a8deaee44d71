import { MantineProvider } from '@mantine/core';
import { LIMITS } from '@paceline/contract';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toast, useToasts } from './toast-store.ts';
import { Toasts } from './toast.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  useToasts.setState({ toasts: [] });
  render(
    <MantineProvider>
      <Toasts />
    </MantineProvider>,
  );
});
afterEach(() => vi.useRealTimers());
const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

it('stays five seconds, 100 px from the top', () => {
  act(() => toast.success('Saved'));
  expect(screen.getByRole('status').style.top).toBe('100px');
  wait(LIMITS.toastMs - 1);
  expect(screen.queryByText('Saved')).not.toBeNull();
  wait(1);
  expect(screen.queryByText('Saved')).toBeNull();
});

it('pauses while hovered', () => {
  act(() => toast.info('Read me'));
  fireEvent.mouseMove(screen.getByRole('listitem'));
  wait(LIMITS.toastMs * 2);
  expect(screen.queryByText('Read me')).not.toBeNull();
});

it('shows the request id of an error, for copying', () => {
  act(() => toast.error({ message: 'Something went wrong', requestId: 'r-42' }));
  expect(screen.getByRole('status').textContent).toContain('r-42');
  expect(screen.queryByRole('button', { name: 'Copy request id' })).not.toBeNull();
});

it('shows the same message once', () => {
  act(() => {
    toast.info('Again');
    toast.info('Again');
  });
  expect(screen.getAllByText('Again')).toHaveLength(1);
});

it('offers undo, and closes once it is used', () => {
  const onAct = vi.fn();
  act(() => toast.success('Deleted', { label: 'Undo', onAct }));
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(onAct).toHaveBeenCalledOnce();
  expect(screen.queryByText('Deleted')).toBeNull();
});
