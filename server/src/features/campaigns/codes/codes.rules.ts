const MAX_CHARACTERS = 30;

/** A code in two parts: prefix, and the number that is counted up; a code without a number continues with 2. */
export const codeSeries = (code: string): { prefix: string; number: bigint; digits: number } => {
  const [, prefix = code, digits = ''] = /^(.*?)(\d+)$/.exec(code) ?? [];
  return digits === ''
    ? { prefix: `${code}-`, number: 1n, digits: 1 }
    : { prefix, number: BigInt(digits), digits: digits.length };
};

/** The next free code of the series: HTI-CCP-PPL-038 → HTI-CCP-PPL-039, or the first free one after it. */
export const nextCode = (code: string, usedCodes: ReadonlySet<string>): string => {
  const { prefix, number, digits } = codeSeries(code);
  for (let next = number + 1n; ; next += 1n) {
    const tail = String(next).padStart(digits, '0');
    const proposed = `${prefix.slice(0, MAX_CHARACTERS - tail.length)}${tail}`;
    if (!usedCodes.has(proposed.toLowerCase())) return proposed;
  }
};
