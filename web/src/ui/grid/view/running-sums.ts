/** How many rows may be replaced before everything is added up anew: what rounding leaves behind stays below a cent. */
const MAX_REPLACED = 512;

const numberIn = (row: object, key: string): number => {
  const value = (row as Record<string, unknown>)[key];
  return typeof value === 'number' ? value : 0;
};

/**
 * The sums of these columns, for a `totals` that is asked again at every keystroke. Ten thousand rows by forty columns take
 * longer than a frame; so where the rows are the ones of the last time but for a few, only the few are added and taken off.
 */
export const runningSums = (keys: readonly string[]): ((rows: readonly object[]) => Record<string, number>) => {
  let last: readonly object[] = [];
  let sums = new Float64Array(keys.length);
  let replaced = MAX_REPLACED;

  const add = (row: object, sign: 1 | -1) => {
    for (const [index, key] of keys.entries()) sums[index] = (sums[index] ?? 0) + sign * numberIn(row, key);
  };
  const changed = (rows: readonly object[]): number[] | null => {
    if (rows.length !== last.length) return null;
    const indexes: number[] = [];
    for (let index = 0; index < rows.length; index += 1) {
      if (rows[index] === last[index]) continue;
      indexes.push(index);
      if (indexes.length + replaced > MAX_REPLACED) return null;
    }
    return indexes;
  };
  return (rows) => {
    const few = changed(rows);
    if (few) {
      for (const index of few) {
        add(last[index] as object, -1);
        add(rows[index] as object, 1);
      }
      replaced += few.length;
    } else {
      sums = new Float64Array(keys.length);
      for (const row of rows) add(row, 1);
      replaced = 0;
    }
    last = rows;
    return Object.fromEntries(keys.map((key, index) => [key, sums[index] ?? 0]));
  };
};
