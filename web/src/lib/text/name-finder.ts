/** Looks up names by key; an unknown key is shown itself. */
export const nameFinder = <T>(
  rows: readonly T[] | undefined,
  keyOf: (row: T) => number,
  nameOf: (row: T) => string,
): ((key: number) => string) => {
  const names = new Map(rows?.map((row) => [keyOf(row), nameOf(row)]));
  return (key) => names.get(key) ?? String(key);
};

/** The same for the options of a list. */
export const optionFinder = (options: readonly { key: number; name: string }[] | undefined) =>
  nameFinder(
    options,
    ({ key }) => key,
    ({ name }) => name,
  );
