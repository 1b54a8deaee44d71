import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useTypedText } from './use-typed-text.ts';

const DELAY_MS = 200;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const box = (first = '') => {
  const send = vi.fn();
  const hook = renderHook(({ value }) => useTypedText(value, send, DELAY_MS), { initialProps: { value: first } });
  return {
    send,
    typed: () => hook.result.current.typed,
    type: (text: string) => {
      act(() => hook.result.current.type(text));
    },
    wait: () => {
      act(() => {
        vi.advanceTimersByTime(DELAY_MS);
      });
    },
    arrive: (value: string) => hook.rerender({ value }),
  };
};

it('sends the trimmed text once typing stops', () => {
  const { type, wait, send } = box();
  type('cam');
  type('campus ');
  expect(send).not.toHaveBeenCalled();
  wait();
  expect(send.mock.calls).toEqual([['campus']]);
});

it('keeps newer input while the previous text is being sent', () => {
  const { type, wait, arrive, typed, send } = box();
  type('campus');
  wait();
  type('campus ');
  type('campus n');
  wait();
  arrive('campus');
  expect(typed()).toBe('campus n');
  arrive('campus n');
  expect(typed()).toBe('campus n');
  expect(send.mock.calls).toEqual([['campus'], ['campus n']]);
});

it('keeps a trailing space, which does not change the query', () => {
  const { type, wait, arrive, typed, send } = box();
  type('campus');
  wait();
  arrive('campus');
  type('campus ');
  wait();
  expect(typed()).toBe('campus ');
  expect(send).toHaveBeenCalledTimes(1);
});

it('follows a value set elsewhere: cleared, or another link', () => {
  const { type, wait, arrive, typed } = box('first');
  expect(typed()).toBe('first');
  type('second');
  wait();
  arrive('second');
  arrive('');
  expect(typed()).toBe('');
  arrive('second');
  expect(typed()).toBe('second');
});
