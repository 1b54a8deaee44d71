type Row = Readonly<Record<string, unknown>>;

/** Counts come as numbers, big integers or texts, depending on who answers. */
const numberOf = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));

const isSame = (a: number | null, b: number | null): boolean =>
  a === null || b === null ? a === b : Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));

interface Flat {
  label: string;
  numbers: (number | null)[];
}

/** Rows that say nothing are no answer: a rollup keeps one for a day on which somebody only sent a test. */
const flatten = (rows: readonly Row[], labels: readonly string[], measures: readonly string[]): Flat[] =>
  rows
    .map((row) => ({
      label: labels.map((name) => JSON.stringify(row[name] ?? null)).join(' · '),
      numbers: measures.map((name) => numberOf(row[name])),
    }))
    .filter(({ numbers }) => numbers.some((number) => number !== null && number !== 0))
    .toSorted((a, b) => (a.label < b.label ? -1 : a.label > b.label ? 1 : (a.numbers[0] ?? 0) - (b.numbers[0] ?? 0)));

/** Throws where two answers differ, naming the first difference; tells how many rows they have. */
export const assertSameRows = (
  what: string,
  ours: readonly Row[],
  theirs: readonly Row[],
  { labels, measures }: { labels: readonly string[]; measures: readonly string[] },
): number => {
  const [a, b] = [flatten(ours, labels, measures), flatten(theirs, labels, measures)];
  if (a.length !== b.length) throw new Error(`${what}: ${a.length} rows and ${b.length} rows`);
  for (const [index, row] of a.entries()) {
    const other = b[index]!;
    if (row.label !== other.label) throw new Error(`${what}: ${row.label} and ${other.label}`);
    for (const [at, number] of row.numbers.entries()) {
      if (!isSame(number, other.numbers[at]!))
        throw new Error(`${what}: ${measures[at]} of ${row.label} is ${number} and ${other.numbers[at]}`);
    }
  }
  return a.length;
};
