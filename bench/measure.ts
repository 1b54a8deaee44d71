/** Medians of rounds that take turns: whatever else the machine does in a minute, every contender suffers from it alike. */
export const takeTurns = async <Name extends string>(
  contenders: Record<Name, () => Promise<number>>,
  rounds: number,
): Promise<Record<Name, number>> => {
  const names = Object.keys(contenders) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) results[name].push(await contenders[name]());
  }
  return Object.fromEntries(names.map((name) => [name, median(results[name])])) as Record<Name, number>;
};

export const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};
