import { keepAlive } from '@paceline/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { streamApi } from './stream.ts';
import { signedIn } from '../../testing/session.ts';

beforeEach(() => signedIn());

const END = '{"__end":true,"count":2,"asOf":"2026-03-09T10:00:00Z"}\n';

/** Answers the next call with these pieces, one chunk each. */
const serve = (...pieces: (string | Error)[]) => {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const piece = pieces.shift();
      if (piece === undefined) controller.close();
      else if (piece instanceof Error) controller.error(piece);
      else controller.enqueue(encoder.encode(piece));
    },
  });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { headers: { 'x-request-id': 'h1' } })));
};
const read = async () => {
  const batches: unknown[][] = [];
  const outcome: unknown = await streamApi(keepAlive, {}, { onRows: (rows) => batches.push(rows) }).catch(
    (error: unknown) => error,
  );
  return { outcome, batches };
};

describe('a streamed list', () => {
  it('delivers the rows in the received batches and ends with the end line', async () => {
    serve('{"id":1}\n', '{"id":2}\n', END);
    const { outcome, batches } = await read();
    expect(batches).toEqual([[{ id: 1 }], [{ id: 2 }]]);
    expect(outcome).toMatchObject({ count: 2, asOf: '2026-03-09T10:00:00Z' });
  });

  it('joins rows and characters split between chunks', async () => {
    const bytes = new TextEncoder().encode(`{"name":"Zoë"}\n{"name":"b"}\n${END}`);
    const cut = bytes.indexOf(0xc3) + 1;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(bytes.slice(0, cut));
        controller.enqueue(bytes.slice(cut));
        controller.close();
      },
    });
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)));
    expect((await read()).batches.flat()).toEqual([{ name: 'Zoë' }, { name: 'b' }]);
  });

  it.each([
    ['stops before its end line', ['{"id":1}\n', '{"id":2}\n']],
    ['stops within a row', ['{"id":1}\n{"id', END.slice(0, 10)]],
    ['has fewer rows than its end line says', ['{"id":1}\n', END]],
    ['loses its connection', ['{"id":1}\n', new TypeError('network error')]],
  ])('is incomplete if it %s', async (_, pieces) => {
    serve(...pieces);
    const { outcome, batches } = await read();
    expect(outcome).toMatchObject({ name: 'ApiError', code: 'STREAM_CUT' });
    expect(batches.flat()).toEqual([{ id: 1 }, ...(pieces[1] === '{"id":2}\n' ? [{ id: 2 }] : [])]);
  });

  it('fails with the error in the stream', async () => {
    serve('{"id":1}\n', '{"__error":{"code":"TOO_SLOW","message":"Took too long","requestId":"r7"}}\n');
    const { outcome } = await read();
    expect(outcome).toMatchObject({ code: 'TOO_SLOW', message: 'Took too long', requestId: 'r7' });
  });
});
