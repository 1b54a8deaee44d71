import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenApi } from '../../lib/live/events.ts';
import { useLive } from './use-live.ts';

vi.mock('../../lib/live/events.ts', () => ({ listenApi: vi.fn(() => Promise.resolve()) }));

const listener = vi.mocked(listenApi);
const line = (index = -1) => {
  const [, args, options] = listener.mock.calls.at(index) ?? [];
  if (!options) throw new Error('Nobody listens');
  return { owner: args?.params, signal: options.signal, say: () => act(() => options.onEvent({})) };
};
const hide = (hidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};

const follow = (owner = 1) => {
  const client = new QueryClient();
  const requests = vi.spyOn(client, 'invalidateQueries').mockResolvedValue();
  const hook = renderHook(({ ownerKey }) => useLive(ownerKey), {
    initialProps: { ownerKey: owner },
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  return { ...hook, requests };
};

beforeEach(() => {
  vi.useFakeTimers();
  listener.mockClear();
});
afterEach(() => void vi.useRealTimers());

it('reloads the widgets once per change, and nothing else', () => {
  const { requests } = follow();
  expect(line().owner).toEqual({ owner: 1 });
  line().say();
  vi.advanceTimersByTime(500);
  line().say();
  vi.advanceTimersByTime(699);
  expect(requests).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(requests).toHaveBeenCalledTimes(1);
  const fits = requests.mock.lastCall?.[0]?.predicate;
  const isAsked = (queryKey: unknown[]) => fits?.({ queryKey } as never);
  expect([isAsked(['widget topChannels', 1]), isAsked(['ownerGet']), isAsked([7])]).toEqual([true, false, false]);
});

it('pauses while its tab is hidden', () => {
  follow();
  const first = line();
  hide(true);
  expect(first.signal.aborted).toBe(true);
  expect(listener).toHaveBeenCalledTimes(1);
  hide(false);
  expect(listener).toHaveBeenCalledTimes(2);
  expect(line().signal.aborted).toBe(false);
});

it('switches to another owner, and disconnects when the page is left', () => {
  const { rerender, unmount, requests } = follow();
  const first = line();
  rerender({ ownerKey: 2 });
  expect([first.signal.aborted, line().owner]).toEqual([true, { owner: 2 }]);
  line().say();
  const second = line();
  unmount();
  vi.advanceTimersByTime(5_000);
  expect(second.signal.aborted).toBe(true);
  expect(requests).not.toHaveBeenCalled();
  hide(false);
  expect(listener).toHaveBeenCalledTimes(2);
});
