/** Shorter prefixes are not worth a mark in front of every name. */
const MIN_LENGTH = 4;

/**
 * The common first words of all names, including the separator (in codes: the hyphen); empty if there are none, or if a name would have
 * nothing left.
 */
export const sharedPrefix = (names: readonly string[], between: ' ' | '-' = ' '): string => {
  const [first, ...others] = names;
  if (first === undefined || others.length === 0) return '';
  let shared = first;
  for (const name of others) {
    let length = 0;
    while (length < shared.length && shared[length] === name[length]) length += 1;
    shared = shared.slice(0, length);
  }
  const whole = shared.slice(0, shared.lastIndexOf(between) + 1);
  return whole.length < MIN_LENGTH || names.some((name) => name.length <= whole.length) ? '' : whole;
};

interface GroupedName {
  name: string;
  /** What its beginning is shared by, such as its client. */
  group: string | number;
}

/**
 * The beginning that is not shown of each name: that of its group, where what is left differs from all other names, or else that of all.
 */
export const groupedPrefixes = (rows: readonly GroupedName[]): ReadonlyMap<string, string> => {
  const common = sharedPrefix([...new Set(rows.map(({ name }) => name))]);
  const ofGroup = new Map(
    [...Map.groupBy(rows, ({ group }) => group)].map(([group, of]) => [
      group,
      sharedPrefix([...new Set(of.map(({ name }) => name))]) || common,
    ]),
  );
  const prefixes = new Map(rows.map(({ name, group }) => [name, ofGroup.get(group) ?? common]));
  const namesOfRest = new Map<string, Set<string>>();
  for (const [name, prefix] of prefixes)
    for (const rest of new Set([name.slice(prefix.length), name.slice(common.length)]))
      namesOfRest.set(rest, (namesOfRest.get(rest) ?? new Set()).add(name));
  return new Map(
    [...prefixes].map(([name, prefix]) => [
      name,
      (namesOfRest.get(name.slice(prefix.length))?.size ?? 0) > 1 ? common : prefix,
    ]),
  );
};
