import { expect, test } from 'vitest';
import { eventsOf } from './events.ts';

const chunks = async function* (...texts: string[]) {
  for (const text of texts) yield new TextEncoder().encode(text);
};

test('events are parsed across chunk boundaries, and comments are ignored', async () => {
  const events: unknown[] = [];
  for await (const event of eventsOf(
    chunks(': connected\n\nda', 'ta: {"a"', ':1}\n', '\n: still here\n\ndata: {"a":2}\n\ndata: {"a":3}'),
  ))
    events.push(event);
  expect(events).toEqual([{ a: 1 }, { a: 2 }]);
});
