/**
 * How many of a campaign's allocated units come in. Below most of its usual delivery nearly all do, around it fewer, and above it fewer
 * still: three straight pieces, so that choosing between campaigns stays a linear problem.
 */
export interface Piece {
  units: number;
  /** Share of these units that comes in. */
  share: number;
}
type Shares = readonly [below: number, around: number, above: number];

/** Where the middle piece begins and ends, as shares of a campaign's usual delivery. */
const AROUND = { from: 0.85, to: 1.15 } as const;
/** Default shares until an owner's own months are enough; weighted like this many campaign months. */
const PRIOR: Shares = [0.97, 0.6, 0.3];
const PRIOR_MONTHS = 10;

/** Units from `from` to `to`, cut where the shares change. `usual` is the whole usual delivery, including `from`. */
const lengths = (from: number, to: number, usual: number): [number, number, number] => {
  const open = Math.max(0, usual - from);
  const [first, second] = [from + AROUND.from * open, from + AROUND.to * open];
  const between = (start: number, end: number): number => Math.max(0, Math.min(to, end) - Math.max(from, start));
  return [between(from, first), between(first, second), between(second, Number.POSITIVE_INFINITY)];
};

/** From the units delivered so far up to the most the campaign may get. */
export const piecesOf = (from: number, most: number, usual: number, shares: Shares): Piece[] =>
  lengths(from, most, usual)
    .map((units, place) => ({ units, share: shares[place] ?? 0 }))
    .filter(({ units }) => units > 0);

/** Expected inquiries of an allocation beyond those delivered so far. */
export const comingIn = (pieces: readonly Piece[], units: number): number => {
  let [left, coming] = [Math.max(0, units), 0];
  for (const piece of pieces) {
    const amount = Math.min(left, piece.units);
    coming += amount * piece.share;
    left -= amount;
  }
  return coming;
};

export interface DeliveredMonth {
  allocation: number;
  delivered: number;
}

/** The months before, latest first: the usual delivery is the mean of the last three. */
const USUAL_MONTHS = 3;
export const usualDelivery = (months: readonly DeliveredMonth[]): number | null => {
  const last = months.slice(0, USUAL_MONTHS);
  return last.length === 0 ? null : last.reduce((sum, { delivered }) => sum + delivered, 0) / last.length;
};

/** Solves the three normal equations by elimination; the prior on their diagonal keeps them solvable. */
const solve3 = (matrix: readonly (readonly number[])[], right: readonly number[]): number[] => {
  const rows = matrix.map((row, place) => [...row, right[place] ?? 0]);
  for (let pivot = 0; pivot < 3; pivot += 1)
    for (let row = 0; row < 3; row += 1) {
      if (row === pivot) continue;
      const factor = (rows[row]?.[pivot] ?? 0) / (rows[pivot]?.[pivot] ?? 1);
      rows[row] = (rows[row] ?? []).map((value, column) => value - factor * (rows[pivot]?.[column] ?? 0));
    }
  return rows.map((row, place) => (row[3] ?? 0) / (row[place] ?? 1));
};

/**
 * The share of units delivered below, around and above the usual delivery, over all campaigns and their past months. Each share is at most
 * the one before it: growing returns would be chance.
 */
export const measureShares = (
  campaigns: Iterable<readonly DeliveredMonth[]>,
): { shares: Shares; months: number; spread: number } => {
  const matrix = [0, 1, 2].map((row) => [0, 1, 2].map((column) => (row === column ? PRIOR_MONTHS / 9 : 0)));
  const right = PRIOR.map((share) => (share * PRIOR_MONTHS) / 9);
  const seen: { pieces: number[]; delivered: number }[] = [];
  for (const months of campaigns)
    for (let place = 0; place + USUAL_MONTHS < months.length; place += 1) {
      const month = months[place];
      const usual = usualDelivery(months.slice(place + 1));
      if (!month || usual === null || usual < 1 || month.allocation <= 0) continue;
      // In parts of the usual delivery, so that a large campaign weighs as much as a small one.
      const pieces = lengths(0, month.allocation, usual).map((units) => units / usual);
      const delivered = Math.min(month.delivered, month.allocation) / usual;
      seen.push({ pieces, delivered });
      for (let row = 0; row < 3; row += 1) {
        right[row] = (right[row] ?? 0) + (pieces[row] ?? 0) * delivered;
        for (let column = 0; column < 3; column += 1)
          matrix[row]![column] = (matrix[row]?.[column] ?? 0) + (pieces[row] ?? 0) * (pieces[column] ?? 0);
      }
    }
  const [below = 0, around = 0, above = 0] = solve3(matrix, right).map((share) => Math.min(1, Math.max(0, share)));
  const shares: Shares = [below, Math.min(around, below), Math.min(above, around, below)];
  const off = seen.map(({ pieces, delivered }) => {
    const expected = pieces.reduce((sum, units, place) => sum + units * (shares[place] ?? 0), 0);
    return expected > 0 ? delivered / expected - 1 : 0;
  });
  const spread =
    off.length < PRIOR_MONTHS ? USUAL_SPREAD : Math.sqrt(off.reduce((sum, one) => sum + one ** 2, 0) / off.length);
  return { shares, months: seen.length, spread };
};

/** Standard spread between a month's delivery and its forecast, as a share of it: used where too few months exist. */
const USUAL_SPREAD = 0.18;
