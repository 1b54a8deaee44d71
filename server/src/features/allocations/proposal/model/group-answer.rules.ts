import { type Limit } from './program.rules.ts';

export interface GroupAnswer {
  /** By campaign, in the group's order. */
  units: number[];
  /** The time limit was reached: the best answer found by then, or the present allocations. */
  isTimedOut: boolean;
  /** The gain in the objective per additional dollar; null where money is not the limit. */
  perDollar: number | null;
  /** The limit that cannot be kept; null where all can. `bounds`: the floors and ceilings contradict each other. */
  cannotKeep: Limit | 'bounds' | null;
}
