/** Each batch adds a quarter of the rows so far: every batch is sorted and summed with all earlier rows. */
const GROWTH = 0.25;
/** Leaves time to draw between batches, with an upper limit on the wait. */
const MIN_WAIT_MS = 100;
const MAX_WAIT_MS = 1000;

/**
 * Batches streamed rows before drawing. The first rows are passed on at once; later batches grow with the number of rows, so the cost stays
 * linear in the list's length.
 */
export const rowBatches = <Row>(onRows: (rows: Row[]) => void, now: () => number = () => performance.now()) => {
  let waiting: Row[] = [];
  let delivered = 0;
  let last = Number.NEGATIVE_INFINITY;
  const flush = () => {
    if (waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    delivered += batch.length;
    onRows(batch);
    last = now();
  };
  return {
    add: (rows: readonly Row[]) => {
      for (const row of rows) waiting.push(row);
      const waited = now() - last;
      if ((waited > MIN_WAIT_MS && waiting.length >= delivered * GROWTH) || waited > MAX_WAIT_MS) flush();
    },
    /** Called at the end of the stream. */
    flush,
  };
};
