import type { StreamEnd, StreamFailure } from '@paceline/contract';
import { ApiError, localError } from '../api/api-error.ts';

type Line = Partial<StreamEnd> & Partial<StreamFailure>;

const parseLine = (text: string): Line => {
  try {
    return JSON.parse(text) as Line;
  } catch {
    throw localError('STREAM_CUT');
  }
};

/** Splits chunks into lines, whatever the chunks' borders cut through. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield lines;
  }
  yield [rest + decoder.decode()];
}

/**
 * Hands on the rows batch by batch as they arrive and answers with the end line. A stream without its end line, or with
 * another number of rows than the end line says, was cut.
 */
export async function readNdjson(
  chunks: AsyncIterable<Uint8Array>,
  onRows: (rows: unknown[]) => void,
): Promise<StreamEnd> {
  let count = 0;
  for await (const lines of linesOf(chunks)) {
    const rows: unknown[] = [];
    for (const text of lines) {
      if (text.trim() === '') continue;
      const line = parseLine(text);
      if (line.__error) throw new ApiError(line.__error);
      if (line.__end) {
        if (rows.length > 0) onRows(rows);
        if (line.count !== count) throw localError('STREAM_CUT');
        return line as StreamEnd;
      }
      rows.push(line);
      count += 1;
    }
    if (rows.length > 0) onRows(rows);
  }
  throw localError('STREAM_CUT');
}
