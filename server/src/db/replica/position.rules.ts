/** How far the log of changes is, as a number: the log's own bytes, counted from its first. */
export type Position = bigint;

/** Postgres writes it as two hexadecimal halves. */
export const readPosition = (text: string): Position => {
  const [high, low] = text.split('/');
  if (high === undefined || low === undefined) throw new TypeError(`${text} is no position in the log`);
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
};

interface Seen {
  position: Position;
  /** When the primary was seen there, in milliseconds of a clock that only runs on. */
  at: number;
}

/**
 * How late a replica is: since when it lacks what the primary already had. A primary that nobody writes to makes no replica
 * late, and no clock of another machine is asked.
 */
export const createLag = () => {
  const unreached: Seen[] = [];
  return {
    note(primary: Position, replica: Position, now: number): number {
      if (primary > (unreached.at(-1)?.position ?? -1n)) unreached.push({ position: primary, at: now });
      while (unreached[0] !== undefined && unreached[0].position <= replica) unreached.shift();
      return unreached[0] === undefined ? 0 : now - unreached[0].at;
    },
  };
};
