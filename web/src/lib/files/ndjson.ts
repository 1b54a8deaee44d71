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

/** Splits chunks into lines; a line may span chunks. */
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
 * Passes on rows in batches as they arrive and returns the end line. A missing end line, or a row count that differs from it, means that
 * the stream was truncated.
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
