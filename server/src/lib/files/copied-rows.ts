/** Length of the header of a binary COPY: signature, flags, and the length of an extension that is never used. */
const HEADER_BYTES = 19;
const END = -1;

/** One row of a binary COPY: offset and length of each field in the bytes; a length of -1 is null. */
export interface CopiedRow {
  bytes: Buffer;
  starts: Int32Array;
  lengths: Int32Array;
}

/**
 * Parses the rows of successive binary COPYs, from pieces that may end anywhere. The same row object is reused: it is valid until the next
 * row.
 */
export const openCopiedRows = (fields: number): ((piece: Buffer, onRow: (row: CopiedRow) => void) => void) => {
  const row: CopiedRow = { bytes: Buffer.alloc(0), starts: new Int32Array(fields), lengths: new Int32Array(fields) };
  const { starts, lengths } = row;
  let rest: Buffer = Buffer.alloc(0);
  let isInside = false;

  /** Offset of the end of the row; -1 where the row is incomplete. */
  const measure = (bytes: Buffer, at: number, count: number): number => {
    if (count !== fields) throw new Error(`A copied row has ${count} fields in place of ${fields}`);
    let next = at + 2;
    for (let field = 0; field < count; field += 1) {
      if (next + 4 > bytes.length) return -1;
      const length = bytes.readInt32BE(next);
      next += 4;
      starts[field] = next;
      lengths[field] = length;
      if (length > 0) next += length;
    }
    return next > bytes.length ? -1 : next;
  };

  return (piece, onRow) => {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let at = 0;
    row.bytes = bytes;
    while (bytes.length - at >= (isInside ? 2 : HEADER_BYTES)) {
      if (!isInside) {
        at += HEADER_BYTES;
        isInside = true;
        continue;
      }
      const count = bytes.readInt16BE(at);
      if (count === END) {
        at += 2;
        isInside = false;
        continue;
      }
      const next = measure(bytes, at, count);
      if (next === -1) break;
      onRow(row);
      at = next;
    }
    rest = bytes.subarray(at);
  };
};
