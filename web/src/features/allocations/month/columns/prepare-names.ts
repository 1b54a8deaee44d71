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
