/** A position in the write-ahead log as a number of bytes from its start. */
export type Position = bigint;

/** Postgres writes it as two hexadecimal halves. */
export const readPosition = (text: string): Position => {
  const [high, low] = text.split('/');
  if (high === undefined || low === undefined) throw new TypeError(`${text} is no position in the log`);
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
};

interface Seen {
  position: Position;
  /** When the primary was seen at this position, in milliseconds of a monotonic clock. */
  at: number;
}

/**
 * Computes a replica's lag: the time since which it lacks something that the primary already had. An idle primary makes no replica late,
 * and no other machine's clock is used.
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
