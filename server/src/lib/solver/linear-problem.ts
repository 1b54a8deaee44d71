/** A linear problem in CPLEX's LP text. */
export interface LinearProblem {
  text: string;
}

export interface LinearAnswer {
  /** `timeLimit`: the best that was found by then. What is unbounded or not solvable is `infeasible`. */
  status: 'optimal' | 'timeLimit' | 'infeasible';
  values: Readonly<Record<string, number>>;
  /** By constraint: what one unit more of its limit would be worth. Only where no variable has to be whole. */
  duals: Readonly<Record<string, number>>;
}
