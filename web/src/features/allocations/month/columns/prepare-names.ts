/** Shorter ones say nothing that is worth a mark in front of every name. */
const MIN_LENGTH = 4;

/**
 * The words that all names begin with, with the space (in codes: the hyphen) behind them; empty where they do not, or where a
 * name would have nothing left.
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
