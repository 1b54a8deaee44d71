/** Shorter names fit nearly everywhere. */
const LONG = 24;
const LONGEST_END = 14;

/** The end of a long name: its last short words, or the last letters of a long word. Empty for a short name. */
export const endOf = (name: string): string => {
  if (name.length <= LONG) return '';
  const tail = name.slice(-LONGEST_END);
  const space = tail.indexOf(' ');
  return space === -1 || space > LONGEST_END - 4 ? tail.slice(4) : tail.slice(space);
};

const cutAfter = (name: string, most: number): string =>
  name.length <= most ? name : `${name.slice(0, most - 1).trimEnd()}…`;
const cutInside = (name: string, most: number): string => {
  const end = endOf(name)
    .slice(-Math.ceil(most / 2))
    .trimStart();
  return name.length <= most ? name : `${name.slice(0, most - end.length - 1).trimEnd()}…${end}`;
};

/** The common first words of all names, which do not distinguish them. */
const sharedStart = (names: readonly string[]): string => {
  const [first = '', ...others] = new Set(names);
  if (others.length === 0) return '';
  const words = first.split(/(?<= )/);
  const shared = words.findIndex((_, index) => {
    const start = words.slice(0, index + 1).join('');
    return !others.every((name) => name.startsWith(start));
  });
  return words.slice(0, Math.max(0, shared)).join('');
};

/**
 * Shortens names to a number of letters: drops the common start, cuts at the end, and cuts in the middle those that would then look equal.
 */
export const toldApart = (names: readonly string[], most: number): string[] => {
  if (names.every(({ length }) => length <= most)) return [...names];
  const start = sharedStart(names).length;
  const own = names.map((name) => name.slice(start));
  const cut = own.map((name) => cutAfter(name, most));
  const alike = new Map<string, Set<string>>();
  for (const [index, name] of own.entries()) alike.set(cut[index]!, (alike.get(cut[index]!) ?? new Set()).add(name));
  return own.map((name, index) => ((alike.get(cut[index]!)?.size ?? 0) > 1 ? cutInside(name, most) : cut[index]!));
};
