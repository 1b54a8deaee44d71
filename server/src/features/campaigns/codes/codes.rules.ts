const MAX_CHARACTERS = 30;

/** A code in two: what stays, and the number that counts on; one without a number is counted from 2. */
export const codeSeries = (code: string): { prefix: string; number: bigint; digits: number } => {
  const [, prefix = code, digits = ''] = /^(.*?)(\d+)$/.exec(code) ?? [];
  return digits === ''
    ? { prefix: `${code}-`, number: 1n, digits: 1 }
    : { prefix, number: BigInt(digits), digits: digits.length };
};

/** The next code of the series that nobody has: HTI-CCP-PPL-038 → HTI-CCP-PPL-039, or the first free one after it. */
export const nextCode = (code: string, usedCodes: ReadonlySet<string>): string => {
  const { prefix, number, digits } = codeSeries(code);
  for (let next = number + 1n; ; next += 1n) {
    const tail = String(next).padStart(digits, '0');
    const proposed = `${prefix.slice(0, MAX_CHARACTERS - tail.length)}${tail}`;
    if (!usedCodes.has(proposed.toLowerCase())) return proposed;
  }
};
