/** A quarter more at a time: every batch is sorted and summed with all that came before it. */
const GROWTH = 0.25;
/** Between two batches there is time to draw the first; and none waits long. */
const MIN_WAIT_MS = 100;
const MAX_WAIT_MS = 1000;

/**
 * Keeps streamed rows back until there are enough of them to be worth a drawing. The first are handed on at once; later ones
 * in batches that grow with what is there already, so that a long list costs its length and not the square of it.
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
    /** At the end of the stream. */
    flush,
  };
};
