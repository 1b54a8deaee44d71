import { type Limit } from './program.rules.ts';

/** What the solver says about a group. */
export interface GroupAnswer {
  /** By campaign, in the group's order. */
  units: number[];
  /** The time was over: the best that was found by then, or what stands now. */
  isTimedOut: boolean;
  /** What the objective would gain by one dollar more; null where money is not what holds it back. */
  perDollar: number | null;
  /** The limit that cannot be kept; null where all can. `bounds`: the floors and ceilings themselves contradict each other. */
  cannotKeep: Limit | 'bounds' | null;
}
