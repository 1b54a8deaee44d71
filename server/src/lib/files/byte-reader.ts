/** Reads a byte stream in pieces of a requested length, however the chunks arrive. */
interface ByteReader {
  /** Exactly this many bytes; fewer only at the end of the stream. */
  take(length: number): Promise<Buffer>;
  /** This many bytes in pieces as they arrive, without holding all of them. */
  pieces(length: number): AsyncGenerator<Buffer, void>;
}

export const byteReader = (source: AsyncIterable<Buffer>): ByteReader => {
  const iterator = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);

  const next = async (): Promise<boolean> => {
    const step: IteratorResult<Buffer, unknown> = await iterator.next();
    if (step.done) return false;
    rest = step.value;
    return true;
  };

  async function* pieces(length: number): AsyncGenerator<Buffer, void> {
    let missing = length;
    while (missing > 0) {
      if (rest.length === 0 && !(await next())) return;
      const piece = rest.subarray(0, missing);
      rest = rest.subarray(piece.length);
      missing -= piece.length;
      if (piece.length > 0) yield piece;
    }
  }

  return {
    pieces,
    take: async (length) => {
      const chunks: Buffer[] = [];
      for await (const piece of pieces(length)) chunks.push(piece);
      return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    },
  };
};
